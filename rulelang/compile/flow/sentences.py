"""Sentences that need nodes: decisions, chance, questions whether something is possible, and ways out."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Book
from rulelang.compile.flow.base import NOBODY, Place
from rulelang.compile.flow.chance import Chances
from rulelang.compile.flow.deeds import DOES, DRAWS, Doing, become
from rulelang.compile.flow.drafts import DraftNode, DraftOption, End
from rulelang.compile.flow.folding import cannot_fail
from rulelang.compile.meaning import Meaning
from rulelang.compile.meaning.nouns import players_in
from rulelang.compile.meaning.phrases import who_acts
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER, Typed
from rulelang.graph.build import either, holds, least, same
from rulelang.graph.program import Origin
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import (
    Cell,
    Compare,
    Const,
    Effect,
    Local,
    PlaceOf,
    Possible,
    Put,
    SumIn,
    Term,
    TokenCount,
    VarietyOf,
)
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import replace


def with_subjects(sentences: Sequence[tree.By | tree.Deed]) -> list[tree.By | tree.Deed]:
    """`the player loses 10 Coins, then gains 1 Tablet`: the subject holds for what follows in the same line. Without
    one `become Safe` speaks to you, as every deed does."""
    found: list[tree.By | tree.Deed] = []
    subject: tree.Phrase | None = None
    for sentence in sentences:
        if isinstance(sentence, tree.By):
            subject = None if isinstance(sentence.deed, tree.Become) else sentence.actor
            found.append(sentence)
        elif isinstance(sentence, tree.Become) and subject is None:
            found.append(tree.By(tree.You(span=sentence.span), sentence, span=sentence.span))
        elif subject is None or isinstance(subject, tree.Chance):
            found.append(sentence)
        else:
            found.append(tree.By(subject, sentence, span=sentence.span))
    return found


class Sentences(Chances):
    """Draws the sentences of one line."""

    def __init__(self, book: Book, meaning: Meaning) -> None:
        super().__init__(book, meaning)
        #: How the options of an action are written, by its title.
        self.written: dict[str, str] = {}
        #: The ends of sentences after which the winner is found, and of those that have told the winner.
        self.finish: list[End] = []
        self.over: list[End] = []
        #: The nodes they lead to, once these are drawn.
        self.finish_at = self.over_at = -1

    def simple(self, node: tree.Simple, scope: Scope, place: Place) -> Scope:
        """Sentences in a row."""
        skipped: list[End] = []
        if node.if_possible and self.must_be_asked(node):
            mark = self.pen.start()
            skipped = self.ask_ahead(node, place)
            asked = self.pen.nodes[-1]
            for sentence in with_subjects(node.sentences):
                scope = self.node_sentence(sentence, scope, place, node, False, skipped)
            if cannot_fail(self.pen, mark):
                # What is always possible is done without asking.
                asked.kind, asked.role, asked.title = "do", NodeRole.SENTENCE, ""
                ((_, asked.target),) = asked.arms
                asked.arms, skipped = [], []
            self.pen.go_on(*self.pen.here, *skipped)
            self.fold(mark, self.origin(place, node), scope)
            return scope
        for sentence in with_subjects(node.sentences):
            scope = self.node_sentence(sentence, scope, place, node, node.if_possible, skipped)
        if skipped:
            self.pen.go_on(*self.pen.here, *skipped)
        return scope

    def must_be_asked(self, node: tree.Simple) -> bool:
        """Does `if possible` have to be answered by looking ahead, rather than by the first decision?"""
        first = node.sentences[0]
        deed = first.deed if isinstance(first, tree.By) else first
        if isinstance(deed, tree.Choose) and not (isinstance(first, tree.By) and isinstance(first.actor, tree.Chance)):
            return False
        return len(node.sentences) > 1 or isinstance(deed, tree.Call | tree.Do | tree.Choose | tree.Roll)

    def ask_ahead(self, node: tree.Node, place: Place) -> list[End]:
        """Fork on whether the way on from here can be completed; draws on in the yes branch and gives the end for no.

        The node asked about is drawn next and has no number yet: `finish.py` puts it in the place of -1.
        """
        yes, no = self.pen.fork(Possible(-1, ()), self.origin(place, node), NodeRole.IF_POSSIBLE)
        self.pen.go_on(yes)
        return [no]

    def node_sentence(
        self,
        node: tree.By | tree.Deed,
        scope: Scope,
        place: Place,
        statement: tree.Simple,
        if_possible: bool,
        skipped: list[End],
    ) -> Scope:
        """One sentence, as effects if nobody decides in it."""
        self.deeds += 1
        origin = self.origin(place, statement)
        nobody = scope.you or Typed(Const(-1), PLAYER)
        if isinstance(node, tree.By) and isinstance(node.deed, tree.Become):
            doing = Doing(self, nobody, scope, place, statement, if_possible)
            self.pen.effects(become.become(node, node.deed, doing), origin)
            return scope
        if isinstance(node, tree.By):
            deed, by_chance = node.deed, isinstance(node.actor, tree.Chance)
        else:
            deed, by_chance = node, False
        actor, inner = nobody, scope
        somebody: list[Effect] = []
        if isinstance(node, tree.By) and not by_chance:
            actor = self.meaning.value(node.actor, scope, PLAYER)
            inner = self.inside(deed, actor, scope)
            somebody = self.there(actor, NOBODY, place, node)
        if isinstance(deed, tree.Remember):
            value = self.meaning.value(deed.value, inner)
            scope, effect = self.remembered(deed.alias.text, value, scope, place)
            self.pen.effects([effect], origin)
            return scope
        if isinstance(deed, tree.Choose):
            self.pen.effects(somebody, origin)
            if by_chance:
                after = self.chosen_by_chance(deed, inner, place, statement)
            else:
                after = self.choose(deed, inner, place, statement, if_possible, skipped)
            return Scope(after.names, scope.you, after.it)
        doing = Doing(self, actor, inner, place, statement, if_possible)
        if type(deed) in DRAWS:
            self.pen.effects(somebody, origin)
            DRAWS[type(deed)](deed, doing)
        else:
            effects = [*somebody, *DOES[type(deed)](deed, doing)]
            if somebody:
                effects = doing.when_possible(effects, node)
            self.pen.effects(effects, origin)
        return Scope(scope.names, scope.you, scope.it) if isinstance(node, tree.By) else scope

    @staticmethod
    def inside(deed: tree.Deed, actor: Typed, scope: Scope) -> Scope:
        """What `you` means in a sentence with a subject: still the one it meant before, except inside a called
        action."""
        if actor.sort != PLAYER:
            return scope
        return scope.acting(actor) if isinstance(deed, tree.Call | tree.Do | tree.Win) else scope.done_by(actor)

    def gone(self, you: Typed, origin: Origin) -> list[End]:
        """The way out for who has left the game; the others go on."""
        if not self.book.functions.players_leave:
            return []
        here, gone = self.pen.fork(holds(players_in(self.meaning), you.term), origin, NodeRole.STILL_IN)
        self.pen.go_on(here)
        return [gone]

    def told_apart(self, leaving: dict[str, list[End]], action: str, origin: Origin, but: str = "") -> dict[str, str]:
        """Ways out of a part of play that first lead on from here; a cell tells which of them is taken. By the name of
        the part they lead out of, the cells."""
        told = {}
        for part, stops in leaving.items():
            if not stops or part == but:
                continue
            told[part] = self.frames.number(action, f"the {part} ends", FrameRole.TURN_ENDS, 1)
            on = self.pen.here
            self.pen.go_on(*stops)
            self.pen.effects([Put(told[part], Const(0), Const(1))], origin)
            self.pen.go_on(*on, *self.pen.here)
        return told

    def if_told(self, cell: str, origin: Origin) -> list[End]:
        """The way out that a cell tells of; without it, play goes on."""
        yes, no = self.pen.fork(same(Cell(cell, Const(0)), Const(1)), origin, NodeRole.TURN_ENDS)
        self.pen.go_on(yes)
        self.pen.effects([Put(cell, Const(0), Const(0))], origin)
        ends = self.pen.here
        self.pen.go_on(no)
        return ends

    def lead_to_the_end(self) -> None:
        """Sentences drawn after the end of the game was (in windows, in examples) lead there, too."""
        for ends, number in ((self.finish, self.finish_at), (self.over, self.over_at)):
            for end in ends:
                end(number)
            ends.clear()

    # ------------------------------------------------------------------ choose

    def choose(
        self, node: tree.Choose, scope: Scope, place: Place, statement: tree.Node, if_possible: bool, skipped: list[End]
    ) -> Scope:
        """A decision; it joins the decision before it when nothing happens between them."""
        if isinstance(node.pick, tree.PickSome) and node.pick.form == "all":
            scope, effects = self.everything(node, node.pick, scope, place)
            self.pen.effects(effects, self.origin(place, statement))
            return scope
        option = self.pen.tail
        you = (scope.doer or who_acts(scope, node.span)).term
        if if_possible or not isinstance(option, DraftOption) or not self.is_open(option, you):
            drawn = self.pen.draw("decide", self.origin(place, statement), place.action)
            drawn.actor = you
            if if_possible:
                skipped.append(drawn.tie_otherwise)
            option = self.new_option(drawn, place.action, statement, place)
        scope = self.pick(node, scope, place, option, self.origin(place, statement))
        if if_possible:
            self.as_many_as_possible(option)
        return scope

    @staticmethod
    def as_many_as_possible(option: DraftOption) -> None:
        """`choose 2 Ships ... if possible`: as many as there are."""
        parameter = option.parameters[-1]
        if parameter.form == "some" and parameter.fewest is not None and parameter.most is not None:
            where = Const(1) if parameter.where is None else parameter.where
            here = Local(parameter.name)
            amount: Term = Const(1)
            if parameter.elements == "token":
                amount = TokenCount(VarietyOf(here), PlaceOf(here))
            count = SumIn(parameter.name, parameter.domain, either(where, amount, Const(0)))
            fewest, most = least(parameter.fewest, count), least(parameter.most, count)
            option.parameters[-1] = replace(parameter, fewest=fewest, most=most)
            option.ask(Compare(">=", count, Const(1)))

    def new_option(self, node: DraftNode, name: str, statement: tree.Node, place: Place) -> DraftOption:
        """One more edge out of a decision; drawing goes on from it."""
        option = DraftOption(name, self.origin(place, statement), actor=node.actor)
        option.written = self.written.get(place.action, "")
        node.options.append(option)
        self.pen.go_on(option.tie, tail=option)
        return option

    def is_open(self, option: DraftOption, you: Term) -> bool:
        """Can one more choice join this option? Only if nothing has happened since its last one."""
        if (
            self.pen.rest
            or option.role == "pass"
            or (option.actor != you and option.bound.get(_region(you)) != option.actor)
        ):
            return False
        return all(isinstance(effect, Put) and effect.region in option.bound for effect in option.effects)

    # ------------------------------------------------------------------ options

    def pass_option(self, node: DraftNode, statement: tree.Node, place: Place) -> list[End]:
        """The option not to."""
        option = DraftOption("nothing", self.origin(place, statement), "pass", actor=node.actor)
        node.options.append(option)
        return [option.tie]

    def option_name(self, statements: Sequence[tree.Statement], place: Place) -> str:
        """What an option is called: the first action it does, or the action it belongs to."""
        for statement in statements:
            if isinstance(statement, tree.Simple):
                first = statement.sentences[0]
                deed = first.deed if isinstance(first, tree.By) else first
                if isinstance(deed, tree.Call):
                    return deed.name.text
                if isinstance(deed, tree.Do) and isinstance(deed.what, tree.Name):
                    return deed.what.word.text
                if isinstance(deed, tree.Do) and isinstance(deed.what, tree.OfThing | tree.Yours):
                    return noun_text(deed.what.noun)
            break
        return place.action


def _region(term: Term) -> str:
    return term.region if isinstance(term, Cell) else ""

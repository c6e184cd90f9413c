"""What a deed does in which nobody decides and nothing is left to chance: its effects."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Place, cell_of
from rulelang.compile.flow.exchanges import Exchanges
from rulelang.compile.flow.lists import added, forgotten, noted
from rulelang.compile.flow.softening import soften
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import NOTHING, PLAYER, POSITION, Typed
from rulelang.diagnostics.catalogue import positions as position_wording
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import NONE, least, plus, single, unite, without
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import (
    Cell,
    Const,
    Effect,
    IfElse,
    Put,
    Require,
    Term,
)
from rulelang.tree import nodes as tree

NOTHING_CHANGES = "there is nothing to change"
NOBODY = "there is nobody to do it"
_IF_POSSIBLE = NodeRole.IF_POSSIBLE.value
SCOPES = ("turn", "round", "phase", "game")


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


class Deeds(Exchanges):
    """Writes deeds as effects."""

    def deed(self, node: tree.Deed, actor: Typed, scope: Scope, place: Place, if_possible: bool) -> list[Effect] | None:
        """The effects of a deed in which nobody decides; None for the others."""
        match node:
            case tree.Gain(amount):
                return self.gain(actor, amount, scope)
            case tree.Lose(amount):
                return self.lose(actor, amount, scope)
            case tree.Pay(amount, to):
                other = self.meaning.phrase(to, scope, PLAYER) if to is not None else None
                return self._when_possible(self.pay(actor, amount, other, scope, place), place, node, if_possible)
            case tree.Move():
                return self.move(node, scope, place, if_possible)
            case tree.TurnOver():
                return self._when_possible(self.turn_over(node, scope, place), place, node, if_possible)
            case tree.Swap():
                return self._when_possible(self.swap(node, scope, place), place, node, if_possible)
            case tree.Show():
                return self._when_possible(self.show(node, scope, place), place, node, if_possible)
            case tree.Add():
                return self._when_possible(self._small(node, actor, scope, place), place, node, if_possible)
            case tree.Clear() | tree.Guard() | tree.EndAfter() | tree.Leave():
                return self._small(node, actor, scope, place)
            case tree.Do(None):
                return []
            case _:
                return None

    def _when_possible(self, effects: list[Effect], place: Place, node: tree.Node, if_possible: bool) -> list[Effect]:
        return soften(effects, self.reason(_IF_POSSIBLE, place, node)) if if_possible else effects

    @staticmethod
    def inside(deed: tree.Deed, actor: Typed, scope: Scope) -> Scope:
        """What `you` means in a sentence with a subject: still the one it meant before, except inside a called
        action."""
        if actor.sort != PLAYER:
            return scope
        return scope.acting(actor) if isinstance(deed, tree.Call | tree.Do | tree.Win) else scope.done_by(actor)

    def _small(self, node: tree.Deed, actor: Typed, scope: Scope, place: Place) -> list[Effect]:
        match node:
            case tree.Add(value, to):
                target = self.meaning.phrase(to, scope)
                if target.sort.form not in ("list", "handful"):
                    raise Misread(thing_wording.not_a_list(to.span, str(target.sort)))
                typed = self.meaning.value(value, scope, target.sort.of)
                of = target.sort.of or typed.sort
                if of != NOTHING and not self.meaning.fits(typed.sort, of):
                    raise Misread(position_wording.not_for_this_list(value.span, str(of), str(typed.sort)))
                if of == POSITION:
                    return noted(self.book, self.world.lists[target.sort.noun], typed.term)
                reason = self.reason("there is nothing to add", place, node)
                return added(self.book, target, typed, reason)
            case tree.Clear(what):
                target = self.meaning.phrase(what, scope)
                if target.sort.form in ("list", "handful"):
                    return forgotten(target.sort.noun, target.term)
                return [self.assign(target, Const(-1), what.span)]
            case tree.Guard(condition):
                reason = self.reason("the rule says `only if`", place, node)
                return [Require(self.meaning.condition(condition, scope), reason)]
            case tree.EndAfter(ends):
                bit = Const(1 << SCOPES.index(ends))
                return [Put("ending", Const(0), unite((Cell("ending", Const(0)), bit)))]
            case tree.Leave():
                if actor.term == NONE:
                    self.meaning.you(scope, node.span)
                players = Cell("players in", Const(0))
                return [Put("players in", Const(0), without(players, single(actor.term)))]
            case _:
                return []

    # ----------------------------------------------------------------- becomes

    def become(
        self, sentence: tree.By, node: tree.Become, scope: Scope, place: Place, if_possible: bool
    ) -> list[Effect]:
        """`X becomes V`, `P becomes [not] F`"""
        changed = self.exchange(sentence.actor, node, scope, place, sentence)
        if changed is None:
            changed = self._set(sentence.actor, node, scope, place)
        return self._when_possible(changed, place, sentence, if_possible)

    def _set(self, subject: tree.Phrase, node: tree.Become, scope: Scope, place: Place) -> list[Effect]:
        if isinstance(node.value, tree.Name):
            marked = self.marked(subject, node.value.word.text, node.negated, scope)
            if marked is not None:
                return [*self.there(self.meaning.value(subject, scope), NOTHING_CHANGES, place, node), marked]
        target = self.meaning.phrase(subject, scope)
        if isinstance(subject, tree.You):
            if isinstance(node.value, tree.Name):
                marks = [name for holder, name in self.world.flags if holder == "player"]
                raise Misread(thing_wording.not_a_mark(node.value.span, node.value.word.text, marks))
            turned = f"{node.value.span.text} becomes {subject.span.text}"
            raise Misread(thing_wording.cannot_become(subject.span, subject.span.text, turned))
        value = self.meaning.value(node.value, scope, target.sort)
        if not self.meaning.fits(value.sort, target.sort):
            raise Misread(thing_wording.cannot_become_that(node.span, str(target.sort), str(value.sort)))
        changed = self._as_far_as_the_bank(target, value.term)
        change = self.assign(target, changed, subject.span, subject.span.merge(node.span))
        if isinstance(target.term, IfElse):
            reason = self.reason(NOTHING_CHANGES, place, node)
            return [Require(target.term.condition, reason), change]
        return [change]

    def _as_far_as_the_bank(self, target: Typed, value: Term) -> Term:
        """A counter out of a bank becomes no more than the bank still has."""
        cell = cell_of(target.term)
        for counter in self.world.counters.values():
            if cell is not None and counter.region == cell.region and counter.bank is not None:
                return least(value, plus(cell, self.bank_left(counter)))
        return value

    def marked(self, subject: tree.Value, name: str, negated: bool, scope: Scope) -> Effect | None:
        """`X becomes [not] F`, if things like X may be F."""
        if not any(flag_name == name for _, flag_name in self.world.flags):
            return None
        owner = self.meaning.value(subject, scope)
        nouns = set(self.meaning.nouns_of(owner.sort))
        for (holder, flag_name), flag in self.world.flags.items():
            if flag_name == name and holder in nouns:
                cell, one = Cell(flag.region, Const(0)), single(owner.term)
                return Put(flag.region, Const(0), without(cell, one) if negated else unite((cell, one)))
        return None

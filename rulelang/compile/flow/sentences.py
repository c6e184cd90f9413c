"""Sentences that need nodes: decisions, chance, questions whether something is possible, and ways out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import DOES, DRAWS, NOBODY, Doing, Flow, Spot
from rulelang.compile.flow.chance import reveals
from rulelang.compile.flow.drafts import End, IntroducedCell
from rulelang.compile.flow.folding import ask_apart, cannot_fail, unasked
from rulelang.compile.flow.whereabouts import as_it_is_now, windows_open
from rulelang.compile.meaning.fitting import somebody
from rulelang.compile.meaning.nouns import players_in
from rulelang.compile.sorts import PLAYER, Scope, Typed
from rulelang.diagnostics.catalogue import sentences as sentence_wording
from rulelang.graph import terms as t
from rulelang.graph.build import holds, is_there, same
from rulelang.graph.program import Origin
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Effect
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree
from rulelang.tree.walk import children
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
        elif subject is None or isinstance(subject, tree.ChanceChooses):
            found.append(sentence)
        else:
            found.append(tree.By(subject, sentence, span=sentence.span))
    return found


def draw_line(flow: Flow, node: tree.Simple, scope: Scope, place: Spot) -> Scope:
    """Sentences in a row. With `if possible` they are left out together; a decision at the beginning is left out where
    nothing can be chosen with which all behind it can be obeyed, and all behind it with it."""
    sentences, skipped = with_subjects(node.sentences), list[End]()
    actors = [sentence.actor for sentence in sentences if isinstance(sentence, tree.By)]
    kept: dict[tree.Node, Typed | None] = {actor: None for actor in actors if actors.count(actor) > 1}
    alone = len(sentences) == 1 or is_decision(sentences[0])

    def draw() -> Scope:
        known = scope
        for sentence in sentences:
            left_out = node.if_possible and alone and sentence is sentences[0]
            known = draw_sentence(flow, sentence, known, place, node, left_out, skipped, kept)
        return known

    if node.if_possible and not alone:
        doer = None if isinstance(sentences[0], tree.By) else scope.you
        return attempted(flow, node, place, doer, draw)
    known = draw()
    if skipped:
        flow.pen.go_on(*flow.pen.here, *skipped)
    return known


#: What these are about is looked for itself: it will be somewhere else, or another one.
_OF_THE_THING_ITSELF = (tree.Move, tree.Swap, tree.Become)


def is_decision(sentence: tree.By | tree.Deed) -> bool:
    """Does somebody choose?"""
    if isinstance(sentence, tree.By):
        return not isinstance(sentence.actor, tree.ChanceChooses) and is_decision(sentence.deed)
    if not isinstance(sentence, tree.Choose):
        return False
    return not (isinstance(sentence.pick, tree.PickSome) and sentence.pick.form == "all")


def attempted(flow: Flow, node: tree.Node, place: Spot, doer: Typed | None, draw: Callable[[], Scope]) -> Scope:
    """Draw what is left out where it cannot be obeyed: a fork on whether the way through it can be completed. Folding
    makes a condition of it (`folding.py`). Gives what is known after it."""
    mark, origin = flow.pen.start(), flow.origin(place, node)
    yes, no = flow.pen.fork(t.Possible(-1, ()), origin, NodeRole.IF_POSSIBLE)
    asked = flow.pen.nodes[-1]
    if doer is not None:
        asked.actor = doer.term
    flow.pen.go_on(yes)
    tokens = flow.frames.tokens.known()
    known = draw()
    flow.frames.tokens.joined(tokens)
    if flow.pen.here == [yes]:
        flow.pen.take_back(mark)
    elif cannot_fail(flow.pen, asked):
        unasked(flow.pen, asked)
        flow.fold(mark, origin, known)
    else:
        flow.pen.go_on(*flow.pen.here, no)
        flow.fold(mark, origin, known)
        if flow.pen.nodes[asked.number :][:1] == [asked]:
            ask_apart(flow.pen, asked)
    return known


def draw_sentence(
    flow: Flow,
    node: tree.By | tree.Deed,
    scope: Scope,
    place: Spot,
    statement: tree.Simple,
    if_possible: bool,
    skipped: list[End],
    kept: dict[tree.Node, Typed | None],
) -> Scope:
    """One sentence, as effects if nobody decides in it. Gives what is known after it. `kept` are the subjects that hold
    for what follows in the line: who they are is found out once."""
    flow.deeds += 1
    _one_at_a_time(flow, node, scope)
    deed, subject = (node.deed, node.actor) if isinstance(node, tree.By) else (node, None)
    actor, inner = scope.you or Typed(t.Const(-1), PLAYER), scope
    there: list[Effect] = []
    if subject is not None and not isinstance(subject, tree.ChanceChooses) and not isinstance(deed, tree.Become):
        # What becomes something else is no player who does so.
        of_things = isinstance(deed, tree.Gain | tree.Lose | tree.Pay)
        actor = flow.meaning.value(subject, scope, PLAYER) if of_things else somebody(flow.meaning, subject, scope)
        if subject in kept:
            actor = kept[subject] or _kept(flow, actor, place, node)
            kept[subject] = actor
        inner = inside(deed, actor, scope)
        if if_possible and is_decision(node) and actor.maybe:
            # Nobody chooses: the line is left out as it is where there is nothing to choose.
            yes, nobody = flow.pen.fork(is_there(actor.term), flow.origin(place, statement), NodeRole.IF_POSSIBLE)
            flow.pen.go_on(yes)
            skipped.append(nobody)
        else:
            there = flow.there(actor, NOBODY, place, node)
    if not isinstance(deed, _OF_THE_THING_ITSELF):
        inner = as_it_is_now(flow, inner)
    doing = Doing(flow, actor, inner, place, statement, if_possible, node, subject, skipped)

    def draw() -> Scope:
        after: Scope | None = None
        if type(deed) in DRAWS:
            flow.pen.effects(there, doing.origin)
            after = DRAWS[type(deed)](deed, doing)
        else:
            flow.pen.effects([*there, *DOES[type(deed)](deed, doing)], doing.origin)
        if after is not None:
            names = {
                name: scope.names[name] if inner.names.get(name) is one else one for name, one in after.names.items()
            }
            about = scope.it if after.it is inner.it else after.it
            return replace(after, names=names, it=about, you=scope.you, doer=None)
        return replace(scope, doer=None) if isinstance(node, tree.By) else scope

    known = attempted(flow, statement, place, actor, draw) if if_possible and not is_decision(node) else draw()
    if flow.shown:
        flow.shown = False
        reveals(flow, doing.origin)
    windows_open(flow, scope, place)
    return known


def _kept(flow: Flow, subject: Typed, place: Spot, node: tree.Node) -> Typed:
    """A subject who stays the same, whatever the sentences about that player change."""
    if subject.sort != PLAYER or flow.reads(subject.term) <= flow.frames.regions.keys():
        return subject
    cell = flow.frames.cell(place.action, "subject", PLAYER, FrameRole.YOU, subject.maybe)
    flow.pen.introduced.append(IntroducedCell(cell.region, "subject"))
    flow.pen.effects([cell.put(subject.term)], flow.origin(place, node))
    return Typed(cell.term, PLAYER, subject.maybe)


def _one_at_a_time(flow: Flow, node: tree.By | tree.Deed, scope: Scope) -> None:
    """Most sentences are about one thing; several that were chosen are gone through."""
    deed, about = (node.deed, [node.actor]) if isinstance(node, tree.By) else (node, list[tree.Node]())
    if isinstance(deed, tree.Roll | tree.TurnOver | tree.Swap | tree.Add):
        about = [*about, *children(deed)]
    for part in about:
        if isinstance(part, tree.The):
            word = noun_text(part.noun)
            known = scope.names.get(word) or scope.names.get(flow.world.plurals(word))
            if known is not None and known.sort.form == "handful":
                write = f"Write `for each of {part.span.text}:`, and below it what happens to one of them."
                raise Misread(sentence_wording.other_form(part.span, "This is about one thing at a time.", write))


def inside(deed: tree.Deed, actor: Typed, scope: Scope) -> Scope:
    """What `you` means in a sentence with a subject: still the one it meant before, except inside a called
    action."""
    if actor.sort != PLAYER:
        return scope
    return scope.acting(actor) if isinstance(deed, tree.Call | tree.DoAction | tree.Win) else scope.done_by(actor)


def exit_of_who_left(flow: Flow, you: Typed, origin: Origin) -> list[End]:
    """The way out for who has left the game; the others go on."""
    if not flow.book.functions.players_leave:
        return []
    here, gone = flow.pen.fork(holds(players_in(flow.meaning), you.term), origin, NodeRole.STILL_IN)
    flow.pen.go_on(here)
    return [gone]


def ways_past(flow: Flow, first: int, you: Typed) -> list[End]:
    """The ways past the decisions drawn since then, for a player who has left the game meanwhile."""
    if not flow.book.functions.players_leave:
        return []
    asked = [node for node in flow.pen.nodes[first:] if node.kind == "decide" and node.actor == you.term]
    new = [node for node in asked if not node.may_be_passed]
    for node in new:
        node.may_be_passed = True
    return [node.tie_gone for node in new]


def told_apart(flow: Flow, leaving: dict[str, list[End]], action: str, origin: Origin, but: str = "") -> dict[str, str]:
    """Ways out of a part of play that first lead on from here; a cell tells which of them is taken. By the name of
    the part they lead out of, the cells."""
    told = {}
    for part, stops in leaving.items():
        if not stops or part == but:
            continue
        told[part] = flow.frames.number(action, f"the {part} ends", FrameRole.TURN_ENDS, 1)
        on = flow.pen.here
        flow.pen.go_on(*stops)
        flow.pen.effects([t.Put(told[part], t.Const(0), t.Const(1))], origin)
        flow.pen.go_on(*on, *flow.pen.here)
    return told


def if_told(flow: Flow, cell: str, origin: Origin) -> list[End]:
    """The way out that a cell tells of; without it, play goes on."""
    yes, no = flow.pen.fork(same(t.Cell(cell, t.Const(0)), t.Const(1)), origin, NodeRole.TURN_ENDS)
    flow.pen.go_on(yes)
    flow.pen.effects([t.Put(cell, t.Const(0), t.Const(0))], origin)
    ends = flow.pen.here
    flow.pen.go_on(no)
    return ends

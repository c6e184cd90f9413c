"""What happens by itself: sentences in which nobody decides and chance has no part."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.actions import as_call
from rulelang.compile.flow.base import BY_ITSELF, Flow, Spot
from rulelang.diagnostics.catalogue import actions as action_wording
from rulelang.graph.roles import FrameRole
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.size import MOST_ACTIONS_DEEP
from rulelang.rulebook.words import third_person
from rulelang.tokens.scanner import vocabulary
from rulelang.tree import nodes as tree
from rulelang.tree.table import load


def action_name(flow: Flow, word: tree.Word) -> str:
    """The action a word means: its name, or its third person."""
    if word.text in flow.actions.plain or word.text in flow.actions.texts:
        return word.text
    known = [*flow.actions.plain, *flow.actions.texts]
    for name in known:
        if third_person(name) == word.text:
            return name
    # Capitalised words next to each other are one name: `Ann Digs`.
    told = [
        f"{who} does {name}"
        for who in flow.world.seats.members
        for name in known
        if word.text in (f"{who} {name}", f"{who} {third_person(name)}")
    ]
    # `Gain 2 Coins`
    verb, _, rest = word.text.partition(" ")
    told += [f"{verb.casefold()} {rest}"] * (
        bool(rest) and vocabulary().get(verb.casefold()) in load().beginnings["_statement"]
    )
    raise Misread(action_wording.unknown_action(word.span, word.text, known, told=next(iter(told), "")))


def happens(flow: Flow, statements: Sequence[tree.Statement]) -> bool:
    return all(_happens(flow, statement) for statement in statements)


def _happens(flow: Flow, node: tree.Statement) -> bool:
    match node:
        case tree.Simple(sentences):
            return all(happens_in(flow, sentence) for sentence in sentences)
        case tree.Branch(arms, otherwise):
            blocks = [arm.body for arm in arms] + ([otherwise] if otherwise is not None else [])
            return all(happens(flow, block.statements) for block in blocks)
        case tree.ForEach(_, order, body):
            return order is None and happens(flow, body.statements)
        case tree.Repeat(_, up_to, body):
            return not up_to and happens(flow, body.statements)
        case tree.EachPlayer(_, seating, takes_turn, body):
            return seating is None and not takes_turn and happens(flow, body.statements)
        case _:
            return False


def happens_in(flow: Flow, node: tree.By | tree.Deed) -> bool:
    if isinstance(node, tree.By):
        return not isinstance(node.actor, tree.ChanceChooses) and happens_in(flow, node.deed)
    if isinstance(node, tree.DoAction) and node.what is not None:
        call = as_call(node.what)
        return call is not None and happens_in(flow, call)
    if not isinstance(node, tree.Call):
        return isinstance(node, tree.DoAction) or type(node) in BY_ITSELF
    try:
        name = action_name(flow, node.name)
    except Misread:
        return True
    placed = flow.actions.plain.get(name)
    if placed is None or flow.actions.hooks.get(name):
        return False
    if name not in flow.happening:
        assert isinstance(placed.item, tree.Action)
        flow.happening[name] = False  # An action that calls itself, or goes too deep, is found out where it is drawn.
        flow.asked_within += 1
        flow.happening[name] = flow.asked_within <= MOST_ACTIONS_DEEP and happens(flow, placed.item.body.statements)
        flow.asked_within -= 1
    return flow.happening[name]


def may_say(flow: Flow, placed: Placed, sort: type[tree.Node]) -> bool:
    """Does a part of the rules have a sentence of that sort, or may an action that it does?"""
    actions = flow.actions
    done = [*actions.plain.values(), *(one for versions in actions.texts.values() for one in versions)]
    done += [hook.placed for hooks in actions.hooks.values() for hook in hooks]
    does = not placed.sorts.isdisjoint((tree.Call, tree.DoAction))
    return sort in placed.sorts or (does and any(sort in one.sorts for one in done))


def latch_of(flow: Flow, node: tree.StateTrigger) -> str:
    """The scope after which a trigger ends the game, if that is all it does and there is none of it within another."""
    match _only_sentence(node):
        case tree.EndAfter(scope=scope) if scope not in flow.latches_inside:
            return scope
        case _:
            return ""


def _only_sentence(node: tree.StateTrigger) -> tree.Node | None:
    """All that a trigger does, if that is one sentence."""
    match node.body.statements:
        case (tree.Simple() as line,) if len(line.sentences) == 1:
            return line.sentences[0]
    return None


def says_after(flow: Flow, placed: Placed) -> bool:
    """May the block of a trigger say after what the game ends, beside something else?"""
    assert isinstance(placed.item, tree.StateTrigger)
    return not latch_of(flow, placed.item) and may_say(flow, placed, tree.EndAfter)


def end_said(flow: Flow) -> str:
    """The cell for whether the block of a trigger has said after what the game ends; none if no trigger may do that."""
    if flow.end_said is None:
        says = any(says_after(flow, placed) for placed in flow.state_triggers)
        flow.end_said = flow.frames.number("end of the game", "said", FrameRole.WAY_BACK, 1) if says else ""
    return flow.end_said


def inside_of(flow: Flow, body: tree.Block, place: Spot) -> Spot:
    """Where the block of a loop or of an `if` stands: what happens by itself in it is part of one move."""
    return place.inside(structural=False) if happens(flow, body.statements) else place

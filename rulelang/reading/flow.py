"""Forks, loops and chance in words: how often, in which order, beginning with whom, until when."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulelang.graph import terms as t
from rulelang.graph.build import plus, times
from rulelang.graph.describe import Speaker
from rulelang.graph.describe.folds import bound_by, choice_words
from rulelang.graph.describe.scopes import NOTHING_KNOWN, Classes
from rulelang.graph.program import ChanceNode, Decide, Parameter, Program, Test
from rulelang.graph.roles import ENDS_AFTER, FrameRole, NodeRole, TableKind
from rulelang.graph.walk import all_parts

#: Forks that hold the flow together and say nothing that their sentence does not say in other lines.
_SILENT: Final = frozenset(
    {
        NodeRole.NEXT, NodeRole.NEXT_PLAYER, NodeRole.TAKES_PART, NodeRole.AGAIN, NodeRole.DRAW_AGAIN,
        NodeRole.MORE_OPTIONS, NodeRole.WAY_BACK, NodeRole.TRIGGERED, NodeRole.FORGET, NodeRole.TURN_ENDS,
        NodeRole.LAST_MOVE_OVER, NodeRole.SENTENCE, NodeRole.VERSION,
    }
)  # fmt: skip
_LATCHED: Final = {role: part for part, role in ENDS_AFTER.items()}


def fork_lines(speaker: Speaker, node: Test) -> Iterator[str]:
    """What is asked at a fork."""
    if node.role in _SILENT:
        return
    if node.role is NodeRole.STILL_IN:
        yield "who has left the game is passed over"
        return
    if node.role is NodeRole.IF_POSSIBLE:
        yield "if what follows cannot be done to its end, it is left out"
        return
    if node.role in _LATCHED:
        yield f"if the game is to end after this {_LATCHED[node.role]}, it ends here"
        return
    for condition, _ in node.arms:
        said = truth(speaker, without_clock(speaker.program, condition))
        match node.role:
            case NodeRole.UNTIL:
                yield f"over as soon as this is so when a turn or round is over: {said}"
            case NodeRole.WHILE:
                yield f"as long as {said}, asked anew before each pass"
            case NodeRole.TRIGGER:
                yield f"as soon as {said} (looked at whenever a move, or what chance did, is over)"
            case NodeRole.INSTEAD:
                yield f"instead, if {said}:"
            case NodeRole.IN_FORCE:
                yield f"while {said}:"
            case _:
                yield f"if {said}:"


def order_line(speaker: Speaker, effect: t.SortInto, local: Classes) -> str | None:
    """In which order a loop goes through things."""
    if not _is_order(speaker.program, effect.region):
        return None
    what = speaker.say_domain(effect.domain, local, effect.name)
    return f"one after the other: {what}, {speaker.ranking(effect.name, effect.domain, effect.keys, local)} first"


def alike_line(speaker: Speaker, effect: t.ForIn, local: Classes) -> str | None:
    """A loop over tokens goes through those that are alike one by one."""
    match effect.body:
        case (t.ForIn(_, t.Between(), (t.Append(region),)),) if _is_order(speaker.program, region):
            pass
        case _:
            return None
    if isinstance(effect.domain, t.CellList):
        return "those that are alike one by one"
    return f"one by one: {speaker.say_domain(effect.domain, local, effect.name)}"


def _is_order(program: Program, region: str) -> bool:
    return program.layout.regions[region].frame is FrameRole.ORDER


def is_counting(program: Program, effect: t.Effect) -> bool:
    """Does an effect only take the next of those that a loop goes through?"""
    regions = program.layout.regions
    match effect:
        case t.Name(_, t.Arithmetic("+", t.Cell(region), t.Const(1))):
            return regions[region].frame is FrameRole.INDEX
        case t.Put(_, _, t.Cell(region)):
            return _is_order(program, region)
        case t.Put(_, _, t.Lowest(t.Cell(region))):
            return regions[region].frame is FrameRole.LEFT
        case _:
            return False


def truth(speaker: Speaker, condition: t.Term, local: Classes = NOTHING_KNOWN) -> str:
    """A condition; one that is known beforehand is always so, or never."""
    if isinstance(condition, t.Const):
        return "this table is as it says (it always is)" if condition.value else "never"
    return speaker.say(condition, local)


def without_clock(program: Program, condition: t.Term) -> t.Term:
    """A condition without what goes without saying: that the game is on, that it has not been said before, that there
    are passes left."""
    if not isinstance(condition, t.And):
        return condition
    parts = tuple(part for part in condition.parts if not _is_clock(program, part))
    return parts[0] if len(parts) == 1 else t.And(parts)


def _is_clock(program: Program, part: t.Term) -> bool:
    match part:
        case t.Compare("==", t.Cell("playing"), t.Const(1)) | t.Not(t.Holds(t.Cell("ending"))):
            return True
        case t.Compare(">", t.Cell(region), t.Const(0)):
            return program.layout.regions[region].frame is FrameRole.PASSES
        case _:
            return False


def chance_lines(speaker: Speaker, node: ChanceNode) -> Iterator[str]:
    """What chance decides."""
    if node.shuffles is not None:
        yield f"chance shuffles {speaker.say(node.shuffles, {}, 'place')}: every order is as likely"
    if node.role is NodeRole.RANDOM_ORDER:
        yield "in an order that chance decides"
    elif (die := rolled_die(speaker.program, node)) is not None:
        yield f"chance rolls {speaker.say(die, {}, 'piece')}: each of its faces is as likely as the others"
    elif node.parameter is not None:
        likely = "each as likely as the others" if node.weight is None else "each as likely as it is often there"
        yield f"chance chooses {choice_words(speaker, node.parameter, {})}, {likely}"
        if node.weight is not None:
            local = bound_by(speaker, node.parameter, {})
            yield f"  how likely: {speaker.say(node.weight, local)}"
    if node.audience != t.Const(-1):
        yield f"seen by {speaker.group(node.audience, {}, 'player').plural()}"


def rolled_die(program: Program, node: ChanceNode) -> t.Term | None:
    """The die of which chance chooses a face, as likely as the face is often on it."""
    match node.parameter, node.weight:
        case Parameter(face, domain=t.Members(t.Entry(faces, die))), t.Entry(odds, index):
            if (program.table_role(faces).kind, program.table_role(odds).kind) != (TableKind.FACES, TableKind.ODDS):
                return None
            width = len(program.tables[odds]) // (len(program.layout.pieces) or 1)
            return die if index == plus(times(die, t.Const(width)), t.Local(face)) else None
        case _:
            return None


def bookkeeping_line(speaker: Speaker, put: t.Put) -> str | None:
    """What a loop keeps in mind, where it tells how often, who, or in which order."""
    region = speaker.program.layout.regions[put.region]
    value = put.value
    match region.frame:
        case FrameRole.PASSES if not isinstance(value, t.Arithmetic) and value != t.Const(region.start[0]):
            said = speaker.say(value)
            return f"{said} times" if said.isdigit() else f"as many times as {said}"
        case FrameRole.PASSES if isinstance(value, t.Arithmetic) and value.left != t.Cell(put.region, put.index):
            return f"as many times as {speaker.say(value)}"
        case FrameRole.PLAYERS_LEFT if not _shrinks(value, put.region) and value != t.Const(0):
            return f"one after the other: {speaker.group(value, {}, 'player').plural()}"
        case FrameRole.NEXT_SEAT if isinstance(value, t.Entry) and put.region in _regions(value):
            return f"then {speaker.say(value, {}, 'player').replace('the next player', 'that one')}"
        case FrameRole.NEXT_SEAT if value != t.Const(-1):
            return f"beginning with {speaker.say(value, {}, 'player')}"
        case FrameRole.TURN if isinstance(value, t.Entry):
            return f"then it is the turn of {speaker.say(value, {}, 'player')}"
        case FrameRole.TURN if value != t.Const(-1):
            return f"the first turn is that of {speaker.say(value, {}, 'player')}"
        case FrameRole.LEFT if not _shrinks(value, put.region) and value != t.Const(0):
            kind = speaker.elements.class_named(region.elements)
            return f"for each of these, one after the other: {speaker.group(value, {}, kind).plural()}"
        case _:
            return None


def _shrinks(value: t.Term, region: str) -> bool:
    return region in _regions(value)


def _regions(term: t.Term) -> set[str]:
    return {part.region for part in all_parts(term) if isinstance(part, t.Cell)}


def if_nothing(node: Decide) -> Iterator[str]:
    """What happens where nothing can be chosen, and who learns of it."""
    if node.role is NodeRole.WINDOWS:
        return
    passing = any(option.role == "pass" for option in node.options)
    if passing:
        yield "nothing may be chosen instead"
    elif node.otherwise >= 0:
        yield "if nothing can be chosen, this is passed over"
    else:
        yield "if nothing can be chosen, what leads here cannot be done"
    if node.secret:
        yield "the others learn what was chosen only when everybody has chosen"

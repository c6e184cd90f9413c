"""What a cell of the state is called: whose, and what of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.graph import terms as t
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.describe.words import possessive
from rulelang.graph.layout import Region
from rulelang.graph.roles import DIE_VALUE, FrameRole, TableKind

if TYPE_CHECKING:
    from rulelang.graph.describe.speaker import Speaker

#: Who does something, as people speak of them.
WHO = {
    FrameRole.YOU: "you",
    FrameRole.TURN: "the player whose turn it is",
    FrameRole.EACH_PLAYER: "that player",
    FrameRole.NEXT_SEAT: "the next player",
}


def region_words(region: Region, exact: bool) -> str:
    """A region of one cell, a list or what was chosen together. In full it is named after its action, too."""
    if region.role in ("flow", "frame") and exact:
        return f"[{region.name}]"
    if region.frame in WHO:
        return WHO[region.frame]
    return f"the {region.called or region.name}"


def cell_words(speaker: Speaker, cell: t.Cell, local: Classes) -> str:
    """A cell as part of a sentence."""
    region = speaker.program.layout.regions[cell.region]
    holder = speaker.elements.holder(cell.region)
    if region.role == "contents":
        return f"the pieces in {speaker.say(cell.index, local, 'place')}"
    if region.role == "at":
        return f"the place of {speaker.say(cell.index, local, 'piece')}"
    if speaker.elements.is_sequence(cell.region):
        return _member(speaker, region, cell.index, local)
    if region.name == DIE_VALUE:
        return possessive(speaker.say(cell.index, local, holder), "value")
    called = speaker.elements.call(region.called or region.name)
    if region.length == 1:
        if region.role in ("flow", "frame"):
            return region_words(region, speaker.exact)
        return f"the {called}" if not region.holder or region.kind == "set" else _sole(speaker, region, called)
    if width := member_width(speaker, region):
        owner, member = parts_of_index(cell.index, width)
        whose = _holder(speaker, owner, holder, local)
        if isinstance(member, t.Const):
            return possessive(whose, speaker.elements.one(member.value, region.called))
        which = speaker.say(member, local, region.called)
        return possessive(whose, f"amount of {which}")
    if region.holder:
        return possessive(_holder(speaker, cell.index, holder, local), called)
    return f"{called} of {speaker.say(cell.index, local, holder)}"


def _sole(speaker: Speaker, region: Region, called: str) -> str:
    """Of the only thing of its class."""
    pieces = speaker.program.layout.pieces_of(region.holder)
    return possessive(f"the {speaker.program.layout.pieces[pieces[0]].name}" if pieces else "the game", called)


def member_width(speaker: Speaker, region: Region) -> int:
    """How many counters each holder has, one for every member of a kind; 0 for a single one."""
    members = speaker.program.names.get(region.called, ())
    if region.role != "counter" or len(members) < 2 or region.length % len(members):
        return 0
    holders = region.length // len(members)
    elements = speaker.elements.class_named(region.holder)
    own = {"player": speaker.program.players, "": 1}.get(elements, holders)
    return len(members) if holders == own and (holders > 1 or elements in ("", "player")) else 0


def parts_of_index(index: t.Term, width: int) -> tuple[t.Term, t.Term]:
    """A number that stands for one of many and one of `width`: both of them."""
    match index:
        case t.Const(value):
            return t.Const(value // width), t.Const(value % width)
        case t.Arithmetic("+", t.Arithmetic("*", owner, t.Const(by)), member) if by == width:
            return owner, member
        case t.Arithmetic("+", t.Const(first), member) if first % width == 0:
            return t.Const(first // width), member
        case t.Arithmetic("*", owner, t.Const(by)) if by == width:
            return owner, t.Const(0)
        case _:
            return t.Arithmetic("//", index, t.Const(width)), index


def _holder(speaker: Speaker, index: t.Term, holder: str, local: Classes) -> str:
    """Whose cell it is: cells for each thing of one class are numbered by rank, which nobody wants to read."""
    if isinstance(index, t.Entry) and speaker.program.table_role(index.table).kind is TableKind.RANK:
        index = index.index
    return speaker.say(index, local, holder)


def _member(speaker: Speaker, region: Region, index: t.Term, local: Classes) -> str:
    """A member of a list or handful, by the cell it stands in; the first cell says how many there are."""
    named = region_words(region, speaker.exact)
    match index:
        case t.Const(0):
            return f"the number of {named.removeprefix('the ')}" if not speaker.exact else f"the number in {named}"
        case t.Arithmetic("+", which, t.Const(1)):
            return f"{named} after the first {speaker.say(which, local)}"
        case _:
            return f"number {speaker.say(index, local)} of {named}"

"""How a counter changes: `you gain 3 Coins (as far as 40 allow)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.graph import terms as t
from rulelang.graph.describe.cells import parts_of_index
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.describe.words import amount
from rulelang.rulebook.words import singular_guess

if TYPE_CHECKING:
    from rulelang.graph.describe.speaker import Speaker


def change_words(speaker: Speaker, put: t.Put, local: Classes) -> str | None:
    """Somebody gains or loses something, if that is what a cell is written for."""
    here = t.Cell(put.region, put.index)
    match put.value:
        case t.Arithmetic("+", before, more) if before == here:
            number, limits = _as_far_as(speaker, more, here, local)
            return _said(speaker, here, "gain", number, limits, local)
        case t.Arithmetic("-", before, less) if before == here:
            match less:
                case t.Arithmetic("min", number, there) if _is_all(there, here, speaker):
                    return _said(speaker, here, "lose", number, "or as many as there are", local)
                case _:
                    return _said(speaker, here, "lose", less, "", local)
        case _:
            return None


def _as_far_as(speaker: Speaker, more: t.Term, here: t.Cell, local: Classes) -> tuple[t.Term, str]:
    """How much is asked for, and what limits it."""
    match more:
        case t.Arithmetic("min", number, room):
            return number, _limits(speaker, room, here, local)
        case _:
            return more, ""


def _limits(speaker: Speaker, room: t.Term, here: t.Cell, local: Classes) -> str:
    match room:
        case t.Arithmetic("-", t.Const(high), before) if before == here:
            return f"but never more than {high} in all"
        case t.Arithmetic("-", t.Const(bank), t.SumIn()):
            return f"as far as the bank of {bank} lasts"
        case t.Arithmetic("min", one, other):
            return f"{_limits(speaker, one, here, local)} and {_limits(speaker, other, here, local)}"
        case _:
            return f"at most {speaker.say(room, local)}"


def _is_all(there: t.Term, here: t.Cell, speaker: Speaker) -> bool:
    low = speaker.program.layout.regions[here.region].low
    return there == here if not low else there == t.Arithmetic("-", here, t.Const(low))


def _said(speaker: Speaker, here: t.Cell, verb: str, number: t.Term, limits: str, local: Classes) -> str:
    said = speaker.say(number, local)
    region = speaker.program.layout.regions[here.region]
    holder = speaker.elements.holder(here.region)
    note = f" ({limits})" if limits else ""
    called = speaker.elements.call(region.called or region.name)
    if region.role != "counter" or holder != "player":
        grows = "grows" if verb == "gain" else "falls"
        return f"{speaker.target(here.region, here.index, local)} {grows} by {said}{note}"
    owner = here.index
    if width := speaker.counts_by(region):
        owner, member = parts_of_index(here.index, width)
        called = speaker.say(member, local, region.called)
        called = f"of {called}" if not isinstance(member, t.Const) else called
    whose = speaker.say(owner, local, "player")
    does = verb if whose == "you" else f"{verb}s"
    if called.startswith("of "):
        return f"{whose} {does} {said} {called}{note}"
    return f"{whose} {does} {amount(said, (singular_guess(called) or called) if said == '1' else called)}{note}"

"""An effect as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rulelang.graph import terms as t
from rulelang.graph.describe.sentences import Classes, Speaker
from rulelang.graph.layout import Region
from rulelang.graph.program import Program
from rulelang.graph.roles import BOOKKEEPING

#: Cells that tell that the game is on, or over.
_ENDING: Final = ("winners", "decided", "playing")


def effect_lines(speaker: Speaker, effects: Iterable[t.Effect], local: Classes) -> Iterator[str]:
    """Every effect on its own line, deeper ones indented by two blanks."""
    known = dict(local)
    waiting = list(effects)[::-1]
    while waiting:
        effect = waiting.pop()
        if waiting and (emptied := _emptied(effect, waiting[-1])):
            waiting.pop()
            yield f"[{emptied}] becomes empty"
            continue
        yield from _lines(speaker, effect, known)
        if isinstance(effect, t.Name):
            known[effect.name] = speaker.elements.of(effect.value, known)


def unsaid(effects: Iterable[t.Effect]) -> Iterator[t.Effect]:
    """Effects without what the sentence has said: that the game is on, or over."""
    return (effect for effect in effects if not (isinstance(effect, t.Put) and effect.region in _ENDING))


def beside_bookkeeping(program: Program, effects: Sequence[t.Effect]) -> Iterator[t.Effect]:
    """Effects without the bookkeeping of the flow: who acts, where to go on, what is not needed any more."""
    regions = program.layout.regions
    emptied = ""
    for effect, following in zip_longest(effects, effects[1:]):
        before, emptied = emptied, _emptied(effect, following) if following is not None else ""
        if before or emptied:
            continue
        if isinstance(effect, t.Put):
            region = regions[effect.region]
            if region.frame in BOOKKEEPING or _is_reset(region, effect.value):
                continue
        yield effect


def _is_reset(region: Region, value: t.Term) -> bool:
    """Is something only not remembered any more?"""
    return region.role == "frame" and value == t.Const(region.start[0])


def _lines(speaker: Speaker, effect: t.Effect, local: Classes) -> Iterator[str]:
    match effect:
        case t.Put(region, index, value):
            yield _put(speaker, region, index, value, local)
        case t.Name(name, value):
            yield f"{name} stands for {speaker.say(value, local)}"
        case t.Require(condition, reason):
            words = speaker.program.reasons[reason][0] if reason < len(speaker.program.reasons) else ""
            yield f"only if {speaker.say(condition, local)}" + (f' (else "{words}")' if words else "")
        case t.When(condition, then, otherwise):
            yield f"if {speaker.say(condition, local)}:"
            yield from _deeper(effect_lines(speaker, then, local))
            if otherwise:
                yield "otherwise:"
                yield from _deeper(effect_lines(speaker, otherwise, local))
        case t.ForIn(name, domain, body):
            yield f"for each {name} in {speaker.say_domain(domain, local, name)}:"
            yield from _deeper(effect_lines(speaker, body, speaker.bound(name, domain, local)))
        case t.MovePiece(piece, place, end):
            where = _at_the_end(speaker, place) if end == "bottom" else ""
            yield f"move {speaker.say(piece, local, 'piece')} to {speaker.say(place, local, 'place')}{where}"
        case t.MoveTokens(variety, source, target, count):
            what = f"{speaker.say(count, local)} {speaker.say(variety, local, 'variety')}"
            yield f"move {what} from {speaker.say(source, local, 'place')} to {speaker.say(target, local, 'place')}"
        case t.Append(region, start, value):
            kind = speaker.elements.of(t.Cell(region, start), local)
            where = "" if start == t.Const(0) else f" from cell {speaker.say(start, local)}"
            yield f"add {speaker.say(value, local, kind)} to [{region}]{where}"
        case t.SortInto(region, _, name, domain, keys):
            inner = speaker.bound(name, domain, local)
            order = speaker.say_keys(keys, inner)
            yield f"[{region}] becomes {speaker.say_domain(domain, local, name)} sorted by {order}"
        case t.Tell(event, values, audience):
            what = ", ".join(speaker.say(value, local) for value in values)
            whom = speaker.say_set(audience, local, "player")
            yield f"tell {whom}: show {speaker.program.events[event].value} {what}".rstrip()


def _at_the_end(speaker: Speaker, place: t.Term) -> str:
    """The end at which pieces do not arrive by themselves: below a pile, in front of a row."""
    places = speaker.program.layout.places
    is_row = isinstance(place, t.Const) and 0 <= place.value < len(places) and places[place.value].order == "row"
    return " before the first" if is_row else " to the bottom"


def _emptied(effect: t.Effect, following: t.Effect) -> str:
    """The list or handful of which two effects leave nothing: each member becomes nothing, then the number 0."""
    match effect, following:
        case (
            t.ForIn(name, t.Span(t.Const(1), t.Cell(region, t.Const(0))), (t.Put(one, t.Local(member), t.Const(-1)),)),
            t.Put(other, t.Const(0), t.Const(0)),
        ) if region == one == other and name == member:
            return region
        case _:
            return ""


def _put(speaker: Speaker, region: str, index: t.Term, value: t.Term, local: Classes) -> str:
    """`flag` regions are sets of those who have the flag: joining and leaving it reads better than a new set."""
    found = speaker.program.layout.regions[region]
    here = t.Cell(region, index)
    if found.role == "flag":
        word = found.called
        kind = speaker.elements.class_named(found.holder)
        match value:
            case t.Either((t.Cell() as before, t.Single(element))) if before == here:
                return f"{speaker.say(element, local, kind)} becomes {word}"
            case t.Without(t.Cell() as before, t.Single(element)) if before == here:
                return f"{speaker.say(element, local, kind)} becomes not {word}"
            case _:
                pass
    target = speaker.target(region, index, local)
    match value:
        case t.Arithmetic(("+" | "-") as sign, t.Cell() as before, amount) if before == here:
            return f"{target} {'gains' if sign == '+' else 'loses'} {speaker.say(amount, local)}"
        case _:
            pass
    kind = speaker.elements.of(here, local)
    said = speaker.say_set(value, local, kind) if found.kind == "set" else speaker.say(value, local, kind)
    return f"{target} becomes {said}"


def _deeper(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)

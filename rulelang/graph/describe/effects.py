"""An effect as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from rulelang.graph import terms as t
from rulelang.graph.describe.cells import parts_of_index
from rulelang.graph.describe.scopes import Classes
from rulelang.graph.describe.sets import domain_group
from rulelang.graph.describe.speaker import Speaker
from rulelang.graph.describe.words import amount
from rulelang.graph.layout import Region
from rulelang.graph.program import Program
from rulelang.graph.roles import BOOKKEEPING
from rulelang.graph.walk import all_parts
from rulelang.rulebook.words import singular_guess

#: Cells that tell that the game is on, or over.
_ENDING: Final = ("winners", "decided", "playing")


def effect_lines(speaker: Speaker, effects: Iterable[t.Effect], local: Classes) -> Iterator[str]:
    """Every effect on its own line, deeper ones indented by two blanks."""
    effects, emptied = tuple(effects), ""
    for (effect, known), following in zip_longest(speaker.in_row(effects, local), effects[1:]):
        before, emptied = emptied, _emptied(effect, following) if following is not None else ""
        if emptied:
            yield f"{speaker.region(speaker.program.layout.regions[emptied])} becomes empty"
        elif not before:
            yield from effect_words(speaker, effect, known)


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


def effect_words(speaker: Speaker, effect: t.Effect, local: Classes) -> Iterator[str]:
    """One effect."""
    match effect:
        case t.Put():
            yield _put(speaker, effect, local)
        case t.Name(name, value):
            known, kind = speaker.naming(name, value, local), speaker.elements.of(value, local)
            yield f"{speaker.say(t.Local(name), known)} stands for {speaker.say(value, local, kind)}"
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
            yield f"{loop_words(speaker, effect, local)}:"
            yield from _deeper(effect_lines(speaker, body, speaker.bound(name, domain, local)))
        case t.MovePiece(piece, place, end):
            where = _end(speaker, place, end, local)
            yield f"move {speaker.say(piece, local, 'piece')} to {where}{speaker.say(place, local, 'place')}"
        case t.MoveTokens():
            yield _tokens(speaker, effect, local)
        case t.Append(region, start, value):
            kind = speaker.elements.of(t.Cell(region, start), local)
            where = "" if start == t.Const(0) else f" from cell {speaker.say(start, local)}"
            listed = speaker.region(speaker.program.layout.regions[region])
            yield f"add {speaker.say(value, local, kind)} to {listed}{where}"
        case t.SortInto(region, _, name, domain, keys):
            listed = speaker.region(speaker.program.layout.regions[region])
            order = speaker.ranking(name, domain, keys, local)
            yield f"{listed} becomes {speaker.say_domain(domain, local, name)} sorted by {order}"
        case t.Tell(event, values, audience):
            what = ", ".join(speaker.say(value, local) for value in values)
            whom = speaker.group(audience, local, "player").plural()
            yield f"show {speaker.program.events[event].value} {what} to {whom}"


def loop_words(speaker: Speaker, effect: t.ForIn, local: Classes) -> str:
    """How often, or for what, and in which order."""
    match effect.domain:
        case t.Between(t.Const(1), high) if not any(part == t.Local(effect.name) for part in all_parts(effect.body)):
            said = speaker.say(high, local)
            return f"{said} times" if said.isdigit() else f"as many times as {said}"
        case domain:
            group = domain_group(speaker, domain, local, effect.name).in_order()
            if group.owner or (group.text and not group.noun):
                return f"for each of {group.plural()}"
            return f"for each {group.singular()}"


def _tokens(speaker: Speaker, effect: t.MoveTokens, local: Classes) -> str:
    target = speaker.say(effect.target, local, "place")
    match effect:
        case t.MoveTokens(t.VarietyOf(token), t.PlaceOf(other), _, count) if token == other:
            which = speaker.say(token, local, "token")
            if count == t.Const(1):
                return f"move {which} to {target}"
            if count == t.TokenCount(t.VarietyOf(token), t.PlaceOf(token)):
                return f"move {which} (all that are alike there) to {target}"
        case _:
            pass
    number, tokens = speaker.say(effect.count, local), speaker.tokens(effect.variety, local)
    source = speaker.say(effect.source, local, "place")
    if tokens.owner or not tokens.noun:
        what = f"{number} of {tokens.plural()}" if number.isdigit() else f"as many of {tokens.plural()} as {number}"
    else:
        what = amount(number, tokens.singular() if number == "1" else tokens.plural())
    return f"move {what} from {source} to {target}"


def _end(speaker: Speaker, place: t.Term, end: str, local: Classes) -> str:
    """At which end of an ordered place something arrives."""
    orders = {one.order for one in speaker.places_meant(place, local)}
    if orders == {"pile"}:
        return "the top of " if end == "top" else "the bottom of "
    if orders == {"row"}:
        return "the end of " if end == "top" else "the front of "
    return "" if end == "top" else "the bottom or front of "


def _emptied(effect: t.Effect, following: t.Effect) -> str:
    """The list or handful of which two effects leave nothing: each member becomes nothing, then the number 0."""
    match effect, following:
        case (
            t.ForIn(
                name, t.Between(t.Const(1), t.Cell(region, t.Const(0))), (t.Put(one, t.Local(member), t.Const(-1)),)
            ),
            t.Put(other, t.Const(0), t.Const(0)),
        ) if region == one == other and name == member:
            return region
        case _:
            return ""


def _put(speaker: Speaker, put: t.Put, local: Classes) -> str:
    """`flag` regions are sets of those who have the flag: joining and leaving it reads better than a new set."""
    region, index, value = put.region, put.index, put.value
    found = speaker.program.layout.regions[region]
    here = t.Cell(region, index)
    if found.role == "flag":
        word = speaker.elements.call(found.called)
        kind = speaker.elements.class_named(found.holder)
        match value:
            case t.Either((t.Cell() as before, t.Single(element))) | t.Either(
                (t.Single(element), t.Cell() as before)
            ) if before == here:
                return _becomes(speaker.say(element, local, kind), word)
            case t.Without(t.Cell() as before, t.Single(element)) if before == here:
                return _becomes(speaker.say(element, local, kind), f"not {word}")
            case t.Either((t.Cell() as before, more)) | t.Either((more, t.Cell() as before)) if before == here:
                return f"{speaker.group(more, local, kind).all()} become {word}"
            case t.Without(t.Cell() as before, less) if before == here:
                return f"{speaker.group(less, local, kind).all()} become not {word}"
            case _:
                pass
    if (changed := change_words(speaker, put, local)) is not None:
        return changed
    kind = speaker.elements.of(here, local)
    said = speaker.group(value, local, kind).plural() if found.kind == "set" else speaker.say(value, local, kind)
    return _becomes(speaker.target(region, index, local), said)


def _becomes(subject: str, what: str) -> str:
    return f"{subject} {'become' if subject == 'you' else 'becomes'} {what}"


def _deeper(lines: Iterable[str]) -> Iterator[str]:
    return (f"  {line}" for line in lines)


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

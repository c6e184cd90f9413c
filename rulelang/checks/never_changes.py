"""What is kept and asked for and stays as it was at the beginning: numbers that nothing changes, places that nothing
fills, piles that nothing shuffles."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Literal

from rulelang.checks import impossible, unnamed, unread
from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import dormant as wording
from rulelang.graph.access import effects_of
from rulelang.graph.program import ChanceNode
from rulelang.graph.terms import MovePiece, MoveTokens, Put
from rulelang.graph.values.known_facts import NOTHING_KNOWN
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.world import PlaceFamily
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class _Kept:
    """What is kept: its name, what it is, its region, and a sentence that sets it and never does."""

    name: str
    sort: Literal["number", "mark", "named"]
    region: str
    in_vain: Span | None


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A thing stays as it was if it does so with every number of players and in every variant. What nothing asks
    for anyway is told as that."""
    idle = {one.span for other in (unnamed, unread) for one in context.findings(other.check)}
    kept: dict[Span, _Kept] = {}
    places: dict[Span, PlaceFamily] = {}
    changed: set[Span] = set()
    shuffled: set[str] = set()
    for look in context.looks:
        for span, one in _kept(look):
            kept.setdefault(span, one)
            if one.region not in look.unchanged:
                changed.add(span)
        filled = _filled(look)
        for family in look.world.families:
            if family.span is not None:
                places.setdefault(family.span, family)
                if any(filled >> place & 1 for place in family.places):
                    changed.add(family.span)
        shuffled |= _shuffled(look)
    for span, one in _first_causes(context, {span: one for span, one in kept.items() if span not in changed | idle}):
        yield wording.never_changes(span, one.name, one.sort, one.in_vain)
    for span, family in places.items():
        if span not in changed and span not in idle:
            yield wording.nothing_comes(span, family.name)
    yield from _in_order(context.rulebook, {one.name for one in places.values() if _is_drawn_blindly(one)} - shuffled)


def _first_causes(context: CheckContext, unchanged: dict[Span, _Kept]) -> Iterator[tuple[Span, _Kept]]:
    """Without what would change if something else did, and what follows from a sentence that can never be obeyed."""
    told = bool(context.findings(impossible.check))
    because = {
        one.region: set[str]().union(*(look.unchanged_because_of(one.region) for look in context.looks))
        for one in unchanged.values()
        if len(unchanged) > 1
    }
    explained: set[str] = set()
    for span, one in unchanged.items():
        caused = any(one.region in others and region not in because[one.region] for region, others in because.items())
        if one.in_vain is None or not (told or caused or one.region in explained):
            yield span, one
            explained |= because.get(one.region, set())


def _kept(look: ProgramFacts) -> Iterator[tuple[Span, _Kept]]:
    """Everything that can change by a sentence, by where it is introduced."""
    world, written = look.world, dict(_written(look))
    for counter in world.counters.values():
        if counter.span is not None and counter.low < counter.high:
            yield counter.span, _Kept(counter.name, "number", counter.region, written.get(counter.region))
    for flag in world.flags.values():
        if flag.span is not None:
            yield flag.span, _Kept(flag.name, "mark", flag.region, written.get(flag.region))
    for variable in world.variables.values():
        if variable.span is not None:
            yield variable.span, _Kept(variable.name, "named", variable.region, written.get(variable.region))


def _written(look: ProgramFacts) -> Iterator[tuple[str, Span]]:
    """The regions that sentences write, if only in vain."""
    for effect in effects_of(*look.program.nodes):
        if isinstance(effect, Put):
            said = effect.said.span if effect.said is not None else None
            span = said or (look.sites[effect.site].span if effect.site >= 0 else None)
            if span is not None:
                yield effect.region, span


def _filled(look: ProgramFacts) -> int:
    """The places into which some sentence may put something."""
    found, values = 0, look.values
    for effect in effects_of(*look.program.nodes):
        if isinstance(effect, MovePiece):
            found |= values.elements(effect.place, {}, NOTHING_KNOWN)
        elif isinstance(effect, MoveTokens):
            found |= values.elements(effect.target, {}, NOTHING_KNOWN)
    return found


def _shuffled(look: ProgramFacts) -> set[str]:
    """The names of the places that some sentence shuffles."""
    mixed = 0
    for node in look.program.nodes:
        if isinstance(node, ChanceNode) and node.shuffles is not None:
            mixed |= look.values.elements(node.shuffles, {}, NOTHING_KNOWN)
    families = look.world.families
    return {one.name for one in families if any(mixed >> place & 1 for place in one.places)}


def _is_drawn_blindly(family: PlaceFamily) -> bool:
    return family.order == "pile" and family.sight == "hidden"


def _in_order(rulebook: WrittenRulebook, piles: Container[str]) -> Iterator[Diagnostic]:
    """Sentences that put everything of a sort from the Box into one of these piles."""
    drawn = {name for placed in rulebook.items for draw in placed.every(tree.Draw) for name in _sources(draw.quantity)}
    for placed in rulebook.items:
        for move in placed.every(tree.Move):
            name = _name(move.destination.place)
            everything = isinstance(move.what, tree.Quantity) and move.what.count is None and move.what.value is None
            if name in piles and name in drawn and everything and _sources(move.what) in ([], ["Box"]):
                yield wording.never_shuffled(move.span, name)


def _sources(what: tree.Quantity | tree.Pointer) -> list[str]:
    filters = what.set.filters if isinstance(what, tree.Quantity) else ()
    return [_name(one.places) for one in filters if isinstance(one, tree.Located)]


def _name(place: tree.Node) -> str:
    return noun_text(place.noun) if isinstance(place, tree.The | tree.Yours | tree.Its | tree.OfThing) else ""

"""What is kept and asked for and stays as it was at the beginning: numbers that nothing changes, places that nothing
fills, piles that nothing shuffles."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Literal, TypeAlias

from rulelang.checks import unnamed, unread
from rulelang.checks.context import CheckContext
from rulelang.checks.program_facts import ProgramFacts
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import dormant as wording
from rulelang.graph.access import effects_of
from rulelang.graph.program import ChanceNode, Program
from rulelang.graph.terms import Append, Const, MovePiece, MoveTokens, Put, SortInto, Without
from rulelang.graph.values.known_facts import NOTHING_KNOWN
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.world import PlaceFamily, World
from rulelang.source import Span
from rulelang.tree import nodes as tree

_Sort: TypeAlias = Literal["number", "mark", "named"]


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A thing stays as it was if it does so with every number of players and in every variant. What nothing asks
    for anyway is told as that."""
    idle = {one.span for other in (unnamed, unread) for one in context.findings(other.check)}
    kept: dict[Span, tuple[str, _Sort]] = {}
    places: dict[Span, PlaceFamily] = {}
    changed: set[Span] = set()
    shuffled: set[str] = set()
    for look in context.looks:
        set_anew = set(_set_anew(look.program))
        for span, name, region, sort in _kept(look.world):
            kept.setdefault(span, (name, sort))
            if region in set_anew:
                changed.add(span)
        filled = _filled(look)
        for family in look.world.families:
            if family.span is not None:
                places.setdefault(family.span, family)
                if any(filled >> place & 1 for place in family.places):
                    changed.add(family.span)
        shuffled |= _shuffled(look)
    for span, (name, sort) in kept.items():
        if span not in changed and span not in idle:
            yield wording.never_changes(span, name, sort)
    for span, family in places.items():
        if span not in changed and span not in idle:
            yield wording.nothing_comes(span, family.name)
    yield from _in_order(context.rulebook, {one.name for one in places.values() if _is_drawn_blindly(one)} - shuffled)


def _set_anew(program: Program) -> Iterator[str]:
    """What effects change; a mark that is only taken away and a variable that is only cleared do not count."""
    for effect in effects_of(*program.nodes):
        match effect:
            case Put(_, _, Without()) | Put(_, _, Const(-1)):
                pass
            case Put(region) | Append(region) | SortInto(region):
                yield region
            case _:
                pass


def _kept(world: World) -> Iterator[tuple[Span, str, str, _Sort]]:
    """Everything that can change by a sentence: where it is introduced, its name, its region, and what it is."""
    for counter in world.counters.values():
        if counter.span is not None and counter.low < counter.high:
            yield counter.span, counter.name, counter.region, "number"
    for flag in world.flags.values():
        if flag.span is not None:
            yield flag.span, flag.name, flag.region, "mark"
    for variable in world.variables.values():
        if variable.span is not None:
            yield variable.span, variable.name, variable.region, "named"


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

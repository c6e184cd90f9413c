"""Things taken away from where they are counted: `as soon as your Store has more than 5 Goods: move one to the Bag`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from rulelang.checks.program_facts import ProgramFacts
from rulelang.graph import terms as t
from rulelang.graph.program import Decide, Parameter
from rulelang.graph.successors import CourseStep
from rulelang.graph.terms import Term
from rulelang.graph.values.cell_values import Names
from rulelang.graph.walk import all_parts

_NOTHING: Final[Mapping[str, Parameter]] = MappingProxyType({})


def empties(look: ProgramFacts, counted: Term, steps: Sequence[CourseStep], names: Names) -> list[CourseStep]:
    """The steps that certainly take away one of the counted things; none if some step may add one.

    Only their places are compared: whoever counts some of the things in a place has to take just these away."""
    there = _counted_places(look, counted, names)
    if not there:
        return []
    places = _Places(look)
    moves = [part for step in steps for part in all_parts(step.effects) if isinstance(part, t.MovePiece | t.MoveTokens)]
    if any(places.of(move.place if isinstance(move, t.MovePiece) else move.target) & there for move in moves):
        return []
    return [step for step in steps if _takes(step, there, places)]


def _takes(step: CourseStep, there: int, places: _Places) -> bool:
    chosen = {one.name: one for one in step.option.parameters} if step.option is not None else {}
    stands: dict[Term, Term] = {}
    for effect in step.effects:
        match effect:
            case t.Name(name, value):
                stands[t.Local(name)] = stands.get(value, value)
            case t.Put(region, t.Const(0) as index, value):
                stands[t.Cell(region, index)] = stands.get(value, value)
            case t.MovePiece(piece):
                if places.source(stands.get(piece, piece), chosen) & ~there == 0:
                    return True
            case t.MoveTokens(_, source, _, count):
                if isinstance(source, t.PlaceOf):
                    source = t.PlaceOf(stands.get(source.token, source.token))
                certain = places.look.values.number(count, {})[0] > 0
                if certain and places.of(source, chosen) & ~there == 0:
                    return True
            case _:
                pass
    return False


def _counted_places(look: ProgramFacts, counted: Term, names: Names) -> int:
    """The places in which everything is counted; 0 if something else is counted, or only some of what lies there."""
    match counted:
        case t.SumIn(_, t.Tokens(t.Const(varieties), places), _) if (
            varieties == (1 << len(look.program.layout.varieties)) - 1
        ):
            return look.values.members(places, names) & _all(look)
        case t.Size(t.Cell("contents", index)):
            return look.values.elements(index, names) & _all(look)
        case _:
            return 0


class _Places:
    """Where things may come from and go to."""

    def __init__(self, look: ProgramFacts) -> None:
        self.look = look
        self._chosen: dict[str, list[Parameter | None]] = {}
        for node in look.program.nodes:
            if isinstance(node, Decide):
                for option in node.options:
                    known = {parameter.name: parameter for parameter in option.parameters}
                    for region in option.handfuls.values():
                        self._chosen.setdefault(region, []).append(None)
                    for part in all_parts(option.effects):
                        if isinstance(part, t.Put):
                            named = part.value.name if isinstance(part.value, t.Local) else ""
                            self._chosen.setdefault(part.region, []).append(known.get(named))
            else:
                for part in all_parts(getattr(node, "effects", ())):
                    if isinstance(part, t.Put):
                        self._chosen.setdefault(part.region, []).append(None)

    def of(self, place: Term, chosen: Mapping[str, Parameter] = _NOTHING) -> int:
        """The places a term may mean, with what has just been chosen."""
        if isinstance(place, t.PlaceOf):
            return self.source(place.token, chosen)
        return self.look.values.elements(place, {}) & _all(self.look)

    def source(self, thing: Term, chosen: Mapping[str, Parameter] = _NOTHING) -> int:
        """The places a thing may lie in, if it was chosen from there."""
        if isinstance(thing, t.Local) and thing.name in chosen:
            return self._domain(chosen[thing.name])
        if isinstance(thing, t.Cell) and thing.index == t.Const(0) and thing.region in self._chosen:
            found = 0
            for parameter in self._chosen[thing.region]:
                found |= _all(self.look) if parameter is None else self._domain(parameter)
            return found
        return _all(self.look)

    def _domain(self, parameter: Parameter) -> int:
        domain = parameter.domain
        if isinstance(domain, t.Tokens):
            return self.look.values.members(domain.places, {}) & _all(self.look)
        if isinstance(domain, t.Members):
            indices = list(_contents(domain.set))
            if indices:
                found = -1
                for index in indices:
                    found &= self.look.values.elements(index, {})
                return found & _all(self.look)
        return _all(self.look)


def _contents(members: Term) -> Iterator[Term]:
    """The places whose contents a set lies in: itself, or any of those it has in common with others."""
    if isinstance(members, t.Cell) and members.region == "contents":
        yield members.index
    if isinstance(members, t.Both):
        for part in members.parts:
            yield from _contents(part)


def _all(look: ProgramFacts) -> int:
    return (1 << len(look.program.layout.places)) - 1

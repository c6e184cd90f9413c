"""What the rules keep in mind of hidden things: `remember the Card's Rank as Kept`.

Whoever acts there knows it, if it was read off what that player sees (the own hand, what lies open). Nobody else does
where it was read off something that not everybody sees; and what was read off another hand or a pile, nobody does: the
rules go by it, as somebody who keeps the book for the players would.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple, TypeAlias

from interpreter.visibility.sight import Sight
from rulelang.graph import terms
from rulelang.graph.access import PRINTED, TOKENS, Accesses, every_effect
from rulelang.graph.bit_sets import members
from rulelang.graph.layout import Region
from rulelang.graph.program import ChanceNode, Decide, Do, Parameter, Program
from rulelang.graph.roles import FrameRole
from rulelang.graph.walk import direct_parts, taken_from
from rulelang.tuning.fast_dataclass import dataclass, replace

#: Who knows what is kept in a region: whoever this cell names; None: nobody.
Keeper: TypeAlias = int | None

#: They look at more of the state than what stands in them.
_ASKS_ALL: Final = (terms.Possible, terms.Fingerprint)


class _Stands(NamedTuple):
    """What a local stands for: a value, or one element of a domain; and what the names in that stand for."""

    part: Any
    names: _Names
    is_chosen: bool = False


_Names: TypeAlias = Mapping[str, _Stands]


def kept_in_mind(program: Program, sight: Sight) -> dict[str, Keeper]:
    """The regions that may hold what was read off hidden things, and who knows it."""
    regions, reader, hidden = program.layout.regions, _reader(program), _hidden(program, sight)
    actors = {region.action: region for region in regions.values() if region.frame is FrameRole.YOU}
    written: dict[str, list[_Stands]] = {}
    for put, names in _remembered(program):
        written.setdefault(put.region, []).append(_Stands(put.value, names))
    found: dict[str, Keeper] = {}
    for name, values in written.items():
        acting = actors.get(regions[name].action)
        if acting is None or acting.name == name or not any(reader.reads(_read_off(one)) & hidden for one in values):
            continue
        lookers = [_Looker(program, sight, written, acting, seat) for seat in range(program.players)]
        own = all(looker.sees(value.part, value.names) for looker in lookers for value in values)
        # A piece that is kept in mind is known to those who see it.
        found[name] = acting.base if own or sight.holds_pieces(regions[name]) else None
    return found


def _read_off(value: _Stands) -> Any:
    """Nothing, if it was chosen: who has seen the choice knows it."""
    if not isinstance(value.part, terms.Local):
        return value.part
    stands = value.names.get(value.part.name)
    return None if stands is None or stands.is_chosen else _read_off(stands)


def _reader(program: Program) -> Accesses:
    of_pieces = len(program.layout.pieces) + 1
    return Accesses(program.functions, [name for name, table in program.tables.items() if len(table) == of_pieces > 1])


def _hidden(program: Program, sight: Sight) -> frozenset[str]:
    """How pieces and tokens lie, and what is printed or marked on them."""
    named = (
        region.name
        for region in program.layout.regions.values()
        if region.role in ("at", "contents", "order", "tokens", "list") or region.base in sight.marked
    )
    return frozenset((*named, TOKENS, PRINTED))


def _remembered(program: Program) -> Iterator[tuple[terms.Put, _Names]]:
    """Each sentence that puts something into the cells of an action, and what the names in it stand for."""
    for node in program.nodes:
        match node:
            case Do(effects=effects):
                yield from _in(effects, {}, program)
            case ChanceNode(parameter=parameter, effects=effects):
                yield from _in(effects, _chosen([parameter] if parameter is not None else []), program)
            case Decide(options=options):
                for option in options:
                    yield from _in(option.effects, _chosen(option.parameters), program)
            case _:
                pass


def _chosen(parameters: Any) -> _Names:
    names: dict[str, _Stands] = {}
    one: Parameter
    for one in parameters:
        names = {**names, one.name: _Stands(one.domain, names, True)}
    return names


def _in(effects: tuple[terms.Effect, ...], names: _Names, program: Program) -> Iterator[tuple[terms.Put, _Names]]:
    for effect in every_effect(effects):
        match effect:
            case terms.Name(name, value):
                names = {**names, name: _Stands(value, names)}
            case terms.ForIn(name, domain):
                names = {**names, name: _Stands(domain, names)}
            case terms.Put(region) if program.layout.regions[region].role == "frame":
                yield effect, names
            case _:
                pass


@dataclass(frozen=True, slots=True)
class _Looker:
    """What a player who acts sees for certain: `seat`, in an action whose `acting` cell names it."""

    program: Program
    sight: Sight
    written: Mapping[str, list[_Stands]]
    acting: Region
    seat: int
    asked: frozenset[str] = frozenset()

    def sees(self, part: Any, names: _Names) -> bool:
        """All that a value is read off?"""
        if isinstance(part, _ASKS_ALL):
            return False
        known = self._of_state(part, names)
        if known is not None:
            return known
        match part:
            case terms.Local(name):
                return name in names and self.sees(names[name].part, names[name].names)
            case terms.TokenPlaces() | terms.Tokens():
                return not self.sight.mistakable_varieties
            case terms.Apply(function, arguments):
                called = self.program.functions[function]
                given = zip(called.parameters, (_Stands(one, names) for one in arguments), strict=True)
                return self.sees(called.body, dict(given))
            case terms.Bind(name, value, body):
                return self.sees(body, {**names, name: _Stands(value, names)})
            case _:
                pass
        if hasattr(part, "domain"):
            # A fold: what it runs over, then what is asked of each.
            names = {**names, part.name: _Stands(part.domain, names)}
        return all(self.sees(one, names) for one in direct_parts(part))

    def _of_state(self, part: Any, names: _Names) -> bool | None:
        """What reads cells itself: does this player see them? None: its parts tell."""
        match part:
            case terms.Cell(region, index) | terms.CellList(region, index):
                return self._cell(self.program.layout.regions[region], index, names)
            case terms.Holds(terms.Const(places), terms.Cell("at", piece)) if self._are_open(places):
                return self.sees(piece, names)
            case terms.Both(parts) if any(self._are_plain(one) for one in parts):
                # Of pieces that cannot be taken for others everybody knows where they lie.
                return all(self.sees(_which(one), names) for one in parts)
            case terms.TokenCount(variety, place):
                return self._places(place, names) and self.sees(variety, names)
            case _:
                return None

    def _cell(self, region: Region, index: Any, names: _Names) -> bool:
        match region.role:
            case "contents":
                return self._places(index, names)
            case "order":
                return self._rows(region, index, names)
            case "tokens":
                return False
            case "frame":
                return region is self.acting or self._frame(region)
            case "at":
                return self._piece(index, names)
            case _:
                pass
        if region.base in self.sight.marked:
            return self._piece(index, names)
        return not self.sight.holds_pieces(region) and self.sees(index, names)

    def _frame(self, region: Region) -> bool:
        """What was chosen or remembered before."""
        if region.name in self.asked:
            return True
        earlier = replace(self, asked=self.asked | {region.name})
        return all(earlier.sees(one.part, one.names) for one in self.written.get(region.name, ()))

    def _piece(self, index: Any, names: _Names) -> bool:
        """Where a piece lies, or what is marked on it: of one that cannot be taken for another, or that was looked for
        in a place that is seen."""
        found = self._numbers(index, names)
        if found is not None and self._are_plain(terms.Const(sum(1 << piece for piece in found if piece >= 0))):
            return self.sees(index, names)
        return self._is_found(index, names) and self.sees(index, names)

    def _are_plain(self, part: Any) -> bool:
        return isinstance(part, terms.Const) and not part.value & self.sight.mistakable

    def _are_open(self, places: int) -> bool:
        return all(self.sight.place_audience[place] == self.sight.everybody for place in members(places))

    def _is_found(self, part: Any, names: _Names) -> bool:
        """Does a name stand for something that was looked for in some place?"""
        match part:
            case terms.Local(name):
                return name in names and self._is_found(names[name].part, names[name].names)
            case terms.Cell(region) if self.program.layout.regions[region].role == "frame":
                earlier = replace(self, asked=self.asked | {region})
                values = [one for one in self.written.get(region, ()) if one.part != terms.Const(-1)]
                return region not in self.asked and all(earlier._is_found(one.part, one.names) for one in values)
            case terms.Cell(region):
                return region == "contents"
            case terms.Both(parts):
                return any(self._is_found(one, names) for one in parts)
            case _:
                inside = taken_from(part)
                return inside is not None and self._is_found(inside, names)

    def _places(self, index: Any, names: _Names) -> bool:
        found = self._numbers(index, names)
        return found is not None and all(self._looks_into(place) for place in found if place >= 0)

    def _rows(self, region: Region, start: Any, names: _Names) -> bool:
        places = self.program.layout.places
        found = self._numbers(start, names)
        rows = [
            n for n, one in enumerate(places) if one.order_region == region.name and one.order_start in (found or ())
        ]
        return bool(rows) and all(self._looks_into(place) for place in rows)

    def _looks_into(self, place: int) -> bool:
        owner = self.program.layout.places[place]
        if owner.sight == "secret":
            return owner.owner == self.seat
        return self.sight.place_audience[place] == self.sight.everybody and not self.sight.turns_down

    def _numbers(self, part: Any, names: _Names) -> set[int] | None:
        """What a value, or an element of a set or a domain, can be; None if that is not plain."""
        match part:
            case terms.Const(value):
                return {value}
            case terms.Local(name):
                return self._numbers(names[name].part, names[name].names) if name in names else None
            case terms.Cell(region) if region == self.acting.name:
                return {self.seat}
            case terms.Entry(table, index):
                found = self._numbers(index, names)
                values = self.program.tables[table]
                return set(values) if found is None else {values[one] for one in found if -1 <= one < len(values)}
            case terms.Arithmetic("+", left, right):
                one, other = self._numbers(left, names), self._numbers(right, names)
                return None if one is None or other is None else {a + b for a in one for b in other}
            case _:
                inside = taken_from(part)
        if isinstance(inside, terms.Const):
            return set(members(inside.value))
        return None if inside is None else self._numbers(inside, names)


def _which(part: terms.Term) -> terms.Term:
    """Of what lies in a place: which place."""
    return part.index if isinstance(part, terms.Cell) and part.region == "contents" else part

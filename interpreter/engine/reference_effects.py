"""What every effect does to the vector, read off its definition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from interpreter.engine.executor import Fault, Locals, Told, Vector
from rulelang.graph import terms
from rulelang.graph.evaluate import Terms
from rulelang.graph.layout import Region
from rulelang.graph.state import Storage


class Refused(Exception):
    """A sentence could not be obeyed; `reason` numbers `program.reasons`."""

    def __init__(self, reason: int) -> None:
        super().__init__(reason)
        self.reason = reason


class Effects:
    """Carries out effects of one program."""

    def __init__(self, terms: Terms, storage: Storage) -> None:
        self._terms: Final = terms
        self._storage: Final = storage

    def carry_out(self, state: Vector, values: Locals, effects: Sequence[terms.Effect], log: list[Told] | None) -> None:
        """All effects in their order; `Refused` stops in the middle: try on a copy."""
        named = dict(values)
        said = None
        try:
            for effect in effects:
                said = effect.said
                match effect:
                    case terms.Name(name, value):
                        named[name] = self._terms.value(state, named, value)
                    case terms.Require(condition, reason):
                        if not self._terms.value(state, named, condition):
                            raise Refused(reason)
                    case terms.When(condition, then, otherwise):
                        chosen = then if self._terms.value(state, named, condition) else otherwise
                        self.carry_out(state, named, chosen, log)
                    case terms.ForIn(name, domain, body):
                        for element in self._terms.elements(state, named, domain):
                            self.carry_out(state, {**named, name: element}, body, log)
                    case terms.Tell(event, told, audience):
                        if log is not None:
                            given = tuple(self._terms.value(state, named, value) for value in told)
                            log.append(Told(event, given, self._terms.value(state, named, audience)))
                    case _:
                        self._write(state, named, effect)
        except Fault as fault:
            fault.said = fault.said or said
            raise

    def _write(
        self,
        state: Vector,
        values: Locals,
        effect: terms.Put | terms.MovePiece | terms.MoveTokens | terms.Append | terms.SortInto,
    ) -> None:
        def value(term: terms.Term) -> int:
            return self._terms.value(state, values, term)

        match effect:
            case terms.Put(region, index, content):
                self.put(state, region, value(index), value(content))
            case terms.MovePiece(piece, place, end):
                self._storage.move_piece(state, value(piece), value(place), to_top=end == "top")
            case terms.MoveTokens(variety, source, target, count):
                self._storage.move_tokens(state, value(variety), value(source), value(target), value(count))
            case terms.Append(region, start, content):
                self._append(state, region, value(start), value(content))
            case terms.SortInto(region, start, name, domain, keys):
                elements = self._terms.elements(state, values, domain)
                elements.sort(key=lambda element: self._terms.ranks(state, values, name, element, keys))
                self.write_sequence(state, region, value(start), elements)
            case _:
                assert_never(effect)

    def put(self, state: Vector, region: str, index: int, content: int) -> None:
        """Write one cell, within the range of its region."""
        cell = self._terms.cell(region, index)
        self._check(self._terms.program.layout.regions[region], content)
        state[cell] = content

    def write_sequence(self, state: Vector, region: str, start: int, elements: Sequence[int]) -> None:
        """Write a length and its members."""
        found = self._terms.program.layout.regions[region]
        cell = self._terms.cell(region, start)
        if start + len(elements) >= found.length:
            raise Fault(f"{region} has no room for {len(elements)}")
        for element in elements:
            self._check(found, element)
        state[cell] = len(elements)
        state[cell + 1 : cell + 1 + len(elements)] = elements

    def _append(self, state: Vector, region: str, start: int, content: int) -> None:
        found = self._terms.program.layout.regions[region]
        length = self._terms.cell(region, start)
        self._check(found, content)
        if start + state[length] + 1 >= found.length:
            raise Fault(f"{region} has no room for more")
        state[length] += 1
        state[length + state[length]] = content

    def _check(self, region: Region, content: int) -> None:
        if region.kind == "number":
            allowed = region.low <= content <= region.high
        else:
            allowed = content >= 0 and content >> region.high == 0
        if not allowed:
            raise Fault(f"{region.name} cannot be {content}: it ranges from {region.low} to {region.high}")

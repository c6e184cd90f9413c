"""Which values the parameters of an option can take, enumerated from left to right in canonical order."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from interpreter.engine.alike import Alike
from interpreter.engine.executor import Locals, Value, Vector
from interpreter.engine.reference_effects import Effects
from rulelang.graph.bit_sets import set_of
from rulelang.graph.evaluate import Terms
from rulelang.graph.program import OptionEdge, Parameter
from rulelang.graph.state import Storage
from rulelang.graph.terms import Tokens
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Joint:
    """A joint choice: the values, the locals they give, and the state with its handfuls written."""

    values: tuple[Value, ...]
    locals: Locals
    state: Vector


class Choices:
    """Generates the values of parameters."""

    def __init__(self, terms: Terms, effects: Effects, storage: Storage) -> None:
        self._terms: Final = terms
        self._effects: Final = effects
        self._storage: Final = storage
        self._alike: Final = Alike(terms.program.layout)
        self._pieces: Final = {"piece", *(piece.kind for piece in terms.program.layout.pieces)}

    def joint(
        self, state: Vector, option: OptionEdge, chosen: Sequence[Value] = (), inside: tuple[int, ...] = ()
    ) -> Iterator[Joint]:
        """Every joint choice of the parameters that begins with `chosen`, and where the next parameter is a handful,
        with the members `inside`. What the option does with them is not asked."""
        yield from self._extend(Joint((), {}, list(state)), option, chosen, inside)

    def _extend(
        self, joint: Joint, option: OptionEdge, chosen: Sequence[Value], inside: tuple[int, ...]
    ) -> Iterator[Joint]:
        position = len(joint.values)
        if position == len(option.parameters):
            yield joint
            return
        parameter = option.parameters[position]
        values: Iterator[Value]
        if position < len(chosen):
            wanted = chosen[position]
            values = iter([wanted] if self._is_allowed(joint, parameter, wanted) else [])
        else:
            begun = inside if position == len(chosen) else ()
            values = self.values(joint.state, joint.locals, parameter, begun)
        for value in values:
            yield from self._extend(self._with(joint, option, parameter, value), option, chosen, inside)

    def _with(self, joint: Joint, option: OptionEdge, parameter: Parameter, value: Value) -> Joint:
        """The joint choice with one more value: bound as a local, a handful written into its region."""
        state, bound = joint.state, value
        if isinstance(value, tuple):
            if parameter.name in option.handfuls:
                state = list(state)
                self._effects.write_sequence(state, option.handfuls[parameter.name], 0, value)
            bound = -1 if isinstance(parameter.domain, Tokens) else set_of(value)
        assert isinstance(bound, int)
        return Joint((*joint.values, value), {**joint.locals, parameter.name: bound}, state)

    def _is_allowed(self, joint: Joint, parameter: Parameter, value: Value) -> bool:
        if isinstance(value, tuple):
            return any(found == value for found in self.values(joint.state, joint.locals, parameter, value))
        return value in self.candidates(joint.state, joint.locals, parameter, merge=True)

    def values(
        self, state: Vector, values: Locals, parameter: Parameter, begun: tuple[int, ...] = ()
    ) -> Iterator[Value]:
        """The values of one parameter; handfuls only those that begin with `begun`."""
        if parameter.form == "pick":
            yield from self.candidates(state, values, parameter, merge=True)
        else:
            yield from self._handfuls(state, values, parameter, begun)

    def candidates(self, state: Vector, values: Locals, parameter: Parameter, *, merge: bool) -> list[int]:
        """The single values of a parameter, ascending; with `merge` only the lowest of look-alike pieces."""
        found = sorted(set(self._terms.elements(state, values, parameter.domain)))
        if parameter.where is not None:
            where, name = parameter.where, parameter.name
            found = [value for value in found if self._terms.value(state, {**values, name: value}, where)]
        if merge and self._is_piece(parameter):
            found = self._alike.lowest(state, found)
        return found

    def _is_piece(self, parameter: Parameter) -> bool:
        return not isinstance(parameter.domain, Tokens) and parameter.elements in self._pieces

    def _handfuls(
        self, state: Vector, values: Locals, parameter: Parameter, begun: tuple[int, ...]
    ) -> Iterator[tuple[int, ...]]:
        pool = self.candidates(state, values, parameter, merge=False)
        copies = dict.fromkeys(pool, 1)
        if isinstance(parameter.domain, Tokens):
            copies = {value: self._storage.count_of(state, value) for value in pool}
        fewest = 0 if parameter.fewest is None else self._terms.value(state, values, parameter.fewest)
        most = sum(copies.values()) if parameter.most is None else self._terms.value(state, values, parameter.most)
        twins = self._alike.lower_twins(state, pool) if self._is_piece(parameter) else {}

        def grow(handful: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
            if len(handful) >= max(fewest, len(begun)):
                yield handful
            if len(handful) == most:
                return
            for value in pool:
                longer = (*handful, value)
                if (not handful or value >= handful[-1]) and may_join(value, handful) and follows(longer):
                    yield from grow(longer)

        def may_join(value: int, handful: tuple[int, ...]) -> bool:
            # Of look-alikes the lower ones go first, so that each handful of looks is offered once.
            return handful.count(value) < copies[value] and (value not in twins or twins[value] in handful)

        def follows(handful: tuple[int, ...]) -> bool:
            shared = min(len(handful), len(begun))
            return handful[:shared] == begun[:shared]

        if most >= 0:
            yield from grow(())

"""What is asked of the executor beyond playing: is this move legal, what may come next in a joint choice, what is the
value of this term.

A term that is asked for once or twice is read off its definition, which is sooner done than writing Python for it;
what is asked again and again becomes a function. Both give the same answers; only the definition notices when a term
looks at what does not exist: whoever wants to be told so asks the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from interpreter.engine.executor import Locals, Stage, Value, Vector
from interpreter.engine.python.module import PythonModule
from interpreter.engine.reference_flow import Reference
from rulelang.graph.program import Decide, Parameter
from rulelang.graph.shape import free_locals
from rulelang.graph.terms import Effect, Name, Term
from rulelang.graph.walk import all_parts

#: Asked for so often, a term gets a function of its own.
_OFTEN: Final = 4

#: Terms and effects that are remembered, at most.
_REMEMBERED: Final = 1 << 12


class QueryAnswers:
    """Answers for one program."""

    def __init__(self, module: PythonModule, reference: Reference) -> None:
        self._module: Final = module
        self._lowering: Final = module.lowering
        self._reference: Final = reference
        #: By what was asked for: how often that was, its function, and what this is given.
        self._known: Final[dict[Term | tuple[Effect, ...], list[Any]]] = {}
        self._written = 0

    # -------------------------------------------------------------------------------------------------- moves

    def is_legal(self, state: Vector, node: Decide, option: int, values: Sequence[Value]) -> bool:
        """Are these values, which may be anything, those of a legal move?"""
        parameters = node.options[option].parameters
        if len(values) != len(parameters) or not all(map(_can_be, parameters, values)):
            return False
        codes = self._lowering.source.codes(node.number, option)
        numbers = [value for value in values if isinstance(value, int)]
        if codes is not None and codes.code(numbers) < 0:
            return False
        return bool(self._module[self._lowering.fits(node, option, len(values))](state, *values))

    def open_options(self, state: Vector, node: Decide) -> tuple[int, ...]:
        """The options that have a legal move."""
        options = range(len(node.options))
        return tuple(option for option in options if self._module[self._lowering.any(node, option)](state))

    def stage(
        self, state: Vector, node: Decide, option: int, values: Sequence[Value], inside: tuple[int, ...]
    ) -> Stage:
        """What may come next after some values."""
        lowering, given = self._lowering, len(values)
        parameters = node.options[option].parameters
        if given == len(parameters):
            return Stage((), True)
        pool = [value for _, value in self._module[lowering.next(node, option, given)](state, *values)]
        fits = self._module[lowering.fits(node, option, given + 1)]
        if parameters[given].form == "pick":
            return Stage(tuple(value for value in pool if fits(state, *values, value)), False)
        begins = self._module[lowering.begins(node, option, given)]
        following = tuple(value for value in pool if begins(state, *values, (*inside, value)))
        return Stage(following, bool(fits(state, *values, inside)))

    # -------------------------------------------------------------------------------------------------- terms

    def value(self, state: Vector, term: Term, values: Locals) -> int:
        """The value of a term."""
        known = self._known.get(term) or self._remember(term)
        if known[1] is None:
            known[0] += 1
            if known[0] < _OFTEN or not self._write(known, term, free_locals(term), values, self._lowering.value):
                return self._reference.evaluate(state, term, values)
        return int(known[1](state, *[values[name] for name in known[2]]))

    def carry_out(self, state: Vector, effects: Sequence[Effect], values: Locals) -> None:
        """Carry effects out that are no part of the flow."""
        whole = tuple(effects)
        known = self._known.get(whole) or self._remember(whole)
        if known[1] is None:
            known[0] += 1
            free = frozenset[str]().union(*map(free_locals, whole)) - _named(whole)
            if known[0] < _OFTEN or not self._write(known, whole, free, values, self._lowering.change):
                self._reference.apply(state, effects, values)
                return
        known[1](state, *[values[name] for name in known[2]])

    def _remember(self, asked: Term | tuple[Effect, ...]) -> list[Any]:
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        return self._known.setdefault(asked, [0, None, ()])

    def _write(
        self, known: list[Any], asked: Any, free: frozenset[str], values: Locals, promise: Callable[..., str]
    ) -> bool:
        """A function of what is free, if all of it has a value: the definition may get along without."""
        if not free <= values.keys():
            return False
        self._written += 1
        given = sorted(free)
        known[1:] = [self._module[promise(f"asked_{self._written}", asked, given)], given]
        return True


def _can_be(parameter: Parameter, value: Value) -> bool:
    return isinstance(value, int) if parameter.form == "pick" else isinstance(value, tuple)


def _named(effects: Sequence[Effect]) -> frozenset[str]:
    """The locals that effects, and effects inside them, give themselves."""
    return frozenset(part.name for effect in effects for part in all_parts(effect) if isinstance(part, Name))

"""What the generated executor is asked beyond playing: is this move legal, what may come next in a joint choice, what
is the value of this term.

Nothing of this is written before it is asked for. About the moves of an option it is written at the first question. A
term that is asked for once or twice is read off its definition, which is sooner done than writing Python for it; what
is asked again and again becomes a function. Both give the same answers (`tests/engine/test_answers.py`), except that
only the definition notices when a term looks at what does not exist: whoever wants to be told so asks the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import RLock
from typing import Any, Final

from interpreter.engine.executor import Locals, Stage, State, Value
from interpreter.engine.generate.module import Generator, Module
from interpreter.engine.generate.shape import free_locals, walk
from interpreter.engine.reference_flow import Reference
from rulelang.graph.program import Decide
from rulelang.graph.terms import Effect, Name, Term

#: Asked for so often, a term gets a function of its own.
_OFTEN: Final = 4

#: Terms and effects that are remembered, at most.
_REMEMBERED: Final = 1 << 12

#: Runs a module by its source and a name for it, and gives the names it defines.
Load = Callable[[Module, str], dict[str, Any]]


class Moves:
    """Answers about the moves of one option. The functions stand by how many of its values are given."""

    def __init__(self, names: dict[str, Any], ending: str) -> None:
        self._fits: Final = names[f"FITS_{ending}"]
        self._begins: Final = names[f"BEGINS_{ending}"]
        self._next: Final = names[f"NEXT_{ending}"]
        self._pool: Final = names[f"POOL_{ending}"]

    def is_legal(self, state: State, values: Sequence[Value]) -> bool:
        """Are these values, which may be anything, those of a legal move?"""
        return len(values) + 1 == len(self._fits) and bool(self._fits[-1](state, *values))

    def stage(self, state: State, values: Sequence[Value], inside: tuple[int, ...]) -> Stage:
        """What may come next after some values."""
        given = len(values)
        if given + 1 == len(self._fits):
            return Stage((), True)
        if (next_values := self._next[given]) is not None:
            return Stage(tuple(next_values(state, *values)), False)
        pool, begins = self._pool[given](state, *values)[0], self._begins[given]
        following = tuple(value for value in pool if begins(state, *values, (*inside, value)))
        return Stage(following, bool(self._fits[given + 1](state, *values, inside)))


class Answers:
    """Writes and keeps the functions that answer for one program."""

    def __init__(self, generator: Generator, load: Load, reference: Reference, writing: RLock) -> None:
        self._writing: Final = writing
        self._generator: Final = generator
        self._load: Final = load
        self._reference: Final = reference
        self._options: Final[dict[tuple[int, int], Moves]] = {}
        #: By identity: what was asked for (kept, so that its identity stays its own), how often, and its function.
        self._known: Final[dict[int, list[Any]]] = {}
        self._written = 0

    def moves(self, node: Decide, number: int) -> Moves:
        """The answers about one option."""
        found = self._options.get((node.number, number))
        if found is None:
            ending = f"{node.number}_{number}"
            with self._writing:
                names = self._load(self._generator.asking(node, number), f"asked about {ending}")
            found = self._options[node.number, number] = Moves(names, ending)
        return found

    def value(self, state: State, term: Term, values: Locals) -> int:
        """The value of a term."""
        known = self._known.get(id(term)) or self._remember(term)
        if known[2] is None:
            known[1] += 1
            if known[1] < _OFTEN or not self._write(known, term, free_locals(term), values, self._generator.value):
                return self._reference.evaluate(state, term, values)
        return int(known[2](state, *[values[name] for name in known[3]]))

    def carry_out(self, state: State, effects: Sequence[Effect], values: Locals) -> None:
        """Effects outside the flow."""
        known = self._known.get(id(effects)) or self._remember(effects)
        if known[2] is None:
            known[1] += 1
            whole = tuple(effects)
            free = frozenset[str]().union(*map(free_locals, whole)) - _named(whole)
            if known[1] < _OFTEN or not self._write(known, whole, free, values, self._generator.effects):
                self._reference.apply(state, effects, values)
                return
        known[2](state, *[values[name] for name in known[3]])

    def _remember(self, asked: object) -> list[Any]:
        if len(self._known) >= _REMEMBERED:
            self._known.clear()
        return self._known.setdefault(id(asked), [asked, 0, None, ()])

    def _write(
        self, known: list[Any], asked: Any, free: frozenset[str], values: Locals, generate: Callable[..., Module]
    ) -> bool:
        """A function of what is free, if all of it has a value: the definition may get along without."""
        if not free <= values.keys():
            return False
        with self._writing:
            self._written += 1
            name, given = f"asked_{self._written}", sorted(free)
            known[2:] = [self._load(generate(name, asked, given), name)[name], given]
        return True


def _named(effects: Sequence[Effect]) -> frozenset[str]:
    """The locals that effects, and effects inside them, give themselves."""
    return frozenset(part.name for effect in effects for part in walk(effect) if isinstance(part, Name))

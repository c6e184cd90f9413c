"""The reference executor with a memory: what was found out about a position is not worked out again.

Who plays an example asks the same position many times: is anything offered, what can come first, what next, is this
one legal. And one list of moves asks the same definition about every square. Both are remembered by what the position
holds, so it does not matter who writes to which list. All answers come from the reference.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeAlias

from interpreter.engine.executor import Locals, Move, Vector
from interpreter.engine.reference_flow import Reference
from interpreter.engine.reference_moves import Choices
from rulelang.graph.evaluate import LookAhead, Terms
from rulelang.graph.program import Decide, Parameter, Program
from rulelang.graph.state import Storage

#: So many positions are kept in mind.
_MOST: Final = 200

Answers: TypeAlias = dict[tuple[str, tuple[int, ...]], int]


class RememberingTerms(Terms):
    """Terms that remember what definitions come to in a position."""

    def __init__(self, program: Program, storage: Storage, look_ahead: LookAhead) -> None:
        super().__init__(program, storage, look_ahead)
        self._known: Final[dict[tuple[int, ...], Answers]] = {}
        #: The list that nobody writes to for now, and what is known about what it holds.
        self._still: Vector | None = None
        self._answers: Answers = {}

    def applied(self, state: Vector, function: str, given: tuple[int, ...]) -> int:
        if state is not self._still:
            with self.still(state):
                return self.applied(state, function, given)
        found = self._answers.get((function, given))
        if found is None:
            found = self._answers[function, given] = super().applied(state, function, given)
        return found

    @contextmanager
    def still(self, state: Vector) -> Iterator[None]:
        """Nobody writes to this list for as long as this lasts."""
        before = self._still, self._answers
        if len(self._known) > _MOST:
            self._known.clear()
        self._still, self._answers = state, self._known.setdefault(tuple(state), {})
        try:
            yield
        finally:
            self._still, self._answers = before


class _Choices(Choices):
    """Lists the values of a parameter in a position that stays as it is meanwhile."""

    def candidates(self, state: Vector, values: Locals, parameter: Parameter, *, merge: bool) -> list[int]:
        assert isinstance(self._terms, RememberingTerms)
        with self._terms.still(state):
            return super().candidates(state, values, parameter, merge=merge)


class _Listed:
    """Moves that are told to everybody who asks, and looked for once."""

    def __init__(self, moves: Iterator[Move]) -> None:
        self._moves: Final = moves
        self._found: Final[list[Move]] = []
        self._error: Exception | None = None
        self._searching = False

    @property
    def is_ready(self) -> bool:
        """Can it be asked: is it not just being looked for, and did it not break off?"""
        return self._error is None and not self._searching

    def __iter__(self) -> Iterator[Move]:
        number = 0
        while number < len(self._found) or self._another():
            yield self._found[number]
            number += 1

    def _another(self) -> bool:
        if self._error is not None:
            raise self._error
        self._searching = True
        try:
            self._found.append(next(self._moves))
        except StopIteration:
            return False
        except Exception as error:
            self._error = error
            raise
        finally:
            self._searching = False
        return True


class Remembering(Reference):
    """Plays a program by its definition, and remembers what it found."""

    def __init__(self, program: Program) -> None:
        super().__init__(program, RememberingTerms, choices=_Choices)
        self._listed: Final[dict[tuple[object, ...], _Listed]] = {}

    def _moves(
        self,
        state: Vector,
        node: Decide,
        number: int,
        chosen: Sequence[int | tuple[int, ...]] = (),
        inside: tuple[int, ...] = (),
    ) -> Iterator[Move]:
        key = (tuple(state), number, tuple(chosen), inside)
        listed = self._listed.get(key)
        if listed is None or not listed.is_ready:
            if len(self._listed) > _MOST:
                self._listed.clear()
            # On a copy: who asks may go on before all are found.
            listed = self._listed[key] = _Listed(super()._moves(list(state), node, number, chosen, inside))
        return iter(listed)

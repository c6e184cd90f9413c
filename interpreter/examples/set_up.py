"""How a new game stands right after its setup, and where somebody is first asked, even in vain."""

from __future__ import annotations

from collections.abc import Callable

from interpreter.engine.executor import Cells, Executor, Told, Vector
from interpreter.engine.reference_flow import Reference
from rulelang.graph.example_steps import Arranged
from rulelang.graph.program import Decide, Do, Program, Test
from rulelang.graph.terms import Effect, Put

#: A choice that was made, or what chance brought, made again by any executor.
MadeAgain = Callable[[Executor, Cells], None]


class _Beginning(Reference):
    """Notes how things stand when play begins, and at the first decision in it: a decision that offers nothing is
    passed by on the way to the first choice."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._playing = program.layout.regions["playing"].base
        self._running: Vector | None = None
        self.begun: Cells | None = None
        self.asked: Cells | None = None

    def run(self, state: Vector, log: list[Told] | None = None) -> None:
        self._running = state
        super().run(state, log)

    def _step(self, state: Vector, node: Do | Test, log: list[Told] | None) -> None:
        super()._step(state, node, log)
        if self.begun is None and state is self._running and state[self._playing]:
            self.begun = list(state)

    def _is_shown(self, state: Vector, node: Decide) -> bool:
        if self.asked is None and state[self._playing]:
            self.asked = list(state)
        return super()._is_shown(state, node)


def at_the_beginning(program: Program, last: tuple[Cells, MadeAgain] | None, *, is_over: bool) -> Cells | None:
    """A new game at its first decision, whether anything can be chosen there or not, or, if it is over already, before
    the first sentence of the play. `last` is what was done last in the setup, and where."""
    beginning = _Beginning(program)
    if last is None:
        beginning.start()
    else:
        before, again = last
        again(beginning, list(before))
    return beginning.begun if is_over else beginning.asked


def only_begins(line: Arranged) -> bool:
    """Does the line only say that the game has begun? A new game says that itself when it is set up."""
    return all(_begins(effect) for effect in line.effects)


def _begins(effect: Effect) -> bool:
    return isinstance(effect, Put) and effect.region == "playing"

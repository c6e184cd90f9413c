"""How a new game stands right after its setup, and where somebody is first asked, even in vain."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from interpreter.engine.executor import Cells, Executor, Told, Vector
from interpreter.engine.reference_flow import Reference
from rulelang.graph.build import same
from rulelang.graph.example_steps import Arranged
from rulelang.graph.program import Decide, Do, Node, Program, Test
from rulelang.graph.roles import NodeRole
from rulelang.graph.successors import targets
from rulelang.graph.terms import Cell, Const, Effect, Put, Term

#: A choice that was made, or what chance brought, made again by any executor.
MadeAgain = Callable[[Executor, Cells], None]
#: A node in a sentence, and where the actions and triggers that it stands in go on behind them: these are drawn once.
_Place: TypeAlias = tuple[int, frozenset[tuple[str, Term]]]


class _Beginning(Reference):
    """Notes how things stand when play begins, and at the first decision in it: a decision that offers nothing,
    or a sentence with a decision that is impossible, is passed by on the way to the first choice."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._playing = program.layout.regions["playing"].base
        self._backs = frozenset(node.back for node in program.nodes if isinstance(node, Test))
        self._running: Vector | None = None
        self.begun: Cells | None = None
        self.asked: Cells | None = None

    def run(self, state: Vector, log: list[Told] | None = None) -> None:
        self._running = state
        super().run(state, log)

    def _step(self, state: Vector, node: Do | Test, log: list[Told] | None) -> None:
        if self.asked is None and self._running is state and state[self._playing] and self._asks_if_possible(node):
            self.asked = list(state)
        super()._step(state, node, log)
        if self.begun is None and state is self._running and state[self._playing]:
            self.begun = list(state)

    def _asks_if_possible(self, node: Do | Test) -> bool:
        """Is somebody asked for something here if it is possible?"""
        if not isinstance(node, Test) or node.role is not NodeRole.IF_POSSIBLE:
            return False
        nodes = self.program.nodes
        found: set[_Place] = set()
        work: list[_Place] = [(target, frozenset()) for _, target in node.arms]
        while work:
            number, calls = place = work.pop()
            if number >= 0 and number != node.otherwise and place not in found:
                found.add(place)
                work += self._onward(nodes[number], dict(calls))
        return any(isinstance(nodes[number], Decide) for number, _ in found)

    def _onward(self, node: Node, calls: dict[str, Term]) -> Iterator[_Place]:
        """Where a node leads to by itself; behind an action or a trigger, to where it was called."""
        ways: Iterable[int] = targets(node)
        match node:
            case Decide():
                ways = ()
            case Do(effects=effects):
                puts = [one for one in effects if isinstance(one, Put) and one.region in self._backs]
                calls |= {one.region: one.value for one in puts}
            case Test(back=back) if back in calls:
                call = same(Cell(back, Const(0)), calls.pop(back))
                ways = (next((target for condition, target in node.arms if condition == call), node.otherwise),)
        for way in ways:
            yield way, frozenset(calls.items())

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

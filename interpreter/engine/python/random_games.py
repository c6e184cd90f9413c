"""Random games: from place to place, each with its routine, which is written when a game first comes there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.engine import executor
from interpreter.engine.executor import Fault, State
from interpreter.engine.lower.build.places import ANYWHERE, Places
from interpreter.engine.python.module import PythonModule
from rulelang.graph.program import Decide, End

if TYPE_CHECKING:
    from interpreter.engine.python.executor import Python

#: What happens at a place: the next one; `~` of it if no move was made on the way.
_Step: TypeAlias = Callable[[State, Random, Callable[[], float]], int]


class RandomGames:
    """Plays a program at random."""

    def __init__(self, playing: Python) -> None:
        self._playing: Final = playing
        self._node_cell: Final = playing.program.layout.regions["node"].base
        self._places: Final = playing.lowering.places
        self._steps: Final = _Steps(playing.module, self._places)
        playing.module.offer("draw_listed", self._draw_listed)

    def play(self, state: State, source: Random, most: int | None = None) -> int:
        """Play on to the End with random moves, `most` of them at most; how many were made."""
        steps, random = self._steps, source.random
        place, moves = self._places.of(state), 0
        step = steps[place]
        for _ in range(executor.LONGEST_GAME):
            if step is None or moves == most:
                break
            place = step(state, source, random)
            if place >= 0:
                moves += 1
            else:
                place = ~place
            step = steps[place]
        else:
            raise Fault("the game goes on without end", state[self._node_cell])
        found = self._places.found[place]
        if found is not None:
            state[self._node_cell] = found.node.number
        if most is not None:
            self._playing.run(state)
        return moves

    def _draw_listed(self, state: State, node: int, random: Callable[[], float]) -> int:
        """Draw one of the legal moves from their list; first the node goes on by itself if none is."""
        playing = self._playing
        state[self._node_cell] = node
        playing.run(state)
        if not isinstance(playing.node(state), Decide):
            return ~ANYWHERE
        moves = playing.codes(state)
        playing.play_code(state, moves[int(random() * len(moves))])
        return ANYWHERE


class _Steps(dict[int, "_Step | None"]):
    """The routines by places; None where the game is over."""

    def __init__(self, module: PythonModule, places: Places) -> None:
        super().__init__({ANYWHERE: lambda state, _, __: ~places.of(state)})
        self._module: Final = module
        self._places: Final = places

    def __missing__(self, number: int) -> _Step | None:
        place = self._places.found[number]
        over = place is None or isinstance(place.node, End)
        self[number] = None if over else self._module[f"draw_{number}"]
        return self[number]

"""Random games: from place to place, each with its routine, which is written when a game first comes there."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.engine import executor
from interpreter.engine.executor import Fault, Vector
from interpreter.engine.locked_property import LockedProperty
from interpreter.engine.lower.build.places import ANYWHERE, Places
from interpreter.engine.python.module import PythonModule
from rulelang.graph.program import Decide, End
from rulelang.tuning.gc_pause import gc_paused

if TYPE_CHECKING:
    from interpreter.engine.python.executor import Python

#: What happens at a place: the next one; `~` of it if no move was made on the way.
_Step: TypeAlias = Callable[[Vector, Random, Callable[[], float]], int]


class RandomGames:
    """Plays a program at random."""

    def __init__(self, playing: Python) -> None:
        self._playing: Final = playing
        self._node_cell: Final = playing.program.layout.regions["node"].base
        self._places: Final = playing.lowering.places
        self._steps: Final = _Steps(playing.module, self._places)
        playing.module.offer("draw_listed", self._draw_listed)

    @LockedProperty
    def play(self) -> Callable[..., int]:
        """What plays on to the End with random moves, `most` of them at most, and tells how many were made.

        The state at the End is right except for frames: what was chosen on the way is not written down. Where `most` is
        given, frames are right too.
        """
        with gc_paused():
            start = self._playing.start()
            root = self._places.of(start)
            whole = self._playing.lowering.whole_game(root)
            play_whole = _endless if whole is None else self._playing.module[whole[0]]
        heads = frozenset[int]() if whole is None else frozenset(whole[1])
        cell, places, walk, end = self._node_cell, self._places, self._walk, self._places.end

        def play(state: Vector, source: Random, most: int | None = None) -> int:
            if most is not None:
                place, moves = walk(state, source, places.of(state), most, frozenset())
                if place:
                    state[cell] = places.node(place)
                self._playing.run(state)
                return moves
            place, moves = (root if state == start else places.of(state)), 0
            if place not in heads:
                place, moves = walk(state, source, place, None, heads)
            if place in heads:
                moves += play_whole(state, source, source.random, place)
                if moves >= executor.LONGEST_GAME:
                    raise Fault("the game goes on without end", places.node(place))
                state[cell] = end
            elif place:
                state[cell] = places.node(place)
            return moves

        return play

    def _walk(
        self, state: Vector, source: Random, place: int, most: int | None, until: frozenset[int]
    ) -> tuple[int, int]:
        """From place to place to the End, or for so many moves, or to one of some places; where it is, and how many
        moves were made."""
        steps, random, moves = self._steps, source.random, 0
        step = steps[place]
        for _ in range(executor.LONGEST_GAME):
            if step is None or moves == most or place in until:
                return place, moves
            place = step(state, source, random)
            if place >= 0:
                moves += 1
            else:
                place = ~place
            step = steps[place]
        raise Fault("the game goes on without end", state[self._node_cell])

    def _draw_listed(self, state: Vector, node: int, random: Callable[[], float]) -> int:
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


def _endless(*_: object) -> int:
    raise AssertionError("there is no function for whole games")

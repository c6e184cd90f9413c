"""Many games at once, in NumPy arrays that are changed in place: for learning, for statistics, for search.

    batch = Batch(executor, 1000, seed=1)            # executor: the native one of a game
    while ...:
        actions = choose(batch.actors, batch.counts, batch.options)
        batch.step(actions)                          # then `done` and `shares` tell of games that have ended

An action is the number of a legal move among those of its game (0 is the first), or with `codes=True` the code of one;
-1 leaves a game alone. Chance happens by itself, from a generator of each game's own that its seed begins, and a game
that has ended begins anew. With the same seed and actions everything is the same again, on however many threads. What
is random in game `i` is drawn as by `Random(int(batch.seeds[i]))`: a game that is played out is the one that any
executor plays with it.

A game in which the rules are at fault, or an action is not legal, stays as it was; `faults` tells of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from interpreter.engine.executor import Vector
from interpreter.engine.native.executor import Native

_BY_CODE, _BY_INDEX, _AT_RANDOM, _TO_THE_END, _ANEW, _SEEDED = range(6)

#: Words of 64 bits that hold a generator.
_GENERATOR: Final = 313


class Batch:
    """So many games of one executor, all at the beginning.

    states   one row for each game, as the game keeps it      actors   who decides; -1 for nobody
    counts   how many legal moves there are                   options  their codes, the rest -1 (where all have codes)
    done     has the game ended in this step?                 shares   which part of the win each seat had then
    lengths  moves since the game began                       faults   0, or what was wrong with the last step
    seeds    what the generators began with
    """

    def __init__(
        self,
        executor: Native,
        games: int,
        seed: int = 0,
        *,
        width: int = 256,
        mask: bool = False,
        restart: bool = True,
        threads: int = 1,
    ) -> None:
        """`width`: columns of `options`; 0 for none. `mask`: is a mask over all codes wanted? `restart`: does a game
        that has ended begin anew? `threads`: on how many threads they are played."""
        if games < 0 or threads < 1 or width < 0:
            raise ValueError("a batch needs some games, threads and columns")
        self.executor: Final = executor
        self._width: Final = width
        self._restart: Final = restart
        bytes_of_state, codes, _ = executor.game.sizes()
        players = executor.program.players
        self._codes: Final = codes if mask else 0
        self.states: Final = np.zeros((games, bytes_of_state // 8), np.uint64)
        self.actors: Final = np.full(games, -1, np.int32)
        self.counts: Final = np.zeros(games, np.int32)
        self.lengths: Final = np.zeros(games, np.int32)
        self.faults: Final = np.zeros(games, np.int32)
        self.options: Final = np.full((games, width), -1, np.int64)
        self.mask: Final = np.zeros((games, self._codes), np.uint8)
        self.done: Final = np.zeros(games, np.uint8)
        self.shares: Final = np.zeros((games, players), np.float64)
        self.seeds: Final = np.random.SeedSequence(seed).generate_state(games, np.uint64)
        self._generators: Final = np.zeros((games, _GENERATOR), np.uint64)
        self._ranking: Final = executor.ranking
        parts = min(threads, max(games, 1))
        self._parts: Final = [slice(games * part // parts, games * (part + 1) // parts) for part in range(parts)]
        self._threads: Final = ThreadPoolExecutor(parts) if parts > 1 else None
        self._run(_SEEDED)

    def __len__(self) -> int:
        return len(self.states)

    def step(self, actions: NDArray[np.int64], *, codes: bool = False) -> int:
        """One move in every game; how many games had a fault."""
        given = np.ascontiguousarray(actions, np.int64)
        if given.shape != (len(self),):
            raise ValueError("an action for each game is needed")
        return self._run(_BY_CODE if codes else _BY_INDEX, given)

    def step_at_random(self) -> int:
        """A move in every game, each legal one equally likely; how many games had a fault."""
        return self._run(_AT_RANDOM)

    def play_out(self, most: int = -1) -> int:
        """Random moves in every game up to its end, or so many; how many games had a fault. What may be done then is
        not listed: `offer` does that."""
        return self._run(_TO_THE_END, most=most)

    def reset(self) -> int:
        """All games from the beginning; the generators go on."""
        return self._run(_ANEW)

    def put(self, game: int, state: Vector) -> None:
        """Let one game stand where a state stands."""
        self.states[game] = np.frombuffer(self.executor.game.packed(state), np.uint64)

    def fill(self, states: Iterable[Vector]) -> None:
        """Let the games stand where these states stand, from the first on; `offer` tells what can be done there."""
        for game, state in enumerate(states):
            self.put(game, state)

    def state(self, game: int) -> Vector:
        """Where one game stands."""
        return self.executor.game.unpacked(self.states[game].tobytes())

    def offer(self) -> int:
        """Look again who may do what, after states were changed by hand."""
        return self._run(_BY_INDEX, np.full(len(self), -1, np.int64))

    def _run(self, how: int, actions: NDArray[np.int64] | None = None, most: int = -1) -> int:
        def part(games: slice) -> int:
            def of(array: NDArray[Any]) -> NDArray[Any]:
                return array[games]

            return self.executor.game.batch(
                how, games.stop - games.start, self._width, self._codes, most, int(self._restart), of(self.states),
                of(self.seeds), None if actions is None else of(actions), of(self.actors), of(self.counts),
                of(self.lengths), of(self.faults), of(self.options) if self._width else None,
                of(self.mask) if self._codes else None, of(self.done), of(self.shares), self._ranking,
                of(self._generators),
            )  # fmt: skip

        if self._threads is None:
            return part(self._parts[0])
        return sum(self._threads.map(part, self._parts))

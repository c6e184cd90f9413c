"""What a player can know about where unseen pieces are, from having watched: for each piece the places it may be in.

A piece that everybody saw go into a bag is in that bag. When something unseen moves from one place to another, all
unseen pieces of that back that may have been in the first place may be in the second from then on.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from interpreter.execute.interface import Told
from interpreter.execute.storage import members
from interpreter.sight.tallies import Certain, Tally, hides_tokens

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.history import Step


class Memory:
    """For each piece the set of places in which it may be, for all one player has seen."""

    def __init__(self, game: Game, player: int, first: Sequence[int]) -> None:
        self._sight = game.sight
        self._events = game.program.events
        self._player = player
        self.places = [1 << place for place in self._at(game, first)]

    def _at(self, game: Game, cells: Sequence[int]) -> list[int]:
        return [cells[self._sight.at + piece] for piece in range(len(game.program.layout.pieces))]

    def watch(
        self,
        before: Sequence[int],
        after: Sequence[int],
        told: Iterable[Told] = (),
        glimpsed: frozenset[int] = frozenset(),
    ) -> None:
        """Something happened; `glimpsed` are pieces that were seen only while it did."""
        sight, player = self._sight, self._player
        opened: dict[tuple[int, object], int] = {}
        for piece in range(len(self.places)):
            source, target = before[sight.at + piece], after[sight.at + piece]
            saw = sight.sees_piece(before, player, piece)
            if saw or piece in glimpsed or sight.sees_piece(after, player, piece):
                self.places[piece] = 1 << target
            elif source != target:
                key = source, sight.back(piece)
                opened[key] = opened.get(key, 0) | 1 << target
        for piece, places in enumerate(self.places):
            if piece in glimpsed or sight.sees_piece(after, player, piece):
                continue
            for (source, back), targets in opened.items():
                if places >> source & 1 and sight.back(piece) == back:
                    self.places[piece] |= targets
        for one in told:
            if one.audience >> player & 1 and self._events[one.event] in ("show place", "show set"):
                for piece in (piece for value in one.values for piece in members(value)):
                    self.places[piece] = 1 << after[sight.at + piece]


class Memories:
    """What each player remembers of one session; told only of what has happened since the last time."""

    def __init__(self, game: Game, first: Sequence[int], before: Sequence[int]) -> None:
        self._game = game
        self._first = first
        self._before = before
        self._known: dict[int, tuple[Sequence[Step], Memory]] = {}
        self._tallies: dict[int, tuple[Sequence[Step], Tally]] = {}
        self._hides_tokens = hides_tokens(game)

    def clone(self) -> Memories:
        """For the same session, on its own from now on."""
        return Memories(self._game, self._first, self._before)

    def of(self, player: int, steps: Sequence[Step]) -> list[int]:
        """Where every piece may be after some steps."""
        from interpreter.history import glimpsed

        seen, memory = self._known.get(player, ((), None))
        if memory is None or seen != steps[: len(seen)]:
            seen, memory = (), Memory(self._game, player, self._before)
            memory.watch(self._before, self._first)
        for step in steps[len(seen) :]:
            memory.watch(step.before, step.after, step.told, glimpsed(self._game, step, player))
        self._known[player] = steps, memory
        return list(memory.places)

    def certain(self, player: int, steps: Sequence[Step]) -> Certain:
        """How many tokens of each variety are certainly in each place the player does not see, after some steps."""
        if not self._hides_tokens:
            return {}
        seen, tally = self._tallies.get(player, ((), None))
        if tally is None or seen != steps[: len(seen)]:
            seen, tally = (), Tally(self._game, player)
        for step in steps[len(seen) :]:
            tally.watch(step)
        self._tallies[player] = steps, tally
        return dict(tally.certain)

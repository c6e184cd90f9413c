"""Following one game: moves are counted here, the rest is asked of those who know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from operator import itemgetter
from random import Random
from typing import Any, Final

from interpreter.api.game import Game
from interpreter.engine.executor import Move, Vector, option_of
from interpreter.experiments.measures.course import Leads
from interpreter.experiments.measures.options import option_name
from interpreter.experiments.measures.probing import Prober
from interpreter.experiments.measures.uses import UsesMeasure
from interpreter.experiments.played import Played
from interpreter.experiments.setting import Looks
from interpreter.visibility.drawing import MOST_LISTED
from rulelang.graph.layout import Layout
from rulelang.graph.program import Decide, Program


class Measures:
    """What the measures of a game share from one play to the next."""

    def __init__(self, game: Game, looks: Looks) -> None:
        self.game: Final = game
        self.looks: Final = looks
        self.uses: Final = UsesMeasure(game) if looks.uses else None
        self.belongings: Final = Belongings(game.program) if looks.uses else None
        self.prober: Final = Prober(game, looks) if looks.probes else None

    def watch(self, played: Played) -> Watch:
        """Follows one game and writes into its record."""
        return Watch(self, played)


class Watch:
    """Sees every move of one game."""

    def __init__(self, measures: Measures, played: Played) -> None:
        self._measures: Final = measures
        self._played: Final = played
        self._options: Final[Counter[str]] = Counter()
        played.options = self._options
        self._executor: Final = measures.game.executor
        self._turns: Final = [0] * len(measures.game.players)
        self._leads: Final = Leads(measures.game) if measures.looks.uses else None
        self._uses: Final = measures.uses.watch() if measures.uses is not None else None
        self._probed: Final = measures.prober is not None and played.number < measures.looks.probed
        self._snapshots: Final[list[tuple[int, int, Vector]]] = []

    def moved(self, node: Decide, before: Vector, after: Vector, moves: Sequence[Move] | None, move: Move) -> None:
        """A move was made; `moves` are all there were, None if those were too many to be listed."""
        played, seat = self._played, self._executor.actor(before)
        many = len(moves) if moves is not None else MOST_LISTED
        played.offered += many
        self._options[option_name(node, option_of(node, move))] += 1
        if seat != played.last:
            played.last = seat
            played.turns += 1
            self._turns[seat] += 1
            if self._leads is not None:
                self._leads.look(played.moves, before)
        if self._measures.belongings is not None and self._measures.belongings.touched(seat, before, after):
            played.touching += 1
        if many > 1:
            played.decisions += 1
            if self._uses is not None and moves is not None:
                self._uses.decided(node, seat, before, moves, move)
            if self._probed:
                self._snapshots.append((played.moves, seat, before))

    def over(self, cells: Vector, random: Random) -> None:
        """The game is over, or was stopped."""
        played, prober = self._played, self._measures.prober
        played.rounds = max(self._turns, default=0)
        if self._uses is not None:
            played.uses = self._uses.found()
        if self._leads is not None and played.is_finished:
            played.course = self._leads.course(played.moves, cells, played.winners)
        if self._probed and prober is not None and played.is_finished:
            played.probes = prober.probes(self._snapshots, played.moves, random)


_KEPT: Final = ("counter", "variable", "list")


class Belongings:
    """Knows the cells that belong to each player: numbers, and what lies in places."""

    def __init__(self, program: Program) -> None:
        owned = [_cells_of(program.layout, program.players, seat) for seat in range(program.players)]
        #: For each seat what takes the cells of all the others out of a state.
        self._of_others: Final[list[Callable[[Vector], Any] | None]] = []
        for seat in range(program.players):
            others = [cell for other, cells in enumerate(owned) if other != seat for cell in cells]
            self._of_others.append(itemgetter(*others) if others else None)

    def touched(self, seat: int, before: Vector, after: Vector) -> bool:
        """Has anybody else something else now?"""
        look = self._of_others[seat] if seat >= 0 else None
        return look is not None and bool(look(before) != look(after))


def _cells_of(layout: Layout, players: int, seat: int) -> list[int]:
    found: list[int] = []
    for region in layout.regions.values():
        if region.holder == "player" and region.role in _KEPT and region.length % players == 0:
            width = region.length // players
            found.extend(range(region.base + seat * width, region.base + (seat + 1) * width))
    contents = layout.regions.get("contents")
    own = [number for number, place in enumerate(layout.places) if place.owner == seat]
    if contents is not None:
        found.extend(contents.base + place for place in own)
    found.extend(store.counts[place] for store in layout.tokens for place in own if place in store.counts)
    return found

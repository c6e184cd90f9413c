"""What moves are worth, found by trying them out: games at random from here show how much hangs on a decision.

Chance alone makes moves look different when few games are tried. What that gives on average is taken off, so that the
mean over many decisions is right; a single one may then lie below 0."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from random import Random
from statistics import fmean, pvariance, variance
from typing import Final

from interpreter.api.game import Game
from interpreter.api.result import shares
from interpreter.engine.executor import Move, Vector
from interpreter.experiments.outcomes import Outcomes
from interpreter.experiments.played import PlayedProbe
from interpreter.experiments.setting import Looks
from interpreter.statistics.distributions import student_quantile
from interpreter.statistics.intervals import ERROR

_MOST_MOVES: Final = 20_000


class Prober:
    """Tries moves out. It sees everything: it measures, it does not play."""

    def __init__(self, game: Game, looks: Looks) -> None:
        self._game: Final = game
        self._looks: Final = looks
        self._outcomes: Final = Outcomes(game)

    def probes(
        self, decisions: Sequence[tuple[int, int, Vector]], moves: int, random: Random
    ) -> tuple[PlayedProbe, ...]:
        """Some decisions of a game, spread evenly over it. Each is told by how many moves came before, and who
        decides."""
        many = min(self._looks.probes, len(decisions))
        chosen = [decisions[(2 * step + 1) * len(decisions) // (2 * many)] for step in range(many)]
        return tuple(self._probe(at / max(1, moves), seat, cells, random) for at, seat, cells in chosen)

    def _probe(self, at: float, seat: int, cells: Vector, random: Random) -> PlayedProbe:
        moves = self._game.executor.options(cells)
        tried = moves if len(moves) <= self._looks.options else random.sample(list(moves), self._looks.options)
        seats = range(len(self._game.players))
        #: For each move and each playout everybody's part of the win.
        found = [[self._played_out(cells, move, random) for _ in range(self._looks.playouts)] for move in tried]
        spreads = [_spread([[shares[one] for shares in games] for games in found]) for one in seats]
        chances = tuple(round(fmean(shares[one] for games in found for shares in games), 4) for one in seats)
        others = [spreads[one] for one in seats if one != seat] or [0.0]
        return PlayedProbe(
            round(at, 4), seat, len(moves), chances[seat], round(spreads[seat], 5), round(fmean(others), 5), chances,
            len(tried), _good([[shares[seat] for shares in games] for games in found]),
        )  # fmt: skip

    def _played_out(self, cells: Vector, move: Move, random: Random) -> tuple[float, ...]:
        executor, cells = self._game.executor, list(cells)
        executor.play(cells, move)
        executor.random_playout(cells, random, _MOST_MOVES)
        if not executor.is_over(cells):
            return shares((), len(self._game.players))
        return self._outcomes.read(cells)[0]


def _spread(values: Sequence[Sequence[float]]) -> float:
    """How different moves are: the variance of their means, less what luck gives."""
    if len(values) < 2:
        return 0.0
    luck = fmean(variance(one) for one in values) / len(values[0]) if len(values[0]) > 1 else 0.0
    return pvariance([fmean(one) for one in values]) * len(values) / (len(values) - 1) - luck


def _good(values: Sequence[Sequence[float]]) -> int:
    """How many moves may be as good as the best one: all pairs are compared (Bonferroni), with the luck of all."""
    many, times = len(values), len(values[0])
    if many < 2 or times < 2:
        return many
    means, luck = [fmean(one) for one in values], fmean(variance(one) for one in values)
    surely = student_quantile(1 - ERROR / (many * (many - 1)), many * (times - 1)) * sqrt(2 * luck / times)
    return sum(max(means) - one <= surely for one in means)

"""Everything that games of a cell say, in numbers with their intervals; how they are written; and what is different
between numbers of players: every measure beside itself, and whether the difference is sure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import isinf, sqrt
from typing import Final

from interpreter.experiments.cells import ExperimentCell
from interpreter.experiments.compare import Games
from interpreter.experiments.line_up import ranked
from interpreter.experiments.measures.course import STEPS
from interpreter.experiments.metrics import METRICS, Metric, Unit, leader_won, values
from interpreter.experiments.played import Played, PlayedProbe
from interpreter.statistics.comparing import holm, welch
from interpreter.statistics.intervals import (
    ERROR,
    Interval,
    deciles,
    mean,
    mean_interval,
    middle,
    share_interval,
    share_p,
)
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean, where it lies 95 of 100 times (None: nobody knows), and of how many values."""

    mean: float
    interval: Interval | None
    count: int


@dataclass(frozen=True, slots=True)
class Measured:
    """A measure in a cell."""

    name: str
    title: str
    unit: str
    found: Estimate


@dataclass(frozen=True, slots=True)
class Ending:
    """What ended games: the sentence, how often, how many of them somebody won, everybody's part of the wins, and that
    of whoever moved last and so brought this end about."""

    sentence: str
    games: int
    share: Estimate
    won: float
    seats: tuple[float, ...]
    last: Estimate


@dataclass(frozen=True, slots=True)
class Stakes:
    """What hangs on decisions of a third of the game: how far apart moves are in the part of the win that random play
    gives after them (one standard deviation), and what that does to the others. `options` moves were possible on
    average; of the `tried` ones `good` may be as good as the best one. `matter`: in so many decisions some move is
    surely worse than another."""

    part: str
    own: float
    others: float
    decisions: int
    options: float
    tried: float
    good: float
    matter: Estimate


@dataclass(frozen=True, slots=True)
class CellFigures:
    """One cell. `seats_p`, `line_up_p`: how likely a part of the wins so far from a fair one is by luck.
    `leader_won`: after each tenth of the game, how often whoever led alone won."""

    name: str
    players: int
    variants: tuple[str, ...]
    bots: str
    changes: str
    games: int
    finished: int
    faults: dict[str, int]
    failures: dict[str, int]
    measures: tuple[Measured, ...]
    seats: tuple[Estimate, ...]
    seats_p: tuple[float, ...]
    line_up: dict[str, Estimate]
    line_up_p: dict[str, float]
    lengths: tuple[int, ...]
    length_middle: float
    length_deciles: tuple[float, ...]
    endings: tuple[Ending, ...]
    leader_won: tuple[Estimate, ...]
    stakes: tuple[Stakes, ...]
    kingmaking: Estimate | None

    def measured(self, name: str) -> Estimate | None:
        """A measure by its name, if the game has it."""
        return next((one.found for one in self.measures if one.name == name), None)


def figures(games: Games) -> CellFigures:
    """All figures of a cell."""
    cell, played = games
    finished = [game for game in played if game.is_finished]
    lengths = sorted(game.moves for game in finished)
    by_bot = _by_bot(cell, finished)
    by_seat = [[game.shares[seat] for game in finished] for seat in range(cell.setting.players)]
    return CellFigures(
        name=cell.name,
        players=cell.setting.players,
        variants=cell.setting.variants,
        bots=cell.bots,
        changes=cell.changes,
        games=len(played),
        finished=len(finished),
        faults=dict(Counter(game.fault for game in played if game.fault).most_common()),
        failures=dict(Counter(game.failure for game in played if game.failure).most_common()),
        measures=tuple(one for metric in METRICS if (one := measured(metric, played)) is not None),
        seats=tuple(estimate_share(shares) for shares in by_seat),
        seats_p=tuple(share_p(shares, 1 / cell.setting.players) for shares in by_seat),
        line_up={name: estimate_share(shares) for name, shares in by_bot.items()},
        line_up_p={name: share_p(shares, 1 / cell.setting.players) for name, shares in by_bot.items()},
        lengths=tuple(lengths),
        length_middle=middle(lengths),
        length_deciles=deciles(lengths),
        endings=tuple(_endings(finished)),
        leader_won=tuple(
            estimate_share([won for game in finished if (won := leader_won(game, step)) is not None])
            for step in range(1, STEPS + 1)
        ),
        stakes=tuple(_stakes([probe for game in finished for probe in game.probes])),
        kingmaking=_kingmaking(finished, cell.setting.players),
    )


def estimate(found: Sequence[float]) -> Estimate:
    """The mean of numbers."""
    low, high = mean_interval(found)
    return Estimate(mean(found), None if isinf(low) else (low, high), len(found))


def estimate_share(found: Sequence[float]) -> Estimate:
    """The mean of parts from 0 to 1."""
    return Estimate(mean(found), share_interval(found), len(found))


def measured(metric: Metric, played: Sequence[Played]) -> Measured | None:
    """A measure of a cell; None if no game has it."""
    found = list(values(metric, played).values())
    if not found:
        return None
    told = (estimate_share if metric.unit == "share" else estimate)(found)
    if metric.unit == "part" and told.interval is not None:
        low, high = told.interval
        told = Estimate(told.mean, (max(0.0, low), min(1.0, high)), told.count)
    if metric.unit == "number" and told.interval is not None and min(found) >= 0:
        told = Estimate(told.mean, (max(0.0, told.interval[0]), told.interval[1]), told.count)
    return Measured(metric.name, metric.title, metric.unit, told)


def _by_bot(cell: ExperimentCell, finished: Sequence[Played]) -> dict[str, list[float]]:
    """What part of each win each bot has for each seat it takes; weaker bots first."""
    bots = cell.setting.bots
    found: dict[str, list[float]] = {name: [] for name in sorted(set(bots), key=ranked)}
    for game in finished:
        for seat, share in enumerate(game.shares):
            found[bots[game.seats[seat]]].append(share)
    return found


def _endings(finished: Sequence[Played]) -> Iterable[Ending]:
    for sentence, count in Counter(game.ending for game in finished).most_common():
        ended = [game for game in finished if game.ending == sentence]
        seats = tuple(mean([game.shares[seat] for game in ended]) for seat in range(len(ended[0].shares)))
        share = estimate_share([float(game.ending == sentence) for game in finished])
        won = mean([float(bool(game.winners)) for game in ended])
        last = estimate_share([game.shares[game.last] for game in ended if game.last >= 0])
        yield Ending(sentence, count, share, won, seats, last)


def _stakes(probes: Sequence[PlayedProbe]) -> Iterable[Stakes]:
    for third, part in enumerate(("beginning", "middle", "end")):
        there = [probe for probe in probes if third <= probe.at * 3 < third + 1]
        if there:
            own, others = (mean([getattr(one, name) for one in there]) for name in ("spread", "others"))
            many, tried, good = (mean([getattr(one, name) for one in there]) for name in ("options", "tried", "good"))
            matter = estimate_share([float(one.good < one.tried) for one in there])
            yield Stakes(part, sqrt(max(0.0, own)), sqrt(max(0.0, others)), len(there), many, tried, good, matter)


def _kingmaking(finished: Sequence[Played], players: int) -> Estimate | None:
    """How far players who can hardly win any more decide who does: what their moves do to the others."""
    if players < 3:
        return None
    hopeless = [probe for game in finished for probe in game.probes if probe.value <= 0.5 / players]
    if len(hopeless) < 2:
        return None
    return estimate([one.others for one in hopeless])


def share(value: float) -> str:
    """A part of something."""
    return f"{value:.1%}"


def number(value: float) -> str:
    """A plain number."""
    return f"{value:,.1f}" if abs(value) >= 10 else f"{value:.2f}"


def told(value: float, unit: Unit | str) -> str:
    """A figure in its unit."""
    return number(value) if unit == "number" else share(value)


def p_value(p: float) -> str:
    """How likely so much is by luck."""
    return "below 0.001" if p < 0.001 else f"{p:.3f}" if p < ERROR else f"{p:.2f}"


#: What is a different question at another table, and what a fair part of the wins makes different anyway.
_LEFT_OUT: Final = ("first-player", "last-player", "last-move", "won", "finished")


@dataclass(frozen=True, slots=True)
class ByPlayers:
    """One measure with each number of players, among the same bots; `sure`: it is not the same with the fewest and with
    the most (`corrected` is the p of Welch's test, corrected for all measures)."""

    measure: str
    title: str
    unit: str
    bots: str
    found: dict[int, Estimate]
    corrected: float
    sure: bool


def by_players(cells: Sequence[Games], *, together: bool) -> tuple[ByPlayers, ...]:
    """For the weakest bots that played at more than one table."""
    tables = _same_bots(cells)
    if len(tables) < 2:
        return ()
    fewest, most = tables[min(tables)], tables[max(tables)]
    left_out = {*_LEFT_OUT, "draws"} - {"won"} if together else _LEFT_OUT
    about = [one for one in METRICS if one.name not in left_out]
    about = [one for one in about if _values(one, fewest) and _values(one, most)]
    corrected = holm([welch(_values(one, fewest), _values(one, most)).p for one in about])
    return tuple(
        ByPlayers(
            measure=one.name,
            title=one.title,
            unit=one.unit,
            bots=fewest[0].bots,
            found={players: told.found for players, games in tables.items() if (told := measured(one, games[1]))},
            corrected=p,
            sure=p < ERROR,
        )
        for one, p in zip(about, corrected, strict=True)
    )


def _same_bots(cells: Sequence[Games]) -> dict[int, Games]:
    by_bots: dict[str, dict[int, Games]] = {}
    for games in cells:
        bots = set(games[0].setting.bots)
        if len(bots) == 1 and games[1]:
            by_bots.setdefault(next(iter(bots)), {})[games[0].setting.players] = games
    several = [name for name, tables in by_bots.items() if len(tables) > 1]
    return by_bots[min(several, key=ranked)] if several else {}


def _values(one: Metric, games: Games) -> list[float]:
    return list(values(one, games[1]).values())

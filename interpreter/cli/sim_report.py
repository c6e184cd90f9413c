"""What many games say: figures, as a record for programs, as text, and as a page with plots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from interpreter.experiments.played import Played
from interpreter.statistics.intervals import mean, mean_interval, middle, share_interval, wilson
from rulelang.cli.showing import counted
from rulelang.tuning.fast_dataclass import dataclass

#: What only the plots need: one entry for every game.
ONLY_DRAWN = ("lengths", "scores")


@dataclass(frozen=True, slots=True)
class SeatReport:
    """One seat: its part of all wins with the interval it lies in, the part of the games it won alone with its own, and
    its scores (if the game has any): the mean, the interval it lies in, the lowest and the highest."""

    share: float
    low: float
    high: float
    alone: float
    alone_interval: tuple[float, float]
    score_mean: float | None
    score_interval: tuple[float, float] | None
    score_lowest: int | None
    score_highest: int | None


@dataclass(frozen=True, slots=True)
class GateReport:
    """One expectation: `met`, `missed` or `inconclusive`."""

    expected: str
    outcome: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SimReport:
    """Everything about a simulation. All figures but the speed depend on rulebook, settings and seed only.

    Intervals hold the true figure 95 of 100 times if the number of games was decided before; those of `expected` hold
    it however often one looks. There is none for a mean of fewer than two games. How games ended, and which options
    were taken, is known of the first `watched` games. `shared` is the part of the finished games that nobody won alone;
    `together` that of games won, where all win or lose together. `faults` are the rulebook's, `failures` those of bots;
    `stopped` games went on for too many moves.
    """

    title: str
    players: int
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    games: int
    finished: int
    moves_mean: float
    moves_interval: tuple[float, float] | None
    moves_shortest: int
    moves_median: float
    moves_longest: int
    ends: dict[str, int]
    wins: dict[str, float]
    shared: float
    together: float | None
    seats: dict[str, SeatReport]
    options: dict[str, int]
    options_never: tuple[str, ...]
    watched: int
    faults: dict[str, int]
    first_fault: int | None
    stopped: int
    first_stopped: int | None
    failures: dict[str, int]
    expected: tuple[GateReport, ...]
    moves_per_second: float
    lengths: tuple[int, ...] = ()
    scores: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class About:
    """What was simulated."""

    title: str
    seats: tuple[str, ...]
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    options: Sequence[str]
    watched: int
    together: bool = False


def report(about: About, played: Sequence[Played], gates: tuple[GateReport, ...]) -> SimReport:
    """Add up games, in the order of their numbers."""
    finished = [game for game in played if game.is_finished]
    stopped = [game.number for game in played if not (game.is_finished or game.fault or game.failure)]
    lengths = [game.moves for game in finished]
    used: Counter[str] = Counter()
    for game in played:
        if game.options:
            used.update(game.options)
    seconds = sum(game.seconds for game in played)
    seats = {name: _seat(number, finished) for number, name in enumerate(about.seats)}
    return SimReport(
        title=about.title,
        players=len(about.seats),
        variants=about.variants,
        bots=about.bots,
        seed=about.seed,
        games=len(played),
        finished=len(finished),
        moves_mean=round(mean(lengths), 4),
        moves_interval=_interval(lengths),
        moves_shortest=min(lengths, default=0),
        moves_median=middle(lengths),
        moves_longest=max(lengths, default=0),
        ends=_counted(game.ending for game in finished if game.ending),
        wins={name: seat.share for name, seat in seats.items()},
        shared=round(mean([float(len(game.winners) != 1) for game in finished]), 6),
        together=round(mean([float(bool(game.winners)) for game in finished]), 6) if about.together else None,
        seats=seats,
        options={name: used[name] for name in sorted(used, key=lambda name: (-used[name], name))},
        options_never=tuple(name for name in about.options if about.watched and not used[name]),
        watched=about.watched,
        faults=_counted(game.fault for game in played if game.fault),
        first_fault=min((game.number for game in played if game.fault), default=None),
        stopped=len(stopped),
        first_stopped=min(stopped, default=None),
        failures=_counted(game.failure for game in played if game.failure),
        expected=gates,
        moves_per_second=round(sum(game.moves for game in played) / seconds, 1) if seconds else 0.0,
        lengths=tuple(lengths),
        scores=tuple(game.scores for game in finished if game.scores),
    )


def record(found: SimReport) -> dict[str, Any]:
    """For programs."""
    return {name: value for name, value in asdict(found).items() if name not in ONLY_DRAWN}


def text(found: SimReport) -> str:
    """For people."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: SimReport) -> Iterator[str]:
    variants = f", {', '.join(found.variants)}" if found.variants else ""
    table = f"{found.title}, {counted(found.players, 'player')}{variants}"
    yield f"{table}: {found.finished} of {found.games} games came to an end"
    yield f"bots: {', '.join(found.bots)}; seed {found.seed}"
    yield ""
    yield from _wins(found)
    yield ""
    if any(seat.score_mean is not None for seat in found.seats.values()):
        yield "scores                    mean   95 of 100 times between"
        yield from (_score_line(name, seat) for name, seat in found.seats.items())
        yield ""
    between = "   between {:.1f} and {:.1f}".format(*found.moves_interval) if found.moves_interval else ""
    yield f"moves                {found.moves_mean:>9.1f}{between}"
    yield (
        f"  half of the games at most {found.moves_median:g}, all from {found.moves_shortest} to {found.moves_longest}"
    )
    if found.watched:
        seen = in_watched(found)
        yield from _counts(f"how the games ended{seen}", found.ends)
        yield from _counts(f"options taken{seen}", found.options)
    if found.options_never:
        yield f"  never: {', '.join(found.options_never)}"
    if found.faults:
        yield from _counts("faults of the rulebook", found.faults)
        yield f"  the first in game {found.first_fault}: `--game {found.first_fault}` tells it"
    if found.stopped:
        yield f"\nwent on for so long that they were stopped\n  {found.stopped:>7}  {told_stopped(found)}"
    if found.failures:
        yield from _counts("failures of bots", found.failures)
    for gate in found.expected:
        yield f"\nexpected {gate.expected}: {gate.outcome} (between {gate.low:.4g} and {gate.high:.4g})"
    yield f"\n{found.moves_per_second:,.0f} moves per second"


def told_stopped(found: SimReport) -> str:
    """Where to look for why games do not end."""
    return f"the first is game {found.first_stopped}: `--game {found.first_stopped}` tells it"


def in_watched(found: SimReport) -> str:
    """Of how many games endings and options are told, if not of all."""
    return f", in the first {found.watched} games" if found.watched < found.games else ""


def _wins(found: SimReport) -> Iterator[str]:
    if found.together is not None:
        low, high = wilson(round(found.together * found.finished), found.finished)
        yield f"won together           {found.together:>7.1%}   95 of 100 times between {low:.1%} and {high:.1%}"
        return
    yield "wins                     share   95 of 100 times between"
    for name, seat in found.seats.items():
        yield f"  {name:<20} {seat.share:>7.1%}   {seat.low:.1%} and {seat.high:.1%}"
    if found.shared:
        yield f"  {'not won alone':<20} {found.shared:>7.1%}"


def _counts(title: str, counts: dict[str, int]) -> Iterator[str]:
    yield f"\n{title}"
    yield from (f"  {count:>7}  {name}" for name, count in counts.items())


def _score_line(name: str, seat: SeatReport) -> str:
    interval = "{:.1f} and {:.1f}".format(*seat.score_interval) if seat.score_interval else "-"
    return f"  {name:<20} {seat.score_mean or 0:>7.1f}   {interval}, from {seat.score_lowest} to {seat.score_highest}"


def _seat(number: int, finished: Sequence[Played]) -> SeatReport:
    shares = [game.shares[number] for game in finished]
    low, high = share_interval(shares)
    alone = sum(game.winners == (number,) for game in finished)
    alone_low, alone_high = wilson(alone, len(finished))
    scores = [game.scores[number] for game in finished if game.scores]
    return SeatReport(
        share=round(mean(shares), 6),
        low=round(low, 6),
        high=round(high, 6),
        alone=round(alone / len(finished), 6) if finished else 0.0,
        alone_interval=(round(alone_low, 6), round(alone_high, 6)),
        score_mean=round(mean(scores), 4) if scores else None,
        score_interval=_interval(scores),
        score_lowest=min(scores, default=None),
        score_highest=max(scores, default=None),
    )


def _interval(values: Sequence[int]) -> tuple[float, float] | None:
    """In which the mean lies; none for fewer than two values."""
    if len(values) < 2:
        return None
    low, high = mean_interval(values)
    return round(low, 4), round(high, 4)


def _counted(words: Iterator[str] | Any) -> dict[str, int]:
    counts = Counter(words)
    return {name: counts[name] for name in sorted(counts, key=lambda name: (-counts[name], name))}

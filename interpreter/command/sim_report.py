"""What many games say: figures, as a record for programs, as text, and as a page with plots."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from html import escape
from typing import Any

from interpreter.command.plots import bars, histogram, page
from interpreter.command.simulation import Played
from interpreter.command.statistics import mean, quantile, wilson


@dataclass(frozen=True, slots=True)
class SeatReport:
    """One seat: its part of all wins with the interval it lies in, and its mean score (if the game has scores)."""

    share: float
    low: float
    high: float
    score_mean: float | None


@dataclass(frozen=True, slots=True)
class GateReport:
    """One expectation: `met`, `missed` or `inconclusive`."""

    expected: str
    outcome: str
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class SimReport:
    """Everything about a simulation. All figures but the speed depend on rulebook, settings and seed only."""

    title: str
    players: int
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    games: int
    finished: int
    moves_mean: float
    moves_shortest: int
    moves_median: int
    moves_longest: int
    ends: dict[str, int]
    wins: dict[str, float]
    seats: dict[str, SeatReport]
    options: dict[str, int]
    options_never: tuple[str, ...]
    faults: dict[str, int]
    expected: tuple[GateReport, ...]
    moves_per_second: float
    lengths: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """What was simulated."""

    title: str
    seats: tuple[str, ...]
    variants: tuple[str, ...]
    bots: tuple[str, ...]
    seed: int
    options: Sequence[str]


def report(setting: Setting, played: Sequence[Played], gates: tuple[GateReport, ...]) -> SimReport:
    """Add up games, in the order of their numbers."""
    finished = [game for game in played if game.ending]
    lengths = [game.moves for game in finished]
    used: Counter[str] = Counter()
    for game in played:
        used.update(game.options)
    seconds = sum(game.seconds for game in played)
    seats = {name: _seat(number, finished) for number, name in enumerate(setting.seats)}
    return SimReport(
        title=setting.title,
        players=len(setting.seats),
        variants=setting.variants,
        bots=setting.bots,
        seed=setting.seed,
        games=len(played),
        finished=len(finished),
        moves_mean=round(mean(lengths), 4),
        moves_shortest=min(lengths, default=0),
        moves_median=quantile(lengths, 0.5),
        moves_longest=max(lengths, default=0),
        ends=_counted(game.ending for game in finished),
        wins={name: seat.share for name, seat in seats.items()},
        seats=seats,
        options={name: used[name] for name in sorted(used, key=lambda name: (-used[name], name))},
        options_never=tuple(name for name in setting.options if not used[name]),
        faults=_counted(game.fault for game in played if game.fault),
        expected=gates,
        moves_per_second=round(sum(game.moves for game in played) / seconds, 1) if seconds else 0.0,
        lengths=tuple(lengths),
    )


def json_text(found: SimReport) -> str:
    """For programs; its shape is `sim_schema()`."""
    record = asdict(found)
    del record["lengths"]
    return json.dumps(record, indent=2, ensure_ascii=False) + "\n"


def sim_schema() -> dict[str, Any]:
    """The JSON Schema of `rulelang sim --format json`."""
    from pydantic import TypeAdapter

    schema = TypeAdapter(SimReport).json_schema(mode="serialization")
    del schema["properties"]["lengths"]
    schema["required"] = [name for name in schema["required"] if name != "lengths"]
    return schema


def text(found: SimReport) -> str:
    """For people."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: SimReport) -> Iterator[str]:
    variants = f", {', '.join(found.variants)}" if found.variants else ""
    yield f"{found.title}, {found.players} players{variants}: {found.finished} of {found.games} games came to an end"
    yield f"bots: {', '.join(found.bots)}; seed {found.seed}"
    yield ""
    yield "wins                     share   95 of 100 times between"
    for name, seat in found.seats.items():
        score = f"   mean score {seat.score_mean:.1f}" if seat.score_mean is not None else ""
        yield f"  {name:<20} {seat.share:>7.1%}   {seat.low:.1%} and {seat.high:.1%}{score}"
    yield ""
    yield (
        f"moves                  mean {found.moves_mean:.1f}, half of the games at most {found.moves_median}, "
        f"from {found.moves_shortest} to {found.moves_longest}"
    )
    yield ""
    yield "how the games ended"
    yield from (f"  {count:>7}  {name}" for name, count in found.ends.items())
    yield ""
    yield "options taken"
    yield from (f"  {count:>7}  {name}" for name, count in found.options.items())
    if found.options_never:
        yield f"  never: {', '.join(found.options_never)}"
    if found.faults:
        yield "\nfaults of the rulebook"
        yield from (f"  {count:>7}  {name}" for name, count in found.faults.items())
    for gate in found.expected:
        yield f"\nexpected {gate.expected}: {gate.outcome} (between {gate.low:.4g} and {gate.high:.4g})"
    yield f"\n{found.moves_per_second:,.0f} moves per second"


def html(found: SimReport) -> str:
    """A page for people, with plots; one file without anything from elsewhere."""
    wins = [(name, seat.share, seat.low, seat.high) for name, seat in found.seats.items()]
    ended = f"{found.finished} of {found.games} games came to an end"
    spread = f"from {found.moves_shortest} to {found.moves_longest}"
    parts = [
        f"<p>{ended}. Bots: {escape(', '.join(found.bots))}. Seed {found.seed}.</p>",
        "<h2>Wins</h2><p>Share of all wins; the line shows where the true share lies, 95 of 100 times.</p>",
        bars(wins),
        f"<h2>Length</h2><p>{found.moves_mean:.1f} moves on average, {spread}.</p>",
        histogram(found.lengths),
        "<h2>How the games ended</h2>",
        _table(found.ends),
        "<h2>Options taken</h2>",
        _table(found.options),
    ]
    if found.options_never:
        parts.append(f"<p>Never taken: {escape(', '.join(found.options_never))}.</p>")
    if found.faults:
        parts += ["<h2>Faults of the rulebook</h2>", _table(found.faults)]
    for gate in found.expected:
        parts.append(f"<p>Expected {escape(gate.expected)}: <strong>{gate.outcome}</strong></p>")
    return page(f"{found.title}, {found.players} players", parts)


def _table(counts: dict[str, int]) -> str:
    rows = "".join(f"<tr><td class=number>{count}</td><td>{escape(name)}</td></tr>" for name, count in counts.items())
    return f"<table>{rows}</table>"


def _seat(number: int, finished: Sequence[Played]) -> SeatReport:
    won = sum(game.shares[number] for game in finished)
    low, high = wilson(won, len(finished))
    scores = [game.scores[number] for game in finished if game.scores]
    share = won / len(finished) if finished else 0.0
    return SeatReport(round(share, 6), round(low, 6), round(high, 6), round(mean(scores), 4) if scores else None)


def _counted(words: Iterator[str] | Any) -> dict[str, int]:
    counts = Counter(words)
    return {name: counts[name] for name in sorted(counts, key=lambda name: (-counts[name], name))}

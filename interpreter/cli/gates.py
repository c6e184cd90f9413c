"""Expectations that fail a build: `first-player 45%..55%`, `Ann 40%..60%`, `length 10..40`, `finished 100%..100%`; of
experiments for every cell as printed, and on what a change of the rules does: `change of first-player -3%..3%`.

They are judged by intervals that hold however often one looks: who plays more games because there was no answer yet,
and looks again, is not told of a miss that is none more than in 5 of 100 cases, all looks together."""

from __future__ import annotations

from collections.abc import Sequence

import click

from interpreter.cli.sim_report import GateReport
from interpreter.experiments.cells import ExperimentCell
from interpreter.experiments.compare import Games
from interpreter.experiments.played import Played
from interpreter.experiments.ranges import CHANGE, EXPECTATION, Range, RangeUse, read_range
from interpreter.experiments.work import game_of
from interpreter.statistics.intervals import Interval
from interpreter.statistics.sequences import mean_sequence


def read_gate(text: str, seats: Sequence[str], use: RangeUse = EXPECTATION) -> Range:
    """An expectation from the command line."""
    found = read_range(text, seats, use)
    if isinstance(found, str):
        raise click.UsageError(found)
    return found


def check_gate(gate: Range, played: Sequence[Played]) -> GateReport:
    """Compare the interval of the figure with the range."""
    return judged(gate, gate.figure.bounds(played))


def judged(gate: Range, found: Interval) -> GateReport:
    """`met` if the whole interval lies in the range, `missed` if none of it does, else more games are needed."""
    low, high = found
    if gate.low <= low and high <= gate.high:
        outcome = "met"
    else:
        outcome = "missed" if high < gate.low or low > gate.high else "inconclusive"
    return GateReport(gate.written, outcome, round(low, 6), round(high, 6))


def ensure_readable(expected: Sequence[str], cells: Sequence[ExperimentCell], compares: bool) -> None:
    """What is wrong with an expectation is told before hours of games are played for it."""
    for written in expected:
        use = _use(written)
        if use.is_change and not compares:
            raise click.UsageError(f"`{written}` needs something to compare with: --against or --compare.")
        for cell in cells:
            read_gate(written, game_of(cell.setting).players, use)


def check(expected: Sequence[str], cells: Sequence[Games], pairs: Sequence[tuple[Games, Games]]) -> list[GateReport]:
    """Every expectation on every cell it is about."""
    reports = []
    for written in expected:
        use = _use(written)
        about = pairs if use.is_change else [(one, one) for one in cells if not one[0].setting.changes]
        for (cell, before), (_, after) in about:
            gate = read_gate(written, game_of(cell.setting).players, use)
            found = _check_change(gate, before, after) if use.is_change else check_gate(gate, before)
            reports.append(GateReport(f"{found.expected} ({cell.name})", found.outcome, found.low, found.high))
    return reports


def _use(written: str) -> RangeUse:
    return CHANGE if written.strip().startswith(CHANGE.before) else EXPECTATION


def _check_change(gate: Range, before: Sequence[Played], after: Sequence[Played]) -> GateReport:
    """Game by game of the same number."""
    first, second = ({game.number: game for game in games if game.is_finished} for games in (before, after))
    common = sorted(first.keys() & second.keys())
    olds, news = (gate.figure.values([games[number] for number in common]) for games in (first, second))
    return judged(gate, mean_sequence([new - old for old, new in zip(olds, news, strict=True)]))

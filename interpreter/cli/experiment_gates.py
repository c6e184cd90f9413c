"""Expectations on experiments: those of `rulelang sim`, for every cell as printed, and on what a change of the rules
does: `change of first-player -3%..3%`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from interpreter.cli.gates import Gate, check_gate, judged, read_gate
from interpreter.cli.sim_report import GateReport
from interpreter.experiments.compare import Games
from interpreter.experiments.figures import figure
from interpreter.experiments.played import Played
from interpreter.experiments.work import game_of
from interpreter.statistics.sequences import mean_sequence

_CHANGE = re.compile(
    r"\s*change of (?P<what>.+?)\s+(?P<low>-?[\d.]+)(?P<percent>%?)\s*\.\.\s*(?P<high>-?[\d.]+)(?P<also>%?)\s*"
)


def check(expected: Sequence[str], cells: Sequence[Games], pairs: Sequence[tuple[Games, Games]]) -> list[GateReport]:
    """Every expectation on every cell it is about."""
    reports = []
    for written in expected:
        if not written.strip().startswith("change of "):
            for cell, played in cells:
                if not cell.setting.changes:
                    found = check_gate(read_gate(written, game_of(cell.setting).players), played)
                    reports.append(_told(found, cell.name))
            continue
        if not pairs:
            raise click.UsageError(f"`{written}` needs something to compare with: --against or --compare.")
        for (cell, before), (_, after) in pairs:
            gate = _read(written, game_of(cell.setting).players)
            reports.append(_told(_check(gate, before, after), cell.name))
    return reports


def _told(found: GateReport, cell: str) -> GateReport:
    return GateReport(f"{found.expected} ({cell})", found.outcome, found.low, found.high)


def _read(text: str, seats: Sequence[str]) -> Gate:
    """By how much a figure may change."""
    found = _CHANGE.fullmatch(text)
    about = figure(found["what"], seats) if found is not None else None
    if found is None or about is None:
        raise click.UsageError(
            f"I do not understand the expectation `{text}`. Write for example `change of first-player -3%..3%` or "
            "`change of length -5..5`."
        )
    percent = bool(found["percent"] or found["also"])
    if about.is_share != percent:
        raise click.UsageError(f"`{text}`: a share changes by percents, as in `-3%..3%`, a length by moves.")
    low, high = (float(found[name]) / (100 if percent else 1) for name in ("low", "high"))
    if low > high:
        raise click.UsageError(f"Nothing lies in the range of `{text}`: the lower number comes first.")
    return Gate(text, about, low, high)


def _check(gate: Gate, before: Sequence[Played], after: Sequence[Played]) -> GateReport:
    """Game by game of the same number."""
    first, second = ({game.number: game for game in games if game.is_finished} for games in (before, after))
    common = sorted(first.keys() & second.keys())
    olds, news = (gate.figure.values([games[number] for number in common]) for games in (first, second))
    return judged(gate, mean_sequence([new - old for old, new in zip(olds, news, strict=True)]))

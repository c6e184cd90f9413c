"""Expectations that fail a build: `first-player 45%..55%`, `Ann 40%..60%`, `length 10..40`, `finished 100%..100%`.

They are judged by intervals that hold however often one looks: who plays more games because there was no answer yet,
and looks again, is not told of a miss that is none more than in 5 of 100 cases, all looks together."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from interpreter.cli.sim_report import GateReport
from interpreter.experiments.figures import Figure, figure
from interpreter.experiments.played import Played
from interpreter.statistics.intervals import Interval
from rulelang.tuning.fast_dataclass import dataclass

_FORM = re.compile(r"\s*(?P<what>.+?)\s+(?P<low>[\d.]+)(?P<percent>%?)\s*\.\.\s*(?P<high>[\d.]+)(?P<also>%?)\s*")


@dataclass(frozen=True, slots=True)
class Gate:
    """A figure and the range it must lie in."""

    written: str
    figure: Figure
    low: float
    high: float


def read_gate(text: str, seats: Sequence[str]) -> Gate:
    """An expectation from the command line."""
    found = _FORM.fullmatch(text)
    about = figure(found["what"], seats) if found is not None else None
    if found is None or about is None:
        raise click.UsageError(
            f"I do not understand the expectation `{text}`. Write for example `first-player 45%..55%`, "
            f"`{seats[0]} 45%..55%`, `length 10..40`, `draws 0%..20%` or `finished 100%..100%`."
        )
    percent = bool(found["percent"] or found["also"])
    try:
        low, high = float(found["low"].rstrip(".")), float(found["high"])
    except ValueError as error:
        raise click.UsageError(f"`{text}` does not name two numbers.") from error
    if low > high:
        raise click.UsageError(f"Nothing lies in the range of `{text}`: the lower number comes first.")
    if not about.is_share and percent:
        raise click.UsageError(f"A length is a number of moves, not a share: `length {low:g}..{high:g}`.")
    if about.is_share and (not percent or high > 100):
        raise click.UsageError(f"`{text}` is a share, from 0% to 100%: write it like `{found['what']} 45%..55%`.")
    scale = 100 if percent else 1
    return Gate(text, about, low / scale, high / scale)


def check_gate(gate: Gate, played: Sequence[Played]) -> GateReport:
    """Compare the interval of the figure with the range."""
    return judged(gate, gate.figure.bounds(played))


def judged(gate: Gate, found: Interval) -> GateReport:
    """`met` if the whole interval lies in the range, `missed` if none of it does, else more games are needed."""
    low, high = found
    if gate.low <= low and high <= gate.high:
        outcome = "met"
    else:
        outcome = "missed" if high < gate.low or low > gate.high else "inconclusive"
    return GateReport(gate.written, outcome, round(low, 6), round(high, 6))

"""Expectations that fail a build: `first-player 45%..55%`, `Ann 40%..60%`, `length 10..40`, `finished 100%..100%`."""

from __future__ import annotations

import re
from collections.abc import Sequence

import click

from interpreter.cli.sim_report import GateReport
from interpreter.cli.simulation import Played
from interpreter.cli.statistics import mean_interval, wilson
from rulelang.tuning.fast_dataclass import dataclass

_FORM = re.compile(r"\s*(?P<what>.+?)\s+(?P<low>[\d.]+)(?P<percent>%?)\s*\.\.\s*(?P<high>[\d.]+)(?P<also>%?)\s*")


@dataclass(frozen=True, slots=True)
class Gate:
    """A figure and the range it must lie in."""

    written: str
    what: str
    low: float
    high: float


def read_gate(text: str, seats: Sequence[str]) -> Gate:
    """An expectation from the command line."""
    found = _FORM.fullmatch(text)
    names = {"first-player", "last-player", "length", "finished", "draws", *(seat.casefold() for seat in seats)}
    if found is None or found["what"].casefold() not in names:
        raise click.UsageError(
            f"I do not understand the expectation `{text}`. Write for example `first-player 45%..55%`, "
            f"`{seats[0]} 45%..55%`, `length 10..40`, `draws 0%..20%` or `finished 100%..100%`."
        )
    what, percent = found["what"].casefold(), bool(found["percent"] or found["also"])
    try:
        low, high = float(found["low"].rstrip(".")), float(found["high"])
    except ValueError as error:
        raise click.UsageError(f"`{text}` does not name two numbers.") from error
    if low > high:
        raise click.UsageError(f"Nothing lies in the range of `{text}`: the lower number comes first.")
    if what == "length" and percent:
        raise click.UsageError(f"A length is a number of moves, not a share: `length {low:g}..{high:g}`.")
    if what != "length" and (not percent or high > 100):
        raise click.UsageError(f"`{text}` is a share, from 0% to 100%: write it like `{found['what']} 45%..55%`.")
    scale = 100 if percent else 1
    return Gate(text, what, low / scale, high / scale)


def check_gate(gate: Gate, seats: Sequence[str], played: Sequence[Played]) -> GateReport:
    """Compare the interval of the figure with the range."""
    low, high = _interval(gate, seats, played)
    return GateReport(gate.written, judge(gate.low, gate.high, low, high), round(low, 6), round(high, 6))


def _interval(gate: Gate, seats: Sequence[str], played: Sequence[Played]) -> tuple[float, float]:
    finished = [game for game in played if game.ending]
    if gate.what == "length":
        return mean_interval([game.moves for game in finished])
    if gate.what == "finished":
        # Not a sample of anything: a single game that does not end is a game that does not end.
        share = len(finished) / len(played) if played else 0.0
        return share, share
    if gate.what == "draws":
        return wilson(sum(max(game.shares) < 1 for game in finished), len(finished))
    names = [seat.casefold() for seat in seats]
    seat = {"first-player": 0, "last-player": len(seats) - 1}.get(gate.what)
    number = names.index(gate.what) if seat is None else seat
    return wilson(sum(game.shares[number] for game in finished), len(finished))


def judge(wanted_low: float, wanted_high: float, low: float, high: float) -> str:
    """`met` if the whole interval lies in the range, `missed` if none of it does, else more games are needed."""
    if wanted_low <= low and high <= wanted_high:
        return "met"
    return "missed" if high < wanted_low or low > wanted_high else "inconclusive"

"""One run: all figures, and the ratios to the generated code, for people and for programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from .figures import Figure
from .own import GENERATED

#: The name of the ratio between games per second and a million rounds of the calibration per second.
MACHINE = "the machine"


@dataclass(frozen=True, slots=True)
class Row:
    """One game: what was measured, at which calibration, and what engines recorded earlier would do."""

    game: str
    figures: tuple[Figure, ...]
    calibration: float
    recorded: Mapping[str, float] = field(default_factory=dict)

    @property
    def ours(self) -> float:
        """Games per second of the generated code."""
        return next(figure.playouts_per_second for figure in self.figures if figure.way == GENERATED)

    def ratios(self) -> dict[str, float]:
        """How many times as fast as each other way the generated code is."""
        measured = {f.way: self.ours / f.playouts_per_second for f in self.figures if f.way != GENERATED}
        return {**measured, MACHINE: self.ours / self.calibration}


def times(ratio: float) -> str:
    """A ratio with two digits that matter."""
    digits = 0 if ratio >= 10 else 1 if ratio >= 1 else 2 if ratio >= 0.1 else 4
    return f"{ratio:,.{digits}f}x"


HEADING = f"{'game':<20}{'for':>3}  {'played by':<52}{'playouts/s':>12}{'moves/s':>14}{'generated is':>14}"


def lines(row: Row) -> Iterable[str]:
    """A line for each way of playing, then for each recorded engine: of those only the ratio."""
    ratios = row.ratios()
    for figure in row.figures:
        ratio = "" if figure.way == GENERATED else times(ratios[figure.way])
        yield (
            f"{figure.game:<20}{figure.players:>3}  {figure.way:<52}"
            f"{figure.playouts_per_second:>12,.1f}{figure.moves_per_second:>14,.0f}{ratio:>14}"
        )
    for engine, rate in row.recorded.items():
        yield f"{row.game:<20}{'':>3}  {engine + ' (recorded)':<52}{'':>12}{'':>14}{times(row.ours / rate):>14}"


def as_json(rows: Iterable[Row], machine: Mapping[str, Any]) -> dict[str, Any]:
    """Everything, ready to be written to a file."""
    games = {}
    for row in rows:
        games[row.game] = {
            "calibration": round(row.calibration, 2),
            "figures": [asdict(figure) for figure in row.figures],
            "ratios": {way: float(f"{ratio:.4g}") for way, ratio in row.ratios().items()},
            "recorded ratios": {way: float(f"{row.ours / rate:.4g}") for way, rate in row.recorded.items()},
        }
    return {"machine": dict(machine), "games": games}

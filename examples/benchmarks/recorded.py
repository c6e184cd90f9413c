"""Figures of engines that are not installed here, measured once. They are scaled by the calibration of both moments;
only their ratio to ours is of any use, and a rough one: another machine, another day."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

FILE = Path(__file__).with_name("recorded.json")


@dataclass(frozen=True, slots=True)
class Recorded:
    """What was measured on that day: whole games in a second by game and engine, at so many million rounds."""

    measured: str
    calibration: float
    playouts_per_second: Mapping[str, Mapping[str, float]]

    def expected(self, game: str, calibration: float, measured_now: Collection[str]) -> dict[str, float]:
        """What the engines that were not measured now would do on a machine of this calibration."""
        engines = self.playouts_per_second.get(game, {})
        scale = calibration / self.calibration
        return {engine: rate * scale for engine, rate in engines.items() if engine not in measured_now}


def recorded() -> Recorded:
    """The committed figures."""
    return Recorded(**json.loads(FILE.read_text(encoding="utf-8")))

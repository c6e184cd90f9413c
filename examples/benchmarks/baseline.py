"""Has a ratio changed since the run that was committed?"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .report import times

FILE = Path(__file__).with_name("baseline.json")

#: A ratio that has changed by no more than this part is as it was.
ALLOWED = 0.15

#: Of all ratios only these are held to: the reference may get slower, that is no loss.
IGNORED = frozenset({"reference"})


@dataclass(frozen=True, slots=True)
class Change:
    """A ratio then and now."""

    game: str
    way: str
    then: float
    now: float

    @property
    def part(self) -> float:
        """By how much it has changed: 0.2 is a fifth faster, -0.2 a fifth slower."""
        return self.now / self.then - 1

    def __str__(self) -> str:
        return f"{self.game:<20}{self.way:<26}{times(self.then):>12}{times(self.now):>12}{self.part:>+9.0%}"


HEADING = f"{'game':<20}{'generated against':<26}{'then':>12}{'now':>12}{'change':>9}"


def changes(then: Mapping[str, Any], now: Mapping[str, Any], allowed: float = ALLOWED) -> list[Change]:
    """The ratios both runs have that differ by more than the allowed part. Both are reports as written to a file."""
    found = []
    for game, before in then["games"].items():
        ratios = now["games"].get(game, {}).get("ratios", {})
        for way, ratio in before["ratios"].items():
            if way in ratios and way not in IGNORED:
                change = Change(game, way, ratio, ratios[way])
                # A fall of 15% is as far as the rise that makes up for it: both are measured from the greater ratio.
                if max(change.now, change.then) * (1 - allowed) > min(change.now, change.then):
                    found.append(change)
    return found


def committed() -> dict[str, Any]:
    """The baseline in the repository."""
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def commit(report: Mapping[str, Any]) -> None:
    """Make this run the baseline: only the ratios, which is all that can be compared."""
    kept = {game: {"ratios": found["ratios"]} for game, found in report["games"].items()}
    text = json.dumps({"machine": report["machine"], "games": kept}, indent=2)
    FILE.write_text(text + "\n", encoding="utf-8")

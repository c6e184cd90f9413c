"""The command line of the benchmark."""

from __future__ import annotations

import argparse
import json
import os
import platform
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from interpreter import load

from . import anchors, baseline, generation, language, openspiel, others, own, report, tuned, usage
from .figures import Play, calibration, measure, over_and_over
from .limits import limits
from .recorded import Recorded, recorded


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print a table, write and compare as asked. 1 if a ratio has changed."""
    asked = _arguments(arguments)
    if asked.language:
        language.show()
        return 0
    if asked.generation:
        generation.show(own.rulebooks(asked.games))
        return 0
    if asked.usage:
        usage.show(own.rulebooks(asked.games), asked.seconds)
        return 0
    if asked.native:
        from . import native

        native.show(own.rulebooks(asked.games), asked.seconds)
        return 0
    machine = _machine()
    print(f"Python {machine['python']} on {machine['cores']} cores, {machine['processor']}")
    print(f"calibration {machine['calibration']:.1f} million rounds/s")
    for line in others.missing():
        print(line)
    earlier = recorded()
    print(
        f"(recorded): measured {earlier.measured} at calibration {earlier.calibration:.1f}, scaled by the calibration"
    )
    print(report.HEADING)
    rows = []
    for path in own.rulebooks(asked.games):
        rows.append(measure_game(path, asked.seconds, earlier))
        print("\n".join(report.lines(rows[-1])), flush=True)
        if path.parent.name == "rulebooks":
            print(f"{'':<25}{limits(load(path).game())}", flush=True)
    machine["calibration afterwards"] = round(calibration(), 2)
    print(f"calibration afterwards {machine['calibration afterwards']:.1f}")
    found = report.as_json(rows, machine)
    if asked.json:
        asked.json.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    if asked.save:
        baseline.commit(found)
    return _compare(found) if asked.compare else 0


def measure_game(path: Path, seconds: float, earlier: Recorded) -> report.Row:
    """Every way there is to play a game."""
    game, rulebook = path.stem, load(path)
    players = rulebook.players[0]
    ways: dict[str, Play] = own.ways(rulebook, players)
    if game in anchors.ANCHORS:
        ways["by hand"] = over_and_over(lambda random: anchors.playout(anchors.ANCHORS[game], random))
        ways["by hand, tuned"] = over_and_over(tuned.TUNED[game])
    ways |= openspiel.ways(game) | others.ways(game)
    before = calibration()
    figures = measure(game, players, ways, seconds)
    rounds = (before + calibration()) / 2
    return report.Row(game, tuple(figures), rounds, earlier.expected(game, rounds, ways.keys()))


def _compare(found: dict[str, Any]) -> int:
    changed = baseline.changes(baseline.committed(), found)
    if not changed:
        print(f"No ratio has changed by more than {baseline.ALLOWED:.0%} since the baseline.")
        return 0
    print(f"Changed by more than {baseline.ALLOWED:.0%} since the baseline:")
    print(baseline.HEADING)
    for change in changed:
        print(change)
    return 1


def _machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "processor": platform.processor() or platform.machine(),
        "cores": os.cpu_count() or 1,
        "calibration": round(calibration(), 2),
    }


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python examples/benchmark.py",
        description="Random games of every rulebook, beside the same games elsewhere in the same minute.",
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="for each way of playing each game [1]")
    parser.add_argument("--games", nargs="*", default=[], metavar="NAME", help="only these")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures here too")
    parser.add_argument("--compare", action="store_true", help="tell which ratios are not those of the baseline")
    parser.add_argument("--save", action="store_true", help="make this run the baseline")
    parser.add_argument("--language", action="store_true", help="measure reading and checking instead")
    parser.add_argument("--generation", action="store_true", help="measure how long generated Python is waited for")
    parser.add_argument("--usage", action="store_true", help="measure the ways games are used: listing, sessions")
    parser.add_argument("--native", action="store_true", help="measure the games as C: one by one, many at once")
    return parser.parse_args(arguments)

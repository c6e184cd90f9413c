"""Many made rulebooks: `python -m tests.language.generated --programs 100000 --first 0 --reduce failures`."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

from tests.language.generated.reduction import Nodes, reduced, written
from tests.language.generated.trial import Failure, Outcome, tried
from tests.language.generated.writer import Made, make


def main() -> int:
    """Try them one after the other; tell how many failed, and how."""
    parser = argparse.ArgumentParser(prog="python -m tests.language.generated", description=__doc__)
    parser.add_argument("--programs", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--games", type=int, default=3, help="games of each rulebook")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no new rulebook after so long")
    parser.add_argument("--reduce", type=Path, help="a folder for failing rulebooks, made as small as can be")
    asked = parser.parse_args()
    begun, counts, failures = time.monotonic(), Counter[str](), Counter[str]()
    for seed in range(asked.first, asked.first + asked.programs):
        if time.monotonic() - begun > asked.seconds:
            break
        made = make(seed)
        outcome = tried(made.text, made.other, asked.games)
        counts.update(_counted(outcome))
        if outcome.failure is not None:
            failures[str(outcome.failure)] += 1
            _say(f"{seed}: {outcome.failure}")
            if asked.reduce is not None and failures[str(outcome.failure)] <= 3:
                _keep(asked.reduce, made, outcome.failure, asked.games)
    _say(
        f"{counts['made']} made, {counts['valid']} without errors, {counts['sure']} of them without an open question, "
        f"{counts['games']} games, {sum(failures.values())} failed, {time.monotonic() - begun:.0f} s"
    )
    for text, count in failures.most_common():
        _say(f"{count:6} {text}")
    return 1 if failures else 0


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _counted(outcome: Outcome) -> dict[str, int]:
    return {"made": 1, "valid": outcome.valid, "sure": outcome.sure, "games": outcome.games}


def _keep(folder: Path, made: Made, failure: Failure, games: int) -> None:
    folder.mkdir(parents=True, exist_ok=True)

    def fails(nodes: Nodes) -> bool:
        return tried(written(nodes), written(nodes, other=True), games).failure == failure

    small = reduced(made.nodes, fails)
    name = f"{made.seed}_{failure.kind.replace(' ', '_')}"
    (folder / f"{name}.rules").write_text(written(small), encoding="utf-8")
    if written(small) != written(small, other=True):
        (folder / f"{name}_other.rules").write_text(written(small, other=True), encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())

"""Many made rulebooks: `python -m tests.language.generated --programs 100000 --first 0 --reduce failures`."""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

from tests.language.generated.failure import Failure
from tests.language.generated.pieces_of_text import Nodes, written
from tests.language.generated.reduction import reduced
from tests.language.generated.trial import Outcome, Plan, tried
from tests.language.generated.writer import Made, make

GIGABYTE = 1 << 30


def main() -> int:
    """Try them one after the other; tell how many failed, and how."""
    parser = argparse.ArgumentParser(prog="python -m tests.language.generated", description=__doc__)
    parser.add_argument("--programs", type=int, default=1_000)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--games", type=int, default=1, help="games of each rulebook")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="no new rulebook after so long")
    parser.add_argument("--native", type=int, default=400, help="one of so many is played in C, too; 0: none")
    parser.add_argument("--twice", type=int, default=6, help="one of so many is played by two executors; 1: all")
    parser.add_argument("--watched", type=int, default=16, help="of one of so many, saves and secrets are looked at")
    parser.add_argument("--reduce", type=Path, help="a folder for failing rulebooks, made as small as can be")
    asked = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_AS, (6 * GIGABYTE, 6 * GIGABYTE))
    begun, counts, failures = time.monotonic(), Counter[str](), Counter[str]()
    for seed in range(asked.first, asked.first + asked.programs):
        if time.monotonic() - begun > asked.seconds:
            break
        plan = plan_of(seed, asked.games, asked.native, asked.twice, asked.watched)
        made = make(seed)
        outcome = tried(made.text, made.other, plan)
        counts.update(_counted(outcome))
        if outcome.failure is not None:
            failures[str(outcome.failure)] += 1
            _say(f"{seed}: {outcome.failure}")
            if asked.reduce is not None and failures[str(outcome.failure)] <= 2:
                _keep(asked.reduce, made, outcome.failure, plan)
        if counts["made"] % 1000 == 0:
            _sum_up(counts, failures, begun)
    _sum_up(counts, failures, begun)
    for text, count in failures.most_common():
        _say(f"{count:6} {text}")
    for name in sorted(name for name in counts if name.startswith("RL")):
        _say(f"{name}: {counts[name]} questions, {counts['broke ' + name]} with a game that broke off")
    return 1 if failures else 0


def plan_of(seed: int, games: int, native: int, twice: int, watched: int) -> Plan:
    """What is asked of the rulebook of a seed. Making code for a rulebook takes longer than all the rest."""
    executors = (
        *(("native",) if native and seed % native == 0 else ()),
        *(("python",) if seed % twice == 0 else ()),
        "reference",
    )
    seen = bool(watched) and seed % watched == 0
    # What a player sees is worked out by the slowest way there is, several times for each move.
    return Plan(games, executors, seen, Plan.seconds * (4 if seen else 1))


def _sum_up(counts: Counter[str], failures: Counter[str], begun: float) -> None:
    _say(
        f"{counts['made']} made, {counts['valid']} without errors, {counts['sure']} of them without an open question, "
        f"{counts['games']} games, {sum(failures.values())} failed, {time.monotonic() - begun:.0f} s"
    )


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def _counted(outcome: Outcome) -> dict[str, int]:
    counted = {"made": 1, "valid": outcome.valid, "sure": outcome.sure, "games": outcome.games}
    for code in outcome.questions:
        counted[code] = 1
        counted["broke " + code] = outcome.broke
    return counted


def _keep(folder: Path, made: Made, failure: Failure, plan: Plan) -> None:
    folder.mkdir(parents=True, exist_ok=True)

    def fails(nodes: Nodes) -> bool:
        return tried(written(nodes), written(nodes, other=True), plan).failure == failure

    slow = failure.kind == "too slow"
    plan = replace(plan, seconds=4) if slow else plan
    small = reduced(made.nodes, fails, 30 if slow else 250)
    name = f"{failure.kind}_{made.seed}".replace(" ", "_").replace(":", "")
    (folder / f"{name}.rules").write_text(written(small), encoding="utf-8")
    if written(small) != written(small, other=True):
        (folder / f"{name}_other.rules").write_text(written(small, other=True), encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())

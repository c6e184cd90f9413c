"""Many random games, with a line of figures for each table: `python -m tests.random_play --games 1000 samurai`."""

from __future__ import annotations

import argparse
import sys
import time

from interpreter.engine.executor import Fault
from tests.random_play.tables import tables
from tests.random_play.untaken import untaken
from tests.random_play.watching import Seen, watch
from tests.rulebooks.library import NAMES


def main() -> int:
    """Play, print, and count the tables with something wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", metavar="RULEBOOK", help="only these")
    parser.add_argument("--games", type=int, default=1000, help="at each table")
    parser.add_argument("--listed", type=int, default=100, help="games in which the options taken are noted")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="at each table at most")
    asked = parser.parse_args()
    wrong = 0
    for table in tables(asked.names or NAMES):
        began, fault, seen = time.perf_counter(), "", None
        try:
            for so_far in watch(table.game(), range(asked.games), asked.listed):
                seen = so_far
                if time.perf_counter() - began > asked.seconds:
                    break
        except Fault as found:
            fault = found.message
        lines = _lines(seen, untaken(table)) if seen else ("", [])
        trouble = [*lines[1], *([f"fault: {fault}"] if fault else [])]
        wrong += bool(trouble)
        sys.stdout.write("\n    ".join([f"{table!s:<44}{lines[0]}", *trouble]) + "\n")
        sys.stdout.flush()
    return min(wrong, 1)


def _lines(seen: Seen, expected: set[str]) -> tuple[str, list[str]]:
    lengths = seen.lengths or [0]
    mean = sum(lengths) / len(lengths)
    winners = ", ".join(f"{games} with {count} winners" for count, games in sorted(seen.winners.items()))
    figures = f"{len(lengths):>6} games, {min(lengths)}/{mean:.0f}/{max(lengths)} decisions; {winners}"
    untold = [f"never taken: {option}" for option in sorted(seen.untaken - expected)]
    wrong = [f"taken, though listed as untaken: {option}" for option in sorted(expected - seen.untaken)]
    return figures, [*seen.trouble, *untold, *wrong]


if __name__ == "__main__":
    sys.exit(main())

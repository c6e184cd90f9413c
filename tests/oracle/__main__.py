"""Many random games in lockstep with OpenSpiel, with a line of figures for each game both sides have:

    python -m tests.oracle --games 1000
    python -m tests.oracle --games 1000 --first 1000 chess go_9x9

The number of a game is the seed of its random moves, so that --first goes on where another run ended.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from interpreter.execute.interface import Fault
from tests.oracle.comparisons import COMPARISONS, Comparison
from tests.oracle.same import DifferenceError


def main() -> int:
    """Compare, print, and say whether anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="RULEBOOK", help="only these")
    parser.add_argument("--games", type=int, default=1000, help="of each")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    asked = parser.parse_args()
    chosen = [one for one in COMPARISONS if not asked.names or one.rulebook in asked.names]
    sys.stdout.write(f"{'game':<34} {'games':>7} {'decisions':>10} {'seconds':>8} {'differences':>12}\n")
    return min(1, sum(_compare(one, range(asked.first, asked.first + asked.games)) for one in chosen))


def _compare(comparison: Comparison, numbers: range) -> int:
    decisions, began, found = 0, time.process_time(), []
    for number in numbers:
        try:
            decisions += comparison.play(Random(number))
        except (DifferenceError, Fault) as difference:
            found.append(f"game {number}: {difference}")
    spent = time.process_time() - began
    sys.stdout.write(f"{comparison.title:<34} {len(numbers):>7} {decisions:>10} {spent:>8.0f} {len(found):>12}\n")
    sys.stdout.write("".join(f"{one}\n" for one in found))
    sys.stdout.flush()
    return len(found)


if __name__ == "__main__":
    sys.exit(main())

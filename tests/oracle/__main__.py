"""Many random games in lockstep with OpenSpiel, with a line of figures for each game both sides have:

    python -m tests.oracle --games 1000
    python -m tests.oracle --games 1000 --first 1000 chess go_9x9
    python -m tests.oracle --perft 60

The number of a game is the seed of its random moves, so that --first goes on where another run ended. --perft counts
sequences of moves instead, each further length for so many seconds at most, and compares them with published counts.

The longest runs so far, none with a difference (games, decisions compared): chess 1,000, 338,818; go 2,000, 237,334;
tic-tac-toe 2,000, 15,329; connect four 2,000, 42,569; breakthrough 2,000, 127,320; hex 2,000, 214,174, with swapping
2,000, 215,376; othello 2,000, 120,799; gomoku 2,000, 217,179; amazons 2,000, 274,214; draughts 1,000, 67,709;
backgammon 1,000, 80,685 turns; nine men's morris 1,000, 156,314; pig 1,000 with 2, 3, 5 and 10 players, 975,169; Kuhn
poker 2,000 with 2 and 3 players, 11,463; Leduc poker 2,000, 8,059; liar's dice 2,000, 6,696.
Those of chess and go were left where a position came back. Since positions that come back are compared too: chess 300,
100,354, games in which moves are mostly taken back 600, 11,678; go without a result and with superko 300 each, 36,137.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random

from interpreter.engine.executor import Fault
from tests.oracle.comparisons import COMPARISONS, Comparison
from tests.oracle.counting import counted
from tests.oracle.perft import TABLES, Table
from tests.oracle.same import DifferenceError


def main() -> int:
    """Compare, print, and say whether anything differs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="RULEBOOK", help="only these")
    parser.add_argument("--games", type=int, default=1000, help="of each")
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--perft", type=float, metavar="SECONDS", help="count sequences of moves instead")
    asked = parser.parse_args()
    if asked.perft is not None:
        tables = [table for table in TABLES if not asked.names or table.rulebook in asked.names]
        return min(1, sum(_count(table, asked.perft) for table in tables))
    chosen = [one for one in COMPARISONS if not asked.names or one.rulebook in asked.names]
    sys.stdout.write(f"{'game':<34} {'games':>7} {'decisions':>10} {'seconds':>8} {'differences':>12}\n")
    return min(1, sum(_compare(one, range(asked.first, asked.first + asked.games)) for one in chosen))


def _compare(comparison: Comparison, numbers: range) -> int:
    games, decisions, began, found = 0, 0, time.process_time(), []
    interrupted = False
    for number in numbers:
        try:
            decisions += comparison.play(Random(number))
        except (DifferenceError, Fault) as difference:
            found.append(f"game {number}: {difference}")
        except KeyboardInterrupt:
            # What was compared so far counts.
            interrupted = True
            break
        games += 1
    spent = time.process_time() - began
    sys.stdout.write(f"{comparison.title:<34} {games:>7} {decisions:>10} {spent:>8.0f} {len(found):>12}\n")
    sys.stdout.write("".join(f"{one}\n" for one in found))
    sys.stdout.flush()
    if interrupted:
        sys.exit(130)
    return len(found)


def _count(table: Table, seconds: float) -> int:
    lengths, wrong, began = 0, "", time.process_time()
    for expected, found in zip(table.counts, counted(table, seconds), strict=False):
        lengths += 1
        if found != expected:
            wrong = f"  DIFFERENT: {found:,} instead of {expected:,}"
            break
    spent = time.process_time() - began
    sys.stdout.write(f"{table!s}: {lengths} of {len(table.counts)} lengths, {table.counts[lengths - 1]:,}")
    sys.stdout.write(f" sequences, {spent:.0f} s{wrong}\n")
    sys.stdout.flush()
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

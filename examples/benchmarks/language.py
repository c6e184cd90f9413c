"""How long reading and checking take: each rulebook, a whole process, and ever longer files."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from tempfile import TemporaryDirectory

from rulelang.checks import check_rulebook
from rulelang.rulebook.loading import load
from rulelang.source import read_source, source_from_text
from rulelang.tree import parse

from .figures import calibration
from .own import ROOT, rulebooks

#: What is aimed at, in milliseconds on a quiet machine of that calibration.
IKI, EXAMPLE, PROCESS = 250, 60, 350
AIMED_AT = 16.5

LENGTHS = (1_000, 2_000, 5_000, 10_000, 20_000, 50_000)

#: One piece of a game that can be repeated as often as wanted.
_PIECE = """
## Stall {number}

each player has Wares {number} from 0 to 9
a player's Worth {number} is the player's Wares {number} times 2 if the player has at least 3 Coins, otherwise 1
note: a remark of the author
to Trade {number}:
    only if your Coins are at least 1
    choose a number from 1 to 3 where it is at most your Coins as Load
    gain as many Wares {number} as the Load
    if your Worth {number} is more than 4: lose 1 Coin
    otherwise:
        gain 1 Coin
example "stall {number} trades":
    given Ann's Coins are 4
    given Ann is about to Trade {number}
    when Ann chooses 2
    then Ann's Wares {number} are 2
"""

_BEGINNING = """rulebook "Long Market" for 2 players

each player has Coins from 0 to 20 starting at 10

play:
    repeat 10 rounds:
        each player takes a turn: Visit

the winner is the player with the highest Coins, otherwise shared

to Rest: gain 1 Coin

to Visit:
    choose one:
        Rest
"""


def long_rulebook(lines: int) -> str:
    """A game of about so many lines, in which every stall can be visited."""
    pieces = lines // (len(_PIECE.splitlines()) + 1)
    numbers = range(1, pieces + 1)
    menu = "".join(f"        Trade {number}\n" for number in numbers)
    return _BEGINNING + menu + "".join(_PIECE.format(number=number) for number in numbers)


def milliseconds(work: Callable[[], object], times: int = 3) -> float:
    """The best of some runs (the first may have to load modules), in time of this process alone."""
    return _best(work, times, time.process_time)


def _of_children() -> float:
    """The processor time of all processes that were started and have ended."""
    times = os.times()
    return times.children_user + times.children_system


def _best(work: Callable[[], object], times: int, clock: Callable[[], float]) -> float:
    best = float("inf")
    for _ in range(times):
        began = clock()
        work()
        best = min(best, clock() - began)
    return best * 1000


def show() -> None:
    """Print all figures beside what is aimed at."""
    speed = calibration()
    scale = speed / AIMED_AT
    print(f"calibration {speed:.1f}; milliseconds, best of three; the aim is for calibration {AIMED_AT}")
    print(f"{'':<40}{'parse':>9}{'parse and check':>17}{'scaled':>9}{'aim':>6}")
    for path in rulebooks([]):
        source = read_source(str(path)).source
        read = milliseconds(lambda source=source: parse(source))
        whole = milliseconds(lambda path=path: _check(str(path)))
        is_example = path.parent.name == "examples"
        aim = IKI if path.stem == "iki" else EXAMPLE if is_example else None
        print(f"{path.stem:<40}{read:>9.1f}{_beside(whole, scale, aim)}", flush=True)
    small = str(ROOT / "examples" / "tic_tac_toe.rules")
    command = [sys.executable, "-c", "from rulelang.cli import main; main()", "check", small]
    # Like an installed RuleLang: what was imported once is not translated again.
    own = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    with TemporaryDirectory() as folder:
        own["PYTHONPYCACHEPREFIX"] = folder
        spent = _best(lambda: subprocess.run(command, check=True, capture_output=True, env=own), 5, _of_children)
    print(f"{'a process that checks tic_tac_toe':<49}{_beside(spent, scale, PROCESS)}")
    print(f"\n{'generated file':<40}{'parse':>9}{'parse and check':>17}   milliseconds for each 1,000 lines")
    for lines, read, whole in growth():
        print(f"{f'{lines:,} lines':<40}{read:>9.1f}{whole:>17.1f}", flush=True)


def _beside(spent: float, scale: float, aim: int | None) -> str:
    """The time, what it would be at the calibration aimed at, and the aim."""
    told = f"{spent:>17.1f}{spent * scale:>9.1f}"
    if aim is None:
        return told
    return f"{told}{aim:>6}" + ("   missed" if spent * scale > aim else "")


def growth() -> Iterator[tuple[int, float, float]]:
    """For each length: lines, and the time for each thousand lines to parse, and to parse and check. Where growth is
    linear, these times are the same everywhere."""
    for length in LENGTHS:
        text = long_rulebook(length)
        source = source_from_text("long.rules", text)
        thousands = text.count("\n") / 1000
        read = milliseconds(lambda source=source: parse(source), 1)
        whole = milliseconds(lambda source=source: check_rulebook(load(source)[0]), 1)
        yield text.count("\n"), read / thousands, whole / thousands


def _check(path: str) -> None:
    rulebook, found = load(read_source(path).source)
    check_rulebook(rulebook, found)

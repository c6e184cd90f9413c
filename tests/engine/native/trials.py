"""How much of listing and playing is trying moves to their end: counted in the printed C itself."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from typing import Final

from interpreter.engine.native.compilers import effort_for
from interpreter.engine.native.print_game import print_game
from rulelang.graph.program import Program

_DRIVER: Final = Path(__file__).with_name("trials.c")

_COUNTERS: Final = """
static long long rl_trials[2], rl_inner, rl_kept;
static int rl_listing;
static volatile int rl_depth;
"""

#: Where a routine asks itself whether a move can be made, with what it keeps of the state before it.
_TRIAL: Final = re.compile(
    r"((?:    struct rl_kept\d+ .*\n)*)(.*\n)?    found = (f_(?:tries|possible)\w*)_inside\(.*\n"
)


def trials(program: Program, folder: Path, seconds: int = 1) -> str:
    """Play random games by listing and playing; what was counted."""
    text, source, built = print_game(program).text, folder / "trials.c", folder / "trials"
    state = re.search(r"sizeof\(struct state\) == (\d+)", text)
    assert state is not None

    def counted(found: re.Match[str]) -> str:
        kept = sum(int(size) for size in re.findall(r"    struct rl_kept(\d+) ", found[1])) or state[1]
        return (
            f"    rl_kept += {kept};\n    if (rl_depth++) rl_inner++; else rl_trials[rl_listing]++;\n"
            f"{found[0]}    --rl_depth;\n"
        )

    source.write_text(f"{_COUNTERS}{_TRIAL.sub(counted, text)}{_DRIVER.read_text(encoding='ascii')}", encoding="ascii")
    flags = ("-std=gnu99", "-w", "-march=native", "-fno-strict-aliasing", effort_for(len(text)))
    subprocess.run(["gcc", *flags, "-o", built, source], check=True)
    done = subprocess.run([built, str(seconds)], capture_output=True, text=True, check=True)
    fault, _, moves, options, listing, playing, inside, kept, outside, tried = map(int, done.stdout.split())
    assert not fault, f"fault {fault}"
    every = max(listing + playing + inside, 1)
    return (
        f"of a move {options / moves:.1f} options, {listing / moves:.1f} trials in listing, {playing / moves:.1f} in "
        f"playing, {inside / moves:.1f} inside others; {kept / every:.0f} bytes kept of {state[1]}; "
        f"{tried / (outside + tried):.0%} of the time"
    )

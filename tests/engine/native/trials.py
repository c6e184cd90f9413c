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

#: A routine that tries whether a move can be made: its name, what it is given, and what it does.
_TRIAL: Final = re.compile(
    r"^static rl_i32 (f_(?:tries|possible)\w*)\(([^)]*)\)\n\{\n(.*?)^\}\n", re.MULTILINE | re.DOTALL
)

#: What stands in one that works on a copy of the state.
_COPY: Final = "struct state *const given = s;"


def trials(program: Program, folder: Path, seconds: int = 1) -> str:
    """Play random games by listing and playing; what was counted."""
    text, source, built = print_game(program).text, folder / "trials.c", folder / "trials"
    state = re.search(r"sizeof\(struct state\) == (\d+)", text)
    assert state is not None
    copying = {found[1].removesuffix("_inside") for found in _TRIAL.finditer(text) if _COPY in found[3]}

    def counted(found: re.Match[str]) -> str:
        name, given, body = found.groups()
        if name.endswith("_inside"):
            return found[0]
        kept = int(state[1]) if name in copying else sum(map(int, re.findall(r"    struct rl_kept(\d+) ", body)))
        passed = ", ".join(one.split()[-1].lstrip("*") for one in given.split(","))
        return (
            f"static rl_i32 {name}_counted({given})\n{{\n{body}}}\n\nstatic rl_i32 {name}({given})\n{{\n"
            f"    rl_i32 found;\n    rl_kept += {kept};\n"
            f"    if (rl_depth++) rl_inner++; else rl_trials[rl_listing]++;\n"
            f"    found = {name}_counted({passed});\n    --rl_depth;\n    return found;\n}}\n"
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

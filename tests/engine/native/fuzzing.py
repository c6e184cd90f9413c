"""Printed games with sanitizers, driven through hostile states by `fuzz.c`."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Final

from interpreter.engine.native.print_game import print_game
from rulelang.graph.program import Program

_DRIVER: Final = Path(__file__).with_name("fuzz.c")

#: Everything that is undefined stops the program. Values may be narrowed: that is defined by each compiler.
_FLAGS: Final = ("-std=c99", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")


def fuzzed(program: Program, folder: Path, seed: int, states: int, seconds: int = 600, effort: str = "-O1") -> str:
    """Print, build and run; what was printed. `AssertionError` with what the sanitizers say."""
    return text_fuzzed(print_game(program).text, folder, seed, states, seconds, effort)


def text_fuzzed(text: str, folder: Path, seed: int, states: int, seconds: int = 600, effort: str = "-O1") -> str:
    """The same of a game that is printed."""
    source, built = folder / "fuzzed.c", folder / "fuzzed"
    source.write_text(f"{text}\n{_DRIVER.read_text(encoding='ascii')}", encoding="ascii")
    made = subprocess.run(["gcc", *_FLAGS, effort, "-o", built, source], capture_output=True, text=True, check=False)
    assert not made.returncode, made.stderr[:4000]
    done = subprocess.run([built, str(seed), str(states)], capture_output=True, text=True, check=False, timeout=seconds)
    assert not done.returncode, f"{done.stdout[-1000:]}\n{done.stderr[:4000]}"
    return done.stdout

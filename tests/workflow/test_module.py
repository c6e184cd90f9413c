"""`python -m rulelang` is the command."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BROKEN = Path(__file__).parents[1] / "cli" / "rulebooks" / "broken.rules"


@pytest.mark.parametrize(
    ("arguments", "code", "shown"),
    [
        (["--help"], 0, "Usage: rulelang "),
        (["check", str(BROKEN)], 1, "RL"),
        (["check", "--pink"], 2, "--pink"),
    ],
)
def test_it_is_the_same_as_the_command(arguments: list[str], code: int, shown: str) -> None:
    words = [sys.executable, "-m", "rulelang", *arguments]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == code
    assert shown in done.stdout + done.stderr

"""What is public is typed: an embedder's program is checked strictly, and nothing in it is `Any`."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.docs.snippets import ROOT
from tests.docs.typed_embedder import main

pytestmark = pytest.mark.slow

PROGRAM = Path(__file__).parent / "typed_embedder.py"


def test_an_embedders_program_is_typed_all_through() -> None:
    strict = ["--strict", "--disallow-any-expr", "--follow-imports=silent"]
    done = subprocess.run(
        [sys.executable, "-m", "mypy", *strict, str(PROGRAM)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_runs_too() -> None:
    told = main().splitlines()
    assert "Ann: Schieben" in told
    assert told[-1] == "Ben gewinnt"

"""Bounds of time and memory for work on a rulebook of somebody else's.

The work is done in a process of its own (`apart`). Whatever it does when it runs short, be it an error in the middle of
a library or the end of the process, only that process is hurt, and this one can say what happened.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import click

from rulelang.cli.showing import wants_colour

#: What a check may take under `--limits`: ten times what the largest rulebooks need.
SECONDS = 60.0
MEGABYTES = 2_000

_ROOT = Path(__file__).parents[2]


class TooMuch(click.ClickException):
    """The work would go beyond a bound."""


class Ended(NamedTuple):
    """What work in a process of its own said, and its exit code."""

    code: int
    out: str
    err: str


def within(work: str, arguments: list[object], seconds: float = SECONDS, megabytes: int = MEGABYTES) -> Ended:
    """Do `package.module:function` with these arguments; `TooMuch` if that takes longer or needs more."""
    if find_spec("resource") is None:
        raise click.UsageError("This system has no limits of time and memory for a process.")
    paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    colour = {"FORCE_COLOR" if wants_colour() else "NO_COLOR": "1"}
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "rulelang.cli.apart", work, json.dumps(arguments), str(megabytes)],
        stdout=subprocess.PIPE,
        # How far it has come is shown at once; whatever else it says is part of its answer.
        stderr=None if sys.stderr.isatty() else subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "PYTHONIOENCODING": "utf-8", **colour},
    ) as process:
        try:
            said, _ = process.communicate(timeout=seconds)
            return Ended(*json.loads(said))
        except subprocess.TimeoutExpired:
            raise TooMuch(f"This takes longer than {seconds:g} seconds, so it was stopped.") from None
        except ValueError:
            # It ended without an answer.
            raise TooMuch(f"This needs more than {megabytes} MB of memory, so it was stopped.") from None
        finally:
            process.kill()

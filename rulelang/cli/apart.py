"""Work in a process of its own that may not use more than so much memory: `python -m rulelang.cli.apart`.

Only a complete answer is one: what it said and its exit code, written at the very end.
"""

from __future__ import annotations

import io
import json
import os
import resource
import sys
from contextlib import redirect_stderr, redirect_stdout
from importlib import import_module

import click

from rulelang.cli.running import ended, forced_colour
from rulelang.cli.showing import SCREEN


def main() -> None:
    """Do the work that the arguments name and answer."""
    work, arguments, megabytes = sys.argv[1:]
    module, _, name = work.partition(":")
    function = getattr(import_module(module), name)
    most = int(megabytes) * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    out, err = io.StringIO(), io.StringIO()
    SCREEN.set(sys.stderr)

    def keeping_within() -> object:
        try:
            with click.Context(click.Command("apart"), color=forced_colour()):
                return function(*json.loads(arguments))
        except (MemoryError, SystemError):
            # Short of memory, compiled parts of Python and of its libraries may fail without saying what they lacked.
            os._exit(1)

    with redirect_stdout(out), redirect_stderr(err):
        code = ended(keeping_within)
    sys.stdout.write(json.dumps([code, out.getvalue(), err.getvalue()]))


if __name__ == "__main__":
    main()

"""How the command ends. Scripts rely on these numbers; they are part of what RuleLang promises."""

from __future__ import annotations

from enum import IntEnum

import click


class Exit(IntEnum):
    """The exit codes, documented in `rulelang --help`."""

    CLEAN = 0
    FINDINGS = 1
    FAILURE = 2
    TESTS_FAILED = 3
    INCONCLUSIVE = 4
    INTERRUPTED = 130


class Found(click.ClickException):
    """The command ends because something is wrong with the rulebook itself."""


DESCRIPTION = (
    "Exit codes: 0 all is well, 1 something was found, 2 wrong use or a failure of RuleLang itself, "
    "3 examples or invariants failed, 4 no answer either way (too few games, unproved), 130 stopped with Ctrl-C."
)

"""Bounds of time and memory for work on a rulebook of somebody else's."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

#: What a check may take under `--limits`: ten times what the largest rulebooks need.
SECONDS = 60.0
MEGABYTES = 2_000


class TooMuch(click.ClickException):
    """The work would go beyond a bound."""


@contextmanager
def bounded(seconds: float = SECONDS, megabytes: int = MEGABYTES) -> Iterator[None]:
    """Stop with a sentence what takes longer or needs more, where the system can do that."""
    try:
        import resource
    except ImportError:
        raise click.UsageError("This system has no limits of time and memory for a process.") from None

    def too_long(*_: object) -> None:
        raise TooMuch(f"This takes longer than {seconds:g} seconds, so it was stopped.")

    space = resource.getrlimit(resource.RLIMIT_AS)
    most = _held() + megabytes * 1_000_000
    resource.setrlimit(resource.RLIMIT_AS, (most if space[1] < 0 else min(most, space[1]), space[1]))
    before = signal.signal(signal.SIGALRM, too_long)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    except (MemoryError, SystemError):
        # Short of memory, compiled parts of Python and of its libraries may fail without saying what they lacked.
        raise TooMuch(f"This needs more than {megabytes} MB of memory, so it was stopped.") from None
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        resource.setrlimit(resource.RLIMIT_AS, space)


def _held() -> int:
    """The bytes of address space that the process holds already: what a host has loaded is not the rulebook's doing."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    except OSError:
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")

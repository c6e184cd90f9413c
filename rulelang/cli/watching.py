"""Doing something again whenever a file changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from rulelang.cli.reading import SUFFIX

_PAUSE = 0.4


def watch(paths: Iterable[str], work: Callable[[], None]) -> None:
    """Do the work now and after each change of a rulebook in the folders of `paths`, until Ctrl-C."""
    folders = sorted({Path(path) if Path(path).is_dir() else Path(path).parent for path in paths})
    before = None
    while True:
        now = _stamps(folders)
        if now != before:
            if before is not None:
                click.clear()
            try:
                work()
            except click.ClickException as wrong:
                wrong.show()
            except click.exceptions.Exit:
                # What is wrong has been said; the next change may mend it.
                pass
            click.echo("Waiting for changes (stop with Ctrl-C) ...", err=True)
            before = now
        time.sleep(_PAUSE)


def _stamps(folders: Iterable[Path]) -> dict[str, tuple[int, int]]:
    stamps = {}
    for folder in folders:
        for file in folder.rglob(f"*{SUFFIX}"):
            try:
                status = file.stat()
            except OSError:
                continue
            stamps[str(file)] = (status.st_mtime_ns, status.st_size)
    return stamps

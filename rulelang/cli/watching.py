"""Doing something again whenever a file changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import click

from rulelang.source import SUFFIX

_PAUSE = 0.4


def watch(paths: Iterable[str], work: Callable[[], None]) -> None:
    """Do the work now and after each change of a rulebook in the folders of `paths`, until Ctrl-C."""
    folders = sorted({Path(path) if Path(path).is_dir() else Path(path).parent for path in paths})
    for number, _ in enumerate(_changes(folders)):
        if number:
            click.clear()
        try:
            work()
        except click.ClickException as wrong:
            wrong.show()
        except click.exceptions.Exit:
            # What is wrong has been said; the next change may mend it.
            pass
        click.echo("Waiting for changes (stop with Ctrl-C) ...", err=True)


def _changes(folders: list[Path]) -> Iterator[None]:
    """Now, and whenever a rulebook in the folders changes: as the system tells (`pip install 'rulelang[watch]'`), or by
    looking again and again."""
    try:
        from watchfiles import watch as told
    except ImportError:
        yield from _looked_for(folders)
        return
    before = _stamps(folders)
    yield
    # A change that came while the work was done is told by the stamps; the system tells of those while we wait.
    for _ in told(*folders, watch_filter=_is_rulebook, yield_on_timeout=True, rust_timeout=1000, raise_interrupt=True):
        now = _stamps(folders)
        if now != before:
            before = now
            yield


def _is_rulebook(_: object, path: str) -> bool:
    return path.endswith(SUFFIX)


def _looked_for(folders: list[Path]) -> Iterator[None]:
    before = None
    while True:
        now = _stamps(folders)
        if now != before:
            before = now
            yield
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

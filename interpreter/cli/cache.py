"""`rulelang cache`"""

from __future__ import annotations

import time
from typing import Final

import click

from interpreter.engine.native.cache import DAY, LONGEST, Cache, CachedLibrary, user_cache
from rulelang.cli.exits import Exit
from rulelang.cli.reporting import json_text

_form = click.option("--format", "form", type=click.Choice(("text", "json")), default="text", help="How to print it.")
_KILOBYTE: Final = 1024


@click.group("cache", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> int | None:
    """Games compiled to machine code are kept for the next time: show them, or delete them.

    They are made again when they are needed, so deleting them costs no more than a few seconds. RULELANG_CACHE names
    another folder for them.

    \b
    rulelang cache
    rulelang cache clean --older-than 7
    rulelang cache path
    """
    if context.invoked_subcommand is None:
        context.invoke(_list, form="text")
        return Exit.CLEAN
    return None


@command.command("list")
@_form
def _list(form: str) -> int:
    """Show what is kept, last used first, and which compiler makes it."""
    from interpreter.engine.native import toolchain

    cache = user_cache()
    found, entries = toolchain.search(cache), cache.entries()
    name = None if found.compiler is None else found.compiler.name
    if form == "json":
        games = [_record(entry) for entry in entries]
        record = {"folder": str(cache.folder), "compiler": name, "passed_over": found.problems, "games": games}
        click.echo(json_text(record), nl=False)
        return Exit.CLEAN
    click.echo(f"Folder    {cache.folder}")
    click.echo(f"Compiler  {name or 'none: games are played in Python'}")
    for problem in found.problems:
        click.echo(f"          passed over: {problem}")
    click.echo(f"Games     {_total(entries)}")
    for entry in entries:
        click.echo(f"  {_size(entry.size)}  used {_day(entry.used)}  {entry.title}")
    return Exit.CLEAN


@command.command("clean")
@click.option(
    "--older-than", "days", type=click.IntRange(min=0), metavar="DAYS",
    help=f"Only what has not been used for this many days. [all; by itself after {LONGEST // DAY}]",
)  # fmt: skip
@_form
def _clean(days: int | None, form: str) -> int:
    """Delete what is kept, and look for a compiler anew next time."""
    from interpreter.engine.native import toolchain

    cache = user_cache()
    toolchain.forget(cache)
    deleted = _deleted(cache, days)
    if form == "json":
        click.echo(json_text({"deleted": [_record(entry) for entry in deleted]}), nl=False)
    else:
        click.echo(f"Deleted   {_total(deleted)}")
    return Exit.CLEAN


@command.command("path")
def _path() -> int:
    """The folder."""
    click.echo(str(user_cache().folder))
    return Exit.CLEAN


def _deleted(cache: Cache, days: int | None) -> list[CachedLibrary]:
    return cache.clean(largest=0) if days is None else cache.clean(longest=days * DAY)


def _record(entry: CachedLibrary) -> dict[str, str | int]:
    used = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(entry.used))
    return {
        "key": entry.key, "title": entry.title, "compiler": entry.compiler, "file": str(entry.library),
        "size": entry.size, "used": used,
    }  # fmt: skip


def _day(when: float) -> str:
    return time.strftime("%Y-%m-%d", time.localtime(when))


def _size(size: int) -> str:
    return f"{-(-size // _KILOBYTE):>7,} KB"


def _total(entries: list[CachedLibrary]) -> str:
    if not entries:
        return "none"
    return f"{len(entries)}, {_size(sum(entry.size for entry in entries)).strip()}"

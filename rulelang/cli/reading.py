"""Which files are meant, and their text. What cannot be read is said in a sentence, never raised as a fault."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from glob import glob
from os.path import abspath
from pathlib import Path

import click

from rulelang.source import MOST_BYTES, SUFFIX, DecodedText, SourceFile, read_source, source_from_bytes

STANDARD_INPUT = "-"
STANDARD_INPUT_NAME = "<standard input>"

#: The type of arguments that name files: shells complete them.
FILE = click.Path(allow_dash=True)

#: `uses "parts.rules"`
USES = re.compile(r'^[ \t]*uses[ \t]+"([^"]+)"', re.MULTILINE)

#: In so many signs a file shows whether it is a text.
_BEGINNING = 2000

#: Folders that hold nothing an author wrote.
_SKIPPED = {"node_modules", "__pycache__"}


def rules_files(paths: Iterable[str]) -> list[str]:
    """The files meant by paths: files as given, folders with every rulebook in them, and patterns that the shell has
    left as they are (`games/*.rules`). Each file once, however it is called."""
    found: dict[str, str] = {}
    for path in paths:
        for file in [path] if path == STANDARD_INPUT else _meant(path):
            found.setdefault(file if file == STANDARD_INPUT else abspath(file), file)
    return list(found.values())


def _meant(path: str) -> list[str]:
    if Path(path).is_dir():
        inside = [str(file) for file in _inside(Path(path))]
        if not inside:
            raise click.ClickException(f"There is no file that ends in {SUFFIX} in the folder {path}.")
        return inside
    return [path] if Path(path).exists() else sorted(glob(path, recursive=True)) or [path]


def _inside(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        parts = path.relative_to(folder).parts[:-1]
        if not any(part.startswith(".") or part in _SKIPPED for part in parts) and path.is_file():
            yield path


def rulebook_files(paths: Sequence[str]) -> list[str]:
    """The same, but without the parts that rulebooks among them are put together from, and of folders only whole
    rulebooks."""
    files = rules_files(paths)
    used = {part for path in files if path != STANDARD_INPUT for part in _uses(path)} if len(files) > 1 else set()
    whole = [path for path in files if (path in paths and Path(path) not in used) or begins_rulebook(path)]
    if not whole:
        raise click.ClickException(f"There is no whole rulebook in {', '.join(paths)}: no file begins with `rulebook`.")
    return whole


def _uses(path: str) -> Iterator[Path]:
    """The files that a file says it uses."""
    for name in USES.findall(read_rules(path).text):
        yield Path(path).parent / name


def begins_rulebook(path: str) -> bool:
    """Is there a `rulebook` line in a file?"""
    return re.search(r"^rulebook\s", read_rules(path).text, re.MULTILINE) is not None


def read_rules(path: str) -> SourceFile:
    """The text of a file, or of standard input for `-`."""
    return read_with_damage(path).source


def read_with_damage(path: str) -> DecodedText:
    """The same, with the places whose bytes are no text."""
    if path == STANDARD_INPUT:
        reading = source_from_bytes(STANDARD_INPUT_NAME, sys.stdin.buffer.read(MOST_BYTES))
    else:
        try:
            reading = read_source(path)
        except OSError as error:
            raise click.ClickException(unreadable(path, error)) from error
    if "\0" in reading.source.text[:_BEGINNING]:
        # A picture or a program: every sign of it would be a mistake of its own.
        raise click.ClickException(f"{reading.source.path} is not a text, so it cannot be a rulebook.")
    return reading


def write_file(path: str, text: str) -> None:
    """Write a result of a command: the whole of it, or nothing, and what was there before stays."""
    try:
        write_whole(path, text)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {_reason(error)}") from error


def hand_over(text: str, output: str | None, told: str = ".") -> None:
    """Print a result, or write it to the file that was asked for and say so."""
    if output is None:
        click.echo(text, nl=False)
    else:
        write_file(output, text)
        click.echo(f"Wrote {output}{told}")


def unreadable(path: str, error: OSError) -> str:
    """Why a file cannot be read, and what to try."""
    if isinstance(error, FileNotFoundError):
        near = _near(Path(path))
        return f"There is no file {path}." + (f" Did you mean {near}?" if near else "")
    if isinstance(error, IsADirectoryError):
        return f"{path} is a folder; give the name of a file."
    if isinstance(error, PermissionError):
        return f"{path} cannot be read: you have no permission."
    return f"{path} cannot be read: {_reason(error)}"


def _reason(error: OSError) -> str:
    reason = error.strerror or str(error)
    return f"{reason[:1].lower()}{reason[1:]}."


def _near(path: Path) -> str | None:
    from rulelang.diagnostics.spelling import closest

    try:
        names = [file.name for file in path.parent.iterdir() if file.suffix == SUFFIX]
    except OSError:
        return None
    meant = closest(path.name, names)
    return str(path.parent / meant) if meant else None


#: What a new file may be used for, before the mask of the process takes some of it away.
_ANYBODY = 0o666


def write_whole(path: str, text: str) -> None:
    """Write a text to a file, whole or not at all: it is written beside the old one and takes its place in one step. If
    that fails, for want of room or anything else, what was there before is untouched.

    A link is followed; what is no file (a device, a pipe) has nothing to lose and is written to as it is.
    """
    goal = Path(os.path.realpath(path))
    there = goal.exists()
    if there and not goal.is_file():
        goal.write_text(text, encoding="utf-8")
        return
    if there:
        # Taking the place of a file needs no leave to write it, so it is asked for here.
        os.close(os.open(goal, os.O_WRONLY))
    beside = goal.parent / f".{goal.name}.{os.getpid()}.new"
    try:
        with open(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, _ANYBODY), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if there:
            os.chmod(beside, goal.stat().st_mode & 0o7777)
        os.replace(beside, goal)
    except BaseException as failure:
        if not isinstance(failure, FileExistsError):
            with suppress(OSError):
                beside.unlink()
        raise

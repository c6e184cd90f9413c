"""What a command writes, and where to: `--format` and `--output`, of which the ending of a file's name says enough."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

import click

from rulelang.cli.reading import FILE
from rulelang.cli.showing import listed

Function = TypeVar("Function", bound=Callable[..., Any])

#: The formats that an ending of a name stands for; a command takes the first of them that it can write.
ENDINGS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        ".txt": ("text",),
        ".json": ("json",),
        ".sarif": ("sarif",),
        ".xml": ("junit",),
        ".html": ("html",),
        ".htm": ("html",),
        ".md": ("markdown",),
        ".svg": ("svg",),
        ".dot": ("dot",),
        ".gv": ("dot",),
        ".mmd": ("mermaid",),
        ".mermaid": ("mermaid",),
        ".graphml": ("graphml",),
        ".py": ("python",),
        ".png": (),
        ".pdf": (),
        ".jpg": (),
    }
)


def output_options(formats: Sequence[str]) -> Callable[[Function], Function]:
    """`--format` and `--output` of a command; the first format is what it writes if nobody says anything."""

    def decorate(function: Function) -> Function:
        told = f"How to print it. [by the ending of -o, else {formats[0]}]"
        function = click.option("--output", "-o", type=FILE, metavar="FILE", help="Write to a file.")(function)
        return click.option("--format", "form", type=click.Choice(formats), help=told)(function)

    return decorate


def chosen_format(form: str | None, output: str | None, formats: Sequence[str]) -> str:
    """The format that is asked for: by its name, by the ending of the file, or the first one."""
    if form is not None:
        return form
    ending = Path(output).suffix.lower() if output is not None else ""
    if ending not in ENDINGS:
        return formats[0]
    meant = [name for name in ENDINGS[ending] if name in formats]
    if not meant:
        known = [known for known, names in ENDINGS.items() if set(names) & set(formats)]
        raise click.UsageError(f"{output}: this command does not write {ending} files, but {listed(known)}.")
    return meant[0]

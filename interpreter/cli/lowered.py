"""The lowered form of a rulebook, and the Python printed from it: for `rulelang graph`."""

from __future__ import annotations

import click

from rulelang.graph.program import Program


def lowered(program: Program, form: str, after: str | None, without: tuple[str, ...]) -> str:
    """The routines as text, after all passes or those up to one; as "python", what is printed from them."""
    from interpreter.engine.lower.dump import python_of, text_after

    if form == "python" and after is not None:
        raise click.UsageError("Python is printed after all passes: leave some out by --without.")
    try:
        return python_of(program, without) if form == "python" else text_after(program, after or "", without)
    except ValueError as unknown:
        told = str(unknown)
        raise click.UsageError(f"{told[0].upper()}{told[1:]}.") from unknown

"""`rulelang facts`"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from rulelang.command.compiling import load_rulebook
from rulelang.command.exits import Exit
from rulelang.command.showing import counted, listed
from rulelang.rulebook.statements import Facts, Home, collect_facts

_FORMATS = ("text", "json", "markdown")


@click.command("facts")
@click.argument("path", metavar="RULEBOOK")
@click.option("--format", "form", type=click.Choice(_FORMATS), default="text", help="How to print it. [text]")
@click.option("--uncovered", is_flag=True, help="Only what has no home; exit code 1 if there is any.")
def command(path: str, form: str, uncovered: bool) -> int:
    """List stand-in data, and where each numbered statement of the printed rules has its home.

    A statement is covered when a construct cites it, aside when the rulebook says why it is no rule of play, and shown
    when only examples cite it, as those do that play a printed example.

    \b
    rulelang facts my_game.rules
    rulelang facts my_game.rules --format markdown > coverage.md
    rulelang facts my_game.rules --uncovered
    """
    facts = collect_facts(load_rulebook(path))
    if form == "json":
        click.echo(json.dumps(asdict(facts), indent=2, ensure_ascii=False))
    else:
        lines = _uncovered(facts) if uncovered else _markdown(facts) if form == "markdown" else _text(facts)
        click.echo("\n".join(lines))
    return Exit.FINDINGS if uncovered and facts.counted("uncovered") else Exit.CLEAN


def facts_schema() -> dict[str, Any]:
    """The JSON Schema of `--format json`."""
    from pydantic import TypeAdapter

    return TypeAdapter(Facts).json_schema(mode="serialization")


def _uncovered(facts: Facts) -> Iterator[str]:
    missing = [record.number for record in facts.statements if record.status == "uncovered"]
    yield f"No home: {listed(missing)}." if missing else f"All {len(facts.statements)} statements have a home."


def _totals(facts: Facts) -> str:
    played = sum(bool(record.examples) for record in facts.statements)
    counts = ", ".join(f"{facts.counted(status)} {status}" for status in ("covered", "shown", "aside", "uncovered"))
    return f"{counted(len(facts.statements), 'statement')}: {counts}; {played} played in examples"


def _text(facts: Facts) -> Iterator[str]:
    yield facts.title
    if facts.statements:
        yield f"\n{_totals(facts)}\n"
        for record in facts.statements:
            yield f"{record.number:<5} {record.status}{f': {record.aside}' if record.aside else ''}"
            yield from (f"        {home.place}  {home.what}" for home in record.constructs)
            yield from (f"        {home.place}  {home.what}" for home in record.examples)
    if facts.undeclared:
        yield f"\nCited, but not announced by `statements`: {listed(facts.undeclared)}"
    yield f"\n{counted(len(facts.stand_ins), 'stand-in')}" + (":" if facts.stand_ins else ".")
    for stand_in in facts.stand_ins:
        reason = f" ({stand_in.reason})" if stand_in.reason else ""
        yield f"    {stand_in.place}  {stand_in.what}{reason}"


def _markdown(facts: Facts) -> Iterator[str]:
    yield f"# {facts.title}"
    if facts.statements:
        yield f"\n{_totals(facts)}.\n"
        yield "| Statement | Status | Constructs | Examples |"
        yield "| --- | --- | --- | --- |"
        for record in facts.statements:
            status = f"aside: {record.aside}" if record.aside else record.status
            cells = (record.number, status, _cell(record.constructs), _cell(record.examples))
            yield f"| {' | '.join(cells)} |"
    yield f"\n## Stand-ins\n\n{counted(len(facts.stand_ins), 'value')} that no source gives.\n"
    if facts.stand_ins:
        yield "| Value | Reason | Place |"
        yield "| --- | --- | --- |"
        for stand_in in facts.stand_ins:
            yield f"| {_escaped(stand_in.what)} | {_escaped(stand_in.reason)} | {stand_in.place} |"


def _cell(homes: tuple[Home, ...]) -> str:
    return "<br>".join(f"{_escaped(home.what)} ({home.place})" for home in homes)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")

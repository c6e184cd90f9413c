"""The command reference, made from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator

import click

from rulelang.cli.menu import SUBCOMMANDS, rulelang


def command_reference() -> str:
    """Every command with its arguments, options and examples."""
    context = click.Context(rulelang, info_name="rulelang")
    parts = [
        "# Every command",
        "",
        "This page is made from the program; `rulelang COMMAND --help` says the same. What all commands share, such as",
        "exit codes, formats and settings, is in [The command line](commands.md).",
        "",
        "| command | what it is for |",
        "| --- | --- |",
        *(f"| [`{name}`](#{_anchor(name)}) | {line} |" for name, (_, line) in SUBCOMMANDS.items()),
    ]
    for name in SUBCOMMANDS:
        command = rulelang.get_command(context, name)
        assert command is not None
        parts += ["", *_command(name, command, context)]
    return "\n".join(parts) + "\n"


def _anchor(name: str) -> str:
    return f"rulelang-{name}"


def _command(name: str, command: click.Command, above: click.Context) -> Iterator[str]:
    context = click.Context(command, info_name=name, parent=above)
    told, examples = _told(command.help or "")
    yield f"## rulelang {name}"
    yield ""
    yield f"`{' '.join(['rulelang', name, *command.collect_usage_pieces(context)])}`"
    yield ""
    yield from told
    if examples:
        yield from ("```console", *examples, "```", "")
    if isinstance(command, click.Group):
        for part in command.list_commands(context):
            inner = command.get_command(context, part)
            assert inner is not None
            yield f"- `{name} {part}`: {inner.get_short_help_str(200)}"
        yield ""
    records = (one.get_help_record(context) for one in command.params if isinstance(one, click.Option))
    options = [record for record in records if record is not None]
    if options:
        yield from ("| option | what it does |", "| --- | --- |")
        yield from (f"| `{_cell(flags)}` | {_cell(words)} |" for flags, words in options)
    if command.epilog:
        yield from ("", command.epilog)


def _told(text: str) -> tuple[list[str], list[str]]:
    """Paragraphs, and the lines of examples: those that click is told not to wrap."""
    told: list[str] = []
    examples: list[str] = []
    for paragraph in text.strip().split("\n\n"):
        lines = [line.strip() for line in paragraph.splitlines()]
        if lines and lines[0] == "\b":
            examples += lines[1:]
        else:
            told += [*lines, ""]
    return told, examples


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")

"""What is made from the program itself: its public names, its commands, its findings."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from types import ModuleType
from typing import Final

import click

from rulelang.cli.menu import SUBCOMMANDS, rulelang
from rulelang.diagnostics.catalogue import AREAS, all_entries

# The API reference, made from the docstrings of what is public.


#: The modules an embedder imports from.
_MODULES: Final = ("interpreter", "interpreter.bots")
_LONG: Final = re.compile(r"\b(?:interpreter|rulelang|collections|typing)(?:\.\w+)*\.(?=[A-Z])")


def api_reference() -> str:
    """Every public name with its signature and what it is for."""
    parts = [
        "# Every public name",
        "",
        "This page is made from the docstrings. [The Python interface](api.md) shows the names at work.",
    ]
    for name in _MODULES:
        module = import_module(name)
        parts += ["", f"## {name}", "", inspect.getdoc(module) or ""]
        for public in sorted(_public(module), key=str.casefold):
            parts += ["", *_described(public, getattr(module, public))]
    return "\n".join(parts) + "\n"


def _public(module: ModuleType) -> list[str]:
    listed: list[str] = list(module.__all__)
    return listed


def _described(name: str, value: object) -> Iterator[str]:
    yield f"### {name}"
    yield ""
    if inspect.isclass(value):
        yield _paragraph(value)
        for member, own in vars(value).items():
            if not member.startswith("_"):
                yield from _member(name, member, own)
    elif inspect.isfunction(value):
        yield from (f"`{name}{_signature(value)}`", "", _paragraph(value))
    else:
        yield _alias(value)


def _member(owner: str, name: str, own: object) -> Iterator[str]:
    if isinstance(own, property):
        returned = inspect.signature(own.fget).return_annotation if own.fget is not None else ""
        yield from ("", f"- `{owner}.{name}`: `{_short(str(returned))}`. {_in_a_list(own)}")
    elif isinstance(own, classmethod | staticmethod):
        yield from ("", f"- `{owner}.{name}{_signature(own.__func__)}`. {_in_a_list(own.__func__)}")
    elif inspect.isfunction(own):
        yield from ("", f"- `{owner}.{name}{_signature(own)}`. {_in_a_list(own)}")


def _alias(value: object) -> str:
    return f"A type: `{_short(str(value))}`."


def _signature(value: object) -> str:
    assert callable(value)
    signature = inspect.signature(value)
    parameters = [_parameter(one) for name, one in signature.parameters.items() if name not in ("self", "cls")]
    returned = _Written(_short(str(signature.return_annotation)))
    return str(signature.replace(parameters=parameters, return_annotation=returned))


def _parameter(parameter: inspect.Parameter) -> inspect.Parameter:
    written = parameter.replace(annotation=_Written(_short(str(parameter.annotation))))
    return written.replace(default=_Written("...")) if inspect.isfunction(parameter.default) else written


class _Written:
    """An annotation or a value as it is written, without quotes around it."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text


def _short(text: str) -> str:
    return _LONG.sub("", text)


def _in_a_list(value: object) -> str:
    """The docstring as part of a list: its paragraphs stay with their item."""
    return _paragraph(value).replace("\n\n", "\n\n  ")


def _paragraph(value: object) -> str:
    """The docstring as one paragraph; what is fenced or indented stays as it is."""
    return re.sub(r"(?<!\n)\n(?![\n`>-])", " ", inspect.getdoc(value) or "")


# The command reference, made from the commands themselves.


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


# The explain pages of all findings as one page, made from the catalogue.


#: A broken line of prose that begins like a list would be one.
_FENCE: Final = re.compile(r"^```rules$", re.MULTILINE)


def findings_reference() -> str:
    """Every code: what is wrong, why it matters, and what to write instead."""
    parts = [
        "# Every finding",
        "",
        "Everything `rulelang check` can find, by code. `rulelang explain RL0201` prints one entry.",
    ]
    for area in AREAS:
        inside = [one for one in all_entries() if one.code.startswith(f"RL{area.digits}")]
        if not inside:
            continue
        parts += ["", f"## {area.title}"]
        for one in inside:
            parts += ["", f"### {one.code}: {one.title}", "", f"_{one.severity.value}_", ""]
            parts.append(_FENCE.sub("```rules fragment", one.page.strip()))
    return "\n".join(parts) + "\n"

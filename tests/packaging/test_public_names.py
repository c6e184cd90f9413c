"""What others build on stays: every public name and parameter, every command and option of the last release is still
there, and no function asks for more. `public_names.txt` is written anew for a release:
RULELANG_WRITE_PUBLIC_NAMES=1 pytest tests/packaging/test_public_names.py

RULELANG_AGAINST=v0.2.0 compares names and parameters with that tag instead."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click
import griffe
import pytest

import interpreter
from rulelang.cli.menu import rulelang

ROOT = Path(__file__).parents[2]
KEPT = Path(__file__).with_name("public_names.txt")
_UNASKED = (griffe.ParameterKind.var_positional, griffe.ParameterKind.var_keyword)


def names() -> list[str]:
    """A line for each name and parameter; a parameter with `=` may be left out."""
    return [
        *names_in_python(_loaded()),
        *_of_commands(),
    ]


def _loaded() -> griffe.Object | griffe.Alias:
    """`interpreter`, and with it `rulelang`, where some of its names come from."""
    loader = griffe.GriffeLoader(search_paths=[str(ROOT)])
    loader.load("rulelang")
    found = loader.load("interpreter")
    loader.resolve_aliases()
    return found


def names_in_python(package: griffe.Object | griffe.Alias) -> Iterator[str]:
    """What `interpreter` and `interpreter.bots` list in `__all__`."""
    for module in (package, package["bots"]):
        for public in sorted(str(name) for name in module.exports or ()):
            yield from _of(f"{module.path}.{public}", module[public])


def _of(path: str, found: griffe.Object | griffe.Alias) -> Iterator[str]:
    yield path
    if found.is_class:
        for name, member in sorted(found.all_members.items()):
            if not name.startswith("_"):
                yield from _of(f"{path}.{name}", member)
    elif isinstance(function := found.final_target if isinstance(found, griffe.Alias) else found, griffe.Function):
        for parameter in function.parameters:
            if parameter.name not in ("self", "cls") and parameter.kind not in _UNASKED:
                yield f"{path}({parameter.name}{'' if parameter.required else '='})"


def _of_commands() -> Iterator[str]:
    context = click.Context(rulelang, info_name="rulelang")
    for name in sorted(rulelang.list_commands(context)):
        command = rulelang.get_command(context, name)
        assert command is not None
        yield f"rulelang {name}"
        yield from (f"rulelang {name} {flag}" for one in command.params for flag in sorted(one.opts) if flag[0] == "-")


def gone(before: list[str], now: list[str]) -> list[str]:
    """What somebody who builds on `before` misses in `now`, and what is asked for that was not."""
    missing = [name for name in before if name not in now]
    asked = [
        name
        for name in now
        if name.endswith(")") and not name.endswith("=)") and name not in before and name.partition("(")[0] in before
    ]
    return missing + asked


def test_nothing_public_is_gone() -> None:
    now = names()
    if os.environ.get("RULELANG_WRITE_PUBLIC_NAMES"):
        KEPT.write_text("\n".join(now) + "\n", encoding="utf-8")
    before = KEPT.read_text(encoding="utf-8").splitlines()
    if tag := os.environ.get("RULELANG_AGAINST"):
        before = list(names_in_python(griffe.load_git("interpreter", ref=tag, repo=ROOT, resolve_aliases=True)))
    assert len(before) > 200
    assert gone(before, now) == []


@pytest.mark.parametrize(
    ("now", "missed"),
    [
        (["a.f", "a.f(x)", "a.f(y=)", "a.g"], []),
        (["a.f", "a.f(y=)"], ["a.f(x)"]),
        (["a.f", "a.f(x)", "a.f(z)"], ["a.f(z)"]),
        (["a.g"], ["a.f", "a.f(x)"]),
    ],
)
def test_what_is_missed_is_told(now: list[str], missed: list[str]) -> None:
    assert gone(["a.f", "a.f(x)"], now) == missed


def test_what_has_another_name_warns_first() -> None:
    book = interpreter.load(ROOT / "examples" / "tic_tac_toe.rules")
    with pytest.warns(DeprecationWarning, match='executor="fast" is deprecated and will be gone in 0.4.0; use "auto"'):
        book.game(executor="fast")

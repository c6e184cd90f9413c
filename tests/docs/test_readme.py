"""The README is short and true: it shows what is printed and drawn, and its links lead somewhere.

RULELANG_WRITE_README=1 pytest tests/docs/test_readme.py puts in what is printed now; read the difference."""

from __future__ import annotations

import os
import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from examples.pictures.make import HERE, made
from tests.cli.conftest import Command, rulelang
from tests.docs.snippets import README, ROOT

pytestmark = pytest.mark.slow

__all__ = ["rulelang"]

_TEXT = README.read_text(encoding="utf-8")
_SHOWN = re.compile(r"^```console\n\$ rulelang (?P<command>.*)\n(?P<output>(?:(?!^```).*\n)*)^```$", re.MULTILINE)
_LINK = re.compile(r"\]\((?!https?:)(?P<path>[^)#]+)")
_PYTHON = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_it_is_short() -> None:
    assert len(_TEXT.splitlines()) <= 120


@pytest.mark.parametrize(("command", "output"), _SHOWN.findall(_TEXT))
def test_what_it_shows_is_printed(rulelang: Command, command: str, output: str) -> None:
    printed = rulelang(*shlex.split(command)).out
    if os.environ.get("RULELANG_WRITE_README"):
        now = "".join(printed.splitlines(keepends=True)[: output.count("\n")])
        README.write_text(README.read_text(encoding="utf-8").replace(output, now), encoding="utf-8")
        output = now
    assert printed.startswith(output)


def test_it_shows_a_refusal_a_sentence_said_back_and_a_mutant() -> None:
    assert [command.split()[0] for command, _ in _SHOWN.findall(_TEXT)] == ["why-not", "read", "mutate"]


def test_its_pictures_are_what_the_tool_draws() -> None:
    for name, picture in made().items():
        assert (HERE / name).read_text(encoding="utf-8") == picture, "run python examples/pictures/make.py"
        assert f"examples/pictures/{name}" in _TEXT


def test_its_links_lead_somewhere() -> None:
    links = [found["path"] for found in _LINK.finditer(_TEXT)]
    assert len(links) > 15
    assert [path for path in links if not (ROOT / path).exists()] == []


def test_its_python_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.chdir(ROOT)
    names: dict[str, Any] = {}
    for block in _PYTHON.findall(_TEXT):
        exec(compile(block, str(README), "exec"), names)
    assert "win" in capsys.readouterr().out


def test_its_second_command_is_what_every_change_has_to_pass() -> None:
    """`.ci/run` does the same from nothing, in an environment of its own."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "-q -e '.[test]' && PATH=\"$PWD/.venv/bin:$PATH\" .ci/check\n" in _TEXT
    assert "pip install -q -e '.[test]'\n.ci/check\n" in script


def test_its_first_command_names_what_there_is(rulelang: Command) -> None:
    command = next(line for line in _TEXT.splitlines() if line.startswith("python3 -m venv") and "rulelang " in line)
    words = command.partition(".venv/bin/rulelang ")[2].split()
    assert words == ["watch", "--once", "--games", "10", "rulebooks/tokaido_duo.rules"]
    assert Path(ROOT / words[-1]).exists()

"""Every command and output the tutorial shows is true: run on the rulebook of the step, with the edits it speaks of."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.cli.conftest import Command, rulelang
from tests.docs.snippets import TUTORIAL

pytestmark = pytest.mark.slow

__all__ = ["rulelang"]

_PIECE = re.compile(
    r"^```(?P<kind>rules|console)\n(?P<text>(?:(?!^```).*\n)*)^```$|^<!-- `(?P<old>.*)` becomes `(?P<new>.*)` -->$",
    re.MULTILINE,
)
_PROMPT = re.compile(r"^Ann> ?(?P<typed>.*)\n", re.MULTILINE)
_FILE = "firefly_pond.rules"
HALF_HOUR = TUTORIAL.with_name("first_half_hour.md")


def shown() -> list[tuple[str, str]]:
    """Each command with its output, together with the rulebook as it is then."""
    found, whole, edited = [], "", ""
    for piece in _PIECE.finditer(TUTORIAL.read_text(encoding="utf-8")):
        if piece["kind"] == "rules":
            whole = edited = piece["text"]
        elif piece["old"] is not None:
            assert piece["old"] in whole
            edited = whole.replace(piece["old"], piece["new"], 1)
        elif piece["text"].startswith("$ "):
            found.append((edited, piece["text"]))
            edited = whole
    return found


def masked(text: str) -> str:
    return re.sub(r"in \d+\.\d+ s\b", "in <time>", text)


@pytest.mark.parametrize(("rulebook", "console"), shown())
def test_the_output_is_what_the_command_prints(
    rulelang: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rulebook: str, console: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / _FILE).write_text(rulebook, encoding="utf-8")
    first, _, output = console.partition("\n")
    typed = "".join(f"{prompt['typed']}\n" for prompt in _PROMPT.finditer(output) if prompt["typed"]) or "quit\n"
    ran = rulelang(*first.removeprefix("$ rulelang ").split(), typed=typed)
    # What is typed stands behind the prompt on a terminal, but not in what is printed.
    assert masked(ran.out).startswith(masked(_PROMPT.sub("Ann> ", output)))


def steps_of_the_first_half_hour() -> list[tuple[str, str]]:
    """Each command of that page with its output, and the change that is made before it."""
    text, found, edit = HALF_HOUR.read_text(encoding="utf-8"), [], ""
    for piece in _PIECE.finditer(text):
        if piece["old"] is not None:
            edit = f"{piece['old']}\0{piece['new']}"
        elif piece["text"].startswith("$ "):
            found.append((edit, piece["text"]))
            edit = ""
    return found


def test_the_first_half_hour_goes_as_told(
    rulelang: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other, in one folder; what is changed by mistake is changed back."""
    monkeypatch.chdir(tmp_path)
    rulebook = tmp_path / "stone_race.rules"
    for edit, console in steps_of_the_first_half_hour():
        before = rulebook.read_text(encoding="utf-8") if rulebook.exists() else ""
        if edit:
            old, _, new = edit.partition("\0")
            assert old in before
            rulebook.write_text(before.replace(old, new, 1), encoding="utf-8")
        first, _, output = console.partition("\n")
        ran = rulelang(*shlex.split(first.removeprefix("$ rulelang ")), typed="q\n")
        assert ran.out.startswith(_PROMPT.sub("Ann> ", output)), first
        if edit:
            rulebook.write_text(before, encoding="utf-8")
    (block,) = re.findall(r"^```python\n(.*?)^```$", HALF_HOUR.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    exec(compile(block, str(HALF_HOUR), "exec"), {})
    assert capsys.readouterr().out == "Ann wins\n"


def test_there_are_outputs_of_each_kind() -> None:
    commands = {console.split()[2] for _, console in shown()}
    assert commands == {"check", "test", "play"}

"""What every subcommand prints, word by word: `$ rulelang ...`, the output, what went to the error output, the code.

The rulebooks beside this file belong to these tests alone. One command records them anew, to be read in the diff:
`pytest tests/cli/test_golden.py --snapshot-update`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter import load
from tests.cli.conftest import Command

FOLDER = Path(__file__).parent / "rulebooks"
TIDES, SECOND, BROKEN = "tides.rules", "tides_second_edition.rules", "broken.rules"

CASES = {
    "help": ["--help"],
    "check": ["check", TIDES],
    "check-broken": ["check", BROKEN],
    "check-several": ["check", TIDES, BROKEN, "--format", "concise"],
    "check-plain": ["check", BROKEN, "--format", "plain"],
    "check-github": ["check", BROKEN, "--format", "github"],
    "check-junit": ["check", BROKEN, "--format", "junit"],
    "check-missing": ["check", "tide.rules"],
    "fmt-check": ["fmt", "--check", TIDES, BROKEN],
    "test": ["test", TIDES, "--verbose"],
    "test-failing": ["test", SECOND],
    "test-failing-plain": ["test", SECOND, "--format", "plain"],
    "test-failing-github": ["test", SECOND, "--format", "github"],
    "test-failing-junit": ["test", SECOND, "--format", "junit"],
    "test-nothing": ["test", TIDES, "--name", "whale"],
    "cover": ["cover", TIDES],
    "cover-json": ["cover", TIDES, "--format", "json"],
    "mutate": ["mutate", TIDES, "--operators", "number-up,sentence-removed", "--jobs", "1"],
    "mutate-json": ["mutate", TIDES, "--operators", "gain-lose", "--jobs", "1", "--format", "json"],
    "mutate-list": ["mutate", TIDES, "--operators", "trigger-removed,another-kind", "--list"],
    "sim": ["sim", TIDES, "-g", "40", "-p", "1", "--expect", "length 1..2", "--expect", "first-player 45%..55%"],
    "sim-json": ["sim", TIDES, "-n", "3", "-g", "20", "-p", "1", "--variant", "high water", "--format", "json"],
    "sim-junit": ["sim", TIDES, "-g", "20", "-p", "1", "--expect", "Ann 1%..99%", "--format", "junit"],
    "graph": ["graph", TIDES, "--group", "Take Turn", "--format", "mermaid"],
    "explain": ["explain", "RL0203"],
    "explain-json": ["explain", "RL0101", "--format", "json"],
    "explain-unknown": ["explain", "RL203"],
    "diff": ["diff", TIDES, SECOND, "-g", "4"],
    "diff-github": ["diff", TIDES, SECOND, "-g", "2", "--format", "github"],
    "book": ["book", TIDES],
    "book-german": ["book", TIDES, "--language", "de"],
    "book-french-page": ["book", TIDES, "--language", "fr", "--format", "html"],
    "facts": ["facts", TIDES],
    "facts-markdown": ["facts", TIDES, "--format", "markdown"],
    "facts-junit": ["facts", TIDES, "--format", "junit"],
    "completion-bash": ["completion", "bash"],
}

_SAVED = {
    "why": ["why", TIDES, "{saved}"],
    "why-not": ["why-not", TIDES, "Land, b1", "--saved", "{saved}"],
    "why-json": ["why", TIDES, "{saved}", "--step", "3", "--format", "json"],
    "why-not-json": ["why-not", TIDES, "Land, b1", "--saved", "{saved}", "--format", "json"],
    **{f"why-{form}": ["why", TIDES, "{saved}", "--format", form] for form in ("plain", "github")},
    **{
        f"why-not-{form}": ["why-not", TIDES, "Land, b1", "--saved", "{saved}", "--format", form]
        for form in ("plain", "sarif", "github", "junit")
    },
    "replay": ["replay", TIDES, "{saved}"],
    "replay-json": ["replay", TIDES, "{saved}", "--player", "Ann", "--format", "json"],
    "replay-of-a-player": ["replay", TIDES, "{saved}", "--player", "Ben", "--language", "de", "--positions"],
}


def masked(text: str) -> str:
    """Without what differs from run to run: times and speeds."""
    text = re.sub(r"in \d+ ms", "in <time>", text)
    text = re.sub(r"in \d+\.\d+ s\b", "in <time>", text)
    text = re.sub(r'time="[\d.]+"', 'time="<time>"', text)
    text = re.sub(r'("moves_per_second": )[\d.]+', r"\1<speed>", text)
    return re.sub(r"[\d,]+ moves per second", "<speed> moves per second", text)


def printed(rulelang: Command, arguments: list[str], shown: list[str] | None = None) -> str:
    ran = rulelang(*arguments)
    parts = [f"$ rulelang {' '.join(shown or arguments)}\n", ran.out]
    if ran.err:
        parts.append(f"---- error output\n{ran.err}")
    return masked("".join([*parts, f"---- code {ran.code}\n"]))


@pytest.fixture
def inside(rulelang: Command, monkeypatch: pytest.MonkeyPatch) -> Command:
    """The command, called in the folder of the rulebooks."""
    monkeypatch.chdir(FOLDER)
    return rulelang


@pytest.mark.parametrize("case", CASES)
def test_output(inside: Command, case: str, golden: SnapshotAssertion) -> None:
    assert printed(inside, CASES[case]) == golden


@pytest.mark.parametrize("case", _SAVED)
def test_output_about_a_saved_game(inside: Command, case: str, tmp_path: Path, golden: SnapshotAssertion) -> None:
    session = load(FOLDER / TIDES).game().start(seed=3)
    for move in ("Land, b1", "Dive", "Rest"):
        assert session.apply(move)
    saved = tmp_path / "saved.json"
    saved.write_text(session.save(), encoding="utf-8")
    shown = [part.format(saved="saved.json") for part in _SAVED[case]]
    assert printed(inside, [part.format(saved=saved) for part in _SAVED[case]], shown) == golden


@pytest.mark.parametrize("form", ["text", "plain", "json", "sarif", "github", "junit"])
def test_output_about_other_layouts(
    inside: Command, form: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: SnapshotAssertion
) -> None:
    text = (FOLDER / TIDES).read_text("utf-8")
    ragged = text.replace("a Boat is", "a   Boat is", 1).replace("the Box", "the    Box", 1)
    files = {"tidy.rules": text, "ragged.rules": ragged, "wrong.rules": 'rulebook "Wrong" for 2 players\nto to to\n'}
    for name, written in files.items():
        (tmp_path / name).write_text(written, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert printed(inside, ["fmt", "--check", *files, "--format", form]) == golden
    assert (tmp_path / "ragged.rules").read_text("utf-8") == ragged


def test_output_of_a_game_at_the_table(inside: Command, golden: SnapshotAssertion) -> None:
    typed = "\nla\n2\n\nx\n7\n\nwhy-not a1\nwhy\nlog\nundo\nboard\nquit\n"
    ran = inside("play", TIDES, "--seed", "1", "-l", "de", typed=typed)
    assert f"{ran.out}---- code {ran.code}\n" == golden


def test_output_of_a_new_rulebook(
    inside: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, golden: SnapshotAssertion
) -> None:
    monkeypatch.chdir(tmp_path)
    assert printed(inside, ["new", "Three Towers"]) + (tmp_path / "three_towers.rules").read_text("utf-8") == golden

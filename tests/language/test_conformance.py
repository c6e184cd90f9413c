"""The reference clause by clause: small rulebooks named after the clause they hold the program to.

conformance/cases      every example passes, with both executors
conformance/mustfail   every example fails: the counterpart that shows that the others can
conformance/refused    a finding stands at each line marked `note: bad`
conformance/played     nothing is found wrong, and games come to their end, alike in both executors
"""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

import rulelang
from interpreter import Rulebook, load
from interpreter.examples.run import run_examples
from rulelang.checks import check_rulebook
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.graph.program import Decide
from rulelang.rulebook.loading import load as load_text
from rulelang.source import read_source

FOLDER = Path(__file__).parent / "conformance"
MARK = "note: bad"
LONGEST, GAMES = 3_000, 3
REFERENCE = Path(rulelang.__file__).parent / "reference" / "language.md"


def every(folder: str) -> pytest.MarkDecorator:
    """Every rulebook of a folder."""
    return pytest.mark.parametrize("path", sorted((FOLDER / folder).glob("*.rules")), ids=lambda path: path.stem)


def findings(path: Path) -> list[Diagnostic]:
    book, found = load_text(read_source(str(path)).source)
    return [*found, *check_rulebook(book)]


def told(found: list[Diagnostic]) -> list[tuple[str, str, int]]:
    return [(one.code, one.message, one.primary.span.line) for one in found]


def test_every_clause_has_a_case() -> None:
    clauses = re.findall(r"^\*\*(\d+)\.(\d+)\*\*", REFERENCE.read_text(encoding="utf-8"), re.MULTILINE)
    held = {path.stem[:5] for path in FOLDER.glob("*/*.rules")}
    assert [f"{part}.{clause}" for part, clause in clauses if f"{part:0>2}_{clause:0>2}" not in held] == []


@every("cases")
def test_the_clause_holds(path: Path) -> None:
    wrong = [one for one in findings(path) if one.severity is Severity.ERROR]
    assert told(wrong) == []
    book = load(path)
    for executor in ("python", "reference"):
        results = run_examples(book, executor)
        assert results, "a case without an example shows nothing"
        assert [f"{result.title}: {result.failure}" for result in results if not result.passed] == []


@every("mustfail")
def test_what_must_fail_fails(path: Path) -> None:
    results = run_examples(load(path), "python")
    assert results, "a case without an example shows nothing"
    assert [result.title for result in results if result.passed] == []


@every("refused")
def test_what_is_wrong_is_found(path: Path) -> None:
    marked = {number for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if MARK in line}
    assert marked, f"no line is marked `{MARK}`"
    found = [one for one in findings(path) if one.severity is not Severity.UNPROVED]
    assert marked <= {one.primary.span.line for one in found}, told(found)


@every("played")
def test_games_come_to_their_end_and_both_executors_agree(path: Path) -> None:
    wrong = [one for one in findings(path) if one.severity is Severity.ERROR]
    assert told(wrong) == []
    book = load(path)
    for players in book.players:
        for seed in range(GAMES):
            play(book, players, Random(f"{path.stem} {players} {seed}"))


def play(book: Rulebook, players: int, random: Random) -> None:
    """One random game in both executors."""
    plain, fast = (book.game(players, (), name).executor for name in ("reference", "python"))
    state, twin = plain.start(), fast.start()
    for _ in range(LONGEST):
        assert state == twin
        if plain.is_over(state):
            break
        if isinstance(plain.node(state), Decide):
            options = list(plain.options(state))
            assert list(fast.options(twin)) == options
            move = random.choice(options)
            plain.play(state, move)
            fast.play(twin, move)
        else:
            outcome = plain.draw(state, random)
            plain.happen(state, outcome)
            fast.happen(twin, outcome)
    assert plain.is_over(state), "the game does not end"
    twin = fast.start()
    fast.random_playout(twin, random)
    assert fast.is_over(twin)

"""Every rulebook is free of findings, keeps its worked examples, and ends by its own rules whatever anybody plays."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.examples.run import run_examples
from rulelang.checks import check_rulebook
from rulelang.diagnostics.model import Severity
from rulelang.rulebook.loading import load
from rulelang.source import read_source
from tests.rulebooks.library import NAMES, game, players_of, rulebook, rulebook_paths, tables

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", NAMES)
def test_the_first_line_says_how_many_can_play(name: str) -> None:
    assert players_of(name) == rulebook(name).players


@pytest.mark.parametrize("path", rulebook_paths(), ids=lambda path: path.stem)
def test_no_error_and_no_warning_is_found(path: object) -> None:
    book, found = load(read_source(str(path)).source)
    serious = [one for one in (*found, *check_rulebook(book)) if one.severity in (Severity.ERROR, Severity.WARNING)]
    assert [(one.code, one.message, one.primary.span.line) for one in serious] == []


#: Writing the code of all tables takes longer than running the examples without it.
BY_THE_REFERENCE = {"chess", "iki", "yamatai"}


@pytest.mark.parametrize("name", NAMES)
def test_every_example_holds(name: str) -> None:
    results = run_examples(rulebook(name), "reference" if name in BY_THE_REFERENCE else "python")
    assert [f"{result.title}: {result.failure}" for result in results if not result.passed] == []


@pytest.mark.parametrize(("name", "players"), tables())
def test_random_games_end_by_their_own_rules(name: str, players: int) -> None:
    executor = game(name, players).executor
    for seed in range(2):
        state = executor.start()
        moves = executor.random_playout(state, Random(seed))
        assert executor.is_over(state)
        assert 0 < moves < 20_000

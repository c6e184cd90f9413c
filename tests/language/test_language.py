"""Every form of the language from its text to a played game: small rulebooks with their examples inside."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest

from interpreter import Rulebook, load
from interpreter.examples.run import run_examples
from rulelang.checks import check_rulebook
from rulelang.diagnostics.model import Severity
from rulelang.graph.program import Decide
from rulelang.rulebook.loading import load as load_text
from rulelang.source import read_source

CASES = sorted((Path(__file__).parent / "cases").glob("*.rules"))
LONGEST = 3_000
GAMES = 3

#: The cases show sentences, not whole games: what would change, fill or use something is not always there.
NOT_WHOLE = {"RL0731", "RL0732", "RL0734"}

each_case = pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)


@cache
def rulebook(path: Path) -> Rulebook:
    return load(path)


@each_case
def test_nothing_is_found_wrong(path: Path) -> None:
    book, found = load_text(read_source(str(path)).source)
    serious = [one for one in (*found, *check_rulebook(book)) if one.severity in (Severity.ERROR, Severity.WARNING)]
    wrong = [one for one in serious if one.code not in NOT_WHOLE]
    assert [(one.code, one.message, one.primary.span.line) for one in wrong] == []


@each_case
@pytest.mark.parametrize("executor", ["python", "reference"])
def test_the_examples_hold(path: Path, executor: str) -> None:
    results = run_examples(rulebook(path), executor)
    assert results, "a case without an example shows nothing"
    assert [f"{result.title}: {result.failure}" for result in results if not result.passed] == []


@each_case
def test_random_games_end_and_both_executors_agree(path: Path) -> None:
    book = rulebook(path)
    for players in book.players:
        plain, fast = (book.game(players, (), name).executor for name in ("reference", "python"))
        for seed in range(GAMES):
            random = Random(f"{path.stem} {players} {seed}")
            state, twin = plain.start(), fast.start()
            for _ in range(LONGEST):
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
                assert state == twin
            assert plain.is_over(state), "the game does not end"

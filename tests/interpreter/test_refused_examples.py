"""Every move that an example of the big rulebooks calls impossible is refused by a sentence of the rules, and cited."""

from __future__ import annotations

from functools import cache

import pytest

from interpreter import Refusal, load
from interpreter.examples.run import run_example
from tests.interpreter.games import BIG_GAMES, RULEBOOKS

pytestmark = pytest.mark.slow

ENOUGH = 10


@cache
def refusals(name: str, executor: str) -> list[tuple[str, Refusal]]:
    """What is refused in the examples of a rulebook, with the example; of as many tables as it takes to see enough."""
    rulebook = load(RULEBOOKS / f"{name}.rules")
    found: list[tuple[str, Refusal]] = []
    for players, variants in rulebook.example_settings:
        game = rulebook.game(players, variants, executor, examples=True)
        for example in game.program.examples:
            refused: list[Refusal] = []
            run_example(game, example, refusals=refused)
            found += [(example.title, refusal) for refusal in refused]
            if len(found) >= ENOUGH:
                return found
    return found


@pytest.mark.parametrize("name", BIG_GAMES)
def test_what_examples_call_impossible_is_refused_by_a_cited_sentence(name: str) -> None:
    found = refusals(name, "reference")
    assert len(found) >= ENOUGH
    assert [title for title, refusal in found if not any(clause.where for clause in refusal.clauses)] == []
    assert [title for title, refusal in found if not any(clause.cite for clause in refusal.clauses)] == []


def test_both_executors_refuse_for_the_same_reasons() -> None:
    assert refusals("samurai", "python") == refusals("samurai", "reference")


def test_an_example_that_chooses_the_impossible_says_why_it_is() -> None:
    text = (RULEBOOKS.parent / "examples" / "tic_tac_toe.rules").read_text(encoding="utf-8")
    rulebook = load(
        text + '\nexample "twice":\n    given a new game\n    when Cross chooses b2\n    when Nought chooses b2\n'
    )
    game = rulebook.game(2, (), "python", examples=True)
    example = next(e for e in game.program.examples if e.title == "twice")
    failure = run_example(game, example)
    assert failure is not None
    assert "`b2` is not possible" in failure.message
    assert "choose an empty Square" in failure.message
    assert failure.legal[:2] == ("Nought: a1", "Nought: b1")
    assert "Cross Mark: b2" in failure.position

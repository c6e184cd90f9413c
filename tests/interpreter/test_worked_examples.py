"""The examples of a rulebook are run, and a failure shows all one needs to see."""

from __future__ import annotations

import pytest

from interpreter import load
from interpreter.examples.run import asked, run_examples
from rulelang.graph.example_steps import CompiledExample
from tests.interpreter.games import ALL_GAMES, EXAMPLES

pytestmark = pytest.mark.slow

ONE_WRONG = """
example "a wrong one" [en "Play"]:
    given Cross is about to Claim Square
    then there are 1 Cross Mark on b2

example "a right one":
    given a new game
    when Cross chooses b2
    then Nought may not choose b2
"""


@pytest.mark.parametrize("name", ALL_GAMES)
def test_the_examples_of_our_rulebooks_pass(name: str) -> None:
    results = run_examples(load(EXAMPLES / f"{name}.rules"))
    assert [str(result.failure) for result in results if not result.passed] == []


def test_a_failure_shows_values_position_and_legal_moves() -> None:
    text = (EXAMPLES / "tic_tac_toe.rules").read_text(encoding="utf-8")
    results = run_examples(load(text + ONE_WRONG), chosen=lambda title: title in ("a wrong one", "a right one"))
    wrong, right = results
    assert right.passed
    assert wrong.failure is not None
    assert wrong.failure.message.startswith("this does not hold (there are 0)")
    assert wrong.failure.origin.cite == 'en "Play"'
    assert wrong.failure.legal[0] == "Cross: a1"


def test_a_result_is_not_told_before_there_is_one() -> None:
    text = (EXAMPLES / "tic_tac_toe.rules").read_text(encoding="utf-8")
    lines = '\nexample "too early":\n    given a new game\n    when Cross chooses b2\n'
    for claim, message in (
        ("nobody wins", "the game is not over (`would win` and `would come` speak of how things stand)"),
        ("nobody would win", "the game is not over: nobody has won or lost yet"),
    ):
        (early,) = run_examples(load(f"{text}{lines}    then {claim}\n"), chosen=lambda title: title == "too early")
        assert early.failure is not None
        assert early.failure.message == message


def test_an_expectation_goes_past_a_shuffle() -> None:
    text = (EXAMPLES / "sealed_letter.rules").read_text(encoding="utf-8")
    dealt = (
        '\nexample "dealt":\n    given Ann is about to Deal\n    then there is just one Card in Ben\'s Hand\n'
        '\nexample "not dealt":\n    given Ann is about to Deal\n    then there are 2 Cards in Ben\'s Hand\n'
    )
    results = run_examples(load(text + dealt), chosen=lambda title: title in ("dealt", "not dealt"))
    assert [result.passed for result in results] == [True, False]


def test_both_executors_run_examples_alike() -> None:
    rulebook = load(EXAMPLES / "othello.rules")
    assert run_examples(rulebook, "python") == run_examples(rulebook, "reference")


def test_a_failure_says_that_the_game_is_over_by_then() -> None:
    text = (EXAMPLES / "tic_tac_toe.rules").read_text(encoding="utf-8")
    text += """
example "over too soon":
    given there is a Cross Mark on a1
    given there is a Cross Mark on b1
    given Cross is about to Claim Square
    when Cross chooses c1
    then there is a Cross Mark on b2
"""
    (result,) = run_examples(load(text), chosen=lambda title: title == "over too soon")
    assert result.failure is not None
    assert result.failure.message == "this does not hold (there are 0)"
    assert result.failure.position.endswith("the game is over\n")


GIVEN = """rulebook "Given" for 2 players
each player has Coins from 0 to 9
each player may be Rich
play: repeat turns: choose one:
    Earn: gain 1 Coin
    Rest: do nothing
as soon as a player's Coins are 9: the player becomes Rich, then the player loses 9 Coins
example "what is given sets off":
    given a new game
    given Ann's Coins are 9
    then Ann is Rich
    then Ann's Coins are 0
"""


def test_the_answers_of_an_example_are_those_it_is_judged_by() -> None:
    game = load(GIVEN).game(2, examples=("what is given sets off",))
    (example,) = game.program.examples
    assert isinstance(example, CompiledExample)
    assert [holds for holds, _ in asked(game, example).expected] == [True, True]

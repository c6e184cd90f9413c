"""Sentences behind the end of a turn, of the game, or of something without end."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked, found

GAME = """rulebook "Ferry" for 2 players
each player has Coins from 0 to 9
play:
    repeat turns: Cross
as soon as a player's Coins are 9: the player wins
"""


def crossing(sentences: str) -> str:
    """The ferry, with what crossing is."""
    choose = "choose a number from 1 to 2 as Boat\n"
    return GAME + "to Cross:\n" + "".join(f"    {line}\n" for line in (choose + sentences).splitlines())


@pytest.mark.parametrize(
    ("sentences", "place"),
    [
        ("end the turn\ngain 1 Coin", "gain 1 Coin"),
        ("you win\ngain 1 Coin", "gain 1 Coin"),
        ("nobody wins, then gain 1 Coin", "gain 1 Coin"),
        ("the game ends now\ngain 1 Coin\ngain 2 Coins", "gain 1 Coin"),
        ("if the Boat is 1: you win\notherwise: end the turn\ngain 1 Coin", "gain 1 Coin"),
        ("choose one:\n    Stay:\n        end the turn\n    Go:\n        you win\ngain 1 Coin", "gain 1 Coin"),
    ],
)
def test_what_stands_behind_is_found(sentences: str, place: str) -> None:
    assert found("RL0515", crossing(sentences)) == [(place, "This is never obeyed: play never gets here.")]


@pytest.mark.parametrize(
    "sentences",
    [
        "gain 1 Coin\nend the turn",
        "if the Boat is 1: you win\ngain 1 Coin",
        "if the Boat is 1: you win\notherwise: gain 2 Coins\ngain 1 Coin",
        "you may end the turn\ngain 1 Coin",
        "the game ends after this turn\ngain 1 Coin",
        "repeat 3 times:\n    if the Boat is 1: you win\ngain 1 Coin",
    ],
)
def test_what_may_come_is_fine(sentences: str) -> None:
    assert found("RL0515", crossing(sentences)) == []


def test_nothing_follows_what_is_repeated_without_end() -> None:
    text = crossing("gain 1 Coin").replace("repeat turns: Cross\n", "repeat turns: Cross\n    nobody wins\n")
    assert [place for place, _ in found("RL0515", text)] == ["nobody wins"]
    assert found("RL0515", text.replace("repeat turns:", "repeat 9 turns:")) == []


def test_an_action_that_always_ends_the_turn_is_not_come_back_from() -> None:
    text = crossing("Moor\ngain 1 Coin") + "to Moor: end the turn\n"
    assert [place for place, _ in found("RL0515", text)] == ["gain 1 Coin"]
    changed = "instead of you Moor: gain 2 Coins\n"
    assert found("RL0515", text + changed) == []


def test_scoring_that_nobody_comes_to_is_found() -> None:
    text = crossing("gain 1 Coin") + "scoring:\n    each player: gain 1 Coin\n"
    [(place, _)] = found("RL0515", text)
    assert place.startswith("each player")
    assert found("RL0515", text + "as soon as a player's Coins are 8: the game ends now\n") == []


@pytest.mark.parametrize(
    ("text", "made_by"),
    [
        ("once per turn, you may: gain 1 Coin\nplay: each player: gain 1 Coin\n", "each player takes a turn:"),
        ("at the end of each round: nobody wins\nplay: repeat turns: gain 1 Coin\n", "repeat rounds:"),
        ("at the start of each phase: nobody wins\nplay: repeat turns: gain 1 Coin\n", "phase Trading:"),
    ],
)
def test_what_waits_for_a_turn_is_told_what_makes_turns(text: str, made_by: str) -> None:
    text = f'rulebook "Waiting" for 2 players\neach player has Coins from 0 to 9\n{text}'
    [one] = [one for one in checked(text) if one.code == "RL0515"]
    assert any(made_by in line for line in one.helps)

"""Numbers within their bounds, and divisions."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked

POND = """rulebook "Steam" for 2 players
the sides are Ann, Ben
each player has Steam from 0 to 5
each player has Coins from 0 to 10
the Pressure is a track from 0 to 9 starting at 4
the Die is a die with faces 1, 2, 3
play:
    repeat turns: Stoke
as soon as a player's Coins are 10: the player wins
"""


def said(code: str, text: str) -> list[str]:
    """What stands at the places of the findings of a code."""
    return [one.span.text for one in checked(POND + text) if one.code == code]


@pytest.mark.parametrize(
    "sentences",
    [
        "your Steam becomes 6",
        "your Steam becomes your Steam plus 6",
        "if your Steam is 5: your Steam becomes your Steam plus 1",
        "if your Steam is at most 2: your Steam becomes your Steam minus 3",
        "choose a number from 3 to 5 as Load, then your Steam becomes your Steam plus the Load times 2",
    ],
)
def test_certainly_beyond_the_bounds(sentences: str) -> None:
    assert len(said("RL0305", _action(sentences))) == 1


@pytest.mark.parametrize(
    "sentences",
    [
        "your Steam becomes your Steam plus 1",
        "if your Steam is at most 4: your Steam becomes your Steam plus 2",
        "your Steam becomes your Coins",
        "your Steam becomes your Steam plus the Die's value",
        "if your Steam is not 3: your Steam becomes your Steam minus 1",
        "only if your Steam is less than 5, then gain 1 Steam, then your Steam becomes your Steam plus 1",
    ],
)
def test_perhaps_beyond_the_bounds(sentences: str) -> None:
    text = _action(sentences)
    assert said("RL0305", text) == []
    assert len(said("RL0306", text)) == 1


@pytest.mark.parametrize(
    "sentences",
    [
        "your Steam becomes 5",
        "your Steam becomes the Die's value",
        "only if your Steam is less than 5, then your Steam becomes your Steam plus 1",
        "if your Steam is 0: gain 1 Steam\n    otherwise: your Steam becomes your Steam minus 1",
        "if your Steam is not 0: your Steam becomes your Steam minus 1",
        "choose a number from 0 to your Steam as Load, then your Steam becomes your Steam minus the Load",
        (
            "choose a number from 1 to 2 as Load, then only if your Steam is at least the Load"
            ", then your Steam becomes your Steam minus the Load"
        ),
        (
            "remember your Steam as Before, then only if the Before is more than 2"
            ", then your Steam becomes the Before minus 3"
        ),
        "if your Coins are at most 5: your Steam becomes your Coins",
        "only if your Steam plus your Coins is at most 5, then your Steam becomes your Steam plus your Coins",
        "only if your Steam is 1 or your Steam is 2, then your Steam becomes your Steam times 2",
        "repeat at most 9 times while your Steam is less than 5: your Steam becomes your Steam plus 1",
        "pay 1 Steam, then gain 3 Coins, then lose 2 Coins",
        "your Steam becomes your Coins divided by 2",
    ],
)
def test_within_the_bounds(sentences: str) -> None:
    text = _action(sentences)
    assert said("RL0305", text) + said("RL0306", text) == []


def test_what_an_as_soon_as_rules_out_is_known() -> None:
    text = _action("your Coins become your Coins plus 1")
    decided = POND.replace("turns: Stoke", "turns:\n        choose one:\n            Stoke\n            Cool Down")
    assert decided != POND
    found = [one.code for one in checked(decided + text) if one.code == "RL0306"]
    assert found == []
    without = decided.replace("are 10:", "are 9 and the Pressure is 3:")
    assert [one.code for one in checked(without + text) if one.code == "RL0306"] == ["RL0306"]


def test_what_a_condition_of_its_own_says_is_known() -> None:
    text = _action("only if you are Cool, then your Steam becomes your Steam plus 1")
    assert said("RL0306", text + "a player is Cool if the player's Steam is less than 5\n") == []


@pytest.mark.parametrize(
    ("sentence", "code"),
    [
        ("pay 11 Coins", "RL0308"),
        ("gain 11 Coins", "RL0309"),
        ("lose 6 Steam", "RL0309"),
    ],
)
def test_amounts_that_never_fit(sentence: str, code: str) -> None:
    assert said(code, _action(sentence)) == [sentence.partition(" ")[2]]


@pytest.mark.parametrize(
    "sentence", ["pay 10 Coins", "gain 10 Coins", "lose 5 Steam", "pay as many Coins as 11 minus your Steam"]
)
def test_amounts_that_may_fit(sentence: str) -> None:
    text = _action(sentence)
    assert said("RL0308", text) + said("RL0309", text) == []


@pytest.mark.parametrize(
    ("share", "code"),
    [
        ("10 divided by 0", "RL0307"),
        ("10 divided by your Steam minus 1", "RL0302"),
        ("10 divided by (your Steam minus 1)", "RL0302"),
        ("10 divided by your Coins if your Steam is 2, otherwise 1", "RL0302"),
    ],
)
def test_divisions_by_zero(share: str, code: str) -> None:
    assert len(said(code, _action("gain as many Coins as your Share") + f"your Share is {share}\n")) == 1


@pytest.mark.parametrize(
    "share",
    [
        "10 divided by 2",
        "10 divided by (your Steam plus 1)",
        "10 divided by your Coins if your Coins are at least 1, otherwise 1",
        "0 if your Coins are 0, otherwise 10 divided by your Coins",
        "10 divided by the number of players",
    ],
)
def test_divisions_by_something(share: str) -> None:
    text = _action("gain as many Coins as your Share") + f"your Share is {share}\n"
    assert said("RL0302", text) + said("RL0307", text) == []


def test_a_division_after_a_question_is_proved() -> None:
    text = _action("only if your Steam is more than 0, then gain as many Coins as 10 divided by your Steam")
    assert said("RL0302", text) == []


def test_the_same_division_elsewhere_is_another_question() -> None:
    """One stands behind an `if` and the other does not; a rulebook checked before changes nothing."""
    share = "gain as many Coins as (10 divided by your Steam) plus 1"
    safe = f"to Stoke:\n    if your Steam is at least 1:\n        {share}\n    gain 1 Steam\n"
    assert said("RL0302", safe) == []
    both = checked(POND + safe + f"    lose 1 Steam\n    {share}\n")
    assert [one.span.line for one in both if one.code == "RL0302"] == [15]
    assert len(said("RL0302", _action(share))) == 1


def _action(sentences: str) -> str:
    lines = "\n    ".join(part for part in sentences.split(", then ")) if "repeat" not in sentences else sentences
    cooling = "to Cool Down:\n    roll the Die\n    gain 1 Steam\n    gain 1 Coin\n"
    return f"to Stoke:\n    {lines}\n{cooling}once per turn, you may: Cool Down\n"


@pytest.mark.parametrize("share", ["your Coins divided by 2", "10 divided by 3", "10 divided by (your Steam plus 1)"])
def test_a_rest_nobody_speaks_of(share: str) -> None:
    text = _action("gain as many Coins as your Share") + "your Share is {}\n"
    assert said("RL0312", text.format(share)) == [share]
    assert said("RL0312", text.format(f"{share} rounded up")) == []
    assert said("RL0312", text.format(f"{share} rounded down")) == []


@pytest.mark.parametrize("share", ["10 divided by 2", "your Coins divided by 1"])
def test_no_rest(share: str) -> None:
    assert said("RL0312", _action("gain as many Coins as your Share") + f"your Share is {share}\n") == []

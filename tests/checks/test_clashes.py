"""Exceptions that may hold at once: nobody may be in doubt which one counts."""

from __future__ import annotations

import pytest

from rulelang.compile import compile_rulebook
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text
from tests.checks.finding import checked

INN = """rulebook "Inn" for 2 players
each player has Coins from 0 to 9
each player may be Rich
each player may be Poor
a Charm is a card
there are 2 Charms:
    | Title   | Copies |
    | Lantern | 1      |
    | Mirror  | 1      |
each player has a Porch, an open area of up to 2 Charms
a Charm works for a player if it is in the player's Porch
a Ware is one of Silk, Tea
play:
    repeat turns: Rest
to Rest: lose as many Coins as your Rent
to Sell for a Ware: gain 1 Coin
your Rent is 2
"""


def said(text: str, game: str = INN) -> list[str]:
    """The codes found about exceptions."""
    return [one.code for one in checked(game + text) if one.code.startswith("RL04")]


@pytest.mark.parametrize(
    "text",
    [
        "your Rent is 3 instead if you are Rich\nyour Rent is 1 instead if you are Poor\n",
        "your Rent is 3 instead\nyour Rent is 1 instead\n",
        "your Rent is 3 instead if your Coins are at least 3\nyour Rent is 1 instead if your Coins are at most 3\n",
        "Lantern:\n    your Rent is 1 instead\nMirror:\n    your Rent is 0 instead\n",
        "Lantern:\n    instead of you Rest: do nothing\nMirror:\n    instead of you Rest: gain 1 Coin\n",
        "instead of you Sell for a Silk Ware: do nothing\ninstead of you Sell for a Ware: do nothing\n",
        "variant Dear:\n    your Rent is 4 instead\nvariant Cheap:\n    your Rent is 0 instead\n",
    ],
)
def test_may_clash(text: str) -> None:
    assert said(text) == ["RL0405"]


def test_three_of_which_two_are_settled() -> None:
    text = "Lantern:\n    your Rent is 1 instead\nMirror:\n    your Rent is 0 instead over Lantern\n"
    assert said(text) == []
    assert said(text + "your Rent is 5 instead if you are Rich\n") == ["RL0405"]
    assert said(text + "your Rent is 5 instead over Mirror if you are Rich\n") == []


@pytest.mark.parametrize(
    "text",
    [
        "your Rent is 3 instead if you are Rich\nyour Rent is 1 instead if you are not Rich\n",
        "your Rent is 3 instead if your Coins are more than 3\nyour Rent is 1 instead if your Coins are at most 3\n",
        "your Rent is 3 instead if your Porch is empty\nyour Rent is 1 instead if your Porch is not empty\n",
        (
            "your Rent is 3 instead if you are Rich and there is a Charm in your Porch\nyour Rent is 1 instead if "
            "there is no Charm in your Porch\n"
        ),
        "Lantern:\n    your Rent is 1 instead\nMirror:\n    your Rent is 1 more\n",
        "Lantern:\n    your Rent is doubled\nMirror:\n    your Rent is doubled\n",
        "instead of you Sell for a Silk Ware: do nothing\ninstead of you Sell for a Tea Ware: do nothing\n",
        (
            "instead of you Sell for a Silk Ware over Mirror: do nothing\n"
            "Mirror:\n    instead of you Sell for a Ware: do nothing\n"
        ),
        "your Rent is at least 1\nyour Rent is at most 3\n",
        "your Rent is at least 5 if you are Rich\nyour Rent is at most 3 if you are not Rich\n",
        "variant Dear:\n    your Rent is 4 instead\nvariant Cheap:\n    your Rent is 0 instead over Dear\n",
    ],
)
def test_never_clash(text: str) -> None:
    assert said(text) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("your Rent is at least 5\nyour Rent is at most 3\n", "RL0407"),
        ("your Rent is at least your Coins\nyour Rent is at most 3\n", "RL0410"),
        ("your Rent is 3 instead over Noble if you are Rich\nyour Rent is 1 instead if you are not Rich\n", "RL0408"),
        (
            "your Rent is 3 instead over Poor if you are Rich\nyour Rent is 1 instead over Rich if you are Poor\n",
            "RL0409",
        ),
    ],
)
def test_what_else_is_wrong(text: str, code: str) -> None:
    assert said(text) == [code]


def test_the_one_set_over_the_others_counts_wherever_it_stands() -> None:
    """C beats B, B beats A; written in the order C, A, B."""
    texts = [
        "your Rent is 7 instead over Poor if your Coins are 1",
        "your Rent is 5 instead if you are Rich",
        "your Rent is 6 instead over Rich if you are Poor",
    ]
    bodies = []
    for order in (texts, texts[::-1], [texts[1], texts[2], texts[0]]):
        rulebook, _ = load(source_from_text("inn.rules", INN + "\n".join(order) + "\n"))
        compiled = compile_rulebook(rulebook, 2)
        assert [one.code for one in compiled.diagnostics] == []
        assert compiled.program is not None
        bodies.append(compiled.program.functions["Rent"].body)
    assert bodies[0] == bodies[1] == bodies[2]
    assert "value=7" in repr(bodies[0]).split("then=")[1].split("otherwise=")[0]


def test_an_option_may_replace_the_value() -> None:
    text = INN.replace("lose as many Coins as your Rent", "choose your Rent, then lose as many Coins as the Rent")
    text = text.replace(", then lose", "\n    lose").replace("to Rest: choose", "to Rest:\n    choose")
    rulebook, _ = load(source_from_text("inn.rules", text + "your Rent may be 5 instead\nyour Rent may be 1 more\n"))
    compiled = compile_rulebook(rulebook, 2)
    assert [one.code for one in compiled.diagnostics] == []
    assert compiled.program is not None
    body = compiled.program.functions["choices of Rent"].body
    assert getattr(body, "value", None) == 1 << 2 | 1 << 3 | 1 << 5 | 1 << 6

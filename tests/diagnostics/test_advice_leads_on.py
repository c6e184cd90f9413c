"""What a message tells the author to write can be written there: no advice goes in a circle or into a dead end."""

from __future__ import annotations

import pytest

from rulelang.diagnostics import Severity
from tests.checks.finding import checked

GAME = """rulebook "Advice" for 2 players
a Suit is one of Red, Blue
a Card is a card with a Suit, a Value from 1 to 3
there are 12 Cards: 2 of each Suit with each Value
the Row is a row of up to 12 Cards
the Deck is a pile of Cards
each player has Points from 0 to 9
setup: move all Cards to the Deck
play:
    repeat 3 rounds:
        phase Main: each player takes a turn: Act
to Act:
    choose a Card from the Deck
    {}
    gain 1 Point
the winner is the player with the highest Points, otherwise shared
"""

#: What an author wrote, what the message says to write, and that written out.
ADVICE = [
    ("if the Card's value is 2: gain 1 Point", "Value", "if the Card's Value is 2: gain 1 Point"),
    ("if Value is 2: gain 1 Point", "the Card's Value", "if the Card's Value is 2: gain 1 Point"),
    ("if the Value is 2: gain 1 Point", "its Value", "if its Value is 2: gain 1 Point"),
    ("the round ends now", "end the round", "end the round"),
    ("the phase ends now", "end the phase", "end the phase"),
    ("the turn ends", "end the turn", "end the turn"),
    ("the Card goes to the Row", "move the Card to the Row", "move the Card to the Row"),
    (
        "if the Suit of the Card in Row is Red: gain 1 Point",
        "remember the only Card in",
        "remember the only Card in the Row as Top, then if the Top's Suit is Red: gain 1 Point".replace(
            ", then if", "\n    if"
        ),
    ),
    (
        "if the Suit of the last Card in the Row is Red: gain 1 Point",
        "`the Top is the last Card ...` of its own, and here `the Top's Suit`",
        "if the Top's Suit is Red: gain 1 Point\nthe Top is the last Card in the Row\nto Wait:",
    ),
    (
        "if there are just 3 Cards in the Row: gain 1 Point",
        "Write `3`",
        "if there are 3 Cards in the Row: gain 1 Point",
    ),
    ("if the Row has just 1 Card: gain 1 Point", "Write `just one`", "if the Row has just one Card: gain 1 Point"),
    ("move Blue 2 to the Row", "1 Blue 2 Card", "move 1 Blue 2 Card from the Deck to the Row"),
]


def errors(line: str) -> list[tuple[str, str]]:
    found = [one for one in checked(GAME.format(line)) if one.severity is Severity.ERROR]
    return [(one.message, " ".join(one.helps)) for one in found]


@pytest.mark.parametrize(("wrote", "advised", "right"), ADVICE)
def test_the_advice_can_be_followed(wrote: str, advised: str, right: str) -> None:
    ((message, help_), *rest) = errors(wrote)
    assert advised in message + help_
    assert not rest
    assert errors(right) == []


def test_a_thing_and_a_number_of_one_name_are_told_apart() -> None:
    game = GAME.format("gain 1 Trick").replace("Points", "Tricks").replace("Point", "Tricks")
    found = checked(game.replace("a Card is", "a Trick is a token\nthere are 3 Tricks\na Card is"))
    helps = " ".join(text for one in found for text in one.helps)
    assert "`Trick` is a thing here and `Tricks` a number" in helps


def test_a_file_that_is_no_rulebook_is_told_so_once() -> None:
    letter = (
        "# README\nThis is a project about cats.\n\n* feed them\n* pet them\n\n```python\ndef cat(): return 1\n```\n"
    )
    assert [one.code for one in checked(letter)] == ["RL0115"]


def test_rounding_behind_an_open_divisor_needs_brackets() -> None:
    line = "gain as many Points as 7 divided by the number of Cards where its Value is 3"
    (note,) = (one for one in checked(GAME.format(line)) if one.code == "RL0312")
    assert "Put what follows `divided by` in brackets" in " ".join(note.helps)
    bracketed = line.replace("the number", "(the number") + ") rounded down"
    assert not [one for one in checked(GAME.format(bracketed)) if one.code in ("RL0100", "RL0312")]
    assert errors(f"{line} rounded down") != []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("if the quick brown fox is Red: gain 1 Point", ["quick brown fox"]),
        ("gain blorp flarp zarp Points", ["blorp flarp zarp"]),
        ("move the shiny tiny Card to the wooden Row", ["shiny tiny"]),
        # What can be said better about a word is said, and another phrase is another matter.
        ("move the shiny frum the Row to the Deck", ["shiny", "frum"]),
        ("choose a shiny golden round Card", ["shiny golden"]),
        ("move a wozzle to the tiny fozzle", ["wozzle", "tiny fozzle"]),
    ],
)
def test_unknown_words_of_one_phrase_are_told_once(line: str, told: list[str]) -> None:
    found = [one for one in checked(GAME.format(line)) if one.severity is Severity.ERROR]
    assert [one.span.text for one in found] == told

"""The numbers of a rulebook have names, and rulebooks with other numbers play by them."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from interpreter import load
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.loading import load as read
from rulelang.rulebook.numbers import UnknownNumber, changed, number, numbers
from rulelang.source import read_source, source_from_text

ROOT = Path(__file__).parents[2]
MARKET = """rulebook "Market" for 2 players

# Goods

a Good is a token with a Price from 1 to 9
there are 7 Goods:
    | Title | Price | Copies |
    | Rice  | 2     | 4      |
    | Silk  | 5     | 3      |
a Coin is a card
each player has 5 Coins: 3 Pennies, 2 Pounds
each player has Points from 0 to 40

# A turn

play: repeat 3 rounds: each player takes a turn: Earn

to Earn [R12]:
    gain 2 Points
    if your Points are at least 4: gain 2 Points
the winner is the player with the highest Points
"""


def book(text: str = MARKET) -> WrittenRulebook:
    return read(source_from_text("market.rules", text))[0]


def test_every_number_has_a_name() -> None:
    found = {place.name: place.value for place in numbers(book())}
    assert found == {
        "Good / 1": 1,
        "Good / 9": 9,
        "Goods / 7": 7,
        "Goods / Rice / Price": 2,
        "Goods / Rice / Copies": 4,
        "Goods / Silk / Price": 5,
        "Goods / Silk / Copies": 3,
        "Coins / 5": 5,
        "Coins / Pennies": 3,
        "Coins / Pounds": 2,
        "Points / 0": 0,
        "Points / 40": 40,
        "play / 3": 3,
        "Earn / 2 #1": 2,
        "Earn / 2 #2": 2,
        "Earn / 4": 4,
    }


@pytest.mark.parametrize(
    "path", [*sorted((ROOT / "rulebooks").glob("*.rules")), *sorted(ROOT.glob("examples/*.rules"))]
)
def test_names_are_unique_and_find_their_number(path: Path) -> None:
    rulebook, _ = read(read_source(path).source)
    found = numbers(rulebook)
    assert len({place.name for place in found}) == len(found)
    for place in found[:: max(1, len(found) // 2)]:
        assert number(rulebook, place.name) == place
        assert place.span.text == str(place.value)


def test_names_are_read_generously() -> None:
    assert number(book(), "goods/silk/price").value == 5
    assert number(book(), "A turn / 3").value == 3
    assert number(book(), "Goods / Rice/  Copies").value == 4


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Earn / 2", "`Earn / 2` can be 2 numbers. Write one of: `Earn / 2 #1` (line 19); `Earn / 2 #2` (line 20)."),
        (
            "Earn / 3",
            "There is no number `Earn / 3`. The numbers there are: `Earn / 2 #1`, `Earn / 4`, `Earn / 2 #2`.",
        ),
        ("Ear / 10", "There is no number `Ear / 10`. Did you mean `Earn / 2 #1` or `Earn / 4` or `Earn / 2 #2`?"),
        ("tax", "There is no number `tax`. Write the name of an action, a thing or a heading and the number in it"),
    ],
)
def test_a_number_that_is_not_there_is_told(name: str, said: str) -> None:
    with pytest.raises(UnknownNumber) as told:
        number(book(), name)
    assert str(told.value).startswith(said)


def test_changing_a_number_is_the_same_as_writing_another() -> None:
    edits = {
        "Earn / 2 #2": (5, MARKET.replace(": gain 2", ": gain 5")),
        "Points / 40": (60, MARKET.replace("to 40", "to 60")),
        "Goods / Silk / Price": (7, MARKET.replace("| 5     |", "| 7     |")),
        "Goods / Silk / Copies": (1, MARKET.replace("| 3      |", "| 1      |").replace("7 Goods", "5 Goods")),
        "Coins / Pennies": (4, MARKET.replace("5 Coins: 3", "6 Coins: 4")),
    }
    for name, (value, text) in edits.items():
        assert [placed.item for placed in changed(book(), {name: value}).items] == [
            placed.item for placed in book(text).items
        ]
        assert book().items == book().items


def test_a_changed_rulebook_plays_by_its_numbers_and_can_be_sent() -> None:
    rulebook = load(MARKET)
    other = rulebook.changed({"Earn / 2 #1": 4, "play / 3": 2})
    for again in (other, pickle.loads(pickle.dumps(other))):
        session = again.game().start(seed=1)
        assert session.is_over
        assert [score.total for score in session.scores()] == [12, 12]
    assert [score.total for score in rulebook.game().start(seed=1).scores()] == [10, 10]
    assert other.changed({"Earn / 2": 0}).game().start(seed=1).scores()[0].total == 8


def test_iki_has_the_number_of_its_income() -> None:
    rulebook = load(ROOT / "rulebooks/iki.rules")
    place = next(place for place in rulebook.numbers if place.name == "Take Income / 4")
    assert (place.value, place.span.source.line_text(place.span.line)) == (4, "to Take Income [R043]: gain 4 Mon")

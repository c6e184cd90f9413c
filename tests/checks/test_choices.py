"""Where somebody has to choose, there is something to choose."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked, found

GAME = """rulebook "Orchard" for 2 to 3 players
a Fruit is one of Apple, Pear
a Basket is a card
there are 6 Baskets
the Tree is an open area of Baskets
each player has a Barn, an open area of Baskets
each player has Coins from 0 to 9
setup: move all Baskets from the Box to the Tree
play:
    repeat turns: Pick
as soon as the Tree is empty: nobody wins
"""


def picking(sentences: str) -> str:
    """The orchard, with what picking is."""
    return GAME + "to Pick:\n" + "".join(f"    {line}\n" for line in sentences.splitlines())


@pytest.mark.parametrize(
    "sentences",
    [
        "choose a Fruit\ngain 1 Coin",
        "choose a number from 0 to your Coins as Sum",
        "choose any number of Baskets from the Tree",
        "choose up to 2 Baskets from your Barn",
        "choose a Basket from your Barn if possible",
        "you may choose a Basket from your Barn",
        "choose one:\n    Rest:\n        gain 1 Coin\n    Sell:\n        pay 1 Coin",
        "if your Barn is not empty: choose a Basket from your Barn",
        "if there is a Basket in your Barn:\n    choose a Basket from your Barn",
        "if you can Sell: Sell",
    ],
)
def test_something_is_always_there(sentences: str) -> None:
    text = picking(sentences) + "to Sell:\n    choose a Basket from your Barn\n    pay 1 Coin\n"
    assert not {one.code for one in checked(text)} & {"RL0513", "RL0514"}


@pytest.mark.parametrize(
    "sentences",
    [
        "choose a Basket from your Barn\nmove it to the Tree",
        "choose a Fruit where your Coins are 3\nlose 1 Coin",
        "choose 2 Baskets from the Tree\nmove the Baskets to your Barn",
        "choose one:\n    Buy:\n        pay 1 Coin\n    Sell:\n        pay 2 Coins",
        "if your Coins are 3:\n    choose a Basket from your Barn\n    move it to the Tree",
    ],
)
def test_what_may_be_missing_is_not_proved(sentences: str) -> None:
    [(_, message)] = found("RL0514", _endowed(picking(sentences)))
    assert message == "I have not proved that there is always something to choose here."


def _endowed(text: str) -> str:
    """Everybody has 3 Coins and a Basket at first."""
    everybody = "to the Tree\n    each player: move 1 Basket from the Tree to your Barn\n"
    text = text.replace("setup: move", "setup:\n    move").replace("to the Tree\n", everybody, 1)
    return text.replace("Coins from 0 to 9", "Coins from 0 to 9 starting at 3")


@pytest.mark.parametrize(
    "sentences",
    [
        "choose a number from 10 to your Coins as Sum",
        "choose a Basket from your Barn",
        "choose a Fruit where your Coins are 3",
        "choose a Fruit\npay 1 Coin",
        "choose one:\n    Buy:\n        pay 1 Coin\n    Sell:\n        pay 2 Coins",
        "choose a Fruit\nchoose a Basket from your Barn",
    ],
)
def test_what_is_never_there_is_found(sentences: str) -> None:
    [(place, message)] = found("RL0513", picking(sentences))
    assert place.startswith("choose")
    assert message == "Somebody has to choose here, but there is never anything to choose from."


def test_later_choices_of_the_same_move_are_looked_ahead_at() -> None:
    later = "gain 1 Coin\nchoose a Basket from the Tree\nmove the Basket to your Barn\ngain 1 Coin\n"
    text = picking("choose a Fruit\n" + later + "choose another Basket from your Barn\n")
    assert found("RL0514", _endowed(text)) == []
    assert len(found("RL0514", _endowed(f"{text}    move all Baskets from your Barn to the Tree\n"))) == 1
    rob = "your opponent chooses a Basket from your Barn, then moves it to the Tree"
    other = picking(f"choose a Fruit\n{rob}").replace("2 to 3", "2")
    assert rob in [place for place, _ in found("RL0514", _endowed(other))]


FROM_3 = "choose a number from 3 to the number of players as Sum"


@pytest.mark.parametrize(
    ("players", "sentences", "missing"),
    [
        ("1 to 3", "choose another player\ngain 1 Coin", "1"),
        ("2 to 4", FROM_3, "2"),
        ("2 to 4", "choose a number from 4 to the number of players as Sum", "2 or 3"),
        ("2 to 3", "if there are at most 2 players: choose a Fruit where your Coins are 0\ngain 1 Coin", None),
        ("1 to 3", "if there are at least 2 players: choose another player\ngain 1 Coin", ""),
        ("2 to 4", f"if there are at most 2 players: gain 1 Coin\notherwise: {FROM_3}", ""),
        ("2 to 4", "choose a number from 2 to the number of players as Sum", ""),
    ],
)  # fmt: skip
def test_every_number_of_players_is_looked_at(players: str, sentences: str, missing: str | None) -> None:
    """What is proved for three players is not proved for two. None: where it is asked at all, it is open."""
    asked = [one for one in checked(picking(sentences).replace("2 to 3", players)) if one.code in ("RL0513", "RL0514")]
    said = [f"{one.code} {one.primary.text}" for one in asked]
    also = f", also if {missing} play" if missing else ""
    assert said == ([] if missing == "" else [f"RL0514 has to be chosen{also}"])


@pytest.mark.parametrize(("sentence", "said"), [("choose a Fruit", True), ("gain 1 Coin", False)])
def test_a_choice_of_nobody_is_told_who_may_choose(sentence: str, said: bool) -> None:
    (one,) = checked(GAME.replace("repeat turns: Pick", sentence))
    assert one.code == "RL0206"
    assert any("Say who chooses" in text for text in one.helps) is said


def test_what_can_never_be_done_is_left_out_where_it_is_done_if_possible() -> None:
    """That is told (RL0517), and nobody gets stuck there (RL0513)."""
    text = picking("choose a number from 0 to 2 as Sum\nonly if your Coins are more than 9")
    text = text.replace("repeat turns: Pick", "repeat 3 turns: Pick{}").replace(
        "as soon as the Tree is empty: nobody wins\n", ""
    )
    codes = [{one.code for one in checked(text.format(how))} for how in (" if possible", "")]
    assert [("RL0513" in found, "RL0517" in found) for found in codes] == [(False, True), (True, True)]

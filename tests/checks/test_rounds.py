"""What is repeated without a number: certain to hang, proved not to, or neither."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked, found

HEAD = """rulebook "Tide Mill" for 2 to 3 players
a Stone is a token
there are 12 Stones
the Quarry is an open area of Stones
each player has a Yard, an open area of Stones
each player has Points from 0 to 12
each player may be Done
the Sun is a track from 0 to 9
setup: move all Stones from the Box to the Quarry
"""
ACTIONS = """to Cut: choose a Stone from the Quarry, then move it to your Yard
to Rest: do nothing
as soon as the Quarry is empty: nobody wins
"""


def game(play: str) -> str:
    return HEAD + "play:\n" + "".join(f"    {line}\n" for line in play.splitlines()) + ACTIONS


@pytest.mark.parametrize(
    "play",
    [
        "repeat turns: gain 1 Point",
        "repeat rounds:\n    each player: gain 1 Point",
        "repeat rounds:\n    phase Work:\n        each player in order of the highest Points: gain 1 Point\n    Rest",
        "repeat rounds until the Quarry is empty:\n    each player: gain 1 Point",
        "repeat 3 rounds:\n    repeat turns: Rest",
        "repeat rounds:\n    for each player: the player gains 1 Point\n    repeat 4 times: the Sun becomes 3",
        "repeat rounds until there are at least 3 players:\n    each player: gain 1 Point",
    ],
)
def test_without_a_decision_or_a_change_it_hangs(play: str) -> None:
    [(place, message)] = found("RL0509", game(play))
    assert place.startswith("repeat ")
    assert message.startswith("This goes round for ever")
    assert "RL0510" not in {one.code for one in checked(game(play))}


@pytest.mark.parametrize(
    ("code", "play"),
    [
        ("RL0509", "repeat rounds:\n    each player in random order: gain 1 Point"),
        ("RL0509", "repeat rounds:\n    chance chooses a player, then the player gains 1 Point"),
        (
            "RL0510",
            "repeat rounds until the Sun is 9:\n    chance chooses a number from 1 to 9 as Ray\n    the Sun becomes it",
        ),
        (
            "",
            "repeat rounds until the Sun is 9:\n    chance chooses a player\n    the Sun becomes the Sun plus 1",
        ),
        ("", "repeat 9 rounds:\n    each player in random order: gain 1 Point"),
    ],
)
def test_where_only_chance_decides_something_has_to_end_it(code: str, play: str) -> None:
    told = {one.code: one.message for one in checked(game(play)) if one.code in ("RL0509", "RL0510")}
    assert [code] * bool(code) == list(told)
    assert all("only chance decides anything in it" in message for message in told.values())


def test_a_round_after_which_it_is_already_so_is_the_only_one() -> None:
    turns = "repeat turns until the Sun is 4: Tend\n"
    play = f"{turns}repeat rounds until the Sun is at least 2:\n    each player: gain 1 Point"
    book = game(play) + "to Tend: choose one:\n    Wait: do nothing\n    Wake: the Sun becomes the Sun plus 1\n"
    assert not {"RL0509"} & {one.code for one in checked(book)}
    assert found("RL0509", book.replace("the Sun is at least 2", "the Sun is at least 5"))


@pytest.mark.parametrize(
    "play",
    [
        "repeat turns: Cut",
        "repeat turns:\n    choose one:\n        Cut\n        Rest",
        "repeat rounds:\n    each player: Cut",
        "repeat rounds:\n    each player in reverse turn order: Cut",
        "repeat rounds:\n    each player in order of the lowest Points takes a turn: Cut",
        "repeat turns:\n    repeat 3 times: Cut",
        "repeat 9 rounds:\n    each player: gain 1 Point",
        "repeat 9 turns: gain 1 Point",
        "repeat rounds until the Sun is 9: the Sun becomes the Sun plus 1",
        "repeat rounds until the Sun is at least 9: the Sun becomes the Sun plus 2",
        "repeat turns:\n    if the Sun is 3: Cut\n    the Sun becomes the Sun minus 1",
        "if there are at most 2 players:\n    repeat rounds until there are at most 2 players: the Sun becomes 4",
    ],
)
def test_a_decision_chance_or_a_number_that_only_rises_is_proof(play: str) -> None:
    assert [found(code, game(play)) for code in ("RL0509", "RL0510")] == [[], []]


@pytest.mark.parametrize(
    "play",
    [
        "repeat turns: Cut if possible",
        "repeat turns: you may Cut",
        "repeat turns:\n    if you are not Done: Cut",
        "repeat rounds:\n    each player: choose 2 Stones from the Quarry if possible",
        "repeat rounds until the Sun is 9:\n    each player:\n        if you are not Done: Cut\n    the Sun becomes 4",
        "repeat rounds until the Sun is 9:\n    if there are at least 3 players: the Sun becomes the Sun plus 1",
    ],
)
def test_decisions_that_may_be_skipped_are_no_proof(play: str) -> None:
    assert found("RL0509", game(play)) == []
    [(_, message)] = found("RL0510", game(play))
    assert message == "I have not proved that somebody always gets to decide before this starts again."

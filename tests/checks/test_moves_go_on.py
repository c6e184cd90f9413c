"""A move that was looked through to its end before it began: nothing is asked about the decisions in it. Each case
stands beside one in which somebody else decides in between, or the position is another one, and it has to be asked."""

from __future__ import annotations

import pytest

from tests.checks.finding import checked

LAMPS = """rulebook "Lamps" for 2 players
a Lamp is a card
there are 9 Lamps
a Moth is a card
there are 9 Moths
the Shed is an open area
each player has a Porch, an open area
each player has Oil from 0 to 20
each player has Wicks from 0 to 20
setup: move all Lamps to the Shed
play:
    repeat 20 turns:
        {turn}
to Light:
    choose a Lamp in the Shed
    move the Lamp to the Box
    Wait
    {between}
    choose a Lamp in the Shed as Other
    move the Other to your Porch
to Wait: gain 1 Wick
to Sort:
    choose a number from 0 to 2 as Amount
    your Oil becomes the Amount
    move all Moths in your Porch to the Box
to Snuff:
    your Oil becomes 0
    gain 1 Wick
as soon as {trigger}: the player does {done}
"""
MOTHS = "the number of Moths in a player's Porch is at least 2"
OIL = "a player's Oil is at least 9"


def asked(
    turn: str = "Light if possible",
    between: str = "gain 1 Wick",
    trigger: str = OIL,
    done: str = "Sort",
) -> list[str]:
    """The sentences about which it is asked whether there is something to choose."""
    text = LAMPS.format(turn=turn, between=between, trigger=trigger, done=done)
    found = checked(text)
    assert [one.message for one in found if one.severity.name == "ERROR"] == []
    return [one.span.text for one in found if one.code == "RL0514"]


SECOND = "choose a Lamp in the Shed as Other"


@pytest.mark.parametrize(
    ("turn", "proved"),
    [
        ("Light if possible", True),
        ("Light", False),
        ("if you can Light: move all Lamps in the Shed to the Box, then Light", False),
    ],
)
def test_what_was_asked_just_now_can_be_done(turn: str, proved: bool) -> None:
    assert ("choose a Lamp in the Shed" not in asked(turn, done="Snuff")) is proved


@pytest.mark.parametrize(
    ("between", "trigger", "done", "proved"),
    [
        ("gain 1 Wick", OIL, "Sort", True),  # nothing changes that the trigger speaks of
        ("gain 1 Oil", OIL, "Sort", False),
        ("gain 1 Oil", OIL, "Snuff", True),  # it may come true, but nobody decides then
        ("Wait", MOTHS, "Sort", True),  # Lamps move, and it speaks of Moths only
        ("move all Moths in the Box to your Porch", MOTHS, "Sort", False),
        ("Wait", "the number of Lamps in the Shed is less than 3 and a player's Oil is 0", "Sort", False),
        ("chance chooses a number from 1 to 2", OIL, "Sort", False),
    ],
)
def test_a_move_goes_on_past_a_trigger_that_cannot_fire(between: str, trigger: str, done: str, proved: bool) -> None:
    assert (SECOND not in asked(between=between, trigger=trigger, done=done)) is proved

"""Variants together: what each of them keeps by itself, both together may break."""

from __future__ import annotations

import pytest

from rulelang.checks.combinations import games_of
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text
from tests.checks.finding import checked
from tests.language.generated.trial import Plan, tried

GAME = """rulebook "Weather" for {players} players
each player has Coins from 0 to 9 starting at {coins}
play:
    each player: choose a number from 1 to 2 as Step, then Rest
to Rest: do nothing
the winner is the player with the highest Coins, otherwise shared
"""
TOLLS = "".join(
    f"variant {name}: {moment} you Rest: pay 3 Coins\n" for name, moment in (("Fog", "before"), ("Ice", "after"))
)
MANY = "".join(f"variant V {number}: after you Rest: gain {number} Coins\n" for number in range(1, 8))


def codes(text: str) -> list[tuple[str, str]]:
    return [(one.code, one.message) for one in checked(text) if one.code in ("RL0514", "RL0529", "RL0530")]


@pytest.mark.parametrize(("coins", "asked"), [(6, []), (5, ["RL0514"])])
def test_what_only_two_variants_together_break_is_asked_about(coins: int, asked: list[str]) -> None:
    text = GAME.format(players="2", coins=coins) + TOLLS
    assert [code for code, _ in codes(text)] == asked
    outcome = tried(text, plan=Plan(executors=("reference",)))
    assert (outcome.sure, outcome.games, outcome.failure) == ((False, 1, None) if asked else (True, 4, None))


def test_each_alone_is_not_asked_about() -> None:
    game = GAME.format(players="2", coins=5)
    assert all(codes(game + toll + "\n") == [] for toll in TOLLS.splitlines())


@pytest.mark.parametrize(
    ("players", "number", "looked"),
    [
        ("2", 4, ""),
        ("2 to 4", 3, ""),
        ("2 to 4", 4, "each of them alone"),
        ("2", 6, "up to 2 of them together"),
        ("2", 7, "each of them alone"),
    ],
)
def test_too_many_to_look_at_are_told(players: str, number: int, looked: str) -> None:
    text = GAME.format(players=players, coins=0) + "".join(MANY.splitlines(keepends=True)[:number])
    assert [message.partition("only at ")[2] for code, message in codes(text) if code == "RL0529"] == (
        [f"{looked}, and at all."] if looked else []
    )


def test_variants_that_exclude_each_other_are_named_once() -> None:
    tides = "".join(
        f"variant {name}: the Tide is a track from 0 to {most}\n" for name, most in (("Fog", 5), ("Ice", 9))
    )
    text = GAME.format(players="2", coins=0) + tides + "variant Sun: after you Rest: gain 1 Coin\n"
    assert codes(text) == [
        ("RL0530", "`Fog` and `Ice` cannot be played together: `Tide` already means something else.")
    ]


@pytest.mark.parametrize(
    ("frost", "together"),
    [
        ("before you Rest: lose 1 Stone", True),
        ("after you Rest: lose 2 Coins", True),
        ("after you Work: gain as many Stones as your Debt", True),
        ("before you Work: gain 1 Stone", False),
    ],
    ids=["same action", "same counter", "by way of a definition", "nothing"],
)
def test_only_variants_that_speak_of_the_same_things_are_looked_at_together(frost: str, together: bool) -> None:
    text = GAME.format(players="2 to 3", coins=0) + (
        "each player has Stones from 0 to 9\nyour Debt is 9 minus your Coins\nto Work: do nothing\n"
        f"variant Fog: after you Rest: gain 1 Coin\nvariant Sun: after you Sleep: do nothing\nvariant Frost: {frost}\n"
    )
    alone = [(), ("Fog",), ("Sun",), ("Frost",)]
    everything = ("Fog", "Sun", "Frost")
    games = games_of(load(source_from_text("weather.rules", text))[0])
    assert [variants for players, variants in games if players == 3] == alone + [("Fog", "Frost")] * together
    # A look at all of them, with the fewest players, is enough.
    assert (2, everything) in games

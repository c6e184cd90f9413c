"""What is kept is asked for, what is ruled is cited, and cards whose like have texts have one."""

from __future__ import annotations

import pytest

from tests.checks.finding import GAME, checked


def said(code: str, text: str) -> list[str]:
    """The messages of a code."""
    return [one.message for one in checked(text) if one.code == code]


@pytest.mark.parametrize(
    ("lines", "name"),
    [
        ("each player has Fame from 0 to 9\nonce per turn, you may: gain 1 Fame\n", "Fame"),
        ("each player has Fame from 0 to 9\nonce per turn, you may: lose 1 Fame\n", "Fame"),
        ("the Tide is a track from 0 to 9\nsetup: the Tide becomes the Tide plus 1\n", "Tide"),
        ("the Host is a player\nsetup: the Host becomes Ann\n", "Host"),
        ("each player may be Wet\nonce per turn, you may: you become Wet\n", "Wet"),
        ("a player's Wealth is the player's Points times 2\n", "Wealth"),
        ("a Lamp is a card with a Glow from 0 to 9\nthere are 2 Lamps\nalways the Pond has no Lamp\n", "Glow"),
        ('each player has Fame from 0 to 9\nalways Ann is Ann\nexample "x":\n    given Ann\'s Fame is 3\n', "Fame"),
    ],
)
def test_never_asked_for(lines: str, name: str) -> None:
    assert said("RL0725", GAME + lines) == [f"Nothing in this rulebook uses `{name}`."]


@pytest.mark.parametrize(
    "lines",
    [
        "each player has Fame from 0 to 9\nonce per turn, you may: pay 1 Fame\n",
        "the Tide is a track from 0 to 9\nas soon as the Tide is 9: nobody wins\n",
        "the Host is a player\nas soon as the Host is Ann: nobody wins\n",
        "each player may be Wet\nas soon as any player is Wet: nobody wins\n",
        "a player's Wealth is the player's Points times 2\nalways any player's Wealth is at least 0\n",
        'each player has Fame from 0 to 9\nexample "x":\n    then Ann\'s Fame is 0\n',
        (
            "a Hue is one of Red, Blue\na Lamp is a card with a Hue\nthere are 2 Lamps: 1 Red, 1 Blue\n"
            "always the Pond has no Red Lamp\n"
        ),
    ],
)
def test_asked_for(lines: str) -> None:
    assert said("RL0725", GAME + lines) == []


def test_rules_without_a_citation_where_others_have_one() -> None:
    cited = GAME.replace("to Scoop:", "to Scoop [R1]:")
    [message] = said("RL0802", cited)
    assert message == "This rule does not say where it is printed. 3 other rules of this file do not either."


def test_a_heading_cites_for_all_below_it() -> None:
    first, rest = GAME.split("\n", 1)
    assert said("RL0802", f"{first}\n# Play [R1]\n{rest}") == []


def test_a_rulebook_that_cites_nothing_is_not_asked_to() -> None:
    assert said("RL0802", GAME) == []


CHARMS = (
    GAME
    + """a Charm is a card
there are 3 Charms:
    | Title   | Copies |
    | Lantern | 1      |
    | Mirror  | 1      |
    | Feather | 1      |
always the Pond has no Charm
Lantern:
    once per turn, you may: gain 1 Point
"""
)
MIRROR = "Mirror:\n    once per turn, you may: gain 2 Points\n"


def test_a_text_that_may_be_forgotten() -> None:
    assert said("RL0724", CHARMS + MIRROR) == ["`Feather` has no text; 2 other Charm titles have one."]


def test_only_the_titles_of_the_class_are_counted() -> None:
    tools = "a Tool is a tile\nthere are 2 Tools:\n    | Title |\n    | Axe |\n    | Saw |\n"
    texts = "Axe:\n    once per turn, you may: gain 3 Points\nSaw:\n    once per turn, you may: gain 4 Points\n"
    assert said("RL0724", CHARMS + MIRROR + tools + texts) == ["`Feather` has no text; 2 other Charm titles have one."]


@pytest.mark.parametrize("rest", ["", MIRROR + "Feather:\n    once per turn, you may: gain 3 Points\n"])
def test_texts_that_are_not_forgotten(rest: str) -> None:
    assert said("RL0724", CHARMS + rest) == []


def test_a_remark_says_that_there_is_none() -> None:
    assert said("RL0724", CHARMS + MIRROR + "note: the feather does nothing by itself\n") == []
    assert len(said("RL0724", CHARMS + MIRROR + "note: the feathers do nothing\n")) == 1

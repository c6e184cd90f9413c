"""A small rulebook to hang a case on, and what checking says about it."""

from __future__ import annotations

from rulelang.checks import check_rulebook
from rulelang.diagnostics import Diagnostic
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text

GAME = """rulebook "Firefly Pond" for 2 players
the sides are Ann, Ben
a Firefly is a token
there are 12 Fireflies
the Pond is an open area of Fireflies
each player has a Jar, an open area of Fireflies
each player has Points from 0 to 12
setup: move all Fireflies from the Box to the Pond
play:
    repeat turns: Scoop
to Scoop:
    choose a number from 1 to 2 as Handful
    move as many Fireflies from the Pond as the Handful to your Jar
    gain 1 Points
as soon as the Pond is empty: the game ends now
the winner is the player with the highest Points, otherwise shared
"""


def checked(text: str) -> list[Diagnostic]:
    """Everything that checking a rulebook finds."""
    rulebook, reading = load(source_from_text("small.rules", text))
    return list(check_rulebook(rulebook, reading))


def found(code: str, text: str) -> list[tuple[str, str]]:
    """The findings of one code in a rulebook without other errors: the place and the message."""
    everything = checked(text)
    assert [one.message for one in everything if one.severity.name == "ERROR" and one.code != code] == []
    return [(one.span.text, one.message) for one in everything if one.code == code]

"""The colours of the sides, on the screen and in pictures: a side that is called by a colour has it, the others have
one each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulelang.cli.showing import painted

_NAMED: Final = {
    "black": "bright_black",
    "blue": "bright_blue",
    "green": "green",
    "grey": "bright_black",
    "orange": "yellow",
    "pink": "bright_magenta",
    "purple": "magenta",
    "red": "red",
    "violet": "magenta",
    "white": "bright_white",
    "yellow": "bright_yellow",
}
_OTHERS: Final = ("cyan", "yellow", "magenta", "green", "red", "bright_blue", "bright_cyan", "bright_green")
_DRAWN: Final = {
    "black": "#1c2126",
    "blue": "#2563b0",
    "bright_black": "#3b444d",
    "bright_blue": "#2563b0",
    "bright_cyan": "#2aa5b5",
    "bright_green": "#4fae5a",
    "bright_magenta": "#d15fae",
    "bright_white": "#ffffff",
    "bright_yellow": "#b39b00",
    "cyan": "#0e7c86",
    "green": "#2e7d32",
    "magenta": "#8e3fa8",
    "red": "#c62828",
    "yellow": "#c77700",
}


def side_colours(players: Sequence[str]) -> tuple[str, ...]:
    """A colour for each player, by the English names."""
    named = [_NAMED.get(player.casefold()) for player in players]
    free = [colour for colour in _OTHERS if colour not in named]
    return tuple(colour or free[seat % len(free)] for seat, colour in enumerate(named))


def in_colour(text: str, owner: int, colours: Sequence[str]) -> str:
    """What belongs to a side in the colour of that side; what belongs to nobody as it is."""
    return painted(text, colours[owner]) if owner >= 0 else text


def drawn_colours(players: Sequence[str]) -> tuple[str, ...]:
    """The same for pictures."""
    return tuple(_DRAWN[colour] for colour in side_colours(players))

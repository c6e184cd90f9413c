"""A first plan, for `rulelang experiment --new`."""

from __future__ import annotations

from typing import Final

from interpreter.api.rulebook import Rulebook
from rulelang.rulebook.numbers import NumberPlace

_TEMPLATE: Final = """\
# A plan of an experiment. Run it:     rulelang experiment {name}
# It keeps what it has played: stop it whenever you like, and run it again to go on.

title = "{title}: first look"
books = ["{book}"]
players = "all"                  # or [2, 3]
variants = [[]]{variants}
bots = ["random", "mcts:25"]     # strengths; ["mcts:50", "random"] seats both, in turn on every seat
games = 100                      # in each cell
# until = ["first-player within 2%"]   # stop a cell earlier, when this is known
seed = 1                         # the same seed gives the same games

[measure]
decisions = 2                    # of each game so many decisions are tried out ...
games = 10                       # ... in so many games of each cell

# Numbers of the rulebook to vary: by the name of an action, a thing or a heading, and the number as it stands there.
# Each is varied by itself; with `combined = true` (above) all combinations are played.
# [vary]
{numbers}

# [tune]                         # rulelang experiment {name} --tune: find numbers that come near to these
# targets = ["first-player 50%", "length 60..90"]
# trials = 30
"""
_SHOWN: Final = 6


def _happens(place: NumberPlace) -> bool:
    line = place.span.source.line_text(place.span.line)
    return line.startswith((" ", "to ")) and not line.lstrip().startswith("|")


def first_plan(rulebook: Rulebook, book: str, name: str) -> str:
    """A plan for a rulebook that can be run as it is."""
    places = [place for place in rulebook.numbers if place.value > 1 and "/" in place.name]
    # What happens in the game is more often in question than how much of something there is.
    places = [place for place in places if _happens(place)]
    lines = [
        f'# "{place.name}" = {sorted({max(0, place.value - 1), place.value, place.value + 1})}' for place in places
    ]
    variants = f"                  # the rulebook has {', '.join(rulebook.variants)}" if rulebook.variants else ""
    return _TEMPLATE.format(
        name=name,
        title=rulebook.title,
        book=book,
        variants=variants,
        numbers="\n".join(lines[:_SHOWN]) or '# "Take Income / 4" = [3, 4, 5]',
    )

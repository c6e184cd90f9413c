"""Every game both sides have, and how one random game of it is compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from random import Random

from tests.oracle import backgammon, board_games, card_games, dice_games
from tests.oracle.pairs import PAIRS


@dataclass(frozen=True)
class Comparison:
    """A game by its rulebook. `play` compares one game and says how many decisions; no game is shorter than
    `shortest`."""

    rulebook: str
    title: str
    play: Callable[[Random], int]
    shortest: int = 1

    def __str__(self) -> str:
        return self.title


COMPARISONS = [
    *(Comparison(pair.name, str(pair), partial(board_games.play, pair), 1 if pair.positions else 4) for pair in PAIRS),
    # Whole turns are compared here.
    Comparison("backgammon", "backgammon-Halved Doubles", backgammon.play, 10),
    *(Comparison(tree.name, str(tree), partial(card_games.play, tree), 2) for tree in card_games.TREES),
    *(Comparison(pair.name, str(pair), partial(dice_games.play, pair), 2) for pair in dice_games.PAIRS),
]

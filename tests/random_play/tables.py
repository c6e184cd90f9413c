"""Every table a rulebook can be played at: each number of players, without variants and with each of them alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from interpreter import Game
from tests.rulebooks.library import NAMES, rulebook


@dataclass(frozen=True)
class Table:
    """One way of playing one rulebook."""

    rulebook: str
    players: int
    variants: tuple[str, ...] = ()

    def game(self) -> Game:
        """Compiled anew each time, so that a long run keeps only one game in memory."""
        return rulebook(self.rulebook).game(self.players, self.variants)

    def __str__(self) -> str:
        return " ".join([self.rulebook, str(self.players), *self.variants])


def tables(names: list[str] = NAMES) -> Iterator[Table]:
    """All of them, in the order of the rulebooks."""
    for name in names:
        book = rulebook(name)
        for players in book.players:
            yield Table(name, players)
            for variant in book.variants:
                yield Table(name, players, (variant,))

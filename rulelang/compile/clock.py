"""Whose turn it is and which round: kept only for examples that ask (`then it is Ann's turn`, `given it is round 3`).

No rule asks for them, so a program that is only played has no such cells.
"""

from __future__ import annotations

from rulelang.graph.build import minus, plus, same
from rulelang.graph.terms import Cell, Const, Effect, Put, Term

TURN = "whose turn"
ROUND = "round"
_HERE = Const(0)
_NOBODY = Const(-1)
WHOSE_TURN = Cell(TURN, _HERE)


class Clock:
    """The cells for the turn and the round. Not `running`: nobody asks, and nothing is written."""

    def __init__(self) -> None:
        self.running = False
        #: For each `repeat rounds` its counter of rounds left with their number; none if it goes on until something.
        self.rounds: list[tuple[str, int] | None] = []

    def loops(self, scope: str, counted: tuple[str, int] | None) -> None:
        """A loop of rounds was drawn, or one of turns, of which nobody asks."""
        if scope == "round":
            self.rounds.append(counted)

    def turn_begins(self, player: Term) -> list[Effect]:
        return [Put(TURN, _HERE, player)] if self.running else []

    def turn_ends(self) -> list[Effect]:
        """A turn is over that was not taken in another one."""
        return self.turn_begins(_NOBODY)

    def rounds_begin(self) -> list[Effect]:
        return [Put(ROUND, _HERE, Const(0))] if self.running else []

    def round_begins(self) -> list[Effect]:
        return [Put(ROUND, _HERE, plus(Cell(ROUND, _HERE), Const(1)))] if self.running else []

    def is_turn_of(self, player: Term) -> Term:
        return same(WHOSE_TURN, player)

    def is_round(self, number: int) -> Term:
        return same(Cell(ROUND, _HERE), Const(number))

    def set_round(self, number: int) -> list[Effect] | None:
        """Effects that make it this round; None if no round has this number, or more than one."""
        if len(self.rounds) != 1 or number < 1:
            return None
        found: list[Effect] = [Put(ROUND, _HERE, Const(number))]
        for left, count in filter(None, self.rounds):
            if number > count:
                return None
            found.append(Put(left, _HERE, minus(Const(count), Const(number))))
        return found

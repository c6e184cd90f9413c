"""Random games of a mutant: do its rules lead somewhere, and does what should always hold?"""

from __future__ import annotations

from typing import Final

from interpreter.api.chance import stream
from interpreter.api.game import Game
from interpreter.api.rulebook import Rulebook
from interpreter.api.sources import TextSource
from interpreter.engine.executor import Fault
from rulelang.rulebook.loading import WrittenRulebook

#: A game that is longer than this many times the longest of the original has no end.
_LONGER: Final = 10


class Games:
    """Plays a few random games of a rulebook, and of its mutants."""

    def __init__(self, written: WrittenRulebook, games: int) -> None:
        self._games: Final = games
        self._seats: Final = tuple(written.seats)
        self._longest: Final = {players: self._lengths(written, players) for players in self._seats}

    def _lengths(self, written: WrittenRulebook, players: int) -> int:
        game = Rulebook(TextSource(written)).game(players)
        return max(_played(game, number, None)[0] for number in range(self._games))

    def fault(self, other: WrittenRulebook) -> str | None:
        """What goes wrong in the games of another version that does not in those of the original."""
        rulebook = Rulebook(TextSource(other))
        for players in self._seats:
            game = rulebook.game(players)
            for number in range(self._games):
                _, fault = _played(game, number, self._longest[players] * _LONGER)
                if fault:
                    return f"random game {number + 1} with {players} players: {fault}"
        return None


def _played(game: Game, number: int, most: int | None) -> tuple[int, str]:
    """How many moves a random game has, and what goes wrong in it."""
    random = stream(number, "mutants")
    moves = 0
    try:
        position = game.position()
        while most is None or moves < most:
            position.settle(random)
            cells = list(position.state.cells)
            for text, term, _ in game.program.invariants:
                if not game.executor.evaluate(cells, term):
                    return moves, f"`always {text}` does not hold"
            if position.is_over:
                return moves, ""
            position.playout(random, 1)
            moves += 1
    except Fault as fault:
        return moves, fault.message
    return moves, "it does not end"

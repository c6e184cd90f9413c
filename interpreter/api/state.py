"""A state of a game is a value: compare it, keep it, use it as a key."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.api.game import Game


class State:
    """Everything that counts about a moment of a game: where all pieces are, all numbers, where in the rules it
    stands."""

    __slots__ = ("_hash", "cells", "game")

    def __init__(self, game: Game, cells: tuple[int, ...]) -> None:
        self.game = game
        self.cells = cells
        self._hash = hash(cells)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self.cells == other.cells and self._rules() == other._rules()

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        return State, (self.game, self.cells)

    def _rules(self) -> tuple[object, ...]:
        program = self.game.program
        return program.digest, program.players, program.variants

    def text(self, language: str = "en") -> str:
        """The state in words, with everything that is hidden; `Session.observe` tells what one player sees of it."""
        from interpreter.wording.observation import observe

        return observe(self.game, self.cells, None).text(language)

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"<State of {self.game.title}: {len(self.cells)} cells, {self._hash & 0xFFFFFFFF:08x}>"

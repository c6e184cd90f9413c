"""A position to try moves on: for search, analysis and bots. No history, no log, no secrets; copying is cheap."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from interpreter.api.result import Result, Score, leaders, result, scores, shares, standings
from interpreter.engine.executor import Move, Vector
from interpreter.explain.refusal import Clause, Refusal
from interpreter.visibility.drawing import listed
from interpreter.visibility.name_moves import Key
from interpreter.wording.move_wording import MoveWording
from rulelang.graph.program import ChanceNode, Decide, End, Node

if TYPE_CHECKING:
    from interpreter.api.decision import Option
    from interpreter.api.game import Game


# A state of a game is a value: compare it, keep it, use it as a key.


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


class Position:
    """A position at a decision, at a chance event, or at the end. `play`, `settle` and `playout` change it."""

    __slots__ = ("_cells", "_game")

    def __init__(self, game: Game, cells: Vector) -> None:
        self._game: Final = game
        self._cells: Final = cells

    @property
    def game(self) -> Game:
        """The game it is a position of."""
        return self._game

    @property
    def state(self) -> State:
        """The position as a value."""
        return State(self._game, tuple(self._cells))

    def copy(self) -> Position:
        """The same position, on its own."""
        return Position(self._game, self._cells.copy())

    def __copy__(self) -> Position:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        return self.copy()

    @property
    def node(self) -> Node:
        """Where in the rules it stands."""
        return self._game.executor.node(self._cells)

    @property
    def seat(self) -> int:
        """Who decides; -1 at a chance and at the end."""
        return self._game.executor.actor(self._cells)

    @property
    def is_over(self) -> bool:
        """Is the game over?"""
        return isinstance(self.node, End)

    @property
    def at_chance(self) -> bool:
        """Does chance decide?"""
        return isinstance(self.node, ChanceNode)

    @property
    def secretly(self) -> int:
        """Whose path through simultaneous secret decisions this is; -1 for none."""
        return self._game.secretly(list(self._cells))

    def moves(self) -> Sequence[Move]:
        """The legal moves, in canonical order. Where nobody decides there are none to ask for (`ValueError`): first let
        chance happen (`settle`)."""
        return self._game.executor.options(self._cells)

    def listed_moves(self) -> Sequence[Move] | None:
        """The same; None where they are too many to be tried one by one."""
        return listed(self._game, self._game.executor, self._cells)

    def play(self, move: Move) -> None:
        """Make a legal move. It is not checked again."""
        self._game.executor.play(self._cells, move)

    def settle(self, random: Random) -> None:
        """Let chance happen until somebody decides or the game is over."""
        executor = self._game.executor
        while isinstance(executor.node(self._cells), ChanceNode):
            executor.happen(self._cells, executor.draw(self._cells, random))

    def playout(self, random: Random, most_moves: int | None = None) -> int:
        """Play on with random moves, to the end or for this many moves, and say how many were made."""
        return self._game.executor.random_playout(self._cells, random, most_moves)

    def key(self, move: Move) -> Key:
        """What the one who decides calls a move, for comparing moves of different imagined worlds.

        Things count by what they look like to the one who decides and where they are, not by their number.
        """
        return self.keys((move,))[0]

    def find(self, option: Option) -> Move | None:
        """The legal move that an option of the game is in this position, which may be an imagined one."""
        wanted = option.key
        moves = self.moves()
        return next((move for move, key in zip(moves, self.keys(moves), strict=True) if key == wanted), None)

    def keys(self, moves: Iterable[Move]) -> list[Key]:
        """The keys of several moves."""
        return self._game.keys(list(self._cells), moves)

    def watched(self, move: Move, after: Position, viewer: int) -> Key:
        """What somebody who only watches calls a move that leads from here to `after`: what it reveals counts as seen,
        and of a secret choice nothing is seen."""
        return self._game.naming.watched(list(self._cells), list(after._cells), self._decide, move, viewer)

    def is_blind(self, move: Move) -> bool:
        """Is this a blind choice: the one who decides does not see what it is?"""
        return self._game.naming.is_blind(list(self._cells), self._decide, move, self.seat)

    @property
    def _decide(self) -> Decide:
        node = self.node
        assert isinstance(node, Decide)
        return node

    def notation(self, move: Move) -> str:
        """A legal move in the compact form, in the words of the one who decides: what they do not see is not named."""
        return self._scene(self._decide).notation(move)

    def why_not(self, move: Move | str) -> Refusal | None:
        """Why a move cannot be made here, in numbers or words: as `Session.why_not`, for any state."""
        from interpreter.explain.why_not import refused

        node = self.node
        if not isinstance(node, Decide):
            over = isinstance(node, End)
            clause = Clause("the game is over" if over else "chance decides now")
            return Refusal(str(move), "over" if over else "chance", (clause,))
        return refused(self._scene(node), move)

    def _scene(self, node: Decide) -> MoveWording:
        return MoveWording(self._game, list(self._cells), node, self.seat)

    def scores(self) -> tuple[Score, ...]:
        """What the criteria of the ranking give now."""
        return scores(self._game, self._cells)

    @property
    def result(self) -> Result | None:
        """How the game ended, once it is over."""
        return result(self._game, self._cells) if self.is_over else None

    def __repr__(self) -> str:
        return f"<Position of {self._game.title}: {self.state!r}>"

    def shares(self) -> tuple[float, ...]:
        """Each player's share of the win: at the end by the result, before it by who leads."""
        found = self.result
        if found is not None:
            return found.shares
        leading = leaders(self._game.program.scoring, standings(self._game, self._cells))
        return shares(leading, len(self._game.players))

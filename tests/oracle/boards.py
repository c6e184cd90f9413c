"""How the boards of both sides are read: one letter for each space, the first row first, a dot for an empty one."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from interpreter import Game
from interpreter.engine.executor import Vector
from rulelang.graph.bit_sets import members
from rulelang.graph.terms import Const, TokenPlaces

#: A state of OpenSpiel, which has no types.
Other: TypeAlias = Any

_MILL_POINTS = (
    *((0, 0), (0, 7), (0, 14), (2, 2), (2, 7), (2, 12), (4, 4), (4, 7), (4, 10), (6, 0), (6, 2), (6, 4)),
    *((6, 10), (6, 12), (6, 14), (8, 4), (8, 7), (8, 10), (10, 2), (10, 7), (10, 12), (12, 0), (12, 7), (12, 14)),
)


def our_board(game: Game, letters: str, spaces: int) -> Callable[[Vector], str]:
    """Draws our states: the n-th variety of tokens is the n-th letter."""
    executor = game.executor
    terms = [(letter, TokenPlaces(Const(1 << number))) for number, letter in enumerate(letters)]

    def draw(state: Vector) -> str:
        board = ["."] * spaces
        for letter, term in terms:
            for space in members(executor.evaluate(state, term)):
                if space < spaces:
                    board[space] = letter
        return "".join(board)

    return draw


def _lines(state: Other) -> list[str]:
    return str(state).strip("\n").split("\n")


def _upwards(rows: Sequence[str]) -> str:
    return "".join(reversed(rows))


def grid(rows: int) -> Callable[[Other], str]:
    """The board is printed first, the last row on top."""
    return lambda state: _upwards(_lines(state)[:rows])


def framed_upwards(state: Other) -> str:
    """Eight rows with a number before each, the last row on top."""
    return _upwards([line[1:9] for line in _lines(state)[:8]])


def framed_downwards(state: Other) -> str:
    """Eight rows with a number before each, the first row on top."""
    return "".join(line[1:9] for line in _lines(state)[:8])


def spread(state: Other) -> str:
    """Nothing but the board, with blanks between the spaces."""
    return "".join(str(state).split())


def with_letters_above(state: Other) -> str:
    """A board of spaces with blanks between them, numbers at both ends of a row."""
    rows = [line.split()[1:9] for line in _lines(state) if re.match(r"[1-8] ", line)]
    return "".join("".join(row) for row in rows).replace("-", ".")


def ten_upwards(state: Other) -> str:
    """Ten rows, the last row on top."""
    return _upwards(_lines(state)[:10])


def go(state: Other) -> str:
    """Rows with a number before each, the last row on top, crosses for empty points."""
    rows = [line.split()[1] for line in str(state).split("\n") if re.match(r" *\d ", line)]
    return _upwards(rows).replace("+", ".")


def gomoku(state: Other) -> str:
    """The board between two lines."""
    return "".join(str(state)[1:].split())


def mills(state: Other) -> str:
    """Points in a drawing of three squares."""
    lines = str(state).split("\n")
    return "".join(lines[row][column] for row, column in _MILL_POINTS)


def forsyth(state: Other) -> str:
    """The notation chess players write positions in."""
    rows = str(state).split()[0].split("/")
    return _upwards([re.sub(r"\d", lambda blank: "." * int(blank[0]), row) for row in rows])

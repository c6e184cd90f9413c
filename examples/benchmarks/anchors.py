"""Three games as a Python programmer would write them by hand: what the speed of rulebooks is measured against.

A plain class with lists for the board, nothing precomputed but the lines, nothing tuned.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Protocol, TypeVar

EMPTY = -1

ROWS_OF_THREE = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


Move = TypeVar("Move")


class Anchor(Protocol[Move]):
    """A game written by hand. `winner` is the player who has won, -1 if nobody has."""

    winner: int

    def moves(self) -> Sequence[Move]:
        """The legal moves; none when the game is over."""

    def play(self, move: Move, /) -> None:
        """Make a legal move."""


class TicTacToe:
    """Three in a row; a move is a square."""

    def __init__(self) -> None:
        self.board = [EMPTY] * 9
        self.turn = 0
        self.winner = -1

    def moves(self) -> Sequence[int]:
        """The empty squares, until somebody has won."""
        if self.winner >= 0:
            return []
        return [square for square, mark in enumerate(self.board) if mark == EMPTY]

    def play(self, square: int) -> None:
        """Mark a square."""
        board, turn = self.board, self.turn
        board[square] = turn
        for first, second, third in ROWS_OF_THREE:
            if board[first] == board[second] == board[third] == turn:
                self.winner = turn
                break
        self.turn = 1 - turn


class ConnectFour:
    """Four in a row on seven columns; a move is a column."""

    COLUMNS, ROWS = 7, 6
    DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))

    def __init__(self) -> None:
        self.board = [[EMPTY] * self.ROWS for _ in range(self.COLUMNS)]
        self.height = [0] * self.COLUMNS
        self.turn = 0
        self.winner = -1

    def moves(self) -> Sequence[int]:
        """The columns that are not full, until somebody has won."""
        if self.winner >= 0:
            return []
        return [column for column, height in enumerate(self.height) if height < self.ROWS]

    def play(self, column: int) -> None:
        """Drop a disc."""
        row = self.height[column]
        self.board[column][row] = self.turn
        self.height[column] += 1
        if self._has_four(column, row):
            self.winner = self.turn
        self.turn = 1 - self.turn

    def _has_four(self, column: int, row: int) -> bool:
        """Does the disc here make a line of four?"""
        board, turn = self.board, self.turn
        for across, up in self.DIRECTIONS:
            length = 1
            for side in (1, -1):
                x, y = column + side * across, row + side * up
                while 0 <= x < self.COLUMNS and 0 <= y < self.ROWS and board[x][y] == turn:
                    length += 1
                    x, y = x + side * across, y + side * up
            if length >= 4:
                return True
        return False


class Breakthrough:
    """Pawns that run for the far row; a move is row and column of two squares."""

    SIZE = 8

    def __init__(self) -> None:
        size = self.SIZE
        self.board = [[0] * size, [0] * size, *([EMPTY] * size for _ in range(size - 4)), [1] * size, [1] * size]
        self.pawns = [2 * size, 2 * size]
        self.turn = 0
        self.winner = -1

    def moves(self) -> Sequence[tuple[int, int, int, int]]:
        """Straight ahead onto an empty square, slantwise also onto an enemy."""
        if self.winner >= 0:
            return []
        found, turn = [], self.turn
        step = 1 if turn == 0 else -1
        for row in range(self.SIZE):
            for column in range(self.SIZE):
                if self.board[row][column] != turn:
                    continue
                for target in (column - 1, column, column + 1):
                    if not 0 <= target < self.SIZE:
                        continue
                    there = self.board[row + step][target]
                    if there == EMPTY or (target != column and there != turn):
                        found.append((row, column, row + step, target))
        return found

    def play(self, move: tuple[int, int, int, int]) -> None:
        """Move a pawn, and capture what stands there."""
        row, column, to_row, to_column = move
        enemy = 1 - self.turn
        if self.board[to_row][to_column] == enemy:
            self.pawns[enemy] -= 1
        self.board[row][column] = EMPTY
        self.board[to_row][to_column] = self.turn
        if to_row == (self.SIZE - 1 if self.turn == 0 else 0) or self.pawns[enemy] == 0:
            self.winner = self.turn
        self.turn = enemy


ANCHORS: dict[str, Callable[[], Anchor[Any]]] = {
    "tic_tac_toe": TicTacToe,
    "connect_four": ConnectFour,
    "breakthrough": Breakthrough,
}


def playout(begin: Callable[[], Anchor[Any]], random: Random) -> int:
    """Play a random game to its end; how many moves were made."""
    game, made = begin(), 0
    while moves := game.moves():
        game.play(random.choice(moves))
        made += 1
    return made

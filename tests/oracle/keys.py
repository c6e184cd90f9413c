"""What a move is called on both sides: the squares it names, as numbers from a1 rightwards and upwards, or a word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

import pyspiel

from interpreter import Game
from interpreter.engine.executor import Move, option_of
from rulelang.graph.program import Decide
from tests.oracle.boards import Other, grid

_six_rows = grid(6)

#: One way for all games to name a move, such as (8, 16) or ("pass",).
Key: TypeAlias = tuple[int | str, ...]
#: Every legal move of an OpenSpiel state by its name, with the actions it consists of.
TheirMoves: TypeAlias = Callable[[Other], Iterator[tuple[Key, tuple[int, ...]]]]


def our_key(game: Game, node: Decide, move: Move) -> Key:
    """Pieces are named by the square they stand on, members of a kind by their names, and moves without a choice by
    the rulebook's word for them."""
    option, values = option_of(node, move), move[1:]
    varieties = len(game.program.layout.tokens)
    named: list[int | str] = []
    for parameter, value in zip(option.parameters, values, strict=True):
        assert isinstance(value, int)
        match parameter.elements:
            case "token":
                named.append(value // varieties)
            case "place":
                named.append(value)
            case kind:
                named.append(game.program.names[kind][value])
    return tuple(named) or (option.name.lower(),)


def by_action(key: Callable[[Other, int], Key]) -> TheirMoves:
    """Each action of OpenSpiel is one move."""

    def moves(state: Other) -> Iterator[tuple[Key, tuple[int, ...]]]:
        for action in state.legal_actions():
            yield key(state, action), (action,)

    return moves


def but(moves: TheirMoves, forbidden: Callable[[Other], bool]) -> TheirMoves:
    """Without the moves that lead to a state of a certain kind."""

    def others(state: Other) -> Iterator[tuple[Key, tuple[int, ...]]]:
        for key, actions in moves(state):
            after = state.clone()
            for action in actions:
                after.apply_action(action)
            if not forbidden(after):
                yield key, actions

    return others


def numbered(**words: int) -> TheirMoves:
    """The number of an action is the number of the square; some numbers are words instead."""
    names = {number: word.replace("_", " ") for word, number in words.items()}
    return by_action(lambda _, action: (names.get(action, action),))


def upside_down(width: int, height: int) -> TheirMoves:
    """The number of an action counts the squares from the top left corner."""
    return by_action(lambda _, action: ((height - 1 - action // width) * width + action % width,))


def columns(state: Other, action: int) -> Key:
    """Connect four names a move by its column; the disc falls to the lowest empty square."""
    board = _six_rows(state)
    return (next(square for square in range(action, 42, 7) if board[square] == "."),)


def _square(column: str, row: int) -> int:
    return row * 8 + ord(column) - ord("a")


def squares(*, turned: bool) -> TheirMoves:
    """Two squares are spelled out, as in b6d4; `turned`: on a board that OpenSpiel has upside down."""

    def key(state: Other, action: int) -> Key:
        found = re.findall(r"([a-h])([1-8])", state.action_to_string(action))
        return tuple(_square(column, 8 - int(row) if turned else int(row) - 1) for column, row in found)

    return by_action(key)


def points(state: Other, action: int) -> Key:
    """`Point 7`, `Move 7 -> 8`."""
    return tuple(int(number) for number in re.findall(r"\d+", state.action_to_string(action)))


def men(state: Other, action: int) -> Key:
    """Chess moves by their squares and what stands on the second one afterwards."""
    move = pyspiel.chess.action_to_move(action, state.board())
    origin, target = move.from_square, move.to_square
    became = move.piece.type if move.promotion_type.name == "EMPTY" else move.promotion_type
    return origin.y * 8 + origin.x, target.y * 8 + target.x, became.name.capitalize()


def _on_ten(action: int) -> int:
    return (9 - action // 10) * 10 + action % 10


def amazon_moves(state: Other) -> Iterator[tuple[Key, tuple[int, ...]]]:
    """OpenSpiel chooses an amazon first and then where she goes; here both are one decision. The shot is the next."""
    actions = state.legal_actions()
    if "Shoot" in state.action_to_string(actions[0]):
        for action in actions:
            yield (_on_ten(action),), (action,)
        return
    for action in actions:
        for target in state.child(action).legal_actions():
            yield (_on_ten(action), _on_ten(target)), (action, target)

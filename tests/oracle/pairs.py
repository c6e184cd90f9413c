"""The games both sides have, and where their rules differ."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.oracle import boards, keys
from tests.oracle.boards import Other
from tests.oracle.keys import TheirMoves
from tests.oracle.positions import CHESS, LATE, PASSING


def _never(_state: Other) -> bool:
    return False


def _stands_again(state: Other) -> bool:
    """Go: a whole board that comes back voids the game in OpenSpiel. Nothing else gives both players nothing."""
    return bool(state.is_terminal() and state.returns() == [0.0, 0.0])


def _taken_last(state: Other) -> bool:
    """Mills: a man taken with the last turn there is, the third last of a player, wins; in OpenSpiel it is a draw."""
    return "Turn number: 200" in str(state) and re.search(r"Num men:.*\b2\b", str(state)) is not None


@dataclass(frozen=True)
class Pair:
    """One game on both sides. `letters` are what OpenSpiel draws for our varieties of tokens, in order.

    `variants` choose the rules of OpenSpiel where the usual ones differ. `ended_otherwise`: OpenSpiel has ended the
    game for a reason our rulebook leaves out, and says so; the game is compared up to there. `swapped`: OpenSpiel
    numbers the players the other way round. `eager`: a move so seldom that it is made every third time it is offered.
    `positions`: games begin in one of them, and are left after `most` moves. `returning`: mostly the last move is taken
    back where that is legal, so that positions come back.
    """

    name: str
    other: str
    spaces: int
    letters: str
    drawn: Callable[[Other], str]
    moves: TheirMoves
    variants: tuple[str, ...] = ()
    ended_otherwise: Callable[[Other], bool] = _never
    swapped: bool = False
    eager: str = ""
    positions: tuple[str, ...] = ()
    most: int = 100_000
    returning: bool = False

    def __str__(self) -> str:
        start = ["positions"] if self.positions else []
        return "-".join([self.name, *self.variants, *start, *(["returning"] if self.returning else [])])


_CHESS = Pair(
    "chess",
    "chess",
    64,
    "KQRBNPkqrbnp",
    boards.forsyth,
    keys.by_action(keys.men),
    swapped=True,
)

_GO = Pair(
    "go_9x9",
    "go(board_size=9)",
    81,
    "XO",
    boards.go,
    keys.numbered(**{"pass": 81}),
    ("Move Limit", "No Result"),
)

PAIRS = [
    Pair("tic_tac_toe", "tic_tac_toe", 9, "xo", boards.grid(3), keys.upside_down(3, 3)),
    Pair("connect_four", "connect_four", 42, "xo", boards.grid(6), keys.by_action(keys.columns)),
    # In OpenSpiel the first player is called black and begins on top.
    Pair("breakthrough", "breakthrough", 64, "bw", boards.framed_downwards, keys.squares(turned=True)),
    Pair("hex", "hex(board_size=11)", 121, "xo", boards.spread, keys.numbered()),
    Pair(
        "hex",
        "hex(board_size=11,swap=true)",
        121,
        "xo",
        boards.spread,
        keys.numbered(swap_sides=121),
        ("Swap Rule",),
        eager="swap sides",
    ),
    Pair("othello", "othello", 64, "xo", boards.with_letters_above, keys.numbered(say_pass=64), ("Spoken Pass",)),
    Pair("gomoku", "gomoku(size=15)", 225, "bw", boards.gomoku, keys.numbered()),
    Pair("amazons", "amazons", 100, "XO#", boards.ten_upwards, keys.amazon_moves),
    Pair(
        "english_draughts",
        "checkers",
        64,
        "o8+*",
        boards.framed_upwards,
        keys.squares(turned=False),
        ("Short Draw",),
    ),
    Pair("nine_mens_morris", "nine_mens_morris", 24, "WB", boards.mills, keys.by_action(keys.points), (), _taken_last),
    _GO,
    # Where OpenSpiel ends the game, Tromp and Taylor forbid the move.
    replace(_GO, moves=keys.but(_GO.moves, _stands_again), variants=("Move Limit", "Superko")),
    _CHESS,
    replace(_CHESS, positions=(*CHESS, *LATE), most=24),
    replace(_CHESS, returning=True),
    replace(_CHESS, positions=(*CHESS, *PASSING), most=40, returning=True),
]

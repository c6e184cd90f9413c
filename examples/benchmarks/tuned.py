"""Three games in Python with every trick: a board is a number, lines are found by shifting, hardly anything is called.

Nobody writes games like this by hand, but it is about the most that generated Python can hope for.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

# --- Tic-tac-toe: nine bits; what is free and what has won stand in tables for every board there is.

_LINES = (0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)
_FREE = [[1 << square for square in range(9) if not board & 1 << square] for board in range(512)]
_COMPLETE = bytes(any(board & line == line for line in _LINES) for board in range(512))


def tic_tac_toe(random: Random) -> int:
    """Three in a row."""
    draw, free, complete = random.random, _FREE, _COMPLETE
    mine = taken = made = 0
    while taken != 511:
        squares = free[taken]
        square = squares[int(draw() * len(squares))]
        mine |= square
        taken |= square
        made += 1
        if complete[mine]:
            break
        mine ^= taken
    return made


# --- Connect four: seven bits a column, the uppermost always empty, so that shifted lines do not run over the edge.

_FLOOR = sum(1 << 7 * column for column in range(7))
_CEILING = _FLOOR << 5
_OPEN = {}
for _full in range(128):
    _key = sum(1 << 7 * column + 5 for column in range(7) if _full & 1 << column)
    _OPEN[_key] = [(1 << 7 * column, 0b111111 << 7 * column) for column in range(7) if not _full & 1 << column]


def connect_four(random: Random) -> int:
    """Four in a row on seven columns."""
    draw, choices, ceiling = random.random, _OPEN, _CEILING
    mine = taken = made = 0
    while made < 42:
        columns = choices[taken & ceiling]
        bottom, column = columns[int(draw() * len(columns))]
        # Adding at the bottom of a column carries to its lowest empty space.
        disc = taken + bottom & column
        mine |= disc
        taken |= disc
        made += 1
        across, up, rising, falling = mine & mine >> 7, mine & mine >> 1, mine & mine >> 8, mine & mine >> 6
        if across & across >> 14 or up & up >> 2 or rising & rising >> 16 or falling & falling >> 12:
            break
        mine ^= taken
    return made


# --- Breakthrough: eight bits a row, White below; the n-th of some bits is found sixteen at a time.

_EVERYTHING = (1 << 64) - 1
_NOT_LEFTMOST, _NOT_RIGHTMOST = 0xFEFEFEFEFEFEFEFE, 0x7F7F7F7F7F7F7F7F
_NTH = [[1 << place for place in range(16) if word & 1 << place] for word in range(1 << 16)]


def _drawn(
    ahead: int, left: int, right: int, to_left: int, to_right: int, draw: Callable[[], float]
) -> tuple[int, int]:
    """One of all the targets, and the length of the step that leads there."""
    number, lefts = ahead.bit_count(), left.bit_count()
    chosen = int(draw() * (number + lefts + right.bit_count()))
    targets, shift = ahead, 8
    if chosen >= number:
        chosen -= number
        targets, shift = left, to_left
        if chosen >= lefts:
            chosen -= lefts
            targets, shift = right, to_right
    base = 0
    while chosen >= len(here := _NTH[targets & 0xFFFF]):
        chosen -= len(here)
        targets >>= 16
        base += 16
    return here[chosen] << base, shift


def breakthrough(random: Random) -> int:
    """The first pawn on the far row wins. White and Black each have their half of the loop."""
    draw = random.random
    white, black, made = 0xFFFF, 0xFFFF << 48, 0
    while True:
        free = ~white
        ahead = white << 8 & free & ~black & _EVERYTHING
        left = (white & _NOT_LEFTMOST) << 7 & free & _EVERYTHING
        right = (white & _NOT_RIGHTMOST) << 9 & free & _EVERYTHING
        target, shift = _drawn(ahead, left, right, 7, 9, draw)
        white ^= target | target >> shift
        black &= ~target
        made += 1
        if target >= 1 << 56 or not black:
            return made
        free = ~black
        ahead = black >> 8 & free & ~white
        left = (black & _NOT_LEFTMOST) >> 9 & free
        right = (black & _NOT_RIGHTMOST) >> 7 & free
        target, shift = _drawn(ahead, left, right, 9, 7, draw)
        black ^= target | target << shift
        white &= ~target
        made += 1
        if target < 1 << 8 or not white:
            return made


TUNED: dict[str, Callable[[Random], int]] = {
    "tic_tac_toe": tic_tac_toe,
    "connect_four": connect_four,
    "breakthrough": breakthrough,
}

"""Three board games as programs made by hand, in the manner the compiler writes them."""

from __future__ import annotations

from dataclasses import replace

from rulelang.graph.layout import Region
from rulelang.graph.program import Program
from rulelang.graph.terms import (
    Arithmetic,
    Both,
    Compare,
    Const,
    Either,
    Entry,
    HasLine,
    Holds,
    Local,
    Lowest,
    MoveTokens,
    Name,
    Not,
    Size,
    TokenPlaces,
    When,
    Without,
)  # fmt: skip
from tests.engine.build import Builder, cell, equal, mask, members, pick, put, single


def lines(columns: int, rows: int, length: int) -> list[int]:
    found = []
    for column in range(columns):
        for row in range(rows):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                squares = [(column + step * right, row + step * up) for step in range(length)]
                if all(0 <= x < columns and 0 <= y < rows for x, y in squares):
                    found.append(mask([x + columns * y for x, y in squares]))
    return found


def _next_player(book: Builder, turn: str) -> None:
    book.do("next player", [put("you", Arithmetic("-", Const(1), cell("you")))], turn)


def tic_tac_toe() -> Program:
    book = Builder("Tic-Tac-Toe")
    book.marks(["cross", "nought"], 9, 9)
    book.frame("square")
    book.table("mark of", [0, 1], -1)
    every = lines(3, 3, 3)
    book.listed("lines through", [[line for line in every if line >> square & 1] for square in range(9)])
    free = Without(Const(511), TokenPlaces(Const(3)))
    mine = TokenPlaces(single(Entry("mark of", cell("you"))))
    book.decide(
        "turn",
        book.option(
            "mark", "line", [pick("Square", members(free))],
            [
                put("square", "Square"),
                MoveTokens(Entry("mark of", cell("you")), Const(9), Local("Square"), Const(1)),
            ],
        ),
    )  # fmt: skip
    book.test("line", (HasLine(mine, "lines through", cell("square")), "won"), otherwise="full")
    book.test("full", (Not(free), "end"), otherwise="next player")
    book.do("won", [put("result", cell("you"))], "end")
    _next_player(book, "turn")
    book.end()
    return book.program("turn")


def connect_four() -> Program:
    book = Builder("Connect Four")
    book.marks(["red", "yellow"], 42, 21)
    book.frame("landing")
    book.table("column", [mask(range(column, 42, 7)) for column in range(7)])
    every = lines(7, 6, 4)
    book.listed("lines through", [[line for line in every if line >> square & 1] for square in range(42)])
    taken = TokenPlaces(Const(3))
    here = Entry("column", Local("Column"))
    book.decide(
        "turn",
        book.option(
            "drop", "line",
            [pick("Column", members(127), Compare("<", Size(Both((here, taken))), Const(6)), "column")],
            [
                Name("landing", Lowest(Without(here, taken))),
                put("landing", "landing"),
                MoveTokens(cell("you"), Const(42), Local("landing"), Const(1)),
            ],
        ),
    )  # fmt: skip
    mine = TokenPlaces(single(cell("you")))
    book.test("line", (HasLine(mine, "lines through", cell("landing")), "won"), otherwise="full")
    book.test("full", (equal(Size(taken), 42), "end"), otherwise="next player")
    book.do("won", [put("result", cell("you"))], "end")
    _next_player(book, "turn")
    book.end()
    return book.program("turn")


def breakthrough(size: int = 8) -> Program:
    book = Builder("Breakthrough")
    squares = size * size
    book.marks(["white", "black"], squares, 0)
    book.frame("goal")
    _breakthrough_tables(book, size)
    rows = (1 << 2 * size) - 1
    book.regions["token sets"] = _with_start(book, "token sets", (rows, rows << squares - 2 * size))
    you, other = cell("you"), Arithmetic("-", Const(1), cell("you"))
    mine, theirs = TokenPlaces(single(you)), TokenPlaces(single(other))
    origin = Arithmetic("+", Local("From"), Arithmetic("*", cell("you"), Const(squares)))
    straight = Without(Entry("ahead", origin), TokenPlaces(Const(3)))
    slanted = Without(Entry("aslant", origin), mine)
    book.decide(
        "turn",
        book.option(
            "advance", "arrived", [pick("From", members(mine)), pick("To", members(Either((straight, slanted))))],
            [
                When(
                    Holds(theirs, Local("To")),
                    (MoveTokens(other, Local("To"), Const(squares), Const(1)),),
                ),
                MoveTokens(you, Local("From"), Local("To"), Const(1)),
                put("goal", "To"),
            ],
        ),
    )  # fmt: skip
    arrived = Holds(Entry("goal row", you), cell("goal"))
    book.test("arrived", (arrived, "won"), (equal(Size(theirs), 0), "won"), otherwise="next player")
    book.do("won", [put("result", you)], "end")
    _next_player(book, "turn")
    book.end()
    return book.program("turn")


def _breakthrough_tables(book: Builder, size: int) -> None:
    ahead, aslant = [], []
    for step in (1, -1):
        for square in range(size * size):
            column, row = square % size, square // size + step
            on_board = 0 <= row < size
            ahead.append(mask([column + size * row]) if on_board else 0)
            beside = [x for x in (column - 1, column + 1) if 0 <= x < size]
            aslant.append(mask([x + size * row for x in beside]) if on_board else 0)
    book.table("ahead", ahead)
    book.table("aslant", aslant)
    book.table("goal row", [mask(range(size * size - size, size * size)), mask(range(size))])
    # A supply that starts empty still takes every captured piece.
    book.regions["token counts"] = _with_start(book, "token counts", (0, 0), high=2 * size)


def _with_start(book: Builder, name: str, start: tuple[int, ...], high: int | None = None) -> Region:
    region = book.regions[name]
    return replace(region, start=start, high=region.high if high is None else high)

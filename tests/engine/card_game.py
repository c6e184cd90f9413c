"""A little game that uses every term, effect and node once at least: cards with look-alikes and marks, an ordered deck,
tokens that are counted, dice, a walk that must be completed."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from rulelang.graph.program import Program
from rulelang.graph.terms import (
    AllIn,
    And,
    AnyIn,
    Append,
    Apply,
    Arithmetic,
    BestIn,
    Between,
    Bind,
    Both,
    Cell,
    CellList,
    Compare,
    Const,
    Effect,
    Either,
    Entry,
    Filtered,
    FirstIn,
    ForIn,
    Highest,
    Holds,
    IfElse,
    Leading,
    Listed,
    Local,
    Lowest,
    Members,
    MovePiece,
    MoveTokens,
    Name,
    Not,
    Or,
    PlaceOf,
    Possible,
    Put,
    Reached,
    Require,
    Single,
    Size,
    SortInto,
    SumIn,
    Tell,
    Term,
    TokenAt,
    TokenCount,
    TokenPlaces,
    Tokens,
    VarietyOf,
    When,
    WhileIn,
    Without,
)
from tests.engine.build import Builder, cell, equal, mask, pick, put, single, some

LOOKS = [0, 0, 0, 1, 1, 2, 2, 3, 4, 4]
RING = {0: [1, 5], 1: [0, 2], 2: [1, 3], 3: [2, 4], 4: [3, 5], 5: [4, 0]}


def _number(operation: Literal["+", "-", "*", "//", "/^", "min", "max"], left: Term, right: Term | int) -> Term:
    return Arithmetic(operation, left, Const(right) if isinstance(right, int) else right)


def card_game(rounds: int = 14) -> Program:
    book = Builder("A Little Card Game")
    _layout(book, rounds)
    you = cell("you")
    hand = Entry("hand of", you)
    in_hand = Cell("contents", hand)
    own = Entry("store of", you)
    hoard = book.reason("there is nothing to put down")
    broke = book.reason("a walk ends on a free square")

    book.chance("shuffle", "deal", shuffles=Const(DECK))
    top_of_deck = FirstIn("Card", CellList("order", Const(0), backwards=True), Const(1))
    book.do(
        "deal",
        [
            ForIn(
                "Seat",
                Members(Const(3)),
                (
                    ForIn(
                        "Turn", Between(Const(1), Const(3)), (MovePiece(top_of_deck, Entry("hand of", Local("Seat"))),)
                    ),
                    Tell(0, (Local("Seat"), Const(3)), Single(Local("Seat"))),
                ),
            ),
        ],
        "roll",
    )
    book.chance(
        "roll", "turn", pick("Face", Members(Const(0b1110)), Compare("<=", Local("Face"), Const(3)), "number"),
        weight=_number("+", Local("Face"), 1), effects=[put("rolled", "Face"), put("steps", "Face")],
    )  # fmt: skip

    walk_on = Filtered(
        "Square",
        Members(Entry("beside", cell("spot", you))),
        And(
            (
                Not(Holds(cell("visited"), Local("Square"))),
                Not(equal(cell("spot", _number("-", Const(1), you)), "Square")),
            )
        ),
    )
    turn = [
        book.option(
            "play", "played",
            [pick("Card", Members(in_hand), Compare("<", cell("wear", "Card"), Const(2)), "card")],
            [
                Name("look", Entry("look of", Local("Card"))),
                put("wear", _number("min", _number("+", cell("wear", "Card"), 1), 2), "Card"),
                MovePiece(Local("Card"), Const(DISCARD), "bottom"),
                Append("history", Const(0), Local("look")),
                Name("worth", _number("+", cell("coins", you), Apply("worth", (Local("Card"),)))),
                put("coins", _number("min", Local("worth"), 30), you),
                Tell(0, (Local("Card"),), Const(3)),
            ],
            guard=Compare("<", cell("history"), Const(20)),
        ),
        book.option(
            "swap", "swapped", [some("Cards", Members(in_hand), 1, 2, None, "card")],
            [
                ForIn("Card", CellList("cards chosen", Const(0)), (MovePiece(Local("Card"), Const(DECK), "bottom"),)),
                put("due", cell("cards chosen")),
            ],
            handfuls={"Cards": "cards chosen"},
        ),
        book.option(
            "collect", "next",
            [
                some("Goods", Tokens(Const(7), Const(mask(MARKET))), 1, cell("rolled"), None, "token"),
                pick("Payment", Between(Const(0), _number("-", cell("goods chosen"), 1)), None, "number"),
            ],
            [
                ForIn(
                    "Good", CellList("goods chosen", Const(0)),
                    (MoveTokens(VarietyOf(Local("Good")), PlaceOf(Local("Good")), own, Const(1)),),
                ),
                Require(Compare(">=", cell("coins", you), Local("Payment")), hoard),
                put("coins", _number("-", cell("coins", you), Local("Payment")), you),
            ],
            handfuls={"Goods": "goods chosen"},
        ),
        book.option(
            "walk", "walked", [pick("Square", Members(walk_on))],
            [put("visited", Either((cell("visited"), single(cell("spot", you))))), put("spot", "Square", you)],
            lookahead=True,
        ),
        book.option(
            "rest", "next", [],
            [put("coins", _number("+", cell("coins", you), _number("/^", cell("rolled"), 2)), you),
             Require(Compare("<", cell("coins", you), Const(25)), hoard)],
            guard=Possible(book.at("stroll"), (put("steps", 2), put("visited", single(cell("spot", you))))),
        ),
        book.option("pass", "next", role="pass"),
    ]  # fmt: skip
    book.decide("turn", *turn)
    _afterwards(book, walk_on, broke, own)
    return book.program("shuffle")


DECK, HANDS, DISCARD, SQUARES, MARKET, STORES, BANK = 0, (1, 2), 3, range(4, 10), (10, 11), (12, 13), 14


def _layout(book: Builder, rounds: int) -> None:
    book.numbers("coins", [3, 3], 0, 40, role="counter")
    book.numbers("spot", [0, 3], -1, 5)
    book.sets("visited", [0], 6)
    book.frame("rolled", "steps", "due", "rounds")
    book.regions["rounds"] = replace(book.regions["rounds"], start=(rounds,))
    book.numbers("history", [0] + [-1] * 30, -1, 40, role="list")
    book.numbers("ranking", [0] + [-1] * 12, -1, 40, role="list")
    book.handful("cards chosen", 4)
    book.handful("goods chosen", 6)
    book.place("deck", order="pile")
    book.place("hand A")
    book.place("hand B")
    book.place("discard", order="row")
    book.marks(["cube", "disc", "coin"], 0, 0)
    book.places.pop()
    for number in SQUARES:
        book.place(f"square {number - 4}", 1)
    for name in ("market", "fair", "store A", "store B", "bank"):
        book.place(name)
    _goods(book)
    book.cards(LOOKS, DECK)
    book.numbers("wear", [0] * len(LOOKS), 0, 2, role="counter", holder="card")
    book.table("look of", LOOKS, -1)
    book.table("hand of", HANDS, -1)
    book.table("store of", STORES, -1)
    book.table("beside", [mask(RING[square]) for square in range(6)])
    book.listed("ring from", [[(square + step) % 6 for step in range(6)] for square in range(6)])
    body = Bind("Base", Entry("look of", Local("Card")), _number("+", Local("Base"), _number("*", Local("Base"), 2)))
    book.function("worth", ["Card"], IfElse(Holds(Const(mask([0, 3, 7])), Local("Card")), Const(1), body))
    looks = BestIn("Card", Members(Local("Some")), Entry("look of", Local("Card")), True, Const(-1))
    dear = Filtered("Card", Members(Local("Some")), Compare(">=", Entry("look of", Local("Card")), looks))
    spread = AllIn(
        "One", Members(Local("Some")), AnyIn("Other", Members(dear), Compare(">=", Local("Other"), Local("One")))
    )
    book.function("spread", ["Some"], IfElse(spread, Size(dear), SumIn("Card", Members(Local("Some")), Local("Card"))))


def _goods(book: Builder) -> None:
    """Cubes lie on squares (as a set) and in stores; discs and coins are counted only."""
    from rulelang.graph.layout import TokenStore, Variety

    counted = [*MARKET, *STORES, BANK]
    start = {10: 2, 11: 1}
    counts = [start.get(place, 0) for _ in range(3) for place in counted]
    for name in ("token sets", "token counts"):
        del book.regions[name]
    book.size = max(region.base + region.length for region in book.regions.values())
    sets = book.sets("token sets", [1 << 4 | 1 << 6], 15, role="tokens")
    base = book.numbers("token counts", counts, 0, 20, role="tokens")
    book.varieties = [Variety(name, "good", -1) for name in ("cube", "disc", "coin")]
    book.tokens = [
        TokenStore(
            sets if kind == 0 else -1,
            mask(list(SQUARES)) if kind == 0 else 0,
            {place: base + kind * len(counted) + number for number, place in enumerate(counted)},
        )
        for kind in range(3)
    ]


def _afterwards(book: Builder, walk_on: Term, broke: int, own: Term) -> None:
    you = cell("you")
    here = cell("spot", you)
    # The walk: one square at a time, never back, and at its end not onto a cube.
    book.do("walked", [put("steps", _number("-", cell("steps"), 1))], "walking")
    book.test("walking", (Compare(">", cell("steps"), Const(0)), "stroll"), otherwise="arrive")
    book.decide(
        "stroll",
        book.option(
            "go on", "walked", [pick("Square", Members(walk_on))],
            [put("visited", Either((cell("visited"), single(here)))), put("spot", "Square", you)], lookahead=True,
        ),
        rest=False,
    )  # fmt: skip
    square_here = _number("+", here, 4)
    free = Not(Holds(TokenPlaces(Const(7)), square_here))
    book.do("arrive", [Require(Or((free, equal(cell("rolled"), 1))), broke), put("visited", 0)], "found")
    take = (MoveTokens(Const(0), square_here, own, Const(1)),)
    given = (
        When(Compare(">", TokenCount(Const(0), own), Const(0)), (MoveTokens(Const(0), own, square_here, Const(1)),)),
    )
    book.do("found", [When(Compare("!=", TokenCount(Const(0), square_here), Const(0)), take, given)], "next", rest=True)

    book.do("swapped", [], "draw")
    deck_top = FirstIn("Card", CellList("order", Const(0), backwards=True), Const(1))
    drawing: list[Effect] = [MovePiece(deck_top, Entry("hand of", you)), put("due", _number("-", cell("due"), 1))]
    book.test("draw", (Compare(">", cell("due"), Const(0)), "draw one"), otherwise="next")
    book.do("draw one", drawing, "draw")

    by_look = ((True, Entry("look of", Local("Card"))), (False, Local("Card")))
    first = Leading("Card", Members(Cell("contents", Const(DISCARD))), by_look)
    book.do(
        "played",
        [
            SortInto("ranking", Const(0), "Card", CellList("order", Const(1 + len(LOOKS))), by_look),
            When(Compare(">", Size(first), Const(1)), (put("rolled", 0),), (put("rolled", Lowest(first)),)),
            put("due", Highest(Both((first, Const(0x3FF))))),
            put("due", Apply("spread", (Cell("contents", Const(DISCARD)),))),
        ],
        "next",
    )
    reach = Reached(single(here), "beside", Without(Const(63), single(cell("spot", _number("-", Const(1), you)))))
    leading = WhileIn(
        "Square", Listed("ring from", here), Not(Holds(TokenPlaces(Const(1)), _number("+", Local("Square"), 4)))
    )
    goods = SumIn("Good", Tokens(Const(7), Single(own)), TokenCount(VarietyOf(Local("Good")), PlaceOf(Local("Good"))))
    least = BestIn("Good", Tokens(Const(6), Const(mask(MARKET))), Local("Good"), False, TokenAt(Const(0), Const(4)))
    book.do(
        "next",
        [
            put("rounds", _number("-", cell("rounds"), 1)),
            put("steps", _number("+", Size(reach), _number("+", Size(leading), goods))),
            put("due", _number("max", least, _number("//", cell("steps"), cell("rolled")))),
            put("visited", 0),
            put("you", _number("-", Const(1), you)),
        ],
        "over",
    )
    richest = Leading(
        "Seat",
        Members(Const(3)),
        ((True, cell("coins", "Seat")), (True, Size(Cell("contents", Entry("hand of", Local("Seat")))))),
    )
    book.test("over", (equal(cell("rounds"), 0), "finish"), otherwise="roll", rest=True)
    book.do("finish", [Put("result", Const(0), Lowest(richest))], "end")
    book.end()

"""Terms about two sets of nine elements, made at random."""

from __future__ import annotations

from random import Random
from typing import Final

from rulelang.graph import terms
from rulelang.graph.program import Program
from rulelang.graph.terms import Cell, Const, Members, Term
from tests.engine.build import Builder

EVERY: Final = (1 << 9) - 1
REGIONS: Final = ("left", "right")


def board() -> Program:
    book = Builder("board")
    for name in REGIONS:
        book.sets(name, [0], 9)
    book.table("near", [(1 << one | 1 << one + 1 | 1 << max(one - 1, 0)) & EVERY for one in range(9)], 0)
    # What lies ahead of a square of nine, and to its right.
    book.listed("rays", [ray for one in range(9) for ray in (range(one + 3, 9, 3), range(one + 1, one // 3 * 3 + 3))])
    book.end("end")
    return book.program("end")


def a_set(random: Random, depth: int) -> Term:
    if depth == 0:
        return Cell(random.choice(REGIONS), Const(0)) if random.random() < 0.6 else Const(random.randrange(EVERY + 1))
    first, second = a_set(random, depth - 1), a_set(random, depth - 1)
    found: list[Term] = [
        terms.Both((first, second)),
        terms.Either((first, second)),
        terms.Without(first, second),
        terms.Reached(first, "near", second),
        terms.InLine(Const(random.randrange(9)), "rays", 2, first),
        terms.InLine(terms.Lowest(first), "rays", 2, second),
        terms.Entry("near", terms.Lowest(first)),
        terms.Filtered("one", Members(first), terms.Holds(second, terms.Local("one"))),
        terms.IfElse(a_truth(random, depth - 1), first, second),
    ]  # fmt: skip
    return random.choice(found)


def a_truth(random: Random, depth: int) -> Term:
    one, other = a_set(random, depth), a_set(random, depth)
    if depth == 0:
        return terms.Holds(one, Const(random.randrange(9)))
    first, second = a_truth(random, depth - 1), a_truth(random, depth - 1)
    found: list[Term] = [
        terms.And((first, second)),
        terms.Or((first, second)),
        terms.Not(first),
        terms.Not(terms.Both((one, other))),
        terms.Compare(random.choice(["==", "!="]), terms.Both((one, other)), Const(0)),
        terms.AnyIn("it", Members(one), terms.Holds(other, terms.Local("it"))),
        terms.AllIn("it", Members(one), terms.Holds(other, terms.Local("it"))),
        terms.IfElse(first, second, first),
    ]  # fmt: skip
    return random.choice(found)

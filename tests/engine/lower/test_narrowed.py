"""Loops over what a table tells are loops over fewer, and tokens of whoever it is are counted at one place: the values
are the same."""

from __future__ import annotations

from random import Random

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.simplify import Simplifier
from rulelang.graph import shape, terms
from rulelang.graph.bounds import Bound, Scope, one_of
from rulelang.graph.program import Program
from rulelang.graph.terms import Const, Local, Members, Term
from tests.engine.build import Builder, cell

#: The points, behind two squares and the box.
POINTS = range(3, 13)
EVERY = sum(1 << point for point in POINTS)
FACING: Scope = {"side": one_of(0b11, nothing=True), "wanted": Bound(-30, 30)}


def board() -> Program:
    """Tokens of two players on ten points, whose numbers count down for one of them."""
    book = Builder("board")
    book.marks(["black", "white"], 2, 9, [f"point {point}" for point in POINTS])
    book.table("number", [0, 0, 0, *range(1, 11)], -1)
    book.table("of", [0b01, 0b10])
    here = terms.PlaceOf(Local("token")), terms.VarietyOf(Local("token"))
    theirs = terms.Tokens(terms.Entry("of", Local("side")), terms.Single(Local("point")))
    count = terms.SumIn("token", theirs, terms.TokenCount(here[1], here[0]))
    few = terms.Compare("<=", terms.Arithmetic("*", count, cell("you")), Const(3))
    book.function("goal", ["side", "point", "wanted"], terms.And((_numbered(), few)), "truth")
    book.function("few", ["side", "point"], terms.And((few, terms.Not(cell("you")))), "truth")
    book.end()
    return book.program("end")


def _numbered() -> Term:
    """Does a point have the number that somebody wants, from his side?"""
    number = terms.Entry("number", Local("point"))
    other = terms.Arithmetic("-", Const(11), number)
    mine = terms.IfElse(terms.Compare("==", Local("side"), Const(0)), number, other)
    return terms.Compare("==", mine, Local("wanted"))


def _is_same(facts: Facts, first: Term, second: Term) -> None:
    random = Random(1)
    layout = facts.layout
    for _ in range(60):
        state = [random.randrange(3) for _ in range(layout.size)]
        given = {"side": random.randrange(-1, 2), "wanted": random.randrange(-2, 13), "point": random.choice(POINTS)}
        assert facts.evaluator.value(state, given, first) == facts.evaluator.value(state, given, second)


def test_what_somebody_sees_from_his_side_is_found_without_a_loop() -> None:
    facts = Facts(board())
    asked = terms.AnyIn("point", Members(Const(EVERY)), _numbered())
    found = Simplifier(facts).term(asked, FACING)
    assert terms.AnyIn not in shape.kinds(found)
    _is_same(facts, asked, found)


def test_a_large_function_is_written_out_where_it_narrows_a_loop() -> None:
    facts = Facts(board())
    body = terms.Apply("goal", (Local("side"), Local("point"), Local("wanted")))
    asked = terms.Filtered("point", Members(Const(EVERY)), body)
    found = Simplifier(facts, small=1).term(asked, FACING)
    assert isinstance(found, terms.Filtered)
    assert isinstance(found.domain, Members)
    assert not isinstance(found.domain.set, Const)
    _is_same(facts, asked, found)
    # Where nothing tells of fewer, it stays a call.
    other = terms.Filtered("point", Members(Const(EVERY)), terms.Apply("few", (Local("side"), Local("point"))))
    called = Simplifier(facts, small=1).term(other, FACING)
    assert isinstance(called, terms.Filtered)
    assert called.domain == Members(Const(EVERY))
    assert isinstance(called.body, terms.Apply)


def test_tokens_of_whoever_it_is_are_counted_at_one_place() -> None:
    facts = Facts(board())
    tokens = terms.Tokens(terms.Entry("of", Local("side")), terms.Single(Local("point")))
    count = terms.TokenCount(terms.VarietyOf(Local("token")), terms.PlaceOf(Local("token")))
    asked = terms.SumIn("token", tokens, count)
    found = Simplifier(facts).term(asked, {**FACING, "point": one_of(EVERY, nothing=False)})
    assert terms.SumIn not in shape.kinds(found)
    _is_same(facts, asked, found)

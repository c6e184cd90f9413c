"""Effects made simple do the same: what is put somewhere in a branch is not known behind it."""

from __future__ import annotations

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.simplify import Simplifier
from rulelang.graph.terms import Arithmetic, Cell, Compare, Const, Effect, ForIn, Local, Members, Name, Put, When
from tests.engine.build import Builder, cell, put


def _simple(*effects: Effect) -> tuple[Effect, ...]:
    book = Builder("Branches", 1)
    book.numbers("here", [0], 0, 9)
    book.numbers("there", [0], 0, 9)
    book.end()
    program = book.program("end")
    return Simplifier(Facts(program), tracked=frozenset({("here", 0)})).effects(effects)


def test_what_is_put_is_known_behind_it() -> None:
    assert _simple(put("here", 3), put("there", cell("here"))) == (put("here", 3), put("there", 3))


def test_what_is_put_in_a_branch_is_known_in_it_alone() -> None:
    asked = Compare("==", cell("there"), Const(1))
    found = _simple(
        put("here", 3),
        When(asked, (put("here", 4), put("there", cell("here"))), (put("there", cell("here")),)),
        put("there", cell("here")),
    )
    assert found == (
        put("here", 3),
        When(asked, (put("here", 4), put("there", 4)), (put("there", cell("here")),)),
        put("there", cell("here")),
    )


def test_what_is_put_in_a_loop_is_not_known_behind_it() -> None:
    loop = ForIn("number", Members(cell("there")), (put("here", 4),))
    assert _simple(put("here", 3), loop, put("there", cell("here"))) == (
        put("here", 3),
        loop,
        put("there", cell("here")),
    )


def test_a_name_for_what_costs_nothing_is_written_out() -> None:
    twice = Put("there", Const(0), Arithmetic("+", Local("it"), Local("it")))
    assert _simple(Name("it", Const(2)), twice) == (put("there", 4),)
    kept = _simple(Name("it", Cell("there", Const(0))), twice)
    assert kept == (Name("it", Cell("there", Const(0))), twice)

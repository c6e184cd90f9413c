"""What held goes on to hold behind changes that come nowhere near what it looks at."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.engine.executor import Fault
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.split_options import split
from interpreter.engine.lower.build.effects import ON_TRIAL
from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.build.routines import RoutineBuilder
from rulelang.graph import shape, terms
from rulelang.graph.program import Decide, Program
from rulelang.graph.terms import Cell, Const, Local, Members, Term
from rulelang.graph.total import is_total
from rulelang.graph.watched import NOWHERE, Traffic, Watched, change_of, has_grown
from tests.engine.build import Builder
from tests.engine.lower.random_terms import EVERY, REGIONS, a_truth, board
from tests.graph.test_text import compiled


@pytest.mark.parametrize("seed", range(3))
def test_what_is_not_touched_goes_on_to_hold(seed: int) -> None:
    random, facts = Random(seed), Facts(board())
    held = sum(_goes_on(facts, random) for _ in range(300))
    assert held > 15


def _goes_on(facts: Facts, random: Random) -> bool:
    """Was there a truth that changes did not come near?"""
    layout = facts.layout
    state, later = [0] * layout.size, [0] * layout.size
    changes: dict[tuple[str, int], Traffic] = {}
    touched_in, touched = 0, 0
    for name in REGIONS:
        base = layout.regions[name].base
        before = state[base] = random.randrange(EVERY + 1)
        taken = 1 << random.randrange(9) if random.random() < 0.7 else 0
        added = 1 << random.randrange(9) if random.random() < 0.7 else 0
        later[base] = before & ~taken | added
        changes[name, 0] = Traffic(Const(taken), Const(added))
        touched_in, touched = touched_in | before & taken, touched | added
    truth = a_truth(random, 2)
    places = Watched(facts, changes, frozenset(), frozenset(REGIONS), lambda term: term, facts.fresh).places(truth)
    if places is None or not facts.evaluator.value(state, {}, truth):
        return False
    near = facts.evaluator.value(state, {}, places.taken) & touched_in
    near |= facts.evaluator.value(state, {}, places.added) & touched
    if near:
        return False
    assert facts.evaluator.value(later, {}, truth), (truth, state, later)
    return state != later


def test_how_a_set_has_changed() -> None:
    cell, one, other = Cell("left", Const(0)), terms.Single(Local("one")), terms.Single(Local("other"))
    moved = terms.Either((terms.Without(cell, one), other))
    assert change_of(cell, cell) == NOWHERE
    assert change_of(moved, cell) == Traffic(one, other)
    assert change_of(terms.IfElse(Local("which"), moved, cell), cell) == Traffic(one, other)
    assert change_of(one, cell) is None


def test_how_a_number_has_changed() -> None:
    cell = Cell("left", Const(0))
    more = terms.Arithmetic("+", cell, Const(1))
    assert has_grown(terms.IfElse(Local("which"), more, cell), cell)
    assert not has_grown(terms.Arithmetic("-", cell, Const(1)), cell)
    assert not has_grown(Const(3), cell)


def test_a_man_that_the_king_does_not_see_is_not_tried() -> None:
    """Of a knight's moves those are in doubt that take it, or what it captures, out of the king's sight."""
    program = compiled("chess")
    assert [_doubt_of_knights(program, tries_less) for tries_less in (True, False)] == [{"watched"}, set()]


def _doubt_of_knights(program: Program, tries_less: bool) -> set[str]:
    lowering = Lowering(program) if tries_less else Lowering(program, frozenset({"certain"}))
    node = next(one for one in program.nodes if isinstance(one, Decide) and one.title == "Make Move")
    writing = RoutineBuilder(lowering, ON_TRIAL, by_variant=True)
    simplifier, bounds = writing.values.simplifier, writing.values.base.bounds
    simplifier.known.restore({("Make Move: you", 0): Const(0)})
    knight = [one.name for one in program.layout.varieties].index("Knight")
    parts = split(node.options[0], simplifier, lowering.source.facts, bounds)
    part = next(one for one in parts if getattr(one.values[0], "variety", None) == Const(knight))
    return set(shape.calls(lowering.plan_of(part.option, simplifier, bounds).doubt))


def _program() -> Facts:
    book = Builder("table")
    book.sets("set", [0], 4)
    book.numbers("number", [0], 0, 9)
    book.table("row", [1, 2, 3, 4])
    book.end("end")
    return Facts(book.program("end"))


def test_what_has_a_value_in_every_state() -> None:
    facts = _program()
    elements, some = Cell("set", Const(0)), Cell("number", Const(0))
    lowest = terms.Lowest(elements)
    beyond = terms.Arithmetic("-", lowest, Const(1))
    row = terms.Entry("row", Local("it"))
    total: list[Term] = [
        terms.Entry("row", lowest),
        terms.And((terms.Compare(">=", beyond, Const(0)), terms.Entry("row", beyond))),
        terms.IfElse(terms.Compare(">=", beyond, Const(0)), terms.Entry("row", beyond), Const(0)),
        terms.AnyIn("it", Members(elements), row),
        terms.Bind("it", lowest, row),
    ]
    partial: list[Term] = [
        terms.Entry("row", beyond),
        terms.Entry("row", some),
        terms.And((terms.Entry("row", beyond), terms.Compare(">=", beyond, Const(0)))),
        terms.Bind("it", some, row),
        Cell("set", some),
    ]
    assert [is_total(term, facts) for term in total] == [True] * len(total)
    assert [is_total(term, facts) for term in partial] == [False] * len(partial)


@pytest.mark.parametrize("seed", range(2))
def test_what_is_said_to_have_a_value_has_one(seed: int) -> None:
    random, facts = Random(seed), Facts(board())
    found = 0
    for _ in range(150):
        truth = a_truth(random, 2)
        if is_total(truth, facts):
            found += 1
            state = [random.randrange(EVERY + 1) for _ in range(facts.layout.size)]
            try:
                facts.evaluator.value(state, {}, truth)
            except Fault as fault:
                pytest.fail(f"{truth}: {fault}")
    assert found > 30

"""What is certain of terms about sets is true, whatever the sets are; and what is certain is not tried."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.preconditions import Before, preconditions
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.lower.analysis.vectorise import vectorised
from interpreter.engine.lower.dump import text_after
from rulelang.graph import shape, terms
from rulelang.graph.certain import Certain
from rulelang.graph.terms import Cell, Const, Members, Term
from tests.engine.build import Builder
from tests.engine.lower.random_terms import EVERY, REGIONS, a_set, a_truth, board
from tests.graph.test_text import compiled


@pytest.mark.parametrize("seed", range(3))
def test_what_is_certain_is_true(seed: int) -> None:
    random = Random(seed)
    facts = Facts(board())
    for _ in range(80):
        _is_true(facts, random)


def _is_true(facts: Facts, random: Random) -> None:
    layout = facts.layout
    state = [0] * layout.size
    around: dict[tuple[str, int], tuple[Term, Term | None]] = {}
    for name in REGIONS:
        value = random.randrange(EVERY + 1)
        state[layout.regions[name].base] = value
        less, more = value & random.randrange(EVERY + 1), value | random.randrange(EVERY + 1)
        around[name, 0] = Const(less), random.choice([Const(more), None])

    def exact(term: Term) -> Term | None:
        return term if not shape.regions(term) and not shape.free_locals(term) else None

    def value_of(term: Term) -> int:
        return int(facts.evaluator.value(state, {}, term))

    certain = Certain(exact, lambda _: EVERY, around, {})
    elements, truth = a_set(random, 2), a_truth(random, 2)
    most = certain.high(elements)
    assert most is not None
    assert value_of(certain.low(elements)) & ~value_of(elements) == 0
    assert value_of(elements) & ~value_of(most) == 0
    assert bool(value_of(certain.sure(truth))) <= bool(value_of(truth)) <= bool(value_of(certain.maybe(truth)))


def test_a_stone_that_breathes_is_not_tried() -> None:
    def asked(without: list[str]) -> list[str]:
        lines = text_after(compiled("go_9x9"), without=without).splitlines()
        listing = lines[next(number for number, line in enumerate(lines) if line.startswith("list list_")) :]
        return [line for line in listing[: listing.index("")] if "tries_" in line]

    assert [("touches(" in line, " or tries_" in line) for line in asked([])] == [(True, True)] * 2
    assert [("touches(" in line, " or tries_" in line) for line in asked(["certain"])] == [(False, False)] * 2


def test_a_move_that_may_be_made_is_not_taken_for_one_that_is() -> None:
    book = Builder("board")
    book.sets("left", [0], 9)
    book.marks(["stone"], 9, 9)
    book.end("end")
    moved = terms.MoveTokens(Const(0), Const(9), Const(4), Const(1))
    there = terms.Require(terms.Holds(Cell("token sets", Const(0)), Const(4)), 0)
    perhaps = terms.When(Cell("left", Const(0)), (moved,))
    facts = Facts(book.program("end"))
    found = preconditions((perhaps, there), facts)
    assert found is not None
    for left, stones in ((0, 0), (1, 0), (0, 1 << 4), (0, 1 << 5), (1, 1 << 5)):
        state = [0] * facts.layout.size
        state[facts.layout.regions["left"].base] = left
        state[facts.layout.regions["token sets"].base] = stones
        holds = all(facts.evaluator.value(state, {}, one) for one in found)
        assert holds == bool(left or stones >> 4 & 1)


def test_what_a_sentence_requires_holds_behind_it() -> None:
    book = Builder("counters")
    book.frame("coins", "debt", "paid")
    book.end("end")
    facts = Facts(book.program("end"))
    rich = terms.Compare(">=", Cell("coins", Const(0)), Const(3))
    pays = terms.Put("paid", Const(0), terms.IfElse(rich, Const(2), Cell("debt", Const(0))))
    asked = terms.Require(terms.Compare("==", Cell("paid", Const(0)), Const(2)), 0)
    simplifier = Simplifier(facts)
    before = Before(facts, simplify=simplifier.term)
    for effect in (terms.Require(rich, 0), pays):
        before.note(effect)
    assert before.conditions(asked) == [Const(1)]
    assert Before(facts, simplify=simplifier.term).conditions(asked) != [Const(1)]


def test_what_is_required_as_a_truth_keeps_its_value() -> None:
    book = Builder("counters")
    book.frame("coins")
    book.end("end")
    facts = Facts(book.program("end"))
    coins = Cell("coins", Const(0))
    before = Before(facts, simplify=Simplifier(facts).term)
    for never in (coins, Const(0)):
        before.note(terms.Require(never, 0))
    assert before.back(terms.Arithmetic("+", coins, Const(0))) == coins
    assert before.back(terms.Compare("==", coins, Const(0))) == terms.Compare("==", coins, Const(0))


def test_a_number_out_of_its_range_is_legal() -> None:
    """Playing such a move shows the fault: what is asked behind it is asked of the others only."""
    book = Builder("counters")
    book.numbers("pot", [0], 0, 40, "counter")
    book.end("end")
    facts = Facts(book.program("end"))
    pot = Cell("pot", Const(0))
    grows = terms.Put("pot", Const(0), terms.Arithmetic("+", pot, Const(30)))
    low = terms.Require(terms.Compare("<", pot, Const(35)), 0)
    found = preconditions((grows, low), facts)
    assert found is not None
    state = [0] * facts.layout.size
    base = facts.layout.regions["pot"].base
    legal = {}
    for number in (4, 5, 10, 11):
        state[base] = number
        legal[number] = all(facts.evaluator.value(state, {}, one) for one in found)
    assert legal == {4: True, 5: False, 10: False, 11: True}


def test_a_piece_that_moves_changes_nothing_about_others() -> None:
    book = Builder("cards")
    book.place("hand")
    book.place("pile")
    book.cards([0, 1, 2], 0)
    book.end("end")
    facts = Facts(book.program("end"))
    moves = terms.MovePiece(Const(1), Const(1))

    def found(condition: Term) -> tuple[Term, ...] | None:
        return preconditions((moves, terms.Require(condition, 0)), facts)

    of_others = terms.Both((Const(0b101), Cell("contents", Const(1))))
    kept: list[Term] = [terms.Compare("==", Cell("at", Const(2)), Const(0)), terms.Not(of_others)]
    assert [found(condition) for condition in kept] == [(condition,) for condition in kept]
    assert found(terms.Compare("==", Cell("at", Const(1)), Const(0))) is None
    assert found(terms.Not(Cell("contents", Const(1)))) is None
    assert found(terms.Compare("==", Cell("at", Cell("at", Const(2))), Const(0))) is None


def test_what_is_asked_behind_something_else_is_not_asked_without_it() -> None:
    facts = Facts(board())
    behind = terms.Holds(terms.Cell("left", Cell("right", Const(0))), terms.Local("it"))
    whole = terms.AnyIn("it", Members(Cell("right", Const(0))), terms.Or((Cell("left", Const(0)), behind)))
    state = [0] * facts.layout.size
    state[facts.layout.regions["left"].base] = 1
    state[facts.layout.regions["right"].base] = 1 << 5
    found = vectorised(whole, facts, {})
    assert found != whole
    assert facts.evaluator.value(state, {}, found)

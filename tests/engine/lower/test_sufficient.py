"""What another condition follows from is never true where that one is false; and what it tells is not tried."""

from __future__ import annotations

from random import Random
from typing import Final

from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.sufficient import sufficient
from interpreter.engine.lower.dump import text_after
from rulelang.graph import terms
from rulelang.graph.terms import Cell, Const, Local, Members, Term
from tests.engine.build import Builder
from tests.graph.test_text import compiled

_SIZE: Final = 9
_EVERY: Final = Const((1 << _SIZE) - 1)
_HELD: Final = tuple(Cell(name, Const(0)) for name in ("first", "second"))
_FROM, _TO = Local("from"), Local("to")


def _row(*, round_about: bool = False) -> Facts:
    """Nine places in a row, or in a ring; lines lead both ways."""
    book = Builder("row")
    for name in ("first", "second"):
        book.sets(name, [0], _SIZE)
    near = [[one - 1, one + 1] for one in range(_SIZE)]
    book.table("near", [sum(1 << other for other in others if 0 <= other < _SIZE) for others in near], 0)
    lines = [(list(range(one + 1, _SIZE)), list(range(one - 1, -1, -1))) for one in range(_SIZE)]
    if round_about:
        rings = [[(one + step) % _SIZE for step in range(1, _SIZE + 1)] for one in range(_SIZE)]
        lines = [(ring, [*ring[-2::-1], ring[-1]]) for ring in rings]
    book.listed("rays", [line for both in lines for line in both])
    book.end("end")
    return Facts(book.program("end"))


def _seen(start: Term, free: Term) -> terms.InLine:
    return terms.InLine(start, "rays", 2, free)


def _moved() -> Term:
    """What is not free once something has moved."""
    return terms.Either((terms.Without(_HELD[0], terms.Single(_FROM)), terms.Single(_TO), _HELD[1]))


def test_who_comes_from_a_free_place_sees_one() -> None:
    facts, random = _row(), Random(4)
    now = terms.Without(_EVERY, terms.Either(_HELD))
    seen = terms.Without(_seen(_TO, terms.Without(_EVERY, _moved())), _moved())
    goals = terms.Without(_seen(_FROM, now), terms.Either(_HELD))
    found = sufficient(seen, {"to": goals}, facts)
    assert found == terms.Not(terms.Holds(_HELD[1], _FROM))
    told = 0
    for _ in range(60):
        state = [random.randrange(1 << _SIZE) & random.randrange(1 << _SIZE) for _ in range(facts.layout.size)]
        start = random.randrange(_SIZE)
        for goal in range(_SIZE):
            given = {"from": start, "to": goal}
            if facts.evaluator.value(state, given, goals) >> goal & 1 and facts.evaluator.value(state, given, found):
                assert facts.evaluator.value(state, given, seen)
                told += 1
    assert told > 50


def test_what_is_seen_through_other_places_is_not_seen_back() -> None:
    free = terms.Without(_EVERY, _HELD[0])
    seen = terms.Without(_seen(_TO, terms.Without(_EVERY, _HELD[1])), _HELD[1])
    assert sufficient(seen, {"to": _seen(_FROM, free)}, _row()) is None
    assert sufficient(seen, {"to": _HELD[0]}, _row()) is None


def test_on_a_ring_a_place_may_be_seen_from_itself() -> None:
    seen = terms.Without(_seen(_TO, _EVERY), terms.Single(_TO))
    goals = {"to": _seen(_FROM, _EVERY)}
    assert sufficient(seen, goals, _row()) == Const(1)
    assert sufficient(seen, goals, _row(round_about=True)) is None


def test_who_touches_something_is_connected_to_it() -> None:
    facts, random = _row(), Random(4)
    taken = terms.Either((*_HELD, terms.Single(_TO)))
    through = terms.Either((_HELD[0], terms.Single(_TO)))
    group = Members(terms.Reached(terms.Single(_TO), "near", through))
    touching = terms.Compare("!=", terms.Without(terms.Entry("near", Local("one")), taken), Const(0))
    breathes = terms.AnyIn("one", group, touching)
    found = sufficient(breathes, {}, facts)
    assert found is not None
    answers = set()
    for _ in range(60):
        state = [random.randrange(1 << _SIZE) for _ in range(facts.layout.size)]
        given = {"to": random.randrange(_SIZE)}
        answers.add((bool(facts.evaluator.value(state, given, found)),
                     bool(facts.evaluator.value(state, given, breathes))))  # fmt: skip
    assert answers == {(False, False), (False, True), (True, True)}


def test_moves_that_are_told_at_once_are_not_asked_one_by_one() -> None:
    lines = text_after(compiled("go_9x9")).splitlines()
    listing = lines[next(number for number, line in enumerate(lines) if line.startswith("list list_")) :]
    listing = listing[: listing.index("")]
    assert sum(" of " in line for line in listing if line.strip().startswith("offer")) == 2
    # Those that are asked one by one join the others, and so all come in order.
    assert not any("sort" in line for line in listing)

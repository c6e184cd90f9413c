"""What cells hold behind effects: those that may be one another are not told apart."""

from __future__ import annotations

from interpreter.engine.lower.analysis.algebra import FALSE, TRUE
from interpreter.engine.lower.analysis.stored import Stored
from rulelang.graph import terms
from rulelang.graph.terms import Cell, Const, Local, Term

_YOURS: Term = terms.Arithmetic("*", Cell("you", Const(0)), Const(6))
_NEXT: Term = terms.Arithmetic("+", _YOURS, Const(1))
_SOMEBODYS: Term = Local("seat")


def test_a_cell_holds_what_was_put_there() -> None:
    stored = Stored()
    assert not stored
    assert stored.put("coins", _YOURS, Const(3))
    assert stored.put("coins", _NEXT, Const(4))
    assert [stored.value("coins", one) for one in (_YOURS, _NEXT)] == [Const(3), Const(4)]
    assert stored.value("wood", _YOURS) == Cell("wood", _YOURS)
    assert stored.regions() == {"coins"}


def test_a_cell_that_may_be_another_is_doubtful() -> None:
    stored = Stored()
    assert stored.put("coins", _YOURS, Const(3))
    assert not stored.put("coins", _SOMEBODYS, Const(5))
    assert not stored.put("coins", Const(0), Const(5))
    doubtful = [stored.is_doubtful("coins", one) for one in (_YOURS, _NEXT, _SOMEBODYS, Const(0))]
    assert doubtful == [False, False, True, True]
    stored.lose("coins")
    assert not stored


def test_behind_a_fork_a_cell_holds_the_one_or_the_other() -> None:
    before = Stored()
    before.put("coins", Const(0), Const(1))
    paid, spared = before.copy(), before.copy()
    paid.put("coins", Const(0), Const(0))
    paid.put("debt", Const(0), Const(7))
    asked = Local("asked")
    forked = before.copy()
    assert forked.fork(asked, paid, spared) == set()
    assert forked.value("coins", Const(0)) == terms.IfElse(asked, Const(0), Const(1))
    assert forked.value("debt", Const(0)) == terms.IfElse(asked, Const(7), Cell("debt", Const(0)))
    for answer, side in ((TRUE, paid), (FALSE, spared)):
        decided = before.copy()
        decided.fork(answer, paid, spared)
        assert decided.value("coins", Const(0)) == side.value("coins", Const(0))


def test_sides_that_may_write_the_same_cell_leave_it_unclear() -> None:
    first, second = Stored(), Stored()
    first.put("coins", _YOURS, Const(1))
    second.put("coins", _SOMEBODYS, Const(2))
    assert Stored().fork(Local("asked"), first, second) == {"coins"}

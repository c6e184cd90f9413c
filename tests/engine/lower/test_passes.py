"""What each pass makes of a routine, before and after, in `pairs`; and every game is the same without any of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

import pytest

from interpreter.engine.executor import Executor
from interpreter.engine.lower import code
from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.code import Role, Routine
from interpreter.engine.lower.dump import text_after
from interpreter.engine.lower.expressions import NO, YES, Binary, BinaryOp, Expression, Invoke, Load, all_of, number
from interpreter.engine.lower.passes import PASSES
from interpreter.engine.lower.text import text_of
from interpreter.engine.lower.types import TRUTH, Number
from interpreter.engine.python.executor import Python
from interpreter.engine.reference_flow import Reference
from rulelang.graph.program import ChanceNode, Program
from tests.engine.board_games import breakthrough, connect_four, tic_tac_toe
from tests.engine.card_game import card_game
from tests.engine.lower.reading import (
    BOARD,
    A,
    B,
    X,
    Y,
    cell,
    every,
    fault,
    has,
    offer,
    put,
    put_squares,
    routine,
    single,
    squares,
    when,
)
from tests.graph.test_text import compiled

PAIRS = Path(__file__).parent / "pairs"
GAMES = [tic_tac_toe, connect_four, breakthrough, card_game]


def free(index: int) -> Expression:
    """A set without X."""
    return Binary(BinaryOp.DIFFERENCE, squares(index), single(X), BOARD)


WRITTEN: dict[str, tuple[Routine, ...]] = {
    "first_only": (
        routine(every(squares(0), code.Rest(5)), code.Goto(6)),
        # Which element it is matters here.
        routine(every(squares(0), put(1, X), code.Rest(5)), code.Goto(6)),
        # This loop may go on.
        routine(every(squares(0), when(A, code.Rest(5))), code.Goto(6)),
    ),
    "offer_sets": (
        routine(every(squares(0), offer(X, 9, 4)), role=Role.LIST),
        # Together they are in order, so that nothing has to be sorted.
        routine(
            every(squares(1), offer(X, 9, 7)), every(squares(0), offer(X, 9, 4)), code.SortOffers(), code.Finish(),
            role=Role.LIST,
        ),
        # Codes more than a stride apart are not.
        routine(
            every(squares(1), offer(X, 9, 40)), every(squares(0), offer(X, 9, 4)), code.SortOffers(), code.Finish(),
            role=Role.LIST,
        ),
        routine(every(squares(0), when(A, offer(X, 9, 4))), role=Role.LIST),
        # Nothing else is offered behind the first; behind the second there is more.
        routine(
            when(A, every(squares(0), offer(X, 9, 4)), code.Finish()),
            every(squares(0), offer(X, 9, 4)), when(B, every(squares(1), offer(X, 9, 90))), code.Finish(),
            role=Role.LIST,
        ),
    ),
    "idle": (
        routine(every(squares(0), when(A, code.Remark("whoever it is"))), code.Goto(6)),
        routine(every(squares(0), when(A, put(1, X))), code.Goto(6)),
        # Whatever is found, the routine ends in the same way.
        routine(every(squares(0), when(A, code.Rest(5))), when(B, code.Rest(5)), code.Rest(5)),
        routine(every(squares(0), when(A, code.Rest(4))), when(B, code.Rest(5)), code.Rest(5)),
        routine(when(A, put(1, X), code.Rest(5)), code.Rest(5)),
    ),
    "implied": (
        routine(when(A, when(A, put(0, number(1)))), code.Goto(6)),
        routine(when(A, fault()), when(A, put(0, number(1))), put(1, number(2)), code.Goto(6)),
        routine(code.Assume(has(squares(0), X)), when(has(squares(0), X), put(0, number(1))), code.Goto(6)),
        # A piece that was taken away is not there any more.
        routine(
            when(has(squares(0), X), put_squares(0, Binary(BinaryOp.DIFFERENCE, squares(0), single(X), BOARD))),
            when(has(squares(0), X), fault()), code.Goto(6),
        ),
        # The set has changed in between.
        routine(
            code.Assume(has(squares(0), X)),
            put_squares(0, Binary(BinaryOp.DIFFERENCE, squares(0), single(Y), BOARD)),
            when(has(squares(0), X), put(0, number(1))), code.Goto(6),
        ),
        routine(when(A, put(0, number(1)), otherwise=(when(A, put(1, number(2))),)), when(B, fault()), code.Goto(6)),
    ),
    "dead_stores": (
        routine(put(4, number(-1)), put(4, number(1)), code.Rest(5)),
        # Read in between.
        routine(put(4, number(-1)), put(5, cell(4)), put(4, number(1)), code.Rest(5)),
        # One of the ways does not write it again.
        routine(put(4, number(-1)), when(A, put(4, number(1))), code.Rest(5)),
        routine(put(4, number(-1)), when(A, fault()), put(4, number(1)), code.Rest(5)),
        routine(put(4, number(-1)), when(A, code.Rest(7)), put(4, number(1)), code.Rest(5)),
        # A way that mostly ends in a fault, but may also come to rest before it.
        routine(put(4, number(-1)), when(A, when(B, code.Rest(7)), fault()), put(4, number(1)), code.Rest(5)),
        # Behind a trial nobody asks what it leaves on its copy; one that writes nothing needs none.
        routine(code.Copy(), put(4, number(1)), when(A, code.Return(YES)), code.Return(NO), role=Role.ATTEMPT),
    ),
    "in_variables": (
        # What nobody reads is not written at all.
        routine(code.Copy(), put(4, X), put_squares(0, free(0)), when(has(squares(0), Y), code.Return(YES)),
                code.Return(NO), role=Role.ATTEMPT),
        # One of the ways asks another routine, which has to find what was written.
        routine(code.Copy(), put(4, X), when(A, code.Return(Invoke("other", (), TRUTH))),
                code.Return(Binary(BinaryOp.EQUAL, cell(4), Y, TRUTH)), role=Role.ATTEMPT),
        # What is behind a move of a piece finds what the move has changed.
        routine(code.Copy(), put(4, X), code.Perform(code.Deed.MOVE_PIECE, (X, Y, number(1))),
                code.Return(Binary(BinaryOp.EQUAL, cell(4), Y, TRUTH)), role=Role.ATTEMPT),
        # On some ways only.
        routine(code.Copy(), when(A, put(4, X)), code.Return(Binary(BinaryOp.EQUAL, cell(4), Y, TRUTH)),
                role=Role.ATTEMPT),
        # From one turn of a loop to the next.
        routine(code.Copy(), every(squares(0), put(4, Binary(BinaryOp.ADD, cell(4), X, Number(-1, 9)))),
                code.Return(Binary(BinaryOp.EQUAL, cell(4), Y, TRUTH)), role=Role.ATTEMPT),
        # Nobody knows which cell is read.
        routine(code.Copy(), put(4, X), code.Return(Load("cells", 0, 10, X, Number(-1, 9))), role=Role.ATTEMPT),
    ),
    "once": (
        # What is written is kept, too.
        routine(put_squares(0, free(0)), when(has(squares(0), Y), code.Rest(5)), when(has(squares(0), X), code.Rest(6)),
                put_squares(1, squares(0)), code.Goto(6)),
        routine(put_squares(1, free(0)), put_squares(2, free(0)), code.Goto(6)),
        # One of them has changed in between, or perhaps.
        routine(put_squares(1, free(0)), put_squares(0, squares(3)), put_squares(2, free(0)), code.Goto(6)),
        routine(put_squares(1, free(0)), when(A, put_squares(0, squares(3))), put_squares(2, free(0)), code.Goto(6)),
        # Where it changed, the game does not go on.
        routine(put_squares(1, free(0)), when(A, put_squares(0, squares(3)), code.Rest(5)), put_squares(2, free(0)),
                code.Goto(6)),
        # It is worked out only if `a` holds.
        routine(when(all_of((A, has(free(0), X))), put_squares(1, free(0))), code.Goto(6)),
        routine(when(A, put_squares(1, free(0))), put_squares(2, free(0)), code.Goto(6)),
        # A cell that a loop leaves as it is, and one that it changes.
        routine(every(squares(0), when(has(squares(1), X), put(1, cell(2)), put(2, number(3)))), code.Goto(6)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WRITTEN)
def test_before_and_after(name: str) -> None:
    (run,) = [one.run for one in PASSES if one.name == name]
    assert run is not None
    found = [f"{text_of([before])}--->\n{text_of([run(before)])}" for before in WRITTEN[name]]
    assert "\n".join(found) == (PAIRS / f"{name}.txt").read_text(encoding="utf-8")


def test_every_pass_that_changes_a_routine_has_its_pairs() -> None:
    assert {one.name for one in PASSES if one.run is not None} == set(WRITTEN)


@pytest.mark.parametrize("left_out", [frozenset({one.name}) for one in PASSES] + [frozenset(p.name for p in PASSES)],
                         ids=lambda left_out: "nothing" if len(left_out) > 1 else next(iter(left_out)))  # fmt: skip
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_games_are_the_same_without_a_pass(game: Callable[[], Program], left_out: frozenset[str]) -> None:
    program = game()
    _agree(Reference(program), Python(program, left_out), Random(3))


def _agree(first: Executor, second: Python, random: Random) -> None:
    """One random game, by the numbers of moves."""
    state, twin = first.start(), second.start()
    while not first.is_over(state):
        assert state == twin
        if isinstance(first.node(state), ChanceNode):
            outcome = first.draw(state, random)
            first.happen(state, outcome)
            second.happen(twin, outcome)
            continue
        moves, codes = list(first.options(state)), list(second.codes(twin))
        assert [second.move_of(code) for code in codes] == moves
        chosen = random.randrange(len(moves))
        first.play(state, moves[chosen])
        second.play_code(twin, codes[chosen])
    assert state == twin
    assert second.codes(twin) == []


#: A game of whose code each pass makes something else.
CHANGED: dict[str, Callable[[], Program]] = {
    **dict.fromkeys(("simplify", "ahead", "specialise", "first_only", "offer_sets", "implied", "once"), tic_tac_toe),
    **dict.fromkeys(("parts", "steps"), breakthrough),
    "idle": card_game,
    "dead_stores": partial(compiled, "tic_tac_toe"),
    "gather": partial(compiled, "gomoku"),
    "certain": partial(compiled, "amazons"),
    "walks": partial(compiled, "hex"),
    "in_variables": partial(compiled, "go_9x9"),
}


@pytest.mark.parametrize("name", [one.name for one in PASSES if one.name != "whole_games"])
def test_a_pass_that_does_nothing_is_missed(name: str) -> None:
    program = CHANGED[name]()
    assert text_after(program) != text_after(program, without=[name])


def test_the_pass_for_whole_games_writes_another_routine() -> None:
    program = tic_tac_toe()
    start = Python(program).start()

    def whole_game(without: frozenset[str]) -> object:
        lowering = Lowering(program, without)
        return lowering.whole_game(lowering.places.of(start))

    assert whole_game(frozenset()) is not None
    assert whole_game(frozenset({"whole_games"})) is None


def test_the_form_can_be_looked_at_after_each_pass() -> None:
    texts = [text_after(breakthrough(), one.name) for one in PASSES]
    assert texts[-1] == text_after(breakthrough())
    assert len(set(texts)) >= len(PASSES) // 3
    with pytest.raises(ValueError, match="there is no pass 'magic'; there are: simplify, ahead"):
        text_after(breakthrough(), "magic")

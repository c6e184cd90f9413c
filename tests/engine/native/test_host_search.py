"""The search in C finds what is plainly best, does the same again with the same seed, and looks at its arguments."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interpreter.bots.compiled_search import compiled_search
from interpreter.bots.search import Effort, SearchBot
from interpreter.engine.native.executor import Native
from tests.rulebooks.library import game
from tests.stopwatch import timed


def _effort(iterations: int, seconds: float | None = None, threads: int = 1) -> Effort:
    return Effort(iterations, seconds, worlds=3, longest=5, exploration=0.4, threads=threads)


def _native(name: str) -> Native:
    found = game(name, 2, "native").executor
    assert isinstance(found, Native)
    return found


def test_a_line_that_wins_is_completed_and_one_that_loses_is_stopped() -> None:
    """Three stones of one's own in a column, then three of the other player's."""
    for moves, best in (("a1 b1 a2 b2 a3 b3", "a4"), ("a1 b1 a2 b2 g1 b3", "b4")):
        session = game("connect_four", 2, "native").start(1)
        for move in moves.split():
            session.apply(move)
        decision = session.decision
        assert decision is not None
        seat = session.seat(decision.seat)
        assert SearchBot(1, iterations=100).choose(seat).notation == best


@pytest.mark.parametrize("name", ["samurai", "lantern_market", "sealed_letter", "pig"])
def test_games_with_secrets_chance_and_handfuls_are_searched(name: str) -> None:
    table = game(name, 3 if name == "lantern_market" else 2, "native")
    chosen = []
    for _ in range(2):
        session = table.start(3)
        decision = session.decision
        assert decision is not None
        seat = session.seat(decision.seat)
        found = compiled_search(seat, decision.options, Random(2), _effort(20))
        assert found is not None
        assert seat.decision is not None
        chosen.append(found.key)
    assert chosen[0] == chosen[1]


def test_python_searches_where_c_does_not_play() -> None:
    session = game("connect_four", 2, "python").start(1)
    decision = session.decision
    assert decision is not None
    assert compiled_search(session.seat(decision.seat), decision.options, Random(1), _effort(10)) is None


def test_tries_add_up() -> None:
    executor = _native("connect_four")
    packed = executor.game.packed(executor.start())
    found = executor.game.search(packed * 3, 500, 7, -1, 400, executor.ranking, None)
    assert len(found) == 7
    assert sum(visits for visits, _ in found) == 500
    assert all(0 <= worth <= 1000 for _, worth in found)
    assert found == executor.game.search(packed * 3, 500, 7, -1, 400, executor.ranking, None)
    assert found != executor.game.search(packed * 3, 500, 8, -1, 400, executor.ranking, None)


def test_a_search_goes_on_as_long_as_it_is_wanted() -> None:
    executor, left = _native("connect_four"), iter([True, True, False])
    packed = executor.game.packed(executor.start())
    found = executor.game.search(packed, 1 << 60, 7, -1, 400, executor.ranking, lambda: next(left))
    assert 16 <= sum(visits for visits, _ in found) <= 40
    with pytest.raises(ZeroDivisionError):
        executor.game.search(packed, 1 << 60, 7, -1, 400, executor.ranking, lambda: 1 // 0 == 1)


@pytest.mark.parametrize(("name", "executor"), [("othello", "native"), ("othello", "python"), ("samurai", "native")])
def test_a_bot_thinks_for_as_long_as_it_is_told(name: str, executor: str) -> None:
    session = game(name, 2, executor).start(3)
    decision = session.decision
    assert decision is not None
    assert len(decision.options) > 1
    seat = session.seat(decision.seat)
    found, seconds = timed(lambda: SearchBot(1, iterations=10**6, seconds=0.2).choose(seat))
    assert found in decision.options
    assert 0.2 <= seconds < 1.5


def test_several_threads_search_side_by_side() -> None:
    session = game("connect_four", 2, "native").start(1)
    for move in ["a1", "b1", "a2", "b2", "a3", "b3"]:
        session.apply(move)
    decision = session.decision
    assert decision is not None
    seat = session.seat(decision.seat)
    assert SearchBot(1, seconds=0.1, threads=3).choose(seat).notation == "a4"
    twice = [compiled_search(seat, decision.options, Random(2), _effort(40, threads=3)) for _ in "12"]
    assert twice[0] == twice[1] is not None


def test_wrong_arguments_are_exceptions() -> None:
    executor = _native("connect_four")
    right: list[Any] = [executor.game.packed(executor.start()), 5, 7, -1, 400, executor.ranking, None]
    assert executor.game.search(*right)
    for place, wrong, kind in (
        (0, b"", ValueError), (0, right[0] + b"1", ValueError), (0, "text", TypeError), (1, "5", TypeError),
        (6, 5, TypeError), (5, b"", ValueError), (5, b"\xff" * 7 + b"\x7f" + right[5][8:], ValueError),
        (5, None, TypeError),
    ):  # fmt: skip
        with pytest.raises(kind):
            executor.game.search(*[*right[:place], wrong, *right[place + 1 :]])
    with pytest.raises(TypeError):
        executor.game.search(*right[:-1])

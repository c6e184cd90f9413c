"""A graph that was made to do harm is refused, or plays, or is at fault; no error of Python's ever comes out of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from interpreter import Fault, Rulebook, load
from interpreter.engine.executors import EXECUTORS
from interpreter.engine.guarded import guarded
from tests.interpreter.damaged_graphs import damaged, places_in, record

EXECUTOR = pytest.mark.parametrize("executor", EXECUTORS)


def played(book: Rulebook, executor: str) -> None:
    """Play a little in every way there is; a fault is an answer."""
    try:
        game = book.game(executor=executor)
        session = game.start(seed=3)
        for number in range(12):
            decision = session.decision
            if decision is None or not decision.options:
                break
            session.apply(decision.options[number * 7 % len(decision.options)])
        session.state.text()
        session.scores()
        game.position().playout(Random(1), 30)
    except Fault:
        pass


@pytest.mark.parametrize("stem", ["pig", "tic_tac_toe", "kuhn_poker"])
@pytest.mark.parametrize("seed", range(2))
def test_whatever_is_changed_no_error_of_pythons_comes_out(stem: str, seed: int) -> None:
    whole, random = record(stem), Random(seed)
    ways = [way for way in places_in(whole) if len(way) > 1 and way[1] not in ("names", "labels")]
    accepted = 0
    for _ in range(6):
        book = load(json.dumps(damaged(whole, ways, random)))
        accepted += not book.diagnostics
        for executor in () if book.diagnostics else EXECUTORS:
            played(book, executor)
    assert accepted


@EXECUTOR
def test_a_state_that_contradicts_itself_is_a_fault(executor: str) -> None:
    """Pieces that are said to lie in a pile, and are not in the order of the pile."""
    whole = record("sealed_letter")
    layout = whole["graph"]["layout"]
    pile = next(number for number, place in enumerate(layout["places"]) if place["order"])
    at = layout["regions"]["at"]
    at["start"] = [pile] * len(at["start"])
    book = load(json.dumps(whole))
    assert not book.diagnostics
    with pytest.raises(Fault, match="contradicts itself"):
        book.game(executor=executor).start(seed=1)


@EXECUTOR
def test_a_set_that_never_ends_is_a_fault(executor: str) -> None:
    whole = record("pig")
    whole["graph"]["tables"]["die faces"] = [-1 for _ in whole["graph"]["tables"]["die faces"]]
    book = load(json.dumps(whole))
    assert not book.diagnostics
    played(book, executor)


def test_what_python_says_is_told_as_a_fault_and_what_the_caller_did_wrong_is_not() -> None:
    broken: list[Any] = []

    class Broken:
        def start(self) -> object:
            return broken[1]

        def each_option(self) -> Iterator[object]:
            yield broken[1]

    build: Any = Broken
    stand_in: Any = guarded(build)
    with pytest.raises(Fault, match="contradicts itself"):
        stand_in.start()
    with pytest.raises(Fault, match="IndexError"):
        list(stand_in.each_option())
    position = load(json.dumps(record("kuhn_poker"))).game().position()
    with pytest.raises(ValueError, match="nobody decides"):
        position.moves()

"""A graph that was made to do harm is refused, or plays, or is at fault; no error of Python's ever comes out of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import Fault, Rulebook, load
from interpreter.engine.executors import EXECUTORS
from interpreter.engine.guarded import guarded
from rulelang.graph import node_link

ROOT = Path(__file__).parents[2]
Record = dict[str, Any]

EXECUTOR = pytest.mark.parametrize("executor", EXECUTORS)


def record(stem: str) -> Record:
    found: Record = json.loads(node_link.write(load(ROOT / f"examples/{stem}.rules").game().program))
    return found


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


def places_in(value: Any, way: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, part in inside:
        yield (*way, name)
        yield from places_in(part, (*way, name))


def damaged(whole: Record, ways: list[tuple[Any, ...]], random: Random) -> Record:
    """The same with a number or a part changed for one of the same sort: what is most likely to be accepted."""
    found: Record = json.loads(json.dumps(whole))
    *way, last = random.choice(ways)
    at: Any = found
    for name in way:
        at = at[name]
    value = at[last]
    if isinstance(value, bool) or value is None:
        at[last] = not value
    elif isinstance(value, int):
        at[last] = random.choice((value + 1, value - 1, 0, -1, 2, 100))
    elif isinstance(value, list) and value:
        value.append(value[0])
    elif isinstance(value, dict) and "is" in value:
        at[last] = random.choice([part for part in terms_in(whole) if ("name" in part) == ("name" in value)])
    return found


def terms_in(value: Any) -> Iterator[Record]:
    if isinstance(value, dict) and "is" in value:
        yield value
    for part in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from terms_in(part)


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

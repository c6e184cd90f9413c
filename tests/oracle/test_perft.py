"""As many games of each length as published, as deep as a few seconds allow (PERFT_SECONDS=60 goes deeper)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import Rulebook, load
from interpreter.execute.interface import Executor, State
from tests.oracle.perft import TABLES, Table, Unit
from tests.rulebooks.library import ROOT, rulebook

SECONDS = float(os.environ.get("PERFT_SECONDS", "2"))
#: So many sequences are counted however long it takes.
ALWAYS = 7_000


def _decisions(executor: Executor, state: State, length: int) -> int:
    if executor.is_over(state):
        return 0
    if length == 1:
        return executor.count(state)
    return sum(_decisions(executor, after, length - 1) for after in _children(executor, state))


def _turns(executor: Executor, state: State, length: int) -> int:
    if length == 0:
        return 1
    if executor.is_over(state):
        return 0
    player, total = executor.actor(state), 0
    for after in _children(executor, state):
        goes_on = not executor.is_over(after) and executor.actor(after) == player
        total += _turns(executor, after, length if goes_on else length - 1)
    return total


def _steps(executor: Executor, state: State, length: int) -> int:
    if executor.is_over(state):
        return 0
    moves = executor.options(state)
    steps = len(moves[0]) - 1
    if length <= steps:
        return len({move[: length + 1] for move in moves})
    return sum(_steps(executor, after, length - steps) for after in _children(executor, state))


def _children(executor: Executor, state: State) -> list[State]:
    children = []
    for move in executor.options(state):
        child = list(state)
        executor.play(child, move)
        children.append(child)
    return children


COUNT: dict[Unit, Callable[[Executor, State, int], int]] = {"decisions": _decisions, "turns": _turns, "steps": _steps}


def _rulebook(table: Table, folder: Path) -> Rulebook:
    """The rulebook, on another board if the table is for one. Its examples speak of the usual board."""
    if not table.changes:
        return rulebook(table.rulebook)
    path = ROOT / "examples" / f"{table.rulebook}.rules"
    text = path.read_text(encoding="utf-8").split("# Examples")[0]
    for words, become in table.changes.items():
        assert words in text
        text = text.replace(words, become)
    (folder / "compass.rules").write_text((path.parent / "compass.rules").read_text(encoding="utf-8"), encoding="utf-8")
    (folder / path.name).write_text(text, encoding="utf-8")
    return load(folder / path.name)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_as_many_games_as_published(table: Table, tmp_path: Path) -> None:
    executor = _rulebook(table, tmp_path).game(2, table.variants).executor
    count, start, began = COUNT[table.unit], executor.start(), time.perf_counter()
    spent, before = 0.0, 1
    for length, expected in enumerate(table.counts, 1):
        if expected > ALWAYS and spent * (1 + expected / before) > SECONDS:
            break
        assert count(executor, start, length) == expected
        spent, before = time.perf_counter() - began, expected

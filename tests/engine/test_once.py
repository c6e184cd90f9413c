"""What is worked out several times is worked out once, and nothing else changes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from interpreter.engine.generate.once import once
from interpreter.engine.python.writer import Line


def _rewritten(source: str) -> str:
    lines = [Line((len(line) - len(line.lstrip())) // 4, line.strip(), None) for line in source.strip().splitlines()]
    return "\n".join(str(line) for line in once(lines, frozenset(), lambda cell: f"cell {cell}"))


def _parts(*lines: str) -> str:
    return "\n    ".join(("def f(state, a, b, c):", *lines))


SHARED = {
    "a part of two values": (
        _parts("x = (a | b) & c", "return x + ((a | b) << 2)"),
        _parts("union = a | b", "x = union & c", "return x + (union << 2)"),
    ),
    "a longer union begins with a shorter one": (
        _parts("x = c & ~(a | b)", "return c & ~(a | b | x)"),
        _parts("union = a | b", "x = c & ~union", "return c & ~(union | x)"),
    ),
    "tests of one fork": (
        _parts("if (a | b) & 1:", "    return 1", "elif (a | b) & 2:", "    return 2", "return 3"),
        _parts("union = a | b", "if union & 1:", "    return 1", "elif union & 2:", "    return 2", "return 3"),
    ),
    "cells read often": (
        _parts("return state[3] + state[3] + state[3]"),
        _parts("cell_3 = state[3]", "return cell_3 + cell_3 + cell_3"),
    ),
    "what a loop does not change": (
        _parts("x = a | b", "for i in (1, 2):", "    x ^= a | b", "return x"),
        _parts("union = a | b", "x = union", "for i in (1, 2):", "    x ^= union", "return x"),
    ),
}

KEPT = {
    "a variable that was written": _parts("x = a | b", "a = 7", "return x & (a | b)"),
    "a cell that was written": _parts("x = state[3] | b", "state[3] = 7", "return x & (state[3] | b)"),
    "a cell that may have been written": _parts("x = state[3] | b", "state[c] = 7", "return x & (state[3] | b)"),
    "cells a helper writes": _parts("x = state[3] | b", "add_tokens(state, 1, 2, 3)", "return x & (state[3] | b)"),
    "a variable written in one branch": _parts("x = a | b", "if c:", "    a = 7", "return x & (a | b)"),
    "a variable written in a loop": _parts("for i in (1, 2):", "    c ^= a | b", "    a = c", "return c"),
    "a variable written in the test of a loop": _parts(
        "x = a | b", "while a := a >> 1 & 3:", "    c ^= a | b", "return (x & (a | b)) + c"
    ),
    "what was worked out in one branch": _parts("if c:", "    x = a | b", "else:", "    x = 2", "return x & (a | b)"),
    "what may fail": _parts("x = c and state[0] | TABLE_X[a]", "return x or state[0] | TABLE_X[a]"),
}


@pytest.mark.parametrize(("before", "after"), SHARED.values(), ids=SHARED)
def test_shared(before: str, after: str) -> None:
    assert _rewritten(before) == after


@pytest.mark.parametrize("source", KEPT.values(), ids=KEPT)
def test_kept(source: str) -> None:
    assert _rewritten(source) == source


@pytest.mark.parametrize("source", [*(before for before, _ in SHARED.values()), *KEPT.values()])
def test_the_value_is_the_same(source: str) -> None:
    random = Random(1)
    given: dict[str, Any] = {"TABLE_X": tuple(range(16)), "add_tokens": _add_tokens}
    functions = []
    for text in (source, _rewritten(source)):
        names = dict(given)
        exec(text, names)
        functions.append(names["f"])
    for _ in range(50):
        state = [random.randrange(16) for _ in range(16)]
        values = [random.randrange(16) for _ in range(3)]
        assert functions[0](list(state), *values) == functions[1](list(state), *values)


def _add_tokens(state: list[int], variety: int, place: int, count: int) -> None:
    state[3] += variety + place + count

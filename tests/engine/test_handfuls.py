"""Handfuls found by their number are the handfuls that are listed, each of them once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from interpreter.engine.python.draw_handfuls import all_handfuls, nth_handful
from interpreter.engine.python.remembering import HandfulsMemo
from interpreter.engine.python.runtime import handfuls

#: The pool, how many there are of each, the look-alike to be taken before one, the fewest and the most to take.
_Case = tuple[list[int], list[int] | None, dict[int, int] | None, int, int | None]

CASES: list[_Case] = [
    ([2, 3, 5, 7, 11], None, None, 2, 3),
    ([2, 3, 5, 7, 11], None, None, 0, None),
    ([2, 3, 5], [2, 1, 3], None, 0, 4),
    ([2, 3, 5], [2, 1, 3], None, 3, 3),
    ([1, 2, 3, 4, 5, 6], None, {3: 1, 5: 3, 6: 2}, 1, 4),
    ([1, 2, 3, 4], None, {2: 1, 3: 2, 4: 3}, 0, None),
    ([1, 2], None, None, 3, 5),
    ([1, 2], None, None, 2, 1),
    ([], None, None, 0, 2),
    ([], None, None, 1, 2),
]


@pytest.mark.parametrize("case", CASES)
def test_each_handful_has_one_number(case: _Case) -> None:
    found = all_handfuls(*case)
    numbered = [nth_handful(found, number) for number in range(found.count)]
    assert sorted(numbered) == sorted(handfuls(*case))


def test_no_handful_begins_with_more_than_it_may_hold() -> None:
    assert list(handfuls((0, 1, 2), None, None, 2, 2, begun=(0, 1))) == [(0, 1)]
    assert list(handfuls((0, 1, 2), None, None, 2, 2, begun=(0, 1, 2))) == []


@pytest.mark.parametrize("case", CASES)
def test_handfuls_come_in_canonical_order_from_any_beginning(case: _Case) -> None:
    every = list(handfuls(*case))
    assert every == sorted(set(every))
    for beginning in {found[:size] for found in every for size in range(len(found) + 1)}:
        assert list(handfuls(*case, begun=beginning)) == [one for one in every if one[: len(beginning)] == beginning]


def test_handfuls_that_are_asked_for_again_are_not_looked_for_again() -> None:
    looked = []

    def find(*given: Any) -> Iterator[tuple[int, ...]]:
        looked.append(given)
        return handfuls(*given)

    remembered = HandfulsMemo(find)
    wide, narrow = tuple(range(9)), (0, 1, 2)
    for _ in range(2):
        # Who stops early has not seen all.
        assert next(iter(remembered(wide, None, None, 2, 4))) == (0, 1)
    for _ in range(3):
        for lower in ({1: 0}, {}):
            assert [*remembered(wide, None, lower, 2, 4)] == [*handfuls(wide, None, lower, 2, 4)]
        assert [*remembered(narrow, None, None, 2, 2)] == [*handfuls(narrow, None, None, 2, 2)]
    assert len(looked) == 2 + 2 + 3, "of few handfuls nothing is kept"

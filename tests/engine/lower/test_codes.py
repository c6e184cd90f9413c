"""Every move has one code, and every code one move."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from random import Random

import pytest

from interpreter.engine.lower.build.source import LoweringInput
from interpreter.engine.lower.codes import Codes
from interpreter.engine.python.coded import offered_sets, room_of
from interpreter.engine.python.executor import Python
from interpreter.engine.python.offered import Codebook
from rulelang.graph.bit_sets import members
from rulelang.graph.program import Decide
from tests.rulebooks.library import game


def test_codes_and_values_are_turned_into_one_another() -> None:
    codes = Codes(node=3, option=1, base=100, lows=(2, 0, -1), sizes=(3, 4, 2))
    assert codes.count == 24
    assert [codes.code(codes.values(code)) for code in range(100, 124)] == list(range(100, 124))
    assert codes.values(100) == (2, 0, -1)
    assert codes.values(123) == (4, 3, 0)


def test_values_no_move_can_have_get_no_code() -> None:
    codes = Codes(node=3, option=1, base=100, lows=(2,), sizes=(3,))
    assert [codes.code((value,)) for value in (1, 2, 4, 5)] == [-1, 100, 102, -1]


def test_no_two_options_share_a_code() -> None:
    every = LoweringInput(game("chess", 2).program).every_codes
    ends = [(codes.base, codes.base + codes.count) for codes in every]
    assert all(end == begin for (_, end), (begin, _) in itertools.pairwise(ends))


@pytest.mark.parametrize("name", ["breakthrough", "nine_mens_morris", "backgammon"])
def test_what_is_offered_has_the_codes_of_its_moves(name: str) -> None:
    program = game(name, 2).program
    executor, source, random = Python(program), LoweringInput(program), Random(name)
    book = Codebook(source.every_codes)
    state = executor.start()
    for _ in range(30):
        node = executor.node(state)
        if isinstance(node, Decide):
            for option, *values in executor.options(state):
                assert isinstance(option, int)
                codes = source.codes(node.number, option)
                assert codes is not None
                code = codes.code([value for value in values if isinstance(value, int)])
                assert book[code] == (option, *values)
        executor.random_playout(state, random, 1)


@pytest.mark.parametrize("elements", [0, 1, 1 << 60, (1 << 61) - 1, 0b1011 << 40 | 0b10 << 9 | 0b1])
def test_the_codes_of_a_set_are_a_sequence_without_being_listed(elements: int) -> None:
    found = offered_sets((7,), 3, 61)(elements)
    _is_sequence(found, [7 + 3 * element for element in range(61) if elements >> element & 1])


def test_the_codes_of_several_sets_are_a_sequence_element_by_element() -> None:
    random = Random(3)
    for count, size in itertools.product((2, 3, 5), (3, 17, 64, 70)):
        bases, stride = tuple(range(4, 4 + 2 * count, 2)), 20
        for share in (0.0, 0.2, 0.9):
            sets = [sum(1 << one for one in range(size) if random.random() < share) for _ in bases]
            together = sum(one << room_of(size) * number for number, one in enumerate(sets))
            codes = [base + stride * one for base, held in zip(bases, sets, strict=True) for one in members(held)]
            _is_sequence(offered_sets(bases, stride, size)(together), sorted(codes))


def _is_sequence(found: Sequence[int], listed: list[int]) -> None:
    assert (list(found), len(found), list(reversed(found))) == (listed, len(listed), listed[::-1])
    assert [found[number] for number in range(-len(listed), len(listed))] == listed * 2
    assert found[1:4] == listed[1:4]
    assert all((code in found) is (code in listed) for code in range(200))
    for number in (len(listed), -len(listed) - 1):
        with pytest.raises(IndexError):
            found[number]

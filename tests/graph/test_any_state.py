"""What is said of the value of a term in any state: also in one that no game comes to."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import interpreter
from rulelang.graph.bounds import Bound
from rulelang.graph.evaluate import Terms
from rulelang.graph.faults import Fault
from rulelang.graph.layout import Layout
from rulelang.graph.program import Program
from rulelang.graph.shape import free_locals, is_term
from rulelang.graph.state import Storage
from rulelang.graph.terms import Cell, Const, SetTerm, Size, Term
from rulelang.graph.values.any_state import AnyState
from rulelang.graph.walk import all_parts

ROOT = Path(__file__).parents[2]
STATES = 12


def any_state(layout: Layout, random: Random) -> list[int]:
    """Every cell holds something that it can hold."""
    state = []
    for region in sorted(layout.regions.values(), key=lambda region: region.base):
        for _ in range(region.length):
            if region.kind == "number":
                state.append(random.randint(region.low, min(region.high, 1 << 16)))
            else:
                state.append(random.getrandbits(region.high) if region.high else 0)
    return state


def is_so(bound: Bound, value: int, *, a_set: bool) -> bool:
    """Is a value as it is said?"""
    return (
        (bound.low is None or bound.low <= value)
        and (bound.high is None or value <= bound.high)
        and (bound.inside is None or value & ~bound.inside == 0)
        and (bound.among is None or a_set or value < 0 or bound.among >> value & 1 == 1)
    )


def closed_terms(program: Program) -> list[Term]:
    """Every term that speaks of the state alone."""
    found = {part for root in (program.nodes, program.scoring, tuple(program.functions.values()))
             for part in all_parts(root) if is_term(part) and not free_locals(part)}  # fmt: skip
    return sorted(found, key=repr)


@pytest.mark.parametrize("name", ["othello", "kuhn_poker", "lock_keepers", "blind_garden", "picnic_baskets"])
def test_what_is_said_of_any_state_is_so(name: str) -> None:
    program = interpreter.load(ROOT / "examples" / f"{name}.rules").game().program
    said, reference, random = AnyState(program), Terms(program, Storage(program.layout), lambda *_: False), Random(3)
    asked = 0
    for state in (any_state(program.layout, random) for _ in range(STATES)):
        for term in closed_terms(program):
            try:
                value = reference.value(state, {}, term)
            except Fault:
                continue
            asked += 1
            bound = said.bound(term)
            assert is_so(bound, value, a_set=isinstance(term, SetTerm)), (term, bound, value)
            if isinstance(term, SetTerm):
                most = said.largest(term)
                assert most is None or value.bit_count() <= most, (term, most, value)
    assert asked > 100


def test_more_is_said_than_nothing() -> None:
    program = interpreter.load(ROOT / "examples" / "othello.rules").game().program
    said = AnyState(program)
    region = next(region for region in program.layout.regions.values() if region.role == "tokens")
    assert said.bound(Const(3)) == Bound(3, 3, 3, 8)
    spaces = said.inside(Cell(region.name, Const(0)))
    assert spaces is not None
    assert spaces.bit_count() == 64
    assert said.bound(Size(Cell(region.name, Const(0)))).high == 64

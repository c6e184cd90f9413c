"""Other libraries take the project's values for what they are: dataclasses."""

from __future__ import annotations

import dataclasses
import pickle
from typing import Any

import cattrs
import pytest
from dask.tokenize import tokenize
from pydantic import TypeAdapter

from interpreter import load
from interpreter.experiments.setting import Setting
from rulelang.graph.layout import Layout
from rulelang.graph.program import Program
from rulelang.graph.terms import Arithmetic, Const, Local, Put
from rulelang.source import SourceFile, Span

PLAN = Setting((("pig.rules", "text"),), 2, ("Early Hold",), (("Roll / 1", 2),), ("random", "mcts"), seed=7)
VALUES = [PLAN, Put("x", Const(0), Arithmetic("+", Local("y"), Const(2))), Span(SourceFile("a", "b"), 0, 1)]
SMALL = "examples/tic_tac_toe.rules"


@pytest.fixture(scope="module")
def program() -> Program:
    return load(SMALL).game().program


@pytest.mark.parametrize("value", VALUES, ids=lambda one: type(one).__name__)
def test_dask_names_equal_values_alike_and_others_differently(value: Any) -> None:
    twin = pickle.loads(pickle.dumps(value))
    assert tokenize(value, ensure_deterministic=True) == tokenize(twin, ensure_deterministic=True)
    first = dataclasses.fields(value)[0].name
    other = dataclasses.replace(value, **{first: "another"})
    assert tokenize(value) != tokenize(other)


def test_dask_names_a_whole_program(program: Program) -> None:
    again = load(SMALL).game().program
    assert again is not program
    assert tokenize(program, ensure_deterministic=True) == tokenize(again, ensure_deterministic=True)


def test_a_whole_program_goes_through_pickle(program: Program) -> None:
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(program, protocol)) == program


def test_cattrs_takes_values_apart_and_together(program: Program) -> None:
    assert cattrs.structure(cattrs.unstructure(PLAN), Setting) == PLAN
    regions = cattrs.unstructure(program.layout)["regions"]
    assert set(regions) == set(program.layout.regions)
    assert isinstance(program.layout, Layout)


def test_pydantic_reads_and_writes_values() -> None:
    adapter = TypeAdapter(Setting)
    assert adapter.validate_json(adapter.dump_json(PLAN)) == PLAN
    assert adapter.validate_python({**dataclasses.asdict(PLAN), "seed": 9}) == dataclasses.replace(PLAN, seed=9)


@pytest.mark.parametrize("value", VALUES[:2], ids=lambda one: type(one).__name__)
def test_the_standard_library_changes_values(value: Any) -> None:
    assert dataclasses.replace(value) == value
    for field in dataclasses.fields(value):
        changed = dataclasses.replace(value, **{field.name: "another"})
        assert getattr(changed, field.name) == "another"
        assert (changed == value) is not field.compare


@pytest.mark.parametrize("frozen", [False, True])
@pytest.mark.parametrize("eq", [False, True])
def test_what_the_standard_decorator_notes_is_noted(frozen: bool, eq: bool) -> None:
    from rulelang.tuning import fast_dataclass

    class Shape:
        name: str = ""

    noted: list[Any] = [
        decorator(Shape, frozen=frozen, eq=eq) for decorator in (dataclasses.dataclass, fast_dataclass.dataclass)
    ]
    one, other = (kind.__dataclass_params__ for kind in noted)
    assert repr(one) == repr(other)
    assert type(one) is type(other)

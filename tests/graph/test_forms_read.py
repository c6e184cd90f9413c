"""Every form of value, condition and filter is read by one function, and none is registered for anything else."""

from __future__ import annotations

from typing import get_args

from rulelang.compile.meaning import CONDITIONS, FILTERS, VALUES
from rulelang.tree import nodes as tree


def test_every_value_is_read() -> None:
    assert set(VALUES) == set(get_args(tree.Value)) | {tree.NumberLiteral}


def test_every_condition_is_read() -> None:
    assert set(CONDITIONS) == set(get_args(tree.Condition))


def test_every_filter_narrows_but_the_best_which_ranks() -> None:
    assert set(FILTERS) == set(get_args(tree.Filter)) - {tree.Best}

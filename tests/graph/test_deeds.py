"""Every deed and every statement of the language is drawn by one function of a register."""

from __future__ import annotations

from typing import get_args

import pytest

from rulelang.compile.flow.base import DOES, DRAWS
from rulelang.compile.flow.statements import STATEMENTS
from rulelang.tree import nodes as tree


@pytest.mark.parametrize("deed", get_args(tree.Deed), ids=lambda deed: deed.__name__)
def test_every_deed_is_done_in_one_place(deed: type) -> None:
    assert (deed in DOES) + (deed in DRAWS) == 1


def test_nothing_else_is_registered() -> None:
    assert {*DOES, *DRAWS} <= set(get_args(tree.Deed))


def test_every_statement_with_a_body_is_drawn_in_one_place() -> None:
    assert set(STATEMENTS) == set(get_args(tree.Statement)) - {tree.Simple}

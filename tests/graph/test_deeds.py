"""Every deed of the language stands in one register or is one of the two that give the sentences after them a name."""

from __future__ import annotations

from typing import get_args

import pytest

from rulelang.compile.flow.deeds import DOES, DRAWS
from rulelang.tree import nodes as tree

#: `choose` and `remember` introduce something, `becomes` is said of its subject: `Sentences` does them.
WITH_THE_SENTENCES = {tree.Choose, tree.Remember, tree.Become}


@pytest.mark.parametrize("deed", get_args(tree.Deed), ids=lambda deed: deed.__name__)
def test_every_deed_is_done_in_one_place(deed: type) -> None:
    assert (deed in DOES) + (deed in DRAWS) + (deed in WITH_THE_SENTENCES) == 1


def test_nothing_else_is_registered() -> None:
    assert {*DOES, *DRAWS} <= set(get_args(tree.Deed))

"""Whole game trees of small games with hidden cards, walked on both sides at once."""

from __future__ import annotations

import pytest

from tests.oracle.card_games import TREES, Tree, ends


@pytest.mark.parametrize("tree", TREES, ids=str)
def test_whole_trees_agree(tree: Tree) -> None:
    assert ends(tree) == tree.ends

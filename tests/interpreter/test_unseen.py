"""Which pieces a player does not see: the set of them says the same as asking about one piece at a time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from interpreter.engine.executor import Move, option_of
from interpreter.visibility.name_moves import sees_all
from interpreter.visibility.sight import Sight
from rulelang.graph.program import Decide
from rulelang.graph.terms import Tokens
from tests.rulebooks.library import BIG, game, rulebook

pytestmark = pytest.mark.slow


def _pieces(sight: Sight, node: Decide, move: Move) -> Iterator[int]:
    """The single pieces a move names."""
    for parameter, value in zip(option_of(node, move).parameters, move[1:], strict=True):
        if sight.is_piece(parameter.elements) and not isinstance(parameter.domain, Tokens):
            yield from value if isinstance(value, tuple) else (value,)


@pytest.mark.parametrize("name", [*BIG, "sealed_letter", "leduc_poker"])
def test_unseen_pieces_are_those_that_are_not_seen(name: str) -> None:
    found = game(name, rulebook(name).players[0])
    executor, sight, random = found.executor, found.sight, Random(name)
    state = list(executor.start())
    for _ in range(12):
        for seat in range(len(found.players)):
            pieces = range(len(found.program.layout.pieces))
            assert sight.unseen_pieces(state, seat) == [p for p in pieces if not sight.sees_piece(state, seat, p)]
        node = executor.node(state)
        if isinstance(node, Decide):
            seat = executor.actor(state)
            blind = found.blindness(state, node, seat)
            unseen = set(sight.unseen_pieces(state, seat))
            for move in executor.options(state):
                expected = bool(unseen.intersection(_pieces(sight, node, move)))
                assert blind(move) == expected
                assert blind is not sees_all or not expected
        executor.random_playout(state, random, 5)

"""All executors give the same answers as the reference, move by move."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from interpreter.engine.executor import Told
from interpreter.engine.executors import EXECUTORS, executor_of
from rulelang.graph.program import ChanceNode, Program
from tests.engine.board_games import breakthrough, connect_four, tic_tac_toe
from tests.engine.card_game import card_game

#: Every executor that is held against the reference.
OTHERS = sorted(EXECUTORS.keys() - {"reference"})
GAMES = [tic_tac_toe, connect_four, breakthrough, card_game]


def agree(program: Program, executor: str, games: int, seed: int, longest: int = 400) -> set[int]:
    """Play random games with an executor beside the reference; the numbers of the options that were taken."""
    reference, compiled = executor_of(program, "reference"), executor_of(program, executor)
    random = Random(seed)
    taken: set[int] = set()
    for _ in range(games):
        first, second = reference.start(), compiled.start()
        for _ in range(longest):
            assert first == second
            node = reference.node(first)
            assert compiled.is_over(second) == reference.is_over(first)
            if reference.is_over(first):
                break
            told: tuple[list[Told], list[Told]] = ([], [])
            if isinstance(node, ChanceNode):
                assert compiled.outcomes(second) == reference.outcomes(first)
                outcome = reference.draw(first, random)
                reference.happen(first, outcome, told[0])
                compiled.happen(second, outcome, told[1])
            else:
                before = list(first)
                options = list(reference.options(first))
                assert list(compiled.options(second)) == options
                assert first == second == before
                assert compiled.actor(second) == reference.actor(first)
                move = random.choice(options)
                assert isinstance(move[0], int)
                taken.add(move[0])
                reference.play(first, move, told[0])
                compiled.play(second, move, told[1])
            assert told[0] == told[1]
    return taken


@pytest.mark.parametrize("executor", OTHERS)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.__name__)
def test_random_games(game: Callable[[], Program], executor: str) -> None:
    agree(game(), executor, 6, 1)


@pytest.mark.parametrize("executor", OTHERS)
def test_every_option_of_the_card_game_is_taken(executor: str) -> None:
    assert agree(card_game(), executor, 25, 2) == {0, 1, 2, 3, 4, 5}

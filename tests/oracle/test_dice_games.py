"""Random games with a die or two in lockstep with OpenSpiel: the same players, moves, dice and results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import pyspiel
import pytest

from interpreter import Game
from tests.oracle import budget
from tests.oracle.boards import Other
from tests.rulebooks.library import rulebook


@dataclass(frozen=True)
class Pair:
    """One game on both sides. `counters` of ours must be what OpenSpiel has `told` before each decision."""

    name: str
    other: str
    players: int
    variants: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    told: Callable[[Other], list[int]] = lambda _: []

    def __str__(self) -> str:
        return self.other


def _scores(state: Other) -> list[int]:
    """`Scores: 58 24 71, Turn total: 5`"""
    scores, total = str(state).split("\n")[0].replace("Scores: ", "").split(", Turn total: ")
    turn = [int(total) if player == state.current_player() else 0 for player in range(state.num_players())]
    return [*map(int, scores.split()), *turn]


PIG = ("player's Points", "player's Turn Total")
PAIRS = [
    Pair("liars_dice", "liars_dice", 2),
    *(Pair("pig", f"pig(players={n})", n, ("Early Hold",), PIG, _scores) for n in (2, 3, 5)),
]


def _play(pair: Pair, ours: Game, random: Random) -> int:
    executor, regions = ours.executor, ours.program.layout.regions
    state, other, made = executor.start(), pyspiel.load_game(pair.other).new_initial_state(), 0
    while not other.is_terminal():
        if other.is_chance_node():
            pips = random.randint(1, 6)
            assert sorted(executor.outcomes(state) or []) == [(face, 1) for face in range(1, 7)]
            executor.happen(state, pips)
            rolls = [action for action in other.legal_actions() if other.action_to_string(action).endswith(str(pips))]
            other.apply_action(rolls[0])
            continue
        numbers = [state[regions[name].base + player] for name in pair.counters for player in range(pair.players)]
        assert numbers == pair.told(other)
        assert executor.actor(state) == other.current_player()
        # Both sides list bids in ascending order and the challenge behind them, to roll before to hold.
        moves, actions = executor.options(state), other.legal_actions()
        assert len(moves) == len(actions) == executor.count(state), str(other)
        chosen = random.randrange(len(moves))
        executor.play(state, moves[chosen])
        other.apply_action(actions[chosen])
        made += 1
    assert executor.is_over(state)
    shares, returns = ours.position(state).shares(), other.returns()
    assert [share == 1 for share in shares] == [won == 1 for won in returns], str(other)
    return made


@pytest.mark.parametrize("pair", PAIRS, ids=str)
def test_random_games_agree(pair: Pair) -> None:
    ours = rulebook(pair.name).game(pair.players, pair.variants)
    for number in budget.games():
        assert _play(pair, ours, Random(number)) > 1, f"game {number}"

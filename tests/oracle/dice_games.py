"""Random games with a die or two on both sides: the same players, moves, dice, points and results."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from random import Random

import pyspiel

from interpreter import Game
from tests.oracle.boards import Other
from tests.oracle.same import option_name, same, same_chances
from tests.rulebooks.library import rulebook


@dataclass(frozen=True)
class Pair:
    """One game on both sides. `counters` of ours must be what OpenSpiel has `told` before each decision. `words`: what
    our moves are called there; {} stands for the numbers chosen."""

    name: str
    other: str
    players: int
    words: tuple[tuple[str, str], ...]
    variants: tuple[str, ...] = ()
    counters: tuple[str, ...] = ()
    told: Callable[[Other], list[int]] = lambda _: []

    def __str__(self) -> str:
        return f"{self.name} for {self.players}"


def _scores(state: Other) -> list[int]:
    """`Scores: 58 24 71, Turn total: 5`"""
    scores, total = str(state).split("\n")[0].replace("Scores: ", "").split(", Turn total: ")
    turn = [int(total) if player == state.current_player() else 0 for player in range(state.num_players())]
    return [*map(int, scores.split()), *turn]


_LIES = (("Bid", "{}-{}"), ("Challenge", "Liar"))
_PIG = (("Roll", "roll"), ("Hold", "stop"))
#: OpenSpiel calls a game of pig off after so many decisions, usually a thousand.
_ENDLESS = 1_000_000
_POINTS = ("player's Points", "player's Turn Total")

PAIRS = [
    Pair("liars_dice", "liars_dice", 2, _LIES),
    *(
        Pair("pig", f"pig(players={n},horizon={_ENDLESS})", n, _PIG, ("Early Hold",), _POINTS, _scores)
        for n in (2, 3, 5, 10)
    ),
]


@cache
def _sides(pair: Pair) -> tuple[Game, Other]:
    return rulebook(pair.name).game(pair.players, pair.variants), pyspiel.load_game(pair.other)


def play(pair: Pair, random: Random) -> int:
    """One random game; how many decisions were compared."""
    ours, theirs = _sides(pair)
    executor, regions, words = ours.executor, ours.program.layout.regions, dict(pair.words)
    state, other, made = executor.start(), theirs.new_initial_state(), 0
    while not other.is_terminal():
        if other.is_chance_node():
            outcomes, rolls = executor.outcomes(state), other.chance_outcomes()
            same_chances(outcomes, rolls, other)
            pips = [other.action_to_string(action)[-1] for action, _ in rolls]
            same("pips", [str(face) for face, _ in outcomes or []], pips, other)
            chosen = random.randrange(len(rolls))
            executor.happen(state, (outcomes or [])[chosen][0])
            other.apply_action(rolls[chosen][0])
            continue
        numbers = [state[regions[name].base + player] for name in pair.counters for player in range(pair.players)]
        same("points", numbers, pair.told(other), other)
        same("player", executor.actor(state), other.current_player(), other)
        node, moves, actions = executor.node(state), executor.options(state), other.legal_actions()
        # Both sides list bids in ascending order and the challenge behind them, to roll before to hold.
        called = [words[option_name(node, move)].format(*move[1:]) for move in moves]
        same("legal moves", called, [other.action_to_string(action) for action in actions], other)
        same("number of moves", executor.count(state), len(actions), other)
        chosen = random.randrange(len(moves))
        executor.play(state, moves[chosen])
        other.apply_action(actions[chosen])
        made += 1
    same("over", executor.is_over(state), True, other)
    shares = ours.position(state).shares()
    same("winners", [share == 1 for share in shares], [won == 1 for won in other.returns()], other)
    return made

"""Whole game trees of small card games with hidden hands, against OpenSpiel: the same number of decisions and ends,
and the same chips won at each end, weighed by chance and by players who choose everything equally often."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

import pyspiel
import pytest

from interpreter import Game
from interpreter.execute.interface import State
from tests.oracle.boards import Other
from tests.rulebooks.library import game

#: How likely each pair (moves made, chips won by the first player) is.
Ends: TypeAlias = dict[tuple[int, int], Fraction]


def _our_ends(ours: Game) -> Ends:
    executor = ours.executor
    chips = ours.program.layout.regions["player's Chips"]
    ends: Ends = {}
    waiting: list[tuple[State, Fraction, int]] = [(executor.start(), Fraction(1), 0)]
    while waiting:
        state, likely, made = waiting.pop()
        if executor.is_over(state):
            end = made, state[chips.base] - chips.start[0]
            ends[end] = ends.get(end, Fraction(0)) + likely
        elif executor.actor(state) >= 0:
            moves = executor.options(state)
            for move in moves:
                child = list(state)
                executor.play(child, move)
                waiting.append((child, likely / len(moves), made + 1))
        else:
            outcomes = executor.outcomes(state) or []
            everything = sum(weight for _, weight in outcomes)
            for outcome, weight in outcomes:
                child = list(state)
                executor.happen(child, outcome)
                waiting.append((child, likely * weight / everything, made))
    return ends


def _their_ends(name: str) -> Ends:
    ends: Ends = {}
    waiting: list[tuple[Other, Fraction, int]] = [(pyspiel.load_game(name).new_initial_state(), Fraction(1), 0)]
    while waiting:
        state, likely, made = waiting.pop()
        if state.is_terminal():
            end = made, round(state.returns()[0])
            ends[end] = ends.get(end, Fraction(0)) + likely
            continue
        actions = state.legal_actions()
        step = 0 if state.is_chance_node() else 1
        # Every card left is drawn equally often, so that chance and players can be counted alike.
        for action in actions:
            waiting.append((state.child(action), likely / len(actions), made + step))
    return ends


@pytest.mark.parametrize("name", ["kuhn_poker", "leduc_poker"])
def test_whole_trees_agree(name: str) -> None:
    ours = _our_ends(game(name, 2))
    assert sum(ours.values()) == 1
    assert ours == _their_ends(name)

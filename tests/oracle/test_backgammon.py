"""Backgammon in lockstep with OpenSpiel: which positions a turn can end in, and who wins. The decisions themselves are
cut differently (OpenSpiel plays two checkers at once), so that whole turns are compared."""

from __future__ import annotations

import re
from random import Random

import pyspiel

from interpreter import Game
from interpreter.execute.interface import State
from rulelang.graph.terms import Const, TokenCount
from tests.oracle import budget
from tests.oracle.boards import Other
from tests.rulebooks.library import rulebook

#: How many checkers lie where: White's on each point, Black's on each point, then White's bar and tray, and Black's.
Checkers = tuple[int, ...]


def _our_checkers(ours: Game, state: State) -> Checkers:
    names = ours.program.names["place"]
    points = [names.index(f"Point {number}") for number in range(24, 0, -1)]
    sides = [[*points, names.index(f"{side}'s Bar"), names.index(f"{side}'s Tray")] for side in ours.players]
    counts = [
        [ours.executor.evaluate(state, TokenCount(Const(variety), Const(place))) for place in places]
        for variety, places in enumerate(sides)
    ]
    return (*counts[0][:24], *counts[1][:24], *counts[0][24:], *counts[1][24:])


def _their_checkers(state: Other) -> Checkers:
    """OpenSpiel tells each player's checkers on a point by three switches and the number beyond the third."""
    told = [int(value) for value in state.observation_tensor(0)]
    counts = []
    for base in range(0, 192, 4):
        one, two, three, more = told[base : base + 4]
        counts.append(1 if one else 2 if two else 3 + more if three or more else 0)
    return (*counts, told[192], told[193], told[195], told[196])


def _our_turn_ends(ours: Game, begin: State, player: int) -> dict[Checkers, State]:
    """Every position a turn can end in."""
    executor = ours.executor
    ends: dict[Checkers, State] = {}
    seen: set[tuple[int, ...]] = set()
    waiting = [begin]
    while waiting:
        state = waiting.pop()
        if tuple(state) in seen:
            continue
        seen.add(tuple(state))
        if executor.actor(state) < 0:
            ends[_our_checkers(ours, state)] = state
            continue
        assert executor.actor(state) == player
        for move in executor.options(state):
            child = list(state)
            executor.play(child, move)
            waiting.append(child)
    return ends


def _their_turn_ends(begin: Other) -> dict[Checkers, Other]:
    ends: dict[Checkers, Other] = {}
    waiting = [begin]
    while waiting:
        state = waiting.pop()
        for action in state.legal_actions():
            child = state.child(action)
            if child.is_terminal() or child.is_chance_node():
                ends[_their_checkers(child)] = child
            else:
                waiting.append(child)
    return ends


def _roll(ours: Game, state: State, other: Other, random: Random) -> None:
    """The same roll on both sides. In the first roll of a game the higher die says who begins."""
    action = random.choice([action for action, _ in other.chance_outcomes()])
    told = other.action_to_string(action)
    found = re.search(r"roll: (\d)(\d)", told)
    assert found is not None, told
    white, black = int(found[1]), int(found[2])
    if "starts" in told and (white > black) != ("X starts" in told):
        white, black = black, white
    other.apply_action(action)
    for pips in (white, black):
        ours.executor.happen(state, pips)


def _play(ours: Game, random: Random) -> int:
    """One game, turn by turn; how many turns were compared."""
    state, other, turns = ours.executor.start(), pyspiel.load_game("backgammon").new_initial_state(), 0
    while not other.is_terminal():
        _roll(ours, state, other, random)
        mine, theirs = _our_turn_ends(ours, state, other.current_player()), _their_turn_ends(other)
        assert mine.keys() == theirs.keys(), str(other)
        key = random.choice(sorted(mine))
        state, other = mine[key], theirs[key]
        turns += 1
    assert ours.executor.is_over(state)
    shares = ours.position(state).shares()
    assert shares[0] - shares[1] == other.returns()[0]
    return turns


def test_every_turn_can_end_alike() -> None:
    # OpenSpiel plays a double twice, not four times.
    ours = rulebook("backgammon").game(2, ["Halved Doubles"])
    for number in budget.games():
        assert _play(ours, Random(number)) > 15, f"game {number}"

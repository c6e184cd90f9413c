"""Backgammon in lockstep with OpenSpiel: which positions a turn can end in, and who wins. The decisions themselves are
cut differently (OpenSpiel plays two checkers at once), so that whole turns are compared."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from functools import cache
from random import Random

import pyspiel

from interpreter import Game
from interpreter.engine.executor import Vector
from tests.oracle.boards import Other
from tests.oracle.same import DifferenceError, same, same_members
from tests.rulebooks.library import rulebook

#: How many checkers lie where: White's on each point, Black's on each point, then White's bar and tray, and Black's.
Checkers = tuple[int, ...]


@cache
def _sides() -> tuple[Game, Other, tuple[int, ...]]:
    """Both games, and for each number of `Checkers` the cell where we count them."""
    # OpenSpiel plays a double twice, not four times.
    ours = rulebook("backgammon").game(2, ["Halved Doubles"])
    names, layout = ours.program.names["place"], ours.program.layout
    points = [names.index(f"Point {number}") for number in range(24, 0, -1)]
    ends = [[names.index(f"{side}'s {area}") for area in ("Bar", "Tray")] for side in ours.players]
    order = [(0, place) for place in points] + [(1, place) for place in points]
    order += [(variety, place) for variety in (0, 1) for place in ends[variety]]
    return (
        ours,
        pyspiel.load_game("backgammon"),
        tuple(layout.tokens[variety].counts[place] for variety, place in order),
    )


def _their_checkers(state: Other) -> Checkers:
    """OpenSpiel tells each player's checkers on a point by three switches and the number beyond the third."""
    told = state.observation_tensor(0)
    points = zip(told[0:192:4], told[1:192:4], told[2:192:4], told[3:192:4], strict=True)
    counts = [1 if one else 2 if two else 3 + int(more) if three or more else 0 for one, two, three, more in points]
    return (*counts, int(told[192]), int(told[193]), int(told[195]), int(told[196]))


def _our_turn_ends(begin: Vector, player: int, other: Other) -> dict[Checkers, Vector]:
    """Every position a turn can end in."""
    ours, _, cells = _sides()
    executor = ours.executor
    ends: dict[Checkers, Vector] = {}
    seen: set[tuple[int, ...]] = set()
    waiting = [begin]
    while waiting:
        state = waiting.pop()
        if (whole := tuple(state)) in seen:
            continue
        seen.add(whole)
        actor = executor.actor(state)
        if actor < 0:
            ends[tuple(state[cell] for cell in cells)] = state
            continue
        same("player", actor, player, other)
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


def _roll(state: Vector, other: Other, random: Random) -> None:
    """The same roll on both sides, as likely here as there. In the first roll of a game the higher die says who
    begins, and equal dice are rolled again."""
    ours = _sides()[0].executor
    likely: Counter[tuple[str, int, int]] = Counter()
    first = not other.history()
    for white, weight in ours.outcomes(state) or []:
        child = list(state)
        ours.happen(child, white)
        for black, also in ours.outcomes(child) or []:
            starts = ("X" if white > black else "O") if first else ""
            if not first or white != black:
                likely[starts, max(white, black), min(white, black)] += weight * also
    rolls: dict[tuple[str, int, int], int] = {}
    chances: dict[tuple[str, int, int], float] = defaultdict(float)
    for action, chance in other.chance_outcomes():
        told = other.action_to_string(action)
        found = re.search(r"roll: (\d)(\d)", told)
        if found is None:
            raise DifferenceError(f"a roll that cannot be read: {told}")
        low, high = sorted(map(int, found.groups()))
        roll = "X" if "X starts" in told else "O" if "O starts" in told else "", high, low
        rolls[roll] = action
        chances[roll] += chance
    whole = sum(likely.values())
    mine = {roll: round(weight / whole, 9) for roll, weight in likely.items()}
    same("how likely each roll is", mine, {roll: round(chance, 9) for roll, chance in chances.items()}, other)
    starts, high, low = roll = random.choice(sorted(rolls))
    other.apply_action(rolls[roll])
    for pips in (low, high) if starts == "O" else (high, low):
        ours.happen(state, pips)


def play(random: Random) -> int:
    """One game, turn by turn; how many turns were compared."""
    ours, theirs, _ = _sides()
    state, other, turns = ours.executor.start(), theirs.new_initial_state(), 0
    while not other.is_terminal():
        _roll(state, other, random)
        mine, after = _our_turn_ends(state, other.current_player(), other), _their_turn_ends(other)
        same_members("ends of the turn", mine.keys(), after.keys(), other)
        key = random.choice(sorted(mine))
        state, other = mine[key], after[key]
        turns += 1
    same("over", ours.executor.is_over(state), True, other)
    shares = ours.position(state).shares()
    same("result", shares[0] - shares[1], other.returns()[0], other)
    return turns

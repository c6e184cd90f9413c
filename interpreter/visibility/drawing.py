"""Any legal move, where there may be more than anybody lists."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from random import Random
from typing import Final

from interpreter.engine.executor import Executor, Fault, Move, Vector, option_of
from interpreter.visibility.sighted_game import SightedGame
from rulelang.graph.program import Decide

MOST_LISTED: Final = 20_000
"""So many handfuls are listed at most; with more of them every next step of a choice is equally likely instead."""


def listed(game: SightedGame, executor: Executor, state: Vector) -> Sequence[Move] | None:
    """The legal moves; None if they are too many to be listed."""
    if executor.node(state).number in game.listed_decisions:
        try:
            return executor.options(state)
        except Fault:
            return None
    moves = list(islice(executor.each_option(state), MOST_LISTED + 1))
    return moves if len(moves) <= MOST_LISTED else None


def by_steps(executor: Executor, state: Vector, random: Random) -> Move:
    """A legal move, drawn value by value; a handful may end after each member that lets it."""
    node = executor.node(state)
    assert isinstance(node, Decide)
    chosen: Move = ()
    inside: tuple[int, ...] = ()
    while True:
        parameters = option_of(node, chosen).parameters if chosen else ()
        if chosen and len(chosen) > len(parameters):
            return chosen
        stage = executor.stage(state, chosen, inside)
        which = int(random.random() * (len(stage.values) + (stage.may_stop and bool(chosen))))
        if which == len(stage.values):
            chosen, inside = (*chosen, inside), ()
        elif chosen and parameters[len(chosen) - 1].form == "some":
            inside = (*inside, stage.values[which])
        else:
            chosen = (*chosen, stage.values[which])

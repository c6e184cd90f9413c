"""Two positions that are alike on the table are one state: nothing remembers how they came about."""

from __future__ import annotations

from random import Random

import pytest

from interpreter import load
from interpreter.engine.executor import Executor, Vector
from rulelang.graph.program import Decide
from tests.rulebooks.library import game

MARKETS = """
rulebook "Two Markets" for 2 players
a Ware is a token
there are 9 Wares
the Market is an area of Wares
each player has a Store, an area of Wares
the Path is a list of players
play:
    repeat 6 turns: Trade
to Trade:
    choose any number of Wares from the Box as Goods
    repeat 2 times:
        for each of the Goods: do nothing
    move the Goods to your Store
    add you to the Path
    if there are at least 2 Wares in your Store: clear the Path
    choose another player
    remember the player's Store as Rival
    if the Rival is empty: Give for the player
to Give for a player:
    choose up to 1 Ware from your Store as Gifts
    move the Gifts to the player's Store
the winner is the player with the highest Wealth, otherwise shared
a player's Wealth is the number of Wares in the player's Store
"""


def _played(name: str, moves: str, executor: str) -> Vector:
    session = game(name, 2, executor).start(seed=1)
    for move in moves.split("; "):
        assert session.apply(move)
    return list(session.state.cells)


@pytest.mark.parametrize("executor", ["python", "reference"])
@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("tic_tac_toe", "a1; b2; c3", "c3; b2; a1"),
        ("connect_four", "a1; b1; c1; d1", "c1; d1; a1; b1"),
        ("gomoku", "a1; b2; c3; d4", "c3; d4; a1; b2"),
        ("hex", "a1; b2; c3; d4", "c3; d4; a1; b2"),
        ("breakthrough", "a2, a3; a7, a6; b2, b3; b7, b6", "b2, b3; b7, b6; a2, a3; a7, a6"),
    ],
)
def test_the_order_of_moves_leaves_no_trace(name: str, one: str, other: str, executor: str) -> None:
    found, again = _played(name, one, executor), _played(name, other, executor)
    assert found == again


def test_states_of_sessions_are_equal_and_have_one_hash() -> None:
    states = []
    for moves in ("a1; b2; c3", "c3; b2; a1"):
        session = game("tic_tac_toe", 2).start(seed=1)
        for move in moves.split("; "):
            session.apply(move)
        states.append(session.state)
    assert states[0] == states[1]
    assert hash(states[0]) == hash(states[1])
    assert len(set(states)) == 1


def _remembered(executor: Executor, state: Vector) -> list[int]:
    frames = [region for region in executor.program.layout.regions.values() if region.role == "frame"]
    return [cell for region in frames for cell in range(region.base, region.base + region.length)]


@pytest.mark.parametrize("name", ["tokaido_duo", "samurai", "iki", "yamatai", "pig", "liars_dice", "go_9x9"])
def test_at_the_end_nothing_is_remembered(name: str) -> None:
    executor = game(name, 2).executor
    start = executor.start()
    state, random = list(start), Random(5)
    while not executor.is_over(state):
        if isinstance(executor.node(state), Decide):
            executor.play(state, random.choice(list(executor.options(state))))
        else:
            executor.happen(state, executor.draw(state, random))
    fresh = [value for region in executor.program.layout.regions.values() for value in region.start]
    cells = _remembered(executor, state)
    assert [state[cell] for cell in cells] == [fresh[cell] for cell in cells]


def test_handfuls_lists_and_loops_leave_nothing_behind() -> None:
    executor = load(MARKETS).game(2, (), "reference").executor
    layout = executor.program.layout
    fresh = [value for region in layout.regions.values() for value in region.start]
    goods = layout.regions["Trade: Goods"]
    for seed in range(20):
        state, random = executor.start(), Random(seed)
        while not executor.is_over(state):
            node = executor.node(state)
            assert isinstance(node, Decide)
            if node.title == "Trade" and not state[goods.base]:
                assert state[goods.base : goods.base + goods.length] == list(goods.start)
            executor.play(state, random.choice(list(executor.options(state))))
        path = layout.regions["Path"]
        first_free = path.base + 1 + state[path.base]
        assert set(state[first_free : path.base + path.length]) <= {-1}
        cells = _remembered(executor, state)
        assert [state[cell] for cell in cells] == [fresh[cell] for cell in cells]

"""The same seed and the same moves are the same game: in every process, on every Python version, with both executors;
and the same position reached in two ways is the same state."""

from __future__ import annotations

import subprocess
import sys
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import load
from interpreter.engine.luck import below, shuffle
from tests.interpreter.games import ALL_GAMES, EXAMPLES, big_game, game, played

pytestmark = pytest.mark.slow

TOLD = """
from tests.interpreter.games import played, big_session
for name in ("leduc_poker", "backgammon", "liars_dice"):
    print(played(name, 5, 30).save())
print(big_session("tokaido_duo", 5, 20).save())
"""


def told(hash_seed: str) -> str:
    """Games played in a process of its own."""
    root = EXAMPLES.parent
    done = subprocess.run(
        [sys.executable, "-c", TOLD],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        cwd=root,
        env={"PYTHONPATH": str(root), "PYTHONHASHSEED": hash_seed, "PYTHONIOENCODING": "utf-8"},
    )
    return done.stdout


def test_no_game_depends_on_the_order_of_hashes() -> None:
    assert told("0") == told("4242")


def test_shuffles_are_those_of_these_numbers_and_no_others() -> None:
    cards = list(range(10))
    shuffle(cards, Random(1))
    assert cards == [6, 8, 9, 7, 5, 3, 0, 4, 1, 2]
    random = Random(1)
    assert [below(6, random) for _ in range(12)] == [1, 4, 0, 2, 0, 3, 3, 3, 5, 3, 1, 0]


@given(st.integers(0, 1 << 32), st.integers(1, 60))
def test_a_shuffle_keeps_everything(seed: int, size: int) -> None:
    cards = list(range(size))
    shuffle(cards, Random(seed))
    assert sorted(cards) == list(range(size))


@pytest.mark.parametrize("order", list(permutations(("a1", "c3", "b1")))[:6])
def test_independent_moves_in_any_order_lead_to_one_state(order: tuple[str, ...]) -> None:
    """Cross marks three squares, Nought always the same two."""
    states = []
    for crosses in (order, ("a1", "c3", "b1")):
        session = game("tic_tac_toe").start()
        for move in (crosses[0], "a2", crosses[1], "b3", crosses[2]):
            assert session.apply(move)
        states.append(session.state)
    assert states[0] == states[1]
    assert hash(states[0]) == hash(states[1])
    assert len(set(states)) == 1


@pytest.mark.parametrize("name", ["tokaido_duo", "samurai", "iki", "yamatai"])
def test_both_executors_give_the_same_standing(name: str) -> None:
    """The ranking is generated as well; it must be what the reference works out."""
    fast, random = big_game(name), Random(3)
    reference = load(EXAMPLES.parent / "rulebooks" / f"{name}.rules").game(2, (), "reference").executor
    position = fast.position()
    for _ in range(6):
        position.playout(random, 25)
        cells = list(position.state.cells)
        for seat in range(2):
            assert fast.executor.standing(cells, seat) == reference.standing(cells, seat)


@pytest.mark.parametrize("name", ALL_GAMES)
def test_options_are_found_as_far_as_they_are_asked_for(name: str) -> None:
    decision = played(name, 2, 1).decision
    assert decision is not None
    listed = list(decision.options)
    assert len(decision.options) == len(listed)
    assert [decision.options[number] for number in range(len(listed))] == listed
    assert decision.options[-1] == listed[-1]
    assert decision.options[:2] == listed[:2]
    with pytest.raises(IndexError):
        decision.options[len(listed)]


def test_loading_the_package_loads_neither_parser_nor_compiler() -> None:
    heavy = "lark pydantic networkx rich rulelang.tree rulelang.compile.compiler"
    code = f"import sys, interpreter; print([name for name in '{heavy}'.split() if name in sys.modules])"
    root = EXAMPLES.parent
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=root)
    assert done.stdout == "[]\n"

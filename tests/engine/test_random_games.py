"""Random games of generated code: every legal move equally likely, and an end state that can be ranked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import sqrt
from random import Random

import pytest

from interpreter.engine.executor import Executor, Vector
from interpreter.engine.python.executor import Python
from interpreter.engine.reference_flow import Reference
from rulelang.compile import compile_rulebook
from rulelang.graph.program import Decide, Program
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text
from tests.engine.board_games import breakthrough, connect_four, tic_tac_toe
from tests.engine.card_game import card_game
from tests.rulebooks import library

RESULT = 2

STALLS = """
rulebook "Stalls" for 3 players

a Suit is one of Ax, Bow, Cup, Dot, Elk
a Chip is a token with a Suit
there are 30 Chips: 6 of each Suit
a Stall is a space of Chips:
    | Title |
    | North Stall |
    | South Stall |
    | East Stall |
    | West Stall |
each player has Coins from 0 to 90
the Yard is an area

setup: for each Stall: move 6 Chips from the Box to the Stall
play: repeat 30 rounds: each player: Trade if possible

to Trade:
    choose a Suit
    choose a Stall where there is a Chip in it where its Suit is the Suit
    choose one:
        Keep: move all Chips of the Suit in the Stall to the Yard
        Give: move all Chips in the Stall to the Box
    move 2 Chips from the Box to the Stall if possible
    if the Suit is Ax and the Stall is East Stall: gain 1 Coin

the winner is the player with the highest Coins, otherwise shared
"""


def _chance_of_winning(executor: Executor, state: Vector, known: dict[tuple[int, ...], float]) -> float:
    """The exact chance that player 0 wins when all moves are equally likely."""
    if executor.is_over(state):
        return float(state[RESULT] == 0)
    key = tuple(state[:5])
    if key not in known:
        moves = executor.options(state)
        total = 0.0
        for move in moves:
            after = list(state)
            executor.play(after, move)
            total += _chance_of_winning(executor, after, known)
        known[key] = total / len(moves)
    return known[key]


def _share_of_wins(executor: Executor, games: int) -> float:
    random = Random(3)
    wins = 0
    for _ in range(games):
        state = executor.start()
        executor.random_playout(state, random)
        wins += state[RESULT] == 0
    return wins / games


def test_every_legal_move_is_equally_likely() -> None:
    compiled = Python(tic_tac_toe())
    expected = _chance_of_winning(compiled, compiled.start(), {})
    games = 20_000
    allowed = 4 * sqrt(expected * (1 - expected) / games)
    assert abs(_share_of_wins(compiled, games) - expected) < allowed


@pytest.mark.parametrize(
    "game", [tic_tac_toe, connect_four, lambda: breakthrough(4), card_game], ids=["line", "drop", "race", "cards"]
)
def test_both_executors_play_the_same_game(game: Callable[[], Program]) -> None:
    program = game()
    games = 60
    lengths = []
    for executor in (Reference(program), Python(program)):
        random = Random(4)
        found = []
        for _ in range(games):
            state = executor.start()
            found.append(executor.random_playout(state, random))
            assert executor.is_over(state)
            assert state[RESULT] in {-1, 0, 1}
        lengths.append(found)
    means = [sum(found) / games for found in lengths]
    spread = [sum((one - mean) ** 2 for one in found) / games for found, mean in zip(lengths, means, strict=True)]
    assert abs(means[0] - means[1]) <= 5 * sqrt(sum(spread) / games) + 1e-9


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "othello", "leduc_poker"])
def test_a_whole_game_is_the_game_from_place_to_place(name: str) -> None:
    program = library.game(name, 2).program
    whole, steps = Python(program), Python(program, frozenset({"whole_games"}))
    assert whole.lowering.whole_game(whole.lowering.places.of(whole.start())) is not None
    lasting = [region for region in program.layout.regions.values() if region.role != "frame"]
    cells = [region.base + index for region in lasting for index in range(region.length)]
    for seed in range(20):
        ends = []
        for executor in (whole, steps):
            state = executor.start()
            ends.append((executor.random_playout(state, Random(seed)), [state[cell] for cell in cells]))
        assert ends[0] == ends[1]


def test_a_game_may_be_taken_over_in_the_middle() -> None:
    compiled = Python(connect_four())
    random = Random(5)
    state = compiled.start()
    for _ in range(3):
        compiled.play(state, random.choice(compiled.options(state)))
    taken = (state[3] | state[4]).bit_count()
    made = compiled.random_playout(state, random)
    assert compiled.is_over(state)
    assert (state[3] | state[4]).bit_count() == taken + made


@pytest.mark.parametrize("game", [tic_tac_toe, connect_four, lambda: breakthrough(4), card_game])
def test_a_random_game_may_be_stopped_after_some_moves(game: Callable[[], Program]) -> None:
    program = game()
    compiled, reference = Python(program), Reference(program)
    random = Random(6)
    for most in (0, 1, 2, 5):
        state = compiled.start()
        assert compiled.random_playout(state, random, most) == most or compiled.is_over(state)
        if isinstance(compiled.node(state), Decide):
            # It stands where somebody decides, with everything in its place.
            assert list(compiled.options(state)) == list(reference.options(state))
            assert compiled.options(state)
    state = compiled.start()
    compiled.random_playout(state, random, 1_000)
    assert compiled.is_over(state)


@pytest.mark.parametrize("taken", [0, 50, 90])
def test_free_squares_of_a_large_board_are_equally_likely(taken: int) -> None:
    executor, random = library.game("hex", 2).executor, Random(taken)
    boards = [store.set_cell for store in executor.program.layout.tokens]
    begun = executor.start()
    executor.random_playout(begun, random, taken)
    squares = len(executor.options(begun))
    assert squares == 121 - taken
    drawn = Counter[int]()
    for _ in range(40 * squares):
        state = list(begun)
        executor.random_playout(state, random, 1)
        drawn[sum(state[board] ^ begun[board] for board in boards)] += 1
    assert len(drawn) == squares
    unevenness = sum((times - 40) ** 2 / 40 for times in drawn.values())
    assert unevenness < squares + 5 * sqrt(2 * squares)


def test_what_is_chosen_does_not_make_a_place_for_each_way_to_choose() -> None:
    """Suits times stalls times players: to write a routine for each takes longer than to play."""
    program = compile_rulebook(load(source_from_text("stalls.rules", STALLS))[0], 3).program
    assert program is not None
    executor, random = Python(program), Random(7)
    for _ in range(10):
        executor.random_playout(executor.start(), random)
    assert len(executor.lowering.places.found) < 70

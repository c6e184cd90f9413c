"""Many printed games at once play as one alone does."""

from __future__ import annotations

import ctypes
from pathlib import Path
from random import Random

import pytest

from interpreter.engine.executor import Vector
from interpreter.engine.native.print_game import print_game
from interpreter.engine.python.executor import Python
from tests.engine.native.games import program_of
from tests.engine.native.harness import PrintedExecutor, compiled

_COUNT = 50


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> PrintedExecutor:
    return PrintedExecutor(program_of("tic_tac_toe"), tmp_path_factory.mktemp("batch"))


class _Games:
    """So many states with their generators."""

    def __init__(self, printed: PrintedExecutor) -> None:
        self._printed = printed
        self._size = printed.game.state_size
        self.states = ctypes.create_string_buffer(_COUNT * self._size)
        self.seeds = (ctypes.c_uint64 * _COUNT)(*range(_COUNT))
        self.ended = (ctypes.c_int8 * _COUNT)()
        printed.game.start_all(printed.context, self.states, _COUNT, self.seeds, self.ended)

    def state(self, number: int) -> Vector:
        game = self._printed.game
        words = (ctypes.c_uint64 * game.words)()
        game.read(ctypes.byref(self.states, number * self._size), words)
        return self._printed.read_words(words)


def test_each_game_plays_the_code_it_is_given(printed: PrintedExecutor) -> None:
    python, random, games = Python(printed.program), Random(1), _Games(printed)
    others = [python.start() for _ in range(_COUNT)]
    for _ in range(9):
        codes = [random.choice(python.codes(other) or [0]) for other in others]
        given = (ctypes.c_int64 * _COUNT)(*codes)
        printed.game.step_all(printed.context, games.states, _COUNT, given, games.seeds, games.ended, 0)
        for number, other in enumerate(others):
            if not python.is_over(other):
                python.play_code(other, codes[number])
            assert games.state(number) == other
            assert games.ended[number] == python.is_over(other)


def test_what_is_looked_at_is_what_may_be_played(printed: PrintedExecutor) -> None:
    python, games = Python(printed.program), _Games(printed)
    printed.game.step_all(printed.context, games.states, _COUNT, None, games.seeds, games.ended, 0)
    actors, counts = (ctypes.c_int32 * _COUNT)(), (ctypes.c_int64 * _COUNT)()
    masks = (ctypes.c_uint8 * (_COUNT * printed.game.codes))()
    printed.game.look_all(printed.context, games.states, _COUNT, actors, counts, masks)
    for number in range(_COUNT):
        state = games.state(number)
        assert actors[number] == python.actor(state)
        assert counts[number] == python.count(state) == 8
        mask = masks[number * printed.game.codes : (number + 1) * printed.game.codes]
        assert [code for code, legal in enumerate(mask) if legal] == python.codes(state)


def test_games_are_played_to_their_ends_and_begin_anew(printed: PrintedExecutor) -> None:
    python, games = Python(printed.program), _Games(printed)
    moves, found = (ctypes.c_int64 * _COUNT)(), (ctypes.c_int64 * (_COUNT * 2 * (1 + printed.game.criteria)))()
    printed.game.playout_all(printed.context, games.states, _COUNT, games.seeds, games.ended, -1, moves)
    assert set(games.ended) == {1}
    assert {5, 9} <= set(moves) <= set(range(5, 10))
    printed.game.standing_all(printed.context, games.states, _COUNT, found)
    standings = [python.standing(games.state(number), seat) for number in range(_COUNT) for seat in (0, 1)]
    assert list(found) == [value for may_win, criteria in standings for value in (int(may_win), *criteria)]
    printed.game.step_all(printed.context, games.states, _COUNT, None, games.seeds, games.ended, 1)
    assert [games.state(number) for number in range(_COUNT)] == [python.start()] * _COUNT
    assert set(games.ended) == {0}


def test_a_wrong_code_is_told_and_touches_no_other_game(printed: PrintedExecutor) -> None:
    games = _Games(printed)
    given = (ctypes.c_int64 * _COUNT)(*[-1] * _COUNT)
    given[7] = 10**12
    printed.game.step_all(printed.context, games.states, _COUNT, given, games.seeds, games.ended, 0)
    assert [number for number, ended in enumerate(games.ended) if ended] == [7]
    assert games.ended[7] == -7


def test_a_game_of_chance_stands_where_somebody_decides(tmp_path: Path) -> None:
    printed = PrintedExecutor.__new__(PrintedExecutor)
    game = print_game(program_of("pig"))
    printed.load(program_of("pig"), game, compiled(game.text, tmp_path))
    games = _Games(printed)
    for _ in range(20):
        printed.game.step_all(printed.context, games.states, _COUNT, None, games.seeds, games.ended, 1)
        assert {printed.stands(games.state(number)) for number in range(_COUNT)} <= {1, 4}
    assert len({tuple(games.state(number)) for number in range(_COUNT)}) > 20

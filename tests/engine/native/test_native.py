"""The native executor and the one that changes over to it: the same answers, also where C has none."""

from __future__ import annotations

import copy
import gc
import logging
import subprocess
import sys
from pathlib import Path
from random import Random
from weakref import ref

import pytest

from interpreter.engine import executors
from interpreter.engine.executor import Executor, Told, Vector
from interpreter.engine.executors import executor_of
from interpreter.engine.guarded import guarded
from interpreter.engine.native import auto, toolchain
from interpreter.engine.native.auto import Auto, plays_alike
from interpreter.engine.native.cache import Cache
from interpreter.engine.native.compilers import CCompiler, Failed, Search
from interpreter.engine.native.executor import Native
from interpreter.engine.python.executor import Python
from rulelang.graph.program import ChanceNode, Program
from rulelang.tuning.fast_dataclass import replace
from tests.engine.board_games import tic_tac_toe
from tests.engine.build import Builder
from tests.engine.card_game import card_game

ROOT = Path(__file__).parents[3]


def _native(program: Program) -> Native:
    found = executor_of(program, "native")
    assert isinstance(found, Native)
    return found


def _walk(executor: Executor, state: Vector, random: Random, moves: int = 1000) -> list[list[int]]:
    """Go on at random; all states on the way."""
    seen = [list(state)]
    while not executor.is_over(state) and moves:
        if isinstance(executor.node(state), ChanceNode):
            executor.happen(state, executor.draw(state, random))
        else:
            options = executor.options(state)
            executor.play(state, options[int(random.random() * len(options))])
            moves -= 1
        seen.append(list(state))
    return seen


def _begun(executor: Executor) -> Vector:
    """A game at its first decision."""
    state, random = executor.start(), Random(8)
    while isinstance(executor.node(state), ChanceNode):
        executor.happen(state, executor.draw(state, random))
    return state


def test_chance_decides_until_somebody_else_does() -> None:
    native = _native(card_game())
    for state in (native.start(), list(native.start())):
        assert isinstance(native.node(state), ChanceNode)
        native.game.draw(state, Random(3))
        assert native.actor(state) >= 0
        with pytest.raises(ValueError, match="chance does not decide here"):
            native.game.draw(state, Random(3))
    twins = [native.start() for _ in "12"]
    for state in twins:
        native.game.draw(state, Random(5))
    assert twins[0] == twins[1]


def test_a_game_that_cannot_be_c_is_played_in_python(caplog: pytest.LogCaptureFixture) -> None:
    book = Builder("Large")
    book.place("box")
    book.numbers("number", [3], 0, 10**30, role="counter")
    book.end()
    with caplog.at_level(logging.WARNING, "rulelang.native"):
        assert isinstance(executor_of(book.program("end"), "native"), Python)
    assert "number needs more than 64 bits" in caplog.text
    changing = Auto(book.program("end"))
    changing.wait()
    assert not changing.is_native


def test_lists_and_states_play_alike() -> None:
    native = _native(card_game())
    state = native.start()
    assert _walk(native, state, Random(1)) == _walk(native, list(native.start()), Random(1))
    assert native.is_over(state)


def test_codes_play_like_moves_also_where_python_gives_them() -> None:
    native, random = _native(card_game()), Random(2)
    given = 0
    for _ in range(10):
        state, twin = native.start(), native.start()
        while not native.is_over(state):
            if isinstance(native.node(state), ChanceNode):
                outcome = native.draw(state, random)
                native.happen(state, outcome)
                native.happen(twin, outcome)
                continue
            codes = native.codes(state)
            assert [native.move_of(code) for code in codes] == list(native.options(state))
            chosen = random.randrange(len(codes))
            given += native.node(state).number not in native.python.coded
            logs: tuple[list[Told], list[Told]] = ([], [])
            native.play(state, native.options(state)[chosen], logs[0])
            native.play_code(twin, codes[chosen], logs[1])
            assert state == twin
            assert logs[0] == logs[1]
        assert native.codes(state) == []
    assert given


def test_what_is_too_large_for_c_is_played_in_python() -> None:
    """A list of cells that no game comes to by itself: C has no place for such a number."""
    native, python = _native(card_game()), Python(card_game())
    cells = list(_begun(native))
    cells[native.program.layout.regions["coins"].base] = 1 << 70
    twin, random = list(cells), Random(3)
    assert list(native.options(cells)) == list(python.options(twin))
    move = random.choice(native.options(cells))
    native.play(cells, move)
    python.play(twin, move)
    assert cells == twin


def test_who_asks_at_the_wrong_time_is_told_so() -> None:
    native = _native(tic_tac_toe())
    state = native.start()
    with pytest.raises(ValueError, match="chance does not decide here"):
        native.outcomes(state)
    native.random_playout(state, Random(1))
    for ask in (native.options, native.stage):
        with pytest.raises(ValueError, match="nobody decides here"):
            ask(state)
    assert native.actor(state) == -1


def test_a_seed_brings_the_same_playout_again() -> None:
    native = _native(card_game())
    ends = []
    for _ in range(2):
        random = Random(4)
        states = [native.start() for _ in range(5)]
        ends.append([(native.random_playout(state, random), list(state)) for state in states])
    assert ends[0] == ends[1]
    assert len({moves for moves, _ in ends[0]}) > 1


def test_an_executor_goes_when_nobody_needs_it() -> None:
    native = _native(tic_tac_toe())
    gone, state = ref(native), native.start()
    del native
    gc.collect()
    assert gone() is None
    assert len(state) == tic_tac_toe().layout.size


# --------------------------------------------------------------------------------------------------------------- auto


def test_it_changes_over_between_two_moves_and_nobody_notices() -> None:
    program = card_game()
    changing, python = Auto(program), Python(program)
    begun, other, random = changing.start(), _begun(changing), Random(5)
    early = changing.codes(other)
    first = _walk(changing, begun, random, 3)
    assert not changing.is_native
    changing.wait()
    assert changing.is_native
    # What was begun as a list goes on as one; what begins now is kept by the game.
    assert changing.codes(other) == early
    changing.play_code(other, early[-1])
    rest = _walk(changing, begun, random)
    assert not isinstance(changing.start(), list)
    assert first + rest[1:] == _walk(python, python.start(), Random(5))


def test_who_stands_before_it_goes_on_in_c_too() -> None:
    changing = Auto(tic_tac_toe())
    before = guarded(lambda: changing)
    state = before.start()
    offered = list(before.options(state))
    changing.wait()
    assert not isinstance(before.start(), list)
    assert list(before.options(before.start())) == list(before.options(state)) == offered


def test_random_playouts_do_not_hang_on_the_compiler() -> None:
    program = card_game()
    changing, python = Auto(program), Python(program)
    found = []
    for _ in range(2):
        state = changing.start()
        moves = changing.random_playout(state, Random(6))
        found.append((moves, list(state)))
        changing.wait()
    state = python.start()
    assert found == [(python.random_playout(state, Random(6)), list(state))] * 2


def test_it_starts_the_compiler_when_a_game_is_played_much(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "LONG", 0.0)
    started = []

    def begin(python: Python, only_kept: bool) -> Failed:
        started.append(only_kept)
        return Failed("not today")

    changing, random = Auto(tic_tac_toe(), begin), Random(7)
    for _ in range(100):
        _walk(changing, changing.start(), random)
    changing.wait()
    assert started == [False]
    assert not changing.is_native
    assert _walk(changing, changing.start(), random)


def test_what_was_compiled_before_is_found_early(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(auto, "SOON", 0.0)
    started = []

    def begin(python: Python, only_kept: bool) -> Failed:
        started.append(only_kept)
        return Failed("not compiled yet")

    changing = Auto(tic_tac_toe(), begin)
    for _ in range(2 * auto.HOT // 5):
        changing.random_playout(changing.start(), Random(1))
    assert started == [True]
    changing.wait()
    assert started == [True, False], "only who waits long, or asks, has it compiled"


def test_who_draws_otherwise_does_not_take_over() -> None:
    wrong = copy.copy(_native(tic_tac_toe()))

    class Unlucky(Native):
        def random_playout(self, state: Vector, random: Random, most: int | None = None) -> int:
            return super().random_playout(state, Random(3), most)

    wrong.__class__ = Unlucky
    assert not plays_alike(wrong)


def test_what_plays_otherwise_does_not_take_over(caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    native = _native(tic_tac_toe())
    assert plays_alike(native)

    class Wrong(Native):
        def play(self, state: Vector, move: object, log: object = None) -> None:
            state[0] = state[0]

    wrong = copy.copy(native)
    wrong.__class__ = Wrong
    assert not plays_alike(wrong)
    wrong.__dict__["kept"] = replace(native.kept, cache=Cache(tmp_path))
    changing = Auto(tic_tac_toe(), lambda python, only_kept: wrong)
    with caplog.at_level(logging.WARNING, "rulelang.native"):
        changing.wait()
    assert not changing.is_native
    assert "does not play as Python does" in caplog.text


def test_a_library_is_compared_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    compared = []

    def alike(compiled: Native) -> bool:
        compared.append(compiled.program.title)
        return True

    monkeypatch.setattr(auto, "plays_alike", alike)
    for _ in range(3):
        changing = Auto(tic_tac_toe())
        changing.wait()
        assert changing.is_native
    assert compared == [tic_tac_toe().title]


_ENDS_EARLY = """
import atexit, time
from threading import main_thread
from interpreter.engine.native.auto import Auto
from tests.engine.board_games import tic_tac_toe

def begin(python, only_kept):
    while WAITS and main_thread().is_alive():
        time.sleep(0.01)
    raise RuntimeError("what compiling needs is gone")

changing = Auto(tic_tac_toe(), begin)
changing._start(only_kept=False)
atexit.register(time.sleep, 0.5)
"""


@pytest.mark.parametrize("at_the_end", [True, False])
def test_a_compiler_that_fails_because_the_process_ends_says_nothing(*, at_the_end: bool) -> None:
    script = _ENDS_EARLY.replace("WAITS", str(at_the_end))
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT, check=True)
    assert ("RuntimeError" in ended.stderr) != at_the_end


# ----------------------------------------------------------------------------------------------------- no compiler


def test_without_a_compiler_python_plays_after_one_notice(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(toolchain, "search", lambda cache: Search(None, ("cc: code 1",)))
    executors._notice.cache_clear()
    with caplog.at_level(logging.INFO, "rulelang.native"):
        found = [executor_of(tic_tac_toe(), "native") for _ in range(3)]
    assert all(isinstance(one, Python) for one in found)
    assert [record.getMessage() for record in caplog.records] == [
        "Games are played in Python, which is slower: cc: code 1"
    ]
    changing = Auto(tic_tac_toe())
    changing.wait()
    assert not changing.is_native


def test_a_compiler_that_fails_with_a_game_costs_no_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CCompiler, "compile", lambda *given, **more: Failed("no space left"))
    monkeypatch.setattr(Cache, "fetch", lambda *given: None)
    assert isinstance(executor_of(tic_tac_toe(), "native"), Python)

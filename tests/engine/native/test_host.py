"""The host: counts its references, looks at its arguments, and leaves states as they were where the game has no answer.

It drives a game written by hand (`hand_game.c`), so what is tested here is the host alone."""

from __future__ import annotations

import copy
import gc
import pickle
import sys
from array import array
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom
from typing import Any, cast

import pytest

from interpreter.engine.native import compilers, host
from interpreter.engine.native.compilers import CCompiler
from interpreter.engine.native.host import Host, HostedGame

FIRST = [0, 9, 0, 1]
TOP = 1 << 63


@pytest.fixture(scope="module")
def compiler() -> CCompiler:
    found = compilers.search().compiler
    assert found is not None, "these tests need a C compiler"
    return found


@pytest.fixture(scope="module")
def libraries(tmp_path_factory: pytest.TempPathFactory, compiler: CCompiler) -> tuple[Host, Path]:
    folder = tmp_path_factory.mktemp("libraries")
    text = Path(__file__).with_name("hand_game.c").read_text(encoding="utf-8")
    assert compiler.compile(host.text(), folder / "host.lib") is None
    assert compiler.compile("\n".join([host.abi(), text, host.alone()]), folder / "game.lib") is None
    return Host(folder / "host.lib"), folder / "game.lib"


def _again(*asked: Any) -> Any:
    return ("again", asked[0])


@pytest.fixture
def game(libraries: tuple[Host, Path]) -> HostedGame:
    driver, library = libraries
    return driver.game(library, _again)


def test_the_host_compiles_without_a_warning(compiler: CCompiler, tmp_path: Path) -> None:
    flags = tuple(flag for flag in compiler.flags if flag != "-w")
    strict = CCompiler(compiler.command, compiler.version, (*flags, "-Wall", "-Wextra", "-Werror"))
    assert strict.compile(host.text(), tmp_path / "host.lib") is None


# ------------------------------------------------------------------------------------------------------------ states


def test_a_state_reads_like_a_list(game: HostedGame) -> None:
    state = game.start()
    assert list(state) == FIRST == [*state]
    assert state == FIRST
    assert state != [0, 9, 0, 2]
    assert len(state) == 4
    assert state[1] == state[-3] == 9
    assert state[1:3] == [9, 0]
    assert 9 in state
    assert repr(state) == "[0, 9, 0, 1]"
    assert cast("Any", state) != "no state"
    with pytest.raises(IndexError):
        state[4]
    with pytest.raises(TypeError):
        hash(state)
    with pytest.raises(TypeError):
        sorted(cast("Any", [state, state]))


def test_a_state_is_changed_like_a_list(game: HostedGame) -> None:
    state = game.start()
    state[1] = 5
    state[2:4] = [1, TOP << 64 | 7]
    assert state == [0, 5, 1, TOP << 64 | 7]
    for key, value in ((0, 99), (3, 1 << 128), (3, -1), (1, 1 << 70)):
        with pytest.raises(ValueError, match="cannot have this value"):
            state[key] = value
    with pytest.raises(ValueError, match="number of cells"):
        state[0:1] = []
    anything: Any = state
    with pytest.raises(TypeError):
        anything[0] = "a"
    with pytest.raises(TypeError):
        del anything[0]
    assert state == [0, 5, 1, TOP << 64 | 7]


def test_copies_are_on_their_own(game: HostedGame) -> None:
    state = game.start()
    for twin in (state.copy(), copy.copy(state), copy.deepcopy(state)):
        game.play(twin, 0)
        assert twin != state
    assert state == FIRST
    assert pickle.loads(pickle.dumps(state)) == FIRST


def test_lists_and_states_are_made_of_one_another(game: HostedGame) -> None:
    cells = [0, 1000, 1, (1 << 128) - 1]
    assert list(game.state(cells)) == cells
    assert game.state(game.state(cells)) == cells
    assert game.hash(cells) == game.hash(game.state(cells)) == 1000


# -------------------------------------------------------------------------------------------------------------- asking


def test_options_as_codes(game: HostedGame) -> None:
    state, buffer = game.start(), array("q", [-1] * 4)
    assert game.codes(state) == game.codes(FIRST) == [0, 1]
    assert game.count(state) == 2
    assert game.kth(state, 1) == 1
    assert game.into(state, buffer) == 2
    assert list(buffer) == [0, 1, -1, -1]
    assert game.into(state, array("q", [7])) == 2
    assert game.is_legal(state, 1)
    assert not game.is_legal(state, 2)
    assert game.codes([4, 0, 0, 0]) == []


def test_moves_of_an_unchanged_state_are_listed_once(game: HostedGame) -> None:
    state, buffer = game.state([0, 777, 0, 1]), array("q", [0])
    (first,) = game.codes(state)
    assert game.count(state) == 1
    assert game.kth(state, 0) == game.kth(state.copy(), 0) == first
    assert game.into(state, buffer) == 1
    assert buffer[0] == first
    assert game.is_legal(state, first)
    assert not game.is_legal(state, first + 1)
    assert game.node(state) == 0
    assert game.codes(state) == [first]


FORGETTING: dict[str, Callable[[HostedGame, Any], object]] = {
    "another question": lambda game, state: game.actor(state),
    "another state": lambda game, state: game.codes(game.start()),
    "a list of cells": lambda game, state: game.codes([0, 5, 0, 1]),
    "a new value": lambda game, state: state.__setitem__(1, 777),
    "a move of a twin": lambda game, state: game.play(state.copy(), 0),
}


@pytest.mark.parametrize("forget", FORGETTING.values(), ids=FORGETTING)
def test_moves_are_listed_anew_after(game: HostedGame, forget: Callable[[HostedGame, Any], object]) -> None:
    state = game.state([0, 777, 0, 1])
    (first,) = game.codes(state)
    forget(game, state)
    assert game.codes(state) == [first + 1]


def test_a_played_state_has_its_own_moves(game: HostedGame) -> None:
    state = game.start()
    assert game.codes(state) == [0, 1]
    state[1] = 777
    (first,) = game.codes(state)
    game.play(state, 0)
    assert game.codes(state) == [0, 1]
    state[1] = 777
    assert game.kth(state, 0) == first + 1


def test_options_as_moves(game: HostedGame) -> None:
    assert game.moves(FIRST, (b"\0", b"\0")) == [(0, 1), (1, 2)]
    assert game.moves([1, 9, 0, 0], (b"\1",)) == [(0, (1,)), (0, (1, 3))]
    assert game.is_legal_move([1, 9, 0, 0], (0, (1,)))
    assert not game.is_legal_move([1, 9, 0, 0], (0, (2,)))


def test_playing_changes_states_and_lists_alike(game: HostedGame) -> None:
    state, cells = game.start(), list(FIRST)
    for code in (1, 0, 1):
        game.play(state, code)
        game.play(cells, code)
        assert state == cells
    assert cells == [0, 4, 1, TOP << 64 | TOP | 1]
    assert game.actor(cells) == 1
    assert game.node(state) == 0
    assert game.stands(state) == 1


def test_what_is_told(game: HostedGame, libraries: tuple[Host, Path]) -> None:
    noted: list[Any] = []
    noting = libraries[0].game(libraries[1], lambda name, *given: noted.append((name, given)))
    log: list[Any] = []
    noting.play([0, 9, 0, TOP << 64], 0, log)
    assert noted == [("note", ([(7, (8, (TOP << 64) | TOP), 3)], log))]
    assert game.play_move([1, 9, 0, 0], (0, (1, 3)), True) == [(7, (5, 0), 3)]
    assert game.play_move([1, 9, 0, 0], (0, (1, 3)), False) is None


def test_chance(game: HostedGame) -> None:
    assert game.outcomes([2, 0, 0, 0]) == [(1, 1), (2, 2), (3, 3)]
    assert game.shuffled([3, 0, 0, 0]) == (30, 29, 28)
    cells = [2, 5, 0, 0]
    game.happen(cells, 3, False)
    assert cells == [0, 8, 0, 0]
    cells = [3, 5, 0, 0]
    game.happen(cells, (28, 29, 30), False)
    assert cells == [0, 28, 0, 0]


def test_stages_standing_and_playouts(game: HostedGame) -> None:
    assert game.stage(FIRST, (5, (6, 7)), (8,)) == ((5, 2, 6, 7, 8, 101), True)
    assert game.stage(FIRST, (), ()) == ((100,), False)
    assert game.standing(FIRST, 0) == (True, (1,))
    states = [game.start() for _ in range(3)]
    assert game.playout(states[0], Random(5), -1) == game.playout(states[1], Random(5), -1) > 1
    assert states[0] == states[1]
    assert game.stands(states[0]) == 4
    assert game.playout(states[2], Random(5), 2) == 2


def test_a_generator_of_pythons_is_drawn_with_itself(game: HostedGame) -> None:
    random, other = Random(5), Random(5)
    game.playout(game.start(), random, 2)
    before, after = other.getstate()[1], random.getstate()[1]
    assert after == (before[0] + 2, *before[1:]), "the game by hand counts in the first word"


def test_what_is_drawn_otherwise_is_left_to_python(game: Any) -> None:
    class Loaded(Random):
        def random(self) -> float:
            return 0.5

    for random in (Loaded(1), SystemRandom(), None, 5):
        assert game.playout(game.start(), random, -1) == ("again", "playout")


# ------------------------------------------------------------------------------------------- where there is no answer


def test_a_fault_leaves_the_state_and_asks_again(game: Any) -> None:
    state, cells = game.start(), list(FIRST)
    # Three stones: the game wants more memory for looking ahead, and gets it; then finds the rules wrong.
    assert game.play(state, 2) == game.play(cells, 2) == ("again", "play")
    assert game.play(state, 3) == ("again", "play")
    assert game.run([0, 1 << 40, 0, 0], False) == ("again", "run")
    assert state == FIRST == cells
    random = Random(1)
    assert game.playout([1, 3, 0, 0], random, -1) == ("again", "playout")
    assert random.getstate() == Random(1).getstate(), "it is drawn again from the same numbers"
    assert game.standing(state, 2) == ("again", "standing")
    assert game.codes([1, 9, 0, 0]) == ("again", "codes")


def test_what_again_raises_is_raised(libraries: tuple[Host, Path]) -> None:
    def again(*asked: Any) -> None:
        raise ZeroDivisionError(asked[0])

    game = libraries[0].game(libraries[1], again)
    state = game.start()
    with pytest.raises(ZeroDivisionError, match="playout"):
        game.playout([1, 3, 0, 0], Random(1), -1)
    assert game.codes(state) == [0, 1]


WRONG: dict[str, tuple[type[Exception], Callable[[Any], object]]] = {
    "no state": (TypeError, lambda game: game.codes("state")),
    "none": (TypeError, lambda game: game.play(None, 0)),
    "too few cells": (ValueError, lambda game: game.codes([0, 9])),
    "too many cells": (ValueError, lambda game: game.codes([0, 9, 0, 0, 0])),
    "no numbers": (TypeError, lambda game: game.codes([0, 9.5, 0, 0])),
    "a tuple cannot be changed": (TypeError, lambda game: game.play((0, 9, 0, 1), 0)),
    "illegal code": (ValueError, lambda game: game.play(game.start(), -1)),
    "illegal order": (ValueError, lambda game: game.happen([3, 0, 0, 0], (1,), False)),
    "large code": (OverflowError, lambda game: game.play(game.start(), 1 << 80)),
    "code of text": (TypeError, lambda game: game.play(game.start(), "1")),
    "too few arguments": (TypeError, lambda game: game.play(game.start())),
    "too many arguments": (TypeError, lambda game: game.kth(game.start(), 1, 2)),
    "no such move": (IndexError, lambda game: game.kth(game.start(), 2)),
    "negative move": (IndexError, lambda game: game.kth(game.start(), -1)),
    "move is no tuple": (TypeError, lambda game: game.play_move([1, 9, 0, 0], [0], False)),
    "move of text": (TypeError, lambda game: game.play_move([1, 9, 0, 0], ("a",), False)),
    "nested twice": (TypeError, lambda game: game.play_move([1, 9, 0, 0], (0, ((1,),)), False)),
    "endless move": (ValueError, lambda game: game.play_move([1, 9, 0, 0], (0, (1,) * 5000), False)),
    "forms are none": (TypeError, lambda game: game.moves(FIRST, [b""])),
    "forms too short": (IndexError, lambda game: game.moves(FIRST, (b"\0",))),
    "forms of others": (ValueError, lambda game: game.moves(FIRST, (b"", b""))),
    "buffer of bytes": (BufferError, lambda game: game.into(game.start(), b"12345678")),
    "no buffer": (TypeError, lambda game: game.into(game.start(), [1])),
    "called": (TypeError, lambda game: type(game)()),
    "state called": (TypeError, lambda game: type(game.start())([0])),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_wrong_arguments_are_exceptions(game: HostedGame, wrong: str) -> None:
    kind, ask = WRONG[wrong]
    with pytest.raises(kind):
        ask(game)
    assert game.codes(FIRST) == [0, 1]


def test_states_of_another_game_are_no_states(game: HostedGame, libraries: tuple[Host, Path]) -> None:
    with pytest.raises(TypeError):
        game.codes(libraries[0].game(libraries[1], _again).start())


def test_a_library_that_is_no_game(libraries: tuple[Host, Path], compiler: CCompiler, tmp_path: Path) -> None:
    driver, _ = libraries
    library = tmp_path / "none.lib"
    assert compiler.compile("int something(void) { return 1; }", library) is None
    with pytest.raises(OSError, match="no game"):
        driver.game(library, _again)
    with pytest.raises(OSError, match="missing"):
        driver.game(tmp_path / "missing.lib", _again)


def test_a_game_of_another_version_is_refused(
    libraries: tuple[Host, Path], compiler: CCompiler, tmp_path: Path
) -> None:
    library = tmp_path / "other.lib"
    text = f'{host.abi()}\n__attribute__((visibility("default"))) const struct rl_game rl_game = {{ RL_ABI + 1 }};'
    assert compiler.compile(text, library) is None
    with pytest.raises(ValueError, match="another version"):
        libraries[0].game(library, _again)


# ------------------------------------------------------------------------------------------------------ keeping count


def test_a_state_keeps_its_game(libraries: tuple[Host, Path]) -> None:
    class Asked:
        def __call__(self, *asked: Any) -> str:
            return "again"

    asked = Asked()
    before = sys.getrefcount(asked)
    game = libraries[0].game(libraries[1], asked)
    assert sys.getrefcount(asked) == before + 1
    state = game.start()
    del game
    gc.collect()
    twin = state.copy()
    assert list(twin) == FIRST
    assert sys.getrefcount(asked) == before + 1
    del state, twin
    gc.collect()
    assert sys.getrefcount(asked) == before


def _everything(game: HostedGame) -> None:
    """Ask everything once, right and wrong."""
    state = game.start()
    large = [0, 9, 0, TOP << 64 | 5]
    for given in (state, large):
        game.codes(given)
        game.count(given)
        game.kth(given, 0)
        game.into(given, array("q", [0, 0]))
        game.moves(given, (b"\0", b"\0"))
        game.is_legal(given, 1)
        game.play(given.copy(), 1)
        game.play(given.copy(), 1, [])
        game.actor(given)
        game.standing(given, 1)
        game.hash(given)
        game.playout(given.copy(), Random(3), -1)
        game.run(given, True)
        list(given)
    game.outcomes([2, 0, 0, 0])
    game.shuffled([3, 0, 0, 0])
    game.happen([3, 0, 0, 0], (30, 28, 29), True)
    game.play_move([1, 9, 0, 0], (0, (1, 3)), True)
    game.stage(FIRST, (5, (6, 7)), (8,))
    game.playout([1, 3, 0, 0], Random(1), -1)
    state[3] = TOP << 64
    assert state == [0, 9, 0, TOP << 64]
    for kind, ask in WRONG.values():
        try:
            ask(game)
        except kind:
            continue


def test_nothing_is_left_behind(game: HostedGame) -> None:
    for _ in range(20):
        _everything(game)
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(200):
        _everything(game)
    gc.collect()
    assert sys.getallocatedblocks() - before < 200


def test_games_come_and_go(libraries: tuple[Host, Path]) -> None:
    driver, library = libraries
    for _ in range(20):
        _everything(driver.game(library, _again))
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(50):
        _everything(driver.game(library, _again))
    gc.collect()
    assert sys.getallocatedblocks() - before < 500

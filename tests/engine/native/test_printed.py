"""Printed C compiles without a warning, gives the same answers as the other executors, and stays within its memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.engine.native.compilers import CCompiler
from interpreter.engine.native.print_game import print_game
from interpreter.engine.reference_flow import Reference
from tests.engine.native.agreement import agree, playouts_agree
from tests.engine.native.damage import damage_is_harmless
from tests.engine.native.fuzzing import fuzzed
from tests.engine.native.games import EXAMPLES, players_of, program_of
from tests.engine.native.harness import PrintedExecutor, compiled
from tests.interpreter.damaged_graphs import record

pytestmark = pytest.mark.slow

#: Games that are quick to print, and have between them boards, counters, cards, tokens, chance and secrets.
QUICK = ("tic_tac_toe", "breakthrough", "go_9x9", "pig", "beacons", "lantern_market", "lock_keepers",
         "picnic_baskets")  # fmt: skip

#: Games that take long to print are compiled by `python -m tests.engine.native compile` only, with all others.
LONG = ("backgammon", "chess", "english_draughts", "nine_mens_morris", "sealed_letter")


@pytest.mark.parametrize("name", QUICK)
def test_random_games_and_playouts_agree_with_python(name: str, tmp_path: Path) -> None:
    printed = PrintedExecutor(program_of(name), tmp_path)
    assert agree(printed, games=3, seed=1, longest=60) > 5
    assert playouts_agree(printed, games=8, seed=1) > 5


@pytest.mark.parametrize("name", ["tic_tac_toe", "kuhn_poker", "rock_paper_scissors"])
def test_random_games_agree_with_the_reference(name: str, tmp_path: Path) -> None:
    printed = PrintedExecutor(program_of(name), tmp_path)
    assert agree(printed, games=3, seed=2, longest=60, other=Reference) > 5


@pytest.mark.parametrize("name", sorted({*EXAMPLES} - {*QUICK, *LONG}))
def test_examples_compile_without_a_warning(name: str, tmp_path: Path) -> None:
    assert compiled(print_game(program_of(name, players_of(name)[-1])).text, tmp_path).exists()


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "picnic_baskets"])
def test_hostile_states_stay_within_their_memory(name: str, tmp_path: Path) -> None:
    told = fuzzed(program_of(name), tmp_path, seed=1, states=200)
    assert int(told.split()[7]) > 20, "some of what is asked is illegal"


@pytest.mark.parametrize("name", ["pig", "kuhn_poker"])
def test_damaged_graphs_stay_within_their_memory(name: str, tmp_path: Path) -> None:
    assert damage_is_harmless(record(name), tmp_path, seed=1, graphs=6)["taken"] > 2


def test_the_same_program_gives_the_same_text() -> None:
    program = program_of("connect_four")
    assert print_game(program) == print_game(program)


@pytest.mark.parametrize("name", ["pig", "lantern_market"])
def test_a_game_in_parts_is_the_same_game(name: str, tmp_path: Path) -> None:
    program = program_of(name)
    printed, library = print_game(program), tmp_path / "parts.lib"
    parts = printed.parts(3)
    assert len(parts) == 3
    compiler = CCompiler(("gcc",), "gcc", ("-std=c99", "-ffreestanding", "-fPIC", "-shared", "-w"))
    assert compiler.compile_parts(parts, library) is None
    executor = object.__new__(PrintedExecutor)
    executor.load(program, printed, library)
    assert agree(executor, games=2, seed=4, longest=60) > 5
    assert playouts_agree(executor, games=4, seed=4) > 5


def test_nothing_is_included() -> None:
    assert "#include" not in print_game(program_of("pig")).text

"""Printed C compiles without a warning, and gives the same answers as the other executors."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.engine.native.print_game import print_game
from tests.engine.native.agreement import agree
from tests.engine.native.games import program_of
from tests.engine.native.harness import PrintedExecutor

#: Games that are quick to print, and have between them boards, counters, cards, tokens, chance and secrets.
QUICK = ("tic_tac_toe", "breakthrough", "connect_four", "hex", "go_9x9", "amazons", "pig", "kuhn_poker", "beacons",
         "lantern_market", "lock_keepers", "liars_dice", "rock_paper_scissors", "picnic_baskets")  # fmt: skip


@pytest.mark.parametrize("name", QUICK)
def test_random_games_agree_with_python(name: str, tmp_path: Path) -> None:
    printed = PrintedExecutor(program_of(name), tmp_path)
    assert agree(printed, games=4, seed=1, longest=60) > 5


def test_the_same_program_gives_the_same_text() -> None:
    program = program_of("breakthrough")
    assert print_game(program) == print_game(program)


def test_nothing_is_included() -> None:
    assert "#include" not in print_game(program_of("pig")).text

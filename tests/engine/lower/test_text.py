"""The lowered form can be read, and every routine of every game can be written."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.text import text_of
from tests.engine.board_games import tic_tac_toe
from tests.engine.card_game import card_game
from tests.rulebooks.library import game, rulebook


def test_a_board_game_reads_well(snapshot: SnapshotAssertion) -> None:
    assert text_of(Lowering(tic_tac_toe()).everything().values()) == snapshot


#: Of longer routines only the head is kept, with how many lines follow: nobody reads more of a difference.
READABLE = 30


def test_a_card_game_reads_well(snapshot: SnapshotAssertion) -> None:
    texts = (text_of([routine]) for routine in Lowering(card_game()).everything().values())
    assert "\n".join(map(_readable, texts)) == snapshot


def _readable(text: str) -> str:
    head, *lines = text.splitlines()
    return text if len(lines) <= READABLE else f"{head}\n    {len(lines)} lines\n"


#: One of each kind; printing them as C (`tests/engine/native`) needs every routine of every game, too.
GAMES = ("connect_four", "kuhn_poker", "pig", "nine_mens_morris", "sealed_letter")


@pytest.mark.parametrize("name", GAMES)
def test_every_routine_that_is_called_is_written(name: str) -> None:
    program = game(name, rulebook(name).players[0]).program
    routines = Lowering(program).everything()
    assert all(name == routine.name for name, routine in routines.items())
    assert text_of(routines.values()) == text_of(Lowering(program).everything().values())

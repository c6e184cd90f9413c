"""The lowered form can be read, and every routine of every game can be written."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter.engine.lower.build.lowering import Lowering
from interpreter.engine.lower.code import Tail
from interpreter.engine.lower.rewrite import statements
from interpreter.engine.lower.text import text_of
from rulelang.graph import program as form
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


def test_what_happens_at_a_node_is_written_for_each_player_whose_turn_it_may_be() -> None:
    program = game("english_draughts", 2).program
    lowering = Lowering(program)
    forks = [node for node in program.nodes if isinstance(node, form.Test) and len(lowering.variants.of(node)) == 2]
    assert forks
    for node in forks:
        ways = [one for one in statements(lowering[lowering.step(node)].body) if isinstance(one, Tail)]
        assert len({way.function for way in ways}) == 3, "one for each player, and one for all else"
    plain = Lowering(program, frozenset({"specialise"}))
    assert not any(isinstance(one, Tail) for one in statements(plain[plain.step(forks[0])].body))

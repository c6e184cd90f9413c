"""Faults of printed games: numbers that grow too large, and what leads outside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter.engine.native.print_game import print_game
from interpreter.engine.native.values import NotPrintable
from rulelang.graph.program import Program
from rulelang.graph.terms import Arithmetic
from rulelang.tuning.fast_dataclass import replace
from tests.engine.board_games import breakthrough, connect_four
from tests.engine.build import Builder, cell, members, pick, put
from tests.engine.card_game import card_game
from tests.engine.native.agreement import agree
from tests.engine.native.harness import ILLEGAL, OVERFLOW, PrintedExecutor, Refused, compiled


def _growing() -> Program:
    """A number that is squared in each turn."""
    book = Builder("Growing")
    book.place("box")
    book.numbers("number", [3], 0, 10**18, role="counter")
    book.decide(
        "turn",
        book.option(
            "grow", "turn", [pick("by", members(6))], [put("number", Arithmetic("*", cell("number"), cell("number")))]
        ),
    )
    book.end()
    return book.program("turn")


def test_a_number_that_grows_too_large_is_a_fault(tmp_path: Path) -> None:
    printed = PrintedExecutor(_growing(), tmp_path)
    state = printed.start()
    for _ in range(5):
        printed.play(state, (0, 1))
    assert state[printed.program.layout.regions["number"].base] == 3**32
    with pytest.raises(Refused) as refused:
        printed.play(list(state), (0, 1))
    assert refused.value.args == (OVERFLOW,)


def test_cells_are_looked_at_before_they_are_taken(tmp_path: Path) -> None:
    printed = PrintedExecutor(_growing(), tmp_path)
    state = printed.start()
    state[printed.program.layout.regions["number"].base] = 10**18 + 1
    with pytest.raises(Refused) as refused:
        printed.actor(state)
    assert refused.value.args == (ILLEGAL,)


def test_an_illegal_move_is_refused(tmp_path: Path) -> None:
    printed = PrintedExecutor(_growing(), tmp_path)
    state = printed.start()
    assert printed.is_legal(state, (0, 2))
    assert not printed.is_legal(state, (0, 0))
    assert not printed.is_legal(state, (0, 3))
    assert not printed.is_legal(state, (1, 1))
    with pytest.raises(Refused) as refused:
        printed.play(state, (0, 7))
    assert refused.value.args == (ILLEGAL,)


def test_words_of_a_program_stay_words(tmp_path: Path) -> None:
    told = 'x"; int y */ \\\n#error no " ?? \u00e4'
    program = replace(_growing(), title=told, digest=told)
    printed = PrintedExecutor.__new__(PrintedExecutor)
    game = print_game(program)
    printed.load(program, game, compiled(game.text, tmp_path))
    assert printed.game.digest.decode() == told


def test_a_number_of_more_than_64_bits_is_not_printed() -> None:
    book = Builder("Large")
    book.place("box")
    book.numbers("number", [3], 0, 10**30, role="counter")
    book.end()
    with pytest.raises(NotPrintable, match="more than 64 bits"):
        print_game(book.program("end"))


@pytest.mark.parametrize("game", [card_game, connect_four, breakthrough], ids=lambda game: game.__name__)
def test_games_made_by_hand_agree(game: Callable[[], Program], tmp_path: Path) -> None:
    assert agree(PrintedExecutor(game(), tmp_path), games=8, seed=3) > 20

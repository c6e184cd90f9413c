"""A move that can never be completed: many ways lead to the same states, and each of them is tried once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from interpreter.engine.reference_flow import Reference
from rulelang.compile import compile_rulebook
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text

#: Three times up to two of four: (1 + 4 + 12) to the third, and two choices more in some of them.
ENDLESS = """rulebook "Ways" for 2 players
each player has Coins from 0 to 5
a Card is a card
there are 2 Cards
the Yard is an area
to Act:
    repeat 3 times:
        choose up to 2:
            One: do nothing
            Two: choose a number from 1 to 2 as Pick
            Three:
                choose a number from 1 to 3 as Pick
                gain 1 Coin
            Four: lose 1 Coin
    choose a Card from the Yard
play:
    each player takes a turn: choose one:
        Act
        Rest: do nothing
"""


def test_a_move_that_cannot_be_completed_is_given_up_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    program = compile_rulebook(load(source_from_text("ways.rules", ENDLESS))[0], 2).program
    assert program is not None
    tried = Counter[str]()
    moves = Reference._moves

    def counted(self: Reference, *arguments: Any) -> Iterator[Any]:
        tried["options"] += 1
        return moves(self, *arguments)

    monkeypatch.setattr(Reference, "_moves", counted)
    reference = Reference(program)
    state = reference.start()
    assert reference.options(state) == [(1,)]
    assert tried["options"] < 5_000

"""While all choose in secret, what a player gets does not hang on what others have answered already, nor on whether
they have; and nothing of it has happened in the game before all is handed in."""

from __future__ import annotations

from itertools import product

import pytest

from interpreter import Game, Together, load
from tests.interpreter.secret_blocks import BAG, DICE, MORE_BAG, PILE
from tests.interpreter.small_marks import BIDS

TEXTS = {"bag": BAG, "pile": PILE, "more out of a bag": MORE_BAG, "dice": DICE, "bids": BIDS}


def given_to(together: Together, seat: int) -> tuple[object, ...]:
    """Everything a player gets meanwhile."""
    seen, decision = together.observe(seat), together.decision(seat)
    options = [option.notation for option in decision.options] if decision is not None else []
    return seen.cells, seen.unseen, str(seen), options, decision.title if decision is not None else ""


@pytest.fixture(params=TEXTS)
def game(request: pytest.FixtureRequest) -> Game:
    return load(TEXTS[request.param]).game(2)


@pytest.mark.parametrize("first", [0, 1])
def test_what_a_waiting_player_gets_does_not_hang_on_the_answers_of_others(game: Game, first: int) -> None:
    waiting = 1 - first
    for seed in range(3):
        found = set()
        for answers in product(range(3), repeat=2):
            together = Together(game.start(seed))
            if waiting not in together.waiting:
                break
            found.add(repr(given_to(together, waiting)))
            for answer in answers:
                decision = together.decision(first)
                if decision is not None:
                    assert together.choose(first, decision.options[answer % len(decision.options)])
                    found.add(repr(given_to(together, waiting)))
        assert len(found) <= 1


def test_a_game_saved_in_the_middle_holds_nothing_of_the_answers(game: Game) -> None:
    session = game.start(4)
    before, views = session.save(), [session.save(player) for player in (0, 1)]
    together = Together(session)
    decision = together.decision(0)
    assert decision is not None
    assert together.choose(0, decision.options[0])
    assert session.save() == before
    assert [session.save(player) for player in (0, 1)] == views
    again = game.resume(session.save())
    assert again
    anew = Together(again)
    assert given_to(anew, 0) == given_to(Together(session), 0)

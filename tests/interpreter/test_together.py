"""Secret decisions made at the same time can be taken in any order."""

from __future__ import annotations

from itertools import permutations, product

import pytest

from interpreter import Session, Together, load
from tests.rulebooks.library import game

pytestmark = pytest.mark.slow


def _answers(session: Session, order: tuple[int, ...], pick: int) -> Session:
    together = Together(session)
    for seat in order:
        while (decision := together.decision(seat)) is not None:
            assert together.choose(seat, decision.options[pick % len(decision.options)])
    assert together.waiting == ()
    together.reveal()
    return session


@pytest.mark.parametrize(("name", "players"), [("rock_paper_scissors", 2), ("samurai", 2), ("samurai", 3)])
def test_the_order_of_the_answers_does_not_matter(name: str, players: int) -> None:
    states = set()
    for order in permutations(range(players)):
        session = game(name, players).start(seed=4)
        while session.decision is not None and not session.decision.secret:
            session.apply(session.decision.options[0])
        states.add(_answers(session, order, 5).state)
    assert len(states) == 1


def test_nobodys_options_depend_on_what_another_has_chosen() -> None:
    session = game("rock_paper_scissors", 2).start()
    for first, second in product(range(3), repeat=2):
        together = Together(session.clone())
        decisions = [together.decision(seat) for seat in (0, 1)]
        assert all(decision is not None for decision in decisions)
        assert together.waiting == (0, 1)
        options = [[option.move for option in decision.options] for decision in decisions if decision]
        assert decisions[1]
        assert together.choose(1, decisions[1].options[second])
        decision = together.decision(0)
        assert decision is not None
        assert [option.move for option in decision.options] == options[0]
        assert together.choose(0, decision.options[first])
        assert not together.choose(0, decision.options[first])


def test_answers_in_words_and_answers_that_are_none() -> None:
    session = game("rock_paper_scissors", 2).start()
    together = Together(session)
    assert not together.choose(1, "Well")
    assert together.choose(1, "Paper")
    with pytest.raises(ValueError, match="not everybody"):
        together.reveal()
    assert not session.history
    assert together.choose(0, "Rock")
    together.reveal()
    assert [step.seat for step in session.history] == [0, 1]
    assert session.scores() is not None


def test_only_where_decisions_are_secret() -> None:
    with pytest.raises(ValueError, match="in secret"):
        Together(load("examples/tic_tac_toe.rules").game().start())

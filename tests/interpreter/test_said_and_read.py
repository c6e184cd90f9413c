"""Every way to say a move is read back, its notation and its label in every language; part by part it can be made."""

from __future__ import annotations

from random import Random

import pytest

from interpreter import Decision, Option, SubChoice
from tests.interpreter.games import ALL_GAMES, BIG_GAMES, big_session, played

pytestmark = pytest.mark.slow

MOMENTS = ((1, 0), (2, 4), (3, 11), (4, 25))


def decisions(name: str) -> list[Decision]:
    """Some moments of a game."""
    sessions = [big_session(name, *at) if name in BIG_GAMES else played(name, *at) for at in MOMENTS]
    return [session.decision for session in sessions if session.decision is not None]


@pytest.mark.parametrize("name", [*ALL_GAMES, *BIG_GAMES])
def test_what_is_said_of_a_move_is_read_as_this_move(name: str) -> None:
    for decision in decisions(name):
        options = decision.options[:40]
        for option in Random(1).sample(options, min(5, len(options))):
            assert decision.read(option.notation) == [option]
            for language in decision.game.languages:
                assert decision.read(option.label(language)) == [option]


def made_in_steps(decision: Decision, after: SubChoice | None = None) -> list[Option]:
    """All options, part by part."""
    steps = decision.steps(after)
    done = [step.complete for step in steps if step.complete is not None]
    return done + [one for step in steps if step.complete is None for one in made_in_steps(decision, step)]


@pytest.mark.parametrize("name", [*ALL_GAMES, *BIG_GAMES])
def test_steps_lead_to_every_option_and_to_nothing_else(name: str) -> None:
    for decision in decisions(name):
        if len(decision.options) <= 60:
            in_steps = {option.notation for option in made_in_steps(decision)}
            assert in_steps == {option.notation for option in decision.options}

"""Laws of hidden information, on small games of which every line of play can be listed: whoever has perceived the same
along two lines is told, shown and offered the same.

    SMALL_SECRETS_LINES=500 pytest tests/interpreter/test_small_secrets.py

looks at more lines.
"""

from __future__ import annotations

import os
from functools import cache

import pytest

from interpreter import Game, Session, load
from interpreter.visibility.secrecy import secret_steps
from tests.interpreter.all_lines import groups, lines
from tests.interpreter.small_secrets import SMALL_SECRETS

pytestmark = pytest.mark.slow

LINES = int(os.environ.get("SMALL_SECRETS_LINES", "40"))
DEEPEST = 3

#: Of lines that cannot be told apart, so many are compared with the first.
COMPARED = 3


@cache
def small(name: str) -> Game:
    return load(SMALL_SECRETS[name]).game()


def attempts(game: Game) -> list[str]:
    """Things somebody may try to do, possible or not, named by everything there is."""
    layout = game.program.layout
    things = sorted({piece.name for piece in layout.pieces} | {one.name for one in layout.varieties})
    options = [option for node in game.program.nodes for option in getattr(node, "options", ())]
    actions = sorted({option.name for option in options})[:4]
    there = [f"{thing} in {place.name}" for thing in things for place in layout.places]
    return ["Nonsense", *things, *there, *(f"{action}, {thing}" for action in actions for thing in things)]


def given_to(session: Session, player: int) -> dict[str, object]:
    """Everything a player is given by a session."""
    seat, decision = session.seat(player), session.decision
    found: dict[str, object] = {
        "observation": (seat.observation, str(seat.observation)),
        "clock": seat.clock,
        "transcript": session.transcript(player),
        "narrative": [(passage.events, passage.concealed) for passage in session.narrative(player)],
        "save": session.save(player),
        "why": [str(session.why(number, player)) for number in range(len(session.history))],
    }
    if not secret_steps(session.game, session.state.cells, session.history):
        found["undo"] = session.can_undo
    if decision is not None and decision.seat == player:
        found["title"] = decision.title
        found["options"] = [(option.notation, option.label(), option.key) for option in decision.options]
        found["steps"] = [
            (first.label, [second.label for second in decision.steps(first)] if first.complete is None else [])
            for first in decision.steps()
        ]
        found["why not"] = [str(session.why_not(text)) for text in attempts(session.game)]
    return found


@pytest.mark.parametrize("name", SMALL_SECRETS)
def test_whoever_has_perceived_the_same_is_given_the_same(name: str) -> None:
    game = small(name)
    sessions = list(lines(game, LINES, DEEPEST))
    compared = 0
    for player in range(len(game.players)):
        for first, *others in groups(sessions, player):
            given = given_to(first, player) if others else {}
            for other in others[:COMPARED]:
                compared += 1
                assert given_to(other, player) == given
    assert compared

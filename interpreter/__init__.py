"""Plays checked rulebooks: executes the graph that `rulelang` builds, and never parses.

    from interpreter import load

    game = load("rulebook.rules").game(players=2)
    session = game.start(seed=1)
    while session.decision:
        session.apply(session.decision.options[0])
    print(session.result)

`Session` answers every question about a game at a moment; `Seat` answers what one player may know of it.
"""

from interpreter.api.chance import Chance, Happening, stream
from interpreter.api.decision import Decision, Option, Options, SubChoice
from interpreter.api.game import Game
from interpreter.api.position import Position, State
from interpreter.api.result import Result, Score
from interpreter.api.rulebook import BrokenRulebook, Rulebook, load
from interpreter.api.seat import Seat
from interpreter.api.session import Session
from interpreter.api.simultaneous import Together
from interpreter.engine.executor import Fault, Move, Outcome, Stuck
from interpreter.engine.steps import Step
from interpreter.explain.refusal import Clause, Refusal
from interpreter.explain.trace import Fired, Trace
from interpreter.saves.parse import Rejected
from interpreter.saves.view import View
from interpreter.wording.events import Event
from interpreter.wording.narrative import Passage
from interpreter.wording.observation import Observation, PlaceSeen

DISTRIBUTION = "rulelang"
"""Marks this package as RuleLang's own; see `rulelang.installation`."""

__all__ = [
    "BrokenRulebook",
    "Chance",
    "Clause",
    "Decision",
    "Event",
    "Fault",
    "Fired",
    "Game",
    "Happening",
    "Move",
    "Observation",
    "Option",
    "Options",
    "Outcome",
    "Passage",
    "PlaceSeen",
    "Position",
    "Refusal",
    "Rejected",
    "Result",
    "Rulebook",
    "Score",
    "Seat",
    "Session",
    "State",
    "Step",
    "Stuck",
    "SubChoice",
    "Together",
    "Trace",
    "View",
    "load",
    "stream",
]

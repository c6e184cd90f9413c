"""Plays checked rulebooks: executes the graph that `rulelang` builds, and never parses.

    from interpreter import load

    game = load("rulebook.rules").game(players=2)
    session = game.start(seed=1)
    while session.decision:
        session.apply(session.decision.options[0])
    print(session.result)

What can be asked of a game at a moment stands on `Session`; what one player may know of it on `Seat`.
"""

from interpreter.chance import Chance, Happening, stream
from interpreter.decision import Decision, Option, Options, SubChoice
from interpreter.engine.executor import Fault, Move, Outcome, Stuck
from interpreter.events import Event
from interpreter.explain.refusal import Clause, Refusal
from interpreter.explain.trace import Fired, Trace
from interpreter.game import Game
from interpreter.history import Step
from interpreter.narrative import Passage
from interpreter.position import Position
from interpreter.result import Result, Score
from interpreter.rulebook import BrokenRulebook, Rulebook, load
from interpreter.saves.replay import Rejected
from interpreter.saves.view import View
from interpreter.seat import Seat
from interpreter.session import Session
from interpreter.simultaneous import Together
from interpreter.state import State
from interpreter.visibility.observation import Observation, PlaceSeen

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

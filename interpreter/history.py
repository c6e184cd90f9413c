"""The steps of a session, what they gave away, and how they are told to each player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from interpreter.engine.executor import Move, Outcome, Told, option_of
from interpreter.events import Event, chance_audience
from interpreter.narrative import Passage
from rulelang.graph.program import Chance, Decide
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.session import Session


@dataclass(frozen=True, slots=True)
class Step:
    """A move, or a chance event: what was chosen or happened, and the state before and after it.

    `secretly`: whose way through decisions that all make at the same time it belongs to; -1 for none.
    """

    kind: Literal["move", "chance"]
    seat: int
    move: Move
    outcome: Outcome
    before: tuple[int, ...] = field(repr=False)
    after: tuple[int, ...] = field(repr=False)
    told: tuple[Told, ...] = ()
    secretly: int = -1
    source: str = ""

    @property
    def secret(self) -> bool:
        """Does it belong to decisions made at the same time, of which others learn when all have decided?"""
        return self.secretly >= 0


def reveals(game: Game, step: Step) -> bool:
    """Did chance decide, or did anybody see something that was hidden to them before?"""
    if step.kind == "chance" or any(told.audience for told in step.told):
        return True
    if not game.sight.hides:
        return False
    for player in range(len(game.players)):
        before = game.sight.unseen_pieces(step.before, player)
        seen = glimpsed(game, step, player)
        if any(piece in seen or game.sight.sees_piece(step.after, player, piece) for piece in before):
            return True
        hidden = {(place, back): count for place, back, count in game.sight.unseen(step.before, player)}
        now = game.sight.unseen(step.after, player)
        if sum(count for *_, count in now) < sum(hidden.values()):
            return True
    return False


def secret_steps(session: Session) -> int:
    """How many of the last steps belong to secret decisions that are still going on: nobody learns of them yet."""
    node = session.node
    if not ((isinstance(node, Decide) and node.secret) or (isinstance(node, Chance) and node.secretly is not None)):
        return 0
    now, count = session.state.cells, 0
    for step in reversed(session.history):
        if not (step.secret or step.kind == "chance") or session.game.parts.begins_anew(step.before, now):
            break
        now = step.before
        count += 1
    running = session.history[len(session.history) - count :]
    leading = next((n for n, step in enumerate(running) if step.secret), count)
    return count - leading


def told_to(session: Session, viewer: int | None) -> tuple[Passage, ...]:
    """All steps as a viewer learns of them."""
    game, steps = session.game, session.history
    running = len(steps) - secret_steps(session)
    found: list[Passage] = []
    for number, step in enumerate(steps):
        events: list[Event] = []
        known = viewer is None or number < running or viewer in (step.seat, step.secretly)
        if known:
            events = step_events(game, step, viewer, later=_later(game, steps, number))
        elif step.kind == "move" and not _goes_on(steps, number, running):
            events = [Event("move", step.seat, viewer, True, game, step.before, step.after, step.move)]
        found.append(Passage(number, tuple(events), viewer, not known, game, step))
    return tuple(found)


def _goes_on(steps: Sequence[Step], number: int, running: int) -> bool:
    """Has the same player already chosen something? How often somebody chooses may tell what was chosen."""
    return any(steps[one].secretly == steps[number].secretly for one in range(running, number) if steps[one].seat >= 0)


def _later(game: Game, steps: Sequence[Step], number: int) -> tuple[int, ...]:
    """The state in which the choice of a step is shown: for secret ones, when all have chosen."""
    while steps[number].secret and number + 1 < len(steps) and steps[number + 1].secret:
        if game.parts.begins_anew(steps[number].before, steps[number + 1].before):
            break
        number += 1
    return steps[number].after


def step_events(game: Game, step: Step, viewer: int | None, *, later: tuple[int, ...]) -> list[Event]:
    """The events of one step, which has come to light for the viewer."""
    concealed = False
    if step.kind == "chance" and viewer is not None:
        node = game.executor.node(list(step.before))
        assert isinstance(node, Chance)
        concealed = not chance_audience(game, step.before, step.after, node, step.outcome) >> viewer & 1
    found = []
    if not _is_silent(game, step):
        seen = glimpsed(game, step, viewer) if step.kind == "move" else frozenset()
        move, outcome = step.move, step.outcome
        found.append(
            Event(step.kind, step.seat, viewer, concealed, game, step.before, later, move, outcome, None, seen)
        )
    return [
        *found,
        *(Event("told", step.seat, viewer, False, game, step.before, later, _told=told) for told in step.told),
    ]


def glimpsed(game: Game, step: Step, viewer: int | None) -> frozenset[int]:
    """The pieces that moved in a step and that a viewer saw at some moment of it."""
    if viewer is None or not game.sight.hides:
        return frozenset()
    return frozenset(piece for piece, audience in game.course.glimpses(step) if audience >> viewer & 1)


def _is_silent(game: Game, step: Step) -> bool:
    """Is the step one that the rulebook does not report?"""
    if step.kind == "chance":
        return False
    node = game.executor.node(list(step.before))
    assert isinstance(node, Decide)
    return option_of(node, step.move).silent

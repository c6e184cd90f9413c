"""The steps of a session, what they gave away, and how they are told to each player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from interpreter.events import Event, chance_audience
from interpreter.execute.interface import Move, Outcome, Told
from rulelang.graph.program import Chance, Decide
from rulelang.values import dataclass, field

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.session import Session

_SECRET_LOOP = ": players left"


@dataclass(frozen=True, slots=True)
class Step:
    """A move, or a chance event: what was chosen or happened, and the state before and after it."""

    kind: Literal["move", "chance"]
    seat: int
    move: Move
    outcome: Outcome
    before: tuple[int, ...] = field(repr=False)
    after: tuple[int, ...] = field(repr=False)
    told: tuple[Told, ...] = ()
    secret: bool = False
    source: str = ""


def reveals(game: Game, step: Step) -> bool:
    """Did chance decide, or did anybody see something that was hidden to them before?"""
    if step.kind == "chance" or any(told.audience for told in step.told):
        return True
    if not game.sight.hides:
        return False
    for player in range(len(game.players)):
        before = game.sight.unseen_pieces(step.before, player)
        if any(game.sight.sees_piece(step.after, player, piece) for piece in before):
            return True
        hidden = {(place, back): count for place, back, count in game.sight.unseen(step.before, player)}
        now = game.sight.unseen(step.after, player)
        if sum(count for *_, count in now) < sum(hidden.values()):
            return True
    return False


def secret_steps(session: Session) -> int:
    """How many of the last steps belong to secret decisions that are still going on: nobody learns of them yet."""
    if not (isinstance(session.node, Decide) and session.node.secret):
        return 0
    now, count = session.state.cells, 0
    for step in reversed(session.history):
        if not (step.secret or step.kind == "chance") or begins_anew(session.game, step.before, now):
            break
        now = step.before
        count += 1
    running = session.history[len(session.history) - count :]
    leading = next((n for n, step in enumerate(running) if step.secret), count)
    return count - leading


def begins_anew(game: Game, before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Did the players who have yet to decide become more? Then another round of secret decisions began in between."""
    for region in game.program.layout.regions.values():
        if region.role == "frame" and region.name.endswith(_SECRET_LOOP) and after[region.base] & ~before[region.base]:
            return True
    return False


def told_to(session: Session, viewer: int | None) -> tuple[Event, ...]:
    """All events as a viewer learns them."""
    running = len(session.history) - secret_steps(session)
    found: list[Event] = []
    for number, step in enumerate(session.history):
        concealed = viewer is not None and number >= running and step.seat != viewer
        found += step_events(session.game, step, viewer, concealed=concealed, later=_later(session, number))
    return tuple(found)


def _later(session: Session, number: int) -> tuple[int, ...]:
    """The state in which the choice of a step is shown: for secret ones, when all have chosen."""
    steps = session.history
    while steps[number].secret and number + 1 < len(steps) and steps[number + 1].secret:
        if begins_anew(session.game, steps[number].before, steps[number + 1].before):
            break
        number += 1
    return steps[number].after


def step_events(game: Game, step: Step, viewer: int | None, *, concealed: bool, later: tuple[int, ...]) -> list[Event]:
    """The events of one step."""
    if step.kind == "chance" and viewer is not None:
        node = game.executor.node(list(step.before))
        assert isinstance(node, Chance)
        concealed = concealed or not chance_audience(game, step.before, step.after, node, step.outcome) >> viewer & 1
    silent = _is_silent(game, step)
    found = []
    if not silent:
        found.append(Event(step.kind, step.seat, viewer, concealed, game, step.before, later, step.move, step.outcome))
    if not concealed or step.kind == "chance":
        found += [Event("told", step.seat, viewer, False, game, step.before, later, told=told) for told in step.told]
    return found


def _is_silent(game: Game, step: Step) -> bool:
    """Is the step one that the rulebook does not report?"""
    if step.kind == "chance":
        return False
    node = game.executor.node(list(step.before))
    assert isinstance(node, Decide)
    number = step.move[0]
    assert isinstance(number, int)
    return node.options[number].silent

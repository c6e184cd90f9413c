"""A game as it is told: for every step what was done and what came of it, as everybody or one player may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from interpreter.engine.executor import option_of
from interpreter.engine.steps import Step
from interpreter.visibility.secrecy import chance_audience, glimpsed, secret_steps
from interpreter.wording.changes import Change, NamedByMove, changes
from interpreter.wording.events import Event
from interpreter.wording.names import Names
from interpreter.wording.worded_game import WordedGame
from rulelang.graph.program import ChanceNode, Decide
from rulelang.tuning.fast_dataclass import dataclass, field

# What a step did beside the words it is called by: counters, marks, pieces that moved, in order, part by part. A step
# runs on through everything that happens by itself: the rest of the action, a payday, a fire. It is played again with
# a pencil, what was written is put together for each part of the rulebook it went through, and told as one player may
# know it.


def told(game: WordedGame, step: Step, viewer: int | None, names: Names) -> list[str]:
    """A line for each part of a step that changed something the viewer can see."""
    lines = []
    chosen = NamedByMove.of(game, step)
    for part in game.course.parts(step):
        found = changes(game, part.written, viewer, names, NamedByMove() if part.name else chosen)
        if found:
            lines.append(_line(part.name, found, names))
    return lines


def _line(name: str, found: Sequence[Change], names: Names) -> str:
    said = "; ".join(change.text for change in found)
    return f"{names.term(name)}: {said}" if name else said


@dataclass(frozen=True, slots=True)
class Passage:
    """One step of a game as it is told. A step the rules do not report has no events, but it may have results."""

    number: int
    events: tuple[Event, ...]
    viewer: int | None
    concealed: bool
    _game: WordedGame = field(compare=False, repr=False)
    _step: Step = field(compare=False, repr=False)

    @property
    def kind(self) -> Literal["move", "chance"]:
        """Did somebody move, or was it chance?"""
        return self._step.kind

    @property
    def seat(self) -> int:
        """Who moved; -1 for chance."""
        return self._step.seat

    def effects(self, language: str = "en") -> tuple[str, ...]:
        """Its results that the events do not mention: `Coins: Ann 3 → 5`, `Payday: Rice: Ben 2 → 0`."""
        if self.concealed:
            return ()
        names = self._game.names(language)
        return tuple(told(self._game, self._step, self.viewer, names))

    def lines(self, language: str = "en") -> tuple[str, ...]:
        """The events, and below them their results."""
        first, *others = [event.text(language) for event in self.events] or [""]
        effects = [f"  {line}" for line in self.effects(language)]
        return tuple(line for line in (first, *effects, *others) if line)


def told_to(game: WordedGame, steps: Sequence[Step], cells: tuple[int, ...], viewer: int | None) -> tuple[Passage, ...]:
    """All steps as a viewer learns of them. While secret decisions go on, only the first of each other player is among
    them: how many there are may tell what was chosen."""
    running = len(steps) - secret_steps(game, cells, steps)
    found: list[Passage] = []
    for number, step in enumerate(steps):
        known = viewer is None or number < running or viewer in (step.seat, step.secretly)
        if known:
            events = step_events(game, step, viewer, later=_later(game, steps, number))
        elif step.kind == "move" and not _goes_on(steps, number, running):
            events = [Event("move", step.seat, viewer, True, game, step.before, step.after, step.move)]
        else:
            continue
        found.append(Passage(number, tuple(events), viewer, not known, game, step))
    return tuple(found)


def _goes_on(steps: Sequence[Step], number: int, running: int) -> bool:
    """Has the same player already chosen something?"""
    return any(steps[one].secretly == steps[number].secretly for one in range(running, number) if steps[one].seat >= 0)


def _later(game: WordedGame, steps: Sequence[Step], number: int) -> tuple[int, ...]:
    """The state in which the choice of a step is shown: for secret ones, when all have chosen."""
    while steps[number].secret and number + 1 < len(steps) and steps[number + 1].secret:
        if game.parts.begins_anew(steps[number].before, steps[number + 1].before):
            break
        number += 1
    return steps[number].after


def step_events(game: WordedGame, step: Step, viewer: int | None, *, later: tuple[int, ...]) -> list[Event]:
    """The events of one step, which has come to light for the viewer."""
    concealed = False
    if step.kind == "chance" and viewer is not None:
        node = game.executor.node(list(step.before))
        assert isinstance(node, ChanceNode)
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


def _is_silent(game: WordedGame, step: Step) -> bool:
    """Is the step one that the rulebook does not report?"""
    if step.kind == "chance":
        return False
    node = game.executor.node(list(step.before))
    assert isinstance(node, Decide)
    return option_of(node, step.move).silent

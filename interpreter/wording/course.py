"""What a step did beside the words it is called by: counters, marks, pieces that moved, in order, part by part.

A step runs on through everything that happens by itself: the rest of the action, a payday, a fire. It is played again
with a pencil, what was written is put together for each part of the rulebook it went through, and told as one player
may know it.
"""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engine.steps import Step
from interpreter.wording.changes import Change, NamedByMove, changes
from interpreter.wording.names import Names
from interpreter.wording.worded_game import WordedGame


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

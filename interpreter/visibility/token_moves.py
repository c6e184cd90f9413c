"""The tokens that moved in a step."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from interpreter.engine.tracer import Wrote
from rulelang.graph.terms import MoveTokens

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.visibility.sighted_game import SightedGame

#: The tokens that moved: variety, from where, to where, how many, and the state before.
_Move: TypeAlias = tuple[int, int, int, int, tuple[int, ...]]


def moves_of(game: SightedGame, step: Step) -> list[_Move]:
    """The tokens a step moves, one after the other."""
    found: list[_Move] = []
    for note in game.course.noted(step):
        if isinstance(note, Wrote) and isinstance(note.effect, MoveTokens):
            effect, values = note.effect, note.values
            variety, source, target, count = (
                game.plain.evaluate(list(note.before), term, values)
                for term in (effect.variety, effect.source, effect.target, effect.count)
            )
            found.append((variety, source, target, count, note.before))
    return found

"""What a player learns of things without seeing them: marks that everybody sees are put on some of them, not on others.

    Ben is told which of his cards are red: the second and the fourth      the others may be anything but red

For each thing that was marked then, and for those beside it, is found out what it may be: with which others in its
place the rules would have put the same marks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeAlias

from interpreter.engine.executor import Fault
from interpreter.visibility.sight import Marked

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.visibility.sighted_game import SightedGame

#: For each role, the roles that may stand in its place.
Hints: TypeAlias = Mapping[int, frozenset[int]]


def hints_of(game: SightedGame, player: int, step: Step) -> Hints:
    """What a step tells a player of things the player does not see."""
    sight = game.sight
    if step.kind != "move" or not sight.open_marks:
        return {}
    unseen = sight.unseen_pieces(step.before, player)
    marked = {
        sight.marked[cell]
        for region in sight.open_marks
        for cell in range(region.base, region.base + region.length)
        if step.before[cell] != step.after[cell]
    }
    places = {step.before[sight.at + piece] for piece in marked.intersection(unseen)}
    beside = [piece for piece in unseen if step.before[sight.at + piece] in places]
    return {piece: frozenset(_instead(game, player, step, piece, unseen)) for piece in beside}


def _instead(game: SightedGame, player: int, step: Step, piece: int, unseen: list[int]) -> Iterator[int]:
    """The pieces with which the same would have been seen."""
    sight, looks = game.sight, [one.look for one in game.program.layout.pieces]
    known: dict[int, bool] = {looks[piece]: True}
    seen = sight.marks_on_unseen(step.after, player)
    for other in unseen:
        if sight.back(other) == sight.back(piece):
            if looks[other] not in known:
                known[looks[other]] = _marks(game, player, step, piece, other) == seen
            if known[looks[other]]:
                yield other


def _marks(game: SightedGame, player: int, step: Step, piece: int, other: int) -> tuple[Marked, ...] | None:
    """What would be marked if two pieces were in each other's place."""
    exchange = {piece: other, other: piece}
    cells = game.exchange.made(step.before, exchange)
    try:
        game.executor.play(cells, step.move)
    except (Fault, ValueError):
        return None
    return game.sight.marks_on_unseen(cells, player)

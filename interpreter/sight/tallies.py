"""What a player knows of tokens in places the player does not look into, from having watched: of each variety so many
are certainly there.

Who sees a token go into a hidden place knows that it is there. When something unseen is taken out, it may be any of
them, and so many fewer are certain.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.explain.tracer import Wrote
from rulelang.graph.terms import MoveTokens

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.history import Step

#: How many tokens of a variety are certainly in a place, by variety and place.
Certain: TypeAlias = Mapping[tuple[int, int], int]

#: The tokens that moved: variety, from where, to where, how many, and the state before.
_Move: TypeAlias = tuple[int, int, int, int, tuple[int, ...]]


def hides_tokens(game: Game) -> bool:
    """Can tokens lie where not everybody sees them?"""
    sight = game.sight
    hidden = {place for place, seen in enumerate(sight.place_audience) if seen != sight.everybody}
    stores = game.program.layout.tokens
    return any(place in store.counts or store.set_places >> place & 1 for store in stores for place in hidden)


def moves_of(game: Game, step: Step) -> list[_Move]:
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


class Tally:
    """One player's certain knowledge of unseen tokens."""

    def __init__(self, game: Game, player: int) -> None:
        self._game: Final = game
        self._player: Final = player
        self.certain: Final[dict[tuple[int, int], int]] = defaultdict(int)

    def watch(self, step: Step) -> None:
        """Something happened."""
        for move in moves_of(self._game, step):
            self._watch(*move)

    def _watch(self, variety: int, source: int, target: int, count: int, before: Sequence[int]) -> None:
        sees_source = self._game.sight.sees_place(self._player, source)
        sees_target = self._game.sight.sees_place(self._player, target)
        if not count or (sees_source and sees_target):
            return
        if not (sees_source or sees_target) and not self._is_sure(variety, source, before):
            for other in self._alike(variety):
                self._taken(other, source, count)
            return
        if not sees_source:
            self._taken(variety, source, count)
        if not sees_target:
            self.certain[variety, target] += count

    def _taken(self, variety: int, place: int, count: int) -> None:
        self.certain[variety, place] = max(0, self.certain[variety, place] - count)

    def _alike(self, variety: int) -> list[int]:
        """The varieties with the same back."""
        varieties = self._game.program.layout.varieties
        back = varieties[variety].kind, varieties[variety].owner
        return [number for number, other in enumerate(varieties) if (other.kind, other.owner) == back]

    def _is_sure(self, variety: int, place: int, before: Sequence[int]) -> bool:
        """Can it have been nothing else, because only this lies there?"""
        held = {v: dict(self._game.sight.stored(before, v)).get(place, 0) for v in self._alike(variety)}
        known = all(count <= self.certain.get((v, place), 0) for v, count in held.items())
        return known and all(v == variety or not count for v, count in held.items())

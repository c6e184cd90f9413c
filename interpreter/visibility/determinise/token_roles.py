"""Tokens as single things: which of them went where, and which of them a player may take for each other.

Tokens that look alike are interchangeable, so any of them may be the one that went; the one that came first goes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from interpreter.visibility.sight import back_of
from interpreter.visibility.token_moves import moves_of

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.visibility.determinise.timeline import Crossing
    from interpreter.visibility.sighted_game import SightedGame


class TokenRoles:
    """Where each single token is. Only tokens that can lie hidden among others of their back have roles."""

    def __init__(self, game: SightedGame, player: int, first: Sequence[int], start: int) -> None:
        """`start` is the number of the first role of a token."""
        self._game: Final = game
        self._player: Final = player
        self._start: Final = start
        #: The variety and the back of each role.
        self.varieties: Final[list[int]] = []
        self.backs: Final[list[object]] = []
        #: The roles of each variety in each place.
        self.lying: Final[dict[tuple[int, int], list[int]]] = {}
        #: For each step the roles that stand for the tokens it moved, by variety and place.
        self.moved: Final[list[dict[tuple[int, int], list[int]]]] = []
        #: Where each role is, in each state.
        self.places: Final[list[dict[int, int]]] = []
        for variety in game.sight.mistakable_varieties:
            kind = game.program.layout.varieties[variety]
            for place, count in game.sight.stored(first, variety):
                for _ in range(count):
                    self.lying.setdefault((variety, place), []).append(start + len(self.varieties))
                    self.varieties.append(variety)
                    self.backs.append(("token", *back_of(kind)))
        self.places.append(self._where())

    @property
    def count(self) -> int:
        """How many roles there are."""
        return len(self.varieties)

    def _where(self) -> dict[int, int]:
        return {role: place for (_, place), roles in self.lying.items() for role in roles}

    def watch(self, step: Step, time: int, seen: list[list[float]], went: list[list[float]]) -> Iterator[Crossing]:
        """What a step does to tokens, and the crossings at its beginning."""
        from interpreter.visibility.determinise.timeline import Crossing, named_values

        sight, player = self._game.sight, self._player
        lying = {key: list(roles) for key, roles in self.lying.items()}
        moved: dict[tuple[int, int], list[int]] = {}
        for variety, source, target, count, _ in moves_of(self._game, step):
            if source == target or variety not in self._known:
                continue
            roles = [self.lying[variety, source].pop(0) for _ in range(count)]
            moved.setdefault((variety, source), []).extend(roles)
            self.lying.setdefault((variety, target), []).extend(roles)
            for role in roles:
                went[role].append(time + 1)
                if sight.sees_place(player, target):
                    seen[role].append(time + 0.5)
        for value, sort in named_values(self._game, step):
            place, variety = divmod(value, max(1, len(self._game.program.layout.varieties)))
            if sort == "token" and value >= 0 and (variety, place) not in moved and lying.get((variety, place)):
                moved[variety, place] = lying[variety, place][:1]
        self.moved.append(moved)
        self.places.append(self._where() if moved else self.places[-1])
        for (_, place), roles in self.lying.items():
            if sight.sees_place(player, place):
                for role in roles:
                    seen[role].append(time + 1)
        groups: dict[tuple[int, object], list[int]] = {}
        for (_, place), roles in moved.items():
            there = {role for (_, where), those in lying.items() if where == place for role in those}
            if not sight.sees_place(player, place):
                for role in roles:
                    if role in there:
                        groups.setdefault((place, self.backs[role - self._start]), []).append(role)
        for (place, back), touched in groups.items():
            together = [r for (_, where), those in lying.items() if where == place for r in those]
            like = tuple(r for r in together if self.backs[r - self._start] == back)
            yield Crossing(time, like, tuple(touched), shuffled=False)

    @property
    def _known(self) -> frozenset[int]:
        return frozenset(self.varieties)

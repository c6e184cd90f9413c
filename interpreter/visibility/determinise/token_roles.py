"""Tokens as single things: which of them went where, and which of them a player may take for each other.

Tokens that look alike are interchangeable, so any of them may be the one that went; the one that came first goes first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.engine.executor import Fault
from interpreter.engine.tracer import Wrote
from interpreter.visibility.sight import Marked, back_of
from rulelang.graph.terms import MoveTokens

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.visibility.determinise.timeline import Crossing
    from interpreter.visibility.sighted_game import SightedGame


# The tokens that moved in a step.


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
            after = tuple((self.places[-1][role], 0) for role in like)
            yield Crossing(time, like, tuple(touched), ((place, 0),) * len(like), after)

    @property
    def _known(self) -> frozenset[int]:
        return frozenset(self.varieties)


# What a player learns of things without seeing them: marks that everybody sees are put on some of them, not on
# others. Ben is told which of his cards are red: the second and the fourth the others may be anything but red For
# each thing that was marked then, and for those beside it, is found out what it may be: with which others in its
# place the rules would have put the same marks.


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

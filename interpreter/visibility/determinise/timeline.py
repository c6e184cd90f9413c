"""The game as one player has watched it: where every thing was, when the player saw it, and when things that the player
cannot tell apart may have been taken for each other.

A thing here is a piece, or a single token. What the player sees leave a place unseen may have been any of the like
things that lay there unseen; after a shuffle any may be anywhere. Those moments are crossings: before one, two things
may have changed roles without the player noticing.

    Ben's hand: role 1, role 2      Ben lays one of them away      a crossing of 1 and 2

Everything else is known: who has once seen a card on top of a pile knows where it is until the pile is shuffled.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.engine.executor import Told
from interpreter.visibility.determinise.token_roles import TokenRoles, hints_of
from interpreter.visibility.secrecy import chance_audience, glimpsed, rolled_die, shown_pieces
from interpreter.visibility.sight import counts_first
from rulelang.graph.bit_sets import members
from rulelang.graph.program import ChanceNode, Decide
from rulelang.graph.roles import DIE_VALUE, NodeRole
from rulelang.graph.terms import Tokens
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.visibility.sighted_game import SightedGame

#: Whole numbers are the states before and after the steps; halves are in the middle of a step.
Time: TypeAlias = float


@dataclass(frozen=True, slots=True)
class Crossing:
    """A moment at which some roles may have been exchanged unnoticed; `touched` are those that went on from there.
    `before` and `after` say where each of them lay: the place and, if it is `ordered`, the how manieth there."""

    time: int
    roles: tuple[int, ...]
    touched: tuple[int, ...]
    before: tuple[tuple[int, int], ...]
    after: tuple[tuple[int, int], ...]
    shuffled: bool = False
    ordered: bool = False


class Timeline:
    """What one player has watched so far. Roles are the pieces by their numbers, then the single tokens."""

    def __init__(self, game: SightedGame, player: int, first: Sequence[int]) -> None:
        self._game: Final = game
        self._player: Final = player
        self._sight: Final = game.sight
        self._pieces: Final = len(game.program.layout.pieces)
        regions = game.program.layout.regions.values()
        self._frames: Final = [r for r in regions if r.role == "frame" and game.sight.holds_pieces(r)]
        #: For each place the cell with the length of its order; -1: it has none.
        self._orders: Final = [
            game.sight.order_start(place.order_region, place.order_start) if place.order_region else -1
            for place in game.program.layout.places
        ]
        self.tokens: Final = TokenRoles(game, player, first, self._pieces)
        count = self._pieces + self.tokens.count
        #: When each role was seen, and when it went somewhere else.
        self.seen: Final[list[list[Time]]] = [[0] for _ in range(count)]
        self.went: Final[list[list[Time]]] = [[] for _ in range(count)]
        self.copies: Final = game.sight.copies
        #: When the player saw of each role only the look, which its copies have, too.
        self.glimpsed: Final[list[list[Time]]] = [[] for _ in range(count)]
        self.crossings: Final[list[Crossing]] = []
        #: The crossings each role was part of.
        self.crossed: Final[list[list[int]]] = [[] for _ in range(count)]
        #: What the player has learned of each role without seeing it: when, and which roles it may be.
        self.hints: Final[dict[int, list[tuple[Time, frozenset[int]]]]] = {}
        #: Rolls the player did not see: the step, and the die.
        self.rolls: Final[list[tuple[int, int]]] = []
        self.steps = 0
        #: What the player saw before each step, as far as anybody has asked.
        self.views: Final[dict[int, object]] = {}

    @property
    def count(self) -> int:
        """How many roles there are."""
        return len(self.seen)

    def tracked(self) -> list[int]:
        """The pieces the player has seen and has never since been able to take for another: it is known where they
        are."""
        found = []
        for piece in range(self._pieces):
            crossed = self.crossed[piece]
            if not crossed or self.crossings[crossed[-1]].time < max(self.seen[piece][-1:] + self.glimpsed[piece][-1:]):
                found.append(piece)
        return found

    def back(self, role: int) -> object:
        """What everybody sees of a hidden thing."""
        return self._sight.back(role) if role < self._pieces else self.tokens.backs[role - self._pieces]

    def next_seen(self, role: int, time: Time) -> Time:
        """When the player sees a role again."""
        return _next(self.seen[role], time)

    def next_glimpsed(self, role: int, time: Time) -> Time:
        """When the player sees again what a role looks like, if not which of its copies it is."""
        return _next(self.glimpsed[role], time)

    def next_went(self, role: int, time: Time) -> Time:
        """When a role next leaves its place."""
        return _next(self.went[role], time)

    # ------------------------------------------------------------------------------------------------ watching

    def watch(self, step: Step) -> None:
        """One more thing has happened."""
        sight, player, time = self._sight, self._player, self.steps
        before, after = step.before, step.after
        unseen = frozenset(sight.unseen_pieces(before, player))
        still = frozenset(sight.unseen_pieces(after, player))
        self._cross_pieces(step, unseen, time)
        self._cross_copies(step, still - unseen)
        gone = [p for p in range(self._pieces) if before[sight.at + p] != after[sight.at + p]]
        for piece in gone:
            self.went[piece].append(time + 1)
        shown = self._shown(step.told)
        short = glimpsed(self._game, step, player) | shown
        for piece in range(self._pieces):
            if piece in short and (piece in unseen or piece in still):
                known = self.seen if piece in shown or piece not in self.copies else self.glimpsed
                known[piece].append(time + 0.5)
            if piece not in still:
                self.seen[piece].append(time + 1)
        if self.tokens.count:
            for crossing in self.tokens.watch(step, time, self.seen, self.went):
                self._note(crossing)
        for role, possible in hints_of(self._game, player, step).items():
            self.hints.setdefault(role, []).append((time + 0.5, possible))
        self._note_roll(step, time)
        self.steps += 1

    def _shown(self, told: Iterable[Told]) -> frozenset[int]:
        """The pieces that were shown to the player."""
        heard = [one for one in told if one.audience >> self._player & 1]
        return frozenset(piece for one in heard for piece in shown_pieces(self._game, one))

    def _note(self, crossing: Crossing) -> None:
        if len(crossing.roles) < 2:
            return
        for role in crossing.roles:
            self.crossed[role].append(len(self.crossings))
        self.crossings.append(crossing)

    def _cross_pieces(self, step: Step, unseen: frozenset[int], time: int) -> None:
        sight, before = self._sight, step.before
        if isinstance(step.outcome, tuple):
            roles = tuple(piece for piece in step.outcome if piece in unseen)
            self._cross(step, roles, roles, shuffled=True)
            return
        named = named_pieces(self._game, step)
        # What has been chosen already is chosen, and none of the others any more.
        unseen -= self._in_mind(before)
        groups: dict[tuple[int, object], list[int]] = {}
        for piece in self._touched(step) | named:
            place = before[sight.at + piece]
            is_ordered = bool(self._game.program.layout.places[place].order_region)
            # Of cards that lie side by side face down everybody sees which one is turned up.
            stays = sight.sees_place(self._player, place) and step.after[sight.at + piece] == place
            # In a row that nobody sees into everybody sees where the one stood that somebody took openly.
            pointed_at = place in sight.hidden_rows and step.kind == "move" and step.secretly in (-1, self._player)
            if piece in unseen and not (is_ordered and (stays or pointed_at or piece not in named)):
                groups.setdefault((place, sight.back(piece)), []).append(piece)
        for (place, back), touched in groups.items():
            roles = tuple(p for p in sorted(unseen) if before[sight.at + p] == place and sight.back(p) == back)
            self._cross(step, roles, tuple(touched))

    def _cross_copies(self, step: Step, covered: frozenset[int]) -> None:
        """Copies that lay open in one place may have gone each other's way, if none of them is seen afterwards."""
        pieces = sorted(self.copies.keys() & covered)
        groups: dict[tuple[int, tuple[int, ...]], list[int]] = {}
        for piece in pieces:
            groups.setdefault((step.before[self._sight.at + piece], self.copies[piece]), []).append(piece)
        if len(groups) == len(pieces):
            return
        chosen = named_pieces(self._game, step) if isinstance(step.outcome, int) else frozenset(step.outcome)
        chosen -= self._in_mind(step.before)
        for roles in map(tuple, groups.values()):
            if not chosen.isdisjoint(roles):
                self._cross(step, roles, roles, shuffled=True)
                for piece in roles:
                    self.glimpsed[piece].append(self.steps + 0.5)

    def _cross(self, step: Step, roles: tuple[int, ...], touched: tuple[int, ...], *, shuffled: bool = False) -> None:
        """Pieces of one place may have changed roles at the beginning of a step."""
        before, after = (tuple(self._lies(cells, piece) for piece in roles) for cells in (step.before, step.after))
        ordered = any(number for _, number in before)
        self._note(Crossing(self.steps, roles, touched, before, after, shuffled, ordered))

    def _lies(self, cells: Sequence[int], piece: int) -> tuple[int, int]:
        """The place of a piece, and where in its order it is there (from 1 on; 0: in none)."""
        place = cells[self._sight.at + piece]
        start = self._orders[place]
        return place, cells.index(piece, start + 1, start + 1 + cells[start]) - start if start >= 0 else 0

    def _in_mind(self, cells: Sequence[int]) -> frozenset[int]:
        """The pieces that the rules are about to do something with."""
        found: set[int] = set()
        for region in self._frames:
            kept = cells[region.base + counts_first(region) : region.base + region.length]
            found.update(piece for value in kept for piece in (members(value) if region.kind == "set" else (value,)))
        return frozenset(found)

    def _touched(self, step: Step) -> set[int]:
        """The pieces that were moved, or about which something else has changed."""
        sight, before, after = self._sight, step.before, step.after
        found = {p for p in range(self._pieces) if before[sight.at + p] != after[sight.at + p]}
        found |= {
            piece for cell, piece in sight.marked.items() if before[cell] != after[cell] and not self._is_open(cell)
        }
        for cell in sight.piece_sets:
            found |= set(members(before[cell] ^ after[cell]))
        return found

    def _is_open(self, cell: int) -> bool:
        return any(region.base <= cell < region.base + region.length for region in self._sight.open_marks)

    def _note_roll(self, step: Step, time: int) -> None:
        node = self._game.executor.node(list(step.before))
        if not isinstance(node, ChanceNode) or node.role is not NodeRole.ROLL or isinstance(step.outcome, tuple):
            return
        sight, die = self._sight, self._game.program.layout.regions.get(DIE_VALUE)
        if die is None or chance_audience(self._game, step.before, step.after, node, step.outcome) >> self._player & 1:
            return
        rolled = rolled_die(self._game, step.before, node)
        if rolled is not None:
            self.rolls.append((time, sight.marked[die.base + rolled]))


def _next(times: Sequence[Time], time: Time) -> Time:
    after = bisect_right(times, time)
    return times[after] if after < len(times) else inf


def named_pieces(game: SightedGame, step: Step) -> frozenset[int]:
    """The pieces that a move or an outcome names."""
    return frozenset(value for value, sort in named_values(game, step) if sort == "piece" and value >= 0)


def named_values(game: SightedGame, step: Step) -> Iterator[tuple[int, str]]:
    """The values of a move or an outcome, each with what it is: "piece", "token" or ""."""
    node = game.executor.node(list(step.before))
    if isinstance(node, Decide):
        number, *values = step.move
        assert isinstance(number, int)
        for parameter, value in zip(node.options[number].parameters, values, strict=True):
            sort = _sort(game, isinstance(parameter.domain, Tokens), parameter.elements)
            for one in value if isinstance(value, tuple) else (value,):
                yield one, sort
    elif isinstance(node, ChanceNode) and node.parameter is not None and isinstance(step.outcome, int):
        yield step.outcome, _sort(game, isinstance(node.parameter.domain, Tokens), node.parameter.elements)


def _sort(game: SightedGame, is_token: bool, elements: str) -> str:
    return "token" if is_token or elements == "token" else "piece" if game.sight.is_piece(elements) else ""

"""The players' ways through decisions that all make at the same time (`each player secretly`).

The state lets one player after the other go through. A walk does that with what is known of each way: the moves a
player has made and what chance has brought that player. The rest is anything that fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from interpreter.engine.executor import Fault, Move, Outcome, Vector
from interpreter.engine.steps import Step
from interpreter.visibility.apply_own_changes import merged
from rulelang.graph.program import ChanceNode, Node
from rulelang.graph.state import Storage
from rulelang.graph.terms import Tokens
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.visibility.sighted_game import SightedGame

#: How a walk ended: at the decision it was to lead to, behind the last player, or nowhere, because something that is
#: known cannot have happened so.
Ending: TypeAlias = Literal["here", "over", "unfit"]

#: Finds the move that something known stands for, if it is legal in a state.
Match: TypeAlias = Callable[[Vector, Any], Move | None]


@dataclass(frozen=True, slots=True)
class KnownOutcome:
    """What chance brought at one of its nodes; None: not known, anything that fits."""

    node: int
    outcome: Outcome | None


@dataclass(slots=True)
class KnownWay:
    """What is known of a player's way: moves, and what chance brought on it."""

    moves: list[Any] = field(default_factory=list)
    luck: list[KnownOutcome] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReplayEvent:
    """One thing that happened on a walk: whose it was, and the move, or what chance brought (then `move` is None)."""

    seat: int
    node: int
    move: Move | None
    outcome: Outcome


class Replay:
    """One walk from a state on. `made` is what happened.

    What chance is known to bring a player later, it brings nobody before: a card that one player has drawn from a bag
    was not drawn by another.
    """

    def __init__(
        self,
        game: SightedGame,
        cells: Sequence[int],
        ways: Mapping[int, KnownWay],
        match: Match,
        random: Random,
        steps: Sequence[Step] = (),
    ) -> None:
        """`steps` are those that have been made already, up to `cells`."""
        self._game: Final = game
        self._start: Final = steps[0].before if steps else tuple(cells)
        self._ways: Final = ways
        self._match: Final = match
        self._random: Final = random
        self._storage: Final = Storage(game.program.layout)
        self.cells: Final = list(cells)
        self.made: Final[list[ReplayEvent]] = []
        #: Everything that happened, with the states before and after it.
        self._happened: Final = [(step.secretly, step.move, step.outcome, step.before, step.after) for step in steps]
        self._over = False

    def copy(self) -> Replay:
        """The same walk, on its own from now on."""
        twin = Replay(self._game, self._start, self._ways, self._match, self._random)
        twin.cells[:] = self.cells
        twin.made.extend(self.made)
        twin._happened.extend(self._happened)
        twin._over = self._over
        return twin

    @property
    def seat(self) -> int:
        """Whose way it is at; -1 behind the last player."""
        return -1 if self._over else self._game.secretly(self.cells)

    def luck(self, seat: int) -> list[KnownOutcome]:
        """What chance has brought a player on this walk."""
        return [KnownOutcome(made.node, made.outcome) for made in self.made if made.seat == seat and made.move is None]

    def choices(self, seat: int) -> int:
        """How often a player has chosen on this walk."""
        return sum(1 for made in self.made if made.seat == seat and made.move is not None)

    def known_to(self, seat: int) -> tuple[int, ...]:
        """The state as a player knows it: with what happened on the player's own way, and nothing of the others'."""
        parts = [part for happened in self._happened for part in self._game.parts.happened(*happened)]
        return merged(self._game, self._start, [part[1:] for part in parts if part[0] == seat])

    def go(
        self,
        stop: int = -1,
        choices: int = 0,
        check: Callable[[Replay, int], bool] | None = None,
        luck: int | None = None,
    ) -> Ending:
        """Walk until player `stop` has made so many choices and has to decide again, or till everybody is through.

        `check` is asked at every decision whether it may be like this. With `luck` it also stops where chance is to
        bring player `stop` something after it did so often.
        """
        try:
            while not self._over:
                ending = self._on(stop, choices, check, luck)
                if ending is not None:
                    return ending
        except Fault:
            # Nobody has chosen what leads there.
            return "unfit"
        return "over"

    def _on(
        self, stop: int, choices: int, check: Callable[[Replay, int], bool] | None, luck: int | None
    ) -> Ending | None:
        """One more thing happens; or how the walk ends."""
        executor = self._game.executor
        node, seat = executor.node(self.cells), self.seat
        way = self._ways.get(seat, KnownWay())
        if seat < 0:
            self._over = True
        elif isinstance(node, ChanceNode):
            if seat == stop and len(self.luck(seat)) == luck:
                return "here"
            outcome = self._brought(node, seat, way)
            if outcome is None:
                return "unfit"
            self._happen(seat, node, outcome)
        else:
            number = self.choices(seat)
            if check is not None and not check(self, seat):
                return "unfit"
            if seat == stop and number >= choices:
                return "here"
            move = self._match(self.cells, way.moves[number]) if number < len(way.moves) else self._any()
            if move is None:
                return "unfit"
            self._play(seat, node, move)
        return None

    def _brought(self, node: ChanceNode, seat: int, way: KnownWay) -> Outcome | None:
        """What chance brings a player now; None if what is known cannot be."""
        executor, number = self._game.executor, len(self.luck(seat))
        known = way.luck[number] if number < len(way.luck) else None
        weighed = executor.outcomes(self.cells)
        if weighed is None:
            order = known.outcome if known else None
            if order is None:
                return executor.draw(self.cells, self._random)
            fits = isinstance(order, tuple) and sorted(order) == sorted(executor.shuffled(self.cells))
            return order if fits else None
        if known is None or known.outcome is None:
            return self._drawn(self._left(node, seat, weighed))
        fits = known.node == node.number and any(outcome == known.outcome for outcome, _ in weighed)
        return known.outcome if fits else None

    def _left(self, node: ChanceNode, seat: int, weighed: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """The outcomes that leave enough for what other players are known to get later."""
        sort, kept = self._sort(node), self._kept(seat)
        if sort == "token":
            count = self._storage.count_of
            return [(token, weight) for token, weight in weighed if count(self.cells, token) > kept[sort, token]]
        return [(value, weight) for value, weight in weighed if not kept[sort, value]]

    def _kept(self, seat: int) -> Counter[tuple[str, Outcome]]:
        """The things that chance is known to bring others than a player later, and how many of each."""
        found: Counter[tuple[str, Outcome]] = Counter()
        for other, way in self._ways.items():
            for lucky in way.luck[len(self.luck(other)) :] if other != seat else ():
                sort = self._sort(self._game.program.nodes[lucky.node])
                if sort and lucky.outcome is not None:
                    found[sort, lucky.outcome] += 1
        return found

    def _sort(self, node: Node) -> str:
        """What chance brings there: a "piece", a "token", or what never runs out."""
        assert isinstance(node, ChanceNode)
        if node.parameter is None:
            return ""
        if isinstance(node.parameter.domain, Tokens):
            return "token"
        return "piece" if self._game.sight.is_piece(node.parameter.elements) else ""

    def _drawn(self, weighed: list[tuple[int, int]]) -> Outcome | None:
        if not weighed:
            return None
        outcomes, weights = zip(*weighed, strict=True)
        found: int = self._random.choices(outcomes, weights)[0]
        return found

    def _any(self) -> Move:
        moves = self._game.executor.options(self.cells)
        return moves[int(self._random.random() * len(moves))]

    def _happen(self, seat: int, node: ChanceNode, outcome: Outcome) -> None:
        before = tuple(self.cells)
        self._game.executor.happen(self.cells, outcome)
        self._note(ReplayEvent(seat, node.number, None, outcome), before)

    def _play(self, seat: int, node: Node, move: Move) -> None:
        before = tuple(self.cells)
        self._game.executor.play(self.cells, move)
        self._note(ReplayEvent(seat, node.number, move, -1), before)

    def _note(self, made: ReplayEvent, before: tuple[int, ...]) -> None:
        after = tuple(self.cells)
        self.made.append(made)
        self._happened.append((made.seat, made.move or (), made.outcome, before, after))
        self._over = self._game.parts.begins_anew(before, after)


def exactly(game: SightedGame) -> Match:
    """Moves known by their numbers."""

    def match(cells: Vector, move: Any) -> Move | None:
        return move if game.executor.is_legal(cells, move) else None

    return match


def by_key(game: SightedGame) -> Match:
    """Moves known by what they are called by the one who makes them."""

    def match(cells: Vector, key: Any) -> Move | None:
        moves = game.executor.options(cells)
        return next(
            (move for move, called in zip(moves, game.keys(list(cells), moves), strict=True) if called == key), None
        )

    return match

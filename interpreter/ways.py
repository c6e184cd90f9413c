"""The players' ways through decisions that all make at the same time (`each player secretly`).

The state lets one player after the other go through. A walk does that with what is known of each way: the moves a
player has made and what chance has brought that player. The rest is anything that fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

from interpreter.execute.interface import Fault, Move, Outcome, State
from interpreter.history import Step
from interpreter.sight.observation import merged
from rulelang.graph.program import Chance
from rulelang.values import dataclass, field

if TYPE_CHECKING:
    from interpreter.game import Game

#: How a walk ended: at the decision it was to lead to, behind the last player, or nowhere, because something that is
#: known cannot have happened so.
Ending: TypeAlias = Literal["here", "over", "unfit"]

#: Finds the move that something known stands for, if it is legal in a state.
Match: TypeAlias = Callable[[State, Any], Move | None]


@dataclass(slots=True)
class Way:
    """What is known of a player's way: moves, and what chance brought on it."""

    moves: list[Any] = field(default_factory=list)
    luck: list[Outcome] = field(default_factory=list)


class Walk:
    """One walk from a state on. `made` is what happened: whose it was, the move (or None), and what chance brought."""

    def __init__(
        self,
        game: Game,
        cells: Sequence[int],
        ways: Mapping[int, Way],
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
        self.cells: Final = list(cells)
        self.made: Final[list[tuple[int, Move | None, Outcome]]] = []
        #: Everything that happened, with the states before and after it.
        self._happened: Final = [(step.secretly, step.move, step.outcome, step.before, step.after) for step in steps]
        self._over = False

    def copy(self) -> Walk:
        """The same walk, on its own from now on."""
        twin = Walk(self._game, self._start, self._ways, self._match, self._random)
        twin.cells[:] = self.cells
        twin.made.extend(self.made)
        twin._happened.extend(self._happened)
        twin._over = self._over
        return twin

    @property
    def seat(self) -> int:
        """Whose way it is at; -1 behind the last player."""
        return -1 if self._over else self._game.position(self.cells).secretly

    def luck(self, seat: int) -> list[Outcome]:
        """What chance has brought a player on this walk."""
        return [outcome for whose, move, outcome in self.made if whose == seat and move is None]

    def choices(self, seat: int) -> int:
        """How often a player has chosen on this walk."""
        return sum(1 for whose, move, _ in self.made if whose == seat and move is not None)

    def known_to(self, seat: int) -> tuple[int, ...]:
        """The state as a player knows it: with what happened on the player's own way, and nothing of the others'."""
        parts = [part for happened in self._happened for part in self._game.parts.happened(*happened)]
        return merged(self._game, self._start, [part[1:] for part in parts if part[0] == seat])

    def go(self, stop: int = -1, choices: int = 0, check: Callable[[Walk, int], bool] | None = None) -> Ending:
        """Walk until player `stop` has made so many choices and has to decide again, or till everybody is through.

        `check` is asked at every decision whether it may be like this."""
        try:
            while not self._over:
                ending = self._on(stop, choices, check)
                if ending is not None:
                    return ending
        except Fault:
            # Nobody has chosen what leads there.
            return "unfit"
        return "over"

    def _on(self, stop: int, choices: int, check: Callable[[Walk, int], bool] | None) -> Ending | None:
        """One more thing happens; or how the walk ends."""
        executor = self._game.executor
        node, seat = executor.node(self.cells), self.seat
        way = self._ways.get(seat, Way())
        if seat < 0:
            self._over = True
        elif isinstance(node, Chance):
            number = len(self.luck(seat))
            if number < len(way.luck) and not self._may_happen(way.luck[number]):
                return "unfit"
            self._happen(seat, way.luck[number] if number < len(way.luck) else executor.draw(self.cells, self._random))
        else:
            number = self.choices(seat)
            if check is not None and not check(self, seat):
                return "unfit"
            if seat == stop and number >= choices:
                return "here"
            move = self._match(self.cells, way.moves[number]) if number < len(way.moves) else self._any()
            if move is None:
                return "unfit"
            self._play(seat, move)
        return None

    def _may_happen(self, outcome: Outcome) -> bool:
        weighed = self._game.executor.outcomes(self.cells)
        if weighed is None:
            return isinstance(outcome, tuple) and sorted(outcome) == sorted(self._game.executor.shuffled(self.cells))
        return any(found == outcome for found, _ in weighed)

    def _any(self) -> Move:
        moves = self._game.executor.options(self.cells)
        return moves[int(self._random.random() * len(moves))]

    def _happen(self, seat: int, outcome: Outcome) -> None:
        before = tuple(self.cells)
        self._game.executor.happen(self.cells, outcome)
        self._note(seat, None, outcome, before)

    def _play(self, seat: int, move: Move) -> None:
        before = tuple(self.cells)
        self._game.executor.play(self.cells, move)
        self._note(seat, move, -1, before)

    def _note(self, seat: int, move: Move | None, outcome: Outcome, before: tuple[int, ...]) -> None:
        after = tuple(self.cells)
        self.made.append((seat, move, outcome))
        self._happened.append((seat, move or (), outcome, before, after))
        self._over = self._game.parts.begins_anew(before, after)


def exactly(game: Game) -> Match:
    """Moves known by their numbers."""

    def match(cells: State, move: Any) -> Move | None:
        return move if game.executor.is_legal(cells, move) else None

    return match


def by_key(game: Game) -> Match:
    """Moves known by what they are called by the one who makes them."""

    def match(cells: State, key: Any) -> Move | None:
        position = game.position(cells)
        found: Iterator[Move] = (move for move in position.moves() if position.key(move) == key)
        return next(found, None)

    return match

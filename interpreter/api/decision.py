"""A decision somebody has to make: its options, all at once or one value after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Final, overload

from interpreter.api.game import Game
from interpreter.engine.executor import Cells, Fault, Listing, Move, option_of, within_reach
from interpreter.visibility.drawing import MOST_LISTED
from interpreter.visibility.name_moves import sees_all
from interpreter.wording.move_wording import MoveWording
from rulelang.graph.program import Decide, OptionEdge, Origin
from rulelang.tuning.fast_dataclass import dataclass


class Option:
    """One legal move. Two options are equal when they mean the same move of the same decision."""

    __slots__ = ("decision", "move")

    def __init__(self, decision: Decision, move: Move) -> None:
        self.decision: Final = decision
        self.move: Final = move

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option):
            return NotImplemented
        return self.move == other.move and self.decision.node == other.decision.node

    def __hash__(self) -> int:
        return hash(self.move)

    def __reduce__(self) -> tuple[object, ...]:
        return Option, (self.decision, self.move)

    @property
    def scene(self) -> MoveWording:
        """The words of its decision."""
        return self.decision.scene

    def is_of(self, decision: Decision) -> bool:
        """Is it one of the options of this decision, not of another moment of the game?"""
        own = self.decision
        return own is decision or (own.node.number == decision.node.number and own.cells == decision.cells)

    @property
    def notation(self) -> str:
        """The compact form: `c4, d5`. `Session.apply` and `Decision.read` understand it."""
        return self.scene.notation(self.move)

    def label(self, language: str = "en") -> str:
        """What a person would say, in a language of the rulebook."""
        return self.scene.label(self.move, self.scene.game.names(language))

    @property
    def key(self) -> tuple[object, ...]:
        """What `Position.key` calls the move: for finding it again in imagined worlds."""
        return self.scene.game.keys(self.scene.cells, (self.move,))[0]

    @property
    def name(self) -> str:
        """The name of the kind of move."""
        return self.symbolic.name

    @property
    def is_pass(self) -> bool:
        """Is it the option to do nothing?"""
        return self.symbolic.role == "pass"

    @property
    def symbolic(self) -> OptionEdge:
        """The edge of the graph it is one move of."""
        return option_of(self.decision.node, self.move)

    @property
    def origin(self) -> Origin:
        """Where in the rulebook it comes from."""
        return self.symbolic.origin

    def __str__(self) -> str:
        return self.label()

    def __repr__(self) -> str:
        return f"Option(move={self.move!r})"


class Options(Sequence[Option]):
    """The legal moves in canonical order, found when somebody looks at them and no further than somebody looks."""

    __slots__ = ("_decision", "_find", "_things")

    def __init__(self, decision: Decision, listing: Listing) -> None:
        self._decision: Final = decision
        self._find, self._things = listing

    def __reduce__(self) -> tuple[object, ...]:
        return _options_of, (self._decision,)

    def __len__(self) -> int:
        return len(self._things)

    def few(self, most: int) -> list[Option] | None:
        """All of them if there are at most this many, else None. Looks at no more than that."""
        found = list(islice(self, most + 1))
        return found if len(found) <= most else None

    def __iter__(self) -> Iterator[Option]:
        decision, find, things = self._decision, self._find, self._things
        return (Option(decision, move) for move in (things if find is None else map(find, things)))

    @overload
    def __getitem__(self, index: int) -> Option: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...

    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        if isinstance(index, slice):
            return list(Options(self._decision, (self._find, self._things[index])))
        thing, find = self._things[index], self._find
        return Option(self._decision, thing if find is None else find(thing))

    def __contains__(self, option: object) -> bool:
        decision = self._decision
        return isinstance(option, Option) and decision.game.executor.is_legal(decision.state, option.move)

    def __repr__(self) -> str:
        return f"<{len(self)} options>"


class _FoundMoves(Sequence[Move]):
    """Legal moves found one after the other, as far as somebody asks; of very many only the first are kept when all are
    counted."""

    def __init__(self, scene: MoveWording) -> None:
        self._scene: Final = scene
        self._coming: Final = scene.moves()
        self._found: Final[list[Move]] = []
        self._count: int | None = None

    def _list(self, most: int | None = None) -> list[Move]:
        """The first moves: all, or at least so many if there are."""
        found = self._found
        if most is None or len(found) < most:
            found += islice(self._coming, None if most is None else most - len(found))
            if most is None or len(found) < most:
                self._count = len(found)
        return found

    def are_more_than(self, most: int) -> bool:
        """Are there more? No further than that is looked."""
        return len(self._list(most + 1)) > most

    def __len__(self) -> int:
        if self._count is None:
            self._list(MOST_LISTED)
        if self._count is None:
            self._count = sum(1 for _ in within_reach(self._scene.moves(), self._scene.node.number))
        return self._count

    def __iter__(self) -> Iterator[Move]:
        number = 0
        while len(self._list(number + 1)) > number:
            yield self._found[number]
            number += 1

    @overload
    def __getitem__(self, index: int) -> Move: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...

    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        if isinstance(index, slice):
            stop = index.stop if index.stop is not None and index.stop >= 0 and (index.start or 0) >= 0 else None
            return self._list(stop)[index]
        return self._list(index + 1 if index >= 0 else None)[index]


@dataclass(frozen=True, slots=True)
class SubChoice:
    """One step of a joint choice: a next value (`label`), and the choice with it made (`chosen`, `inside`).

    `complete` is the finished option, if nothing is left to choose after this step.
    """

    label: str
    chosen: Move
    inside: tuple[int, ...] = ()
    complete: Option | None = None


class Decision:
    """Whose decision it is, about what, and what may be chosen. Everything in it is found when somebody looks at it:
    most decisions of most games are only counted and played."""

    _scene: MoveWording | None = None
    #: All legal moves, even where several are one to the decider, once they are listed.
    every: Sequence[Move] | None = None
    _blindness: Callable[[Move], bool] | None = None

    def __init__(self, game: Game, cells: tuple[int, ...], node: Decide, state: Cells | None = None) -> None:
        """`state` holds the same cells, if somebody has such a list already; it belongs to the decision from now on."""
        self.game: Final = game
        self.cells: Final = cells
        self.node: Final = node
        self._state = state
        #: Not in the class, as what is seldom asked for: Python finds it sooner here.
        self._listing: Listing | None = None

    def __reduce__(self) -> tuple[object, ...]:
        return _decision_at, (self.game, self.cells, self.node.number)

    @property
    def state(self) -> Cells:
        """The state as executors take it; they leave it as it is."""
        if self._state is None:
            self._state = list(self.cells)
        return self._state

    def take_state(self) -> Cells:
        """The same, for a caller that changes it."""
        state, self._state = self._state, None
        return list(self.cells) if state is None else state

    @property
    def seat(self) -> int:
        """Who decides, by number."""
        return self.game.actors[self.node.number](self.state)

    @property
    def scene(self) -> MoveWording:
        """The words for what may be chosen."""
        if self._scene is None:
            self._scene = MoveWording(self.game, self.cells, self.node, self.seat)
            self._scene.blindness = self.blindness
        return self._scene

    @property
    def blindness(self) -> Callable[[Move], bool]:
        """The question whether a move chooses something of which the decider sees only the back."""
        if self._blindness is None:
            self._blindness = self.game.blindness(self.cells, self.node, self.seat)
        return self._blindness

    @property
    def moves(self) -> Sequence[Move]:
        """The legal moves as numbers. Where handfuls make them many, or where several are one to the decider, they are
        found as far as somebody asks."""
        find, things = self._listed()
        return things if find is None else list(map(find, things))

    def _listed(self) -> Listing:
        """The same, of which none is made yet where they have numbers."""
        listing = self._listing
        if listing is None:
            self._listing = listing = self._found()
        return listing

    def _found(self) -> Listing:
        number, game = self.node.number, self.game
        try:
            if number in game.open_decisions:
                return game.executor.listing(self._state or self.state)
            if number not in game.listed_decisions:
                return None, _FoundMoves(self.scene)
            moves = game.executor.options(self.state)
        except Fault:
            return None, _FoundMoves(self.scene)
        blind = self.blindness
        if blind is sees_all:
            return None, moves
        self.every = moves
        seen: list[Move] = []
        unseen: list[Move] = []
        for move in moves:
            (unseen if blind(move) else seen).append(move)
        return None, seen + self.scene.told_apart(unseen) if unseen else moves

    @property
    def options(self) -> Options:
        """What may be chosen."""
        return Options(self, self._listed())

    @property
    def player(self) -> str:
        """Who decides."""
        return self.game.players[self.seat]

    @property
    def title(self) -> str:
        """What is decided, in the words of the rulebook."""
        return self.scene.title

    def heading(self, language: str = "en") -> str:
        """The same in a language of the rulebook."""
        return self.scene.heading(self.game.names(language))

    @property
    def secret(self) -> bool:
        """Is it one of several secret decisions made at the same time? What is chosen is learned when all have."""
        return self.node.secret

    @property
    def origin(self) -> Origin:
        """Where in the rulebook it comes from."""
        return self.node.origin

    def read(self, text: str) -> list[Option]:
        """The legal options a text can mean: none, one, or several if the text is ambiguous."""
        from interpreter.wording.reading import Reader

        moves = Reader(self.scene).read(text)
        seen = [move for move in moves if not self.blindness(move)]
        unseen = sorted((move for move in moves if self.blindness(move)), key=self.scene.notation)
        options = [Option(self, move) for move in (*seen, *unseen)]
        return list({option.notation: option for option in options}.values())

    def steps(self, after: SubChoice | None = None, language: str = "en") -> tuple[SubChoice, ...]:
        """The next steps of a joint choice: first the kinds of options, then one value (or member of a handful) at a
        time.

        Only steps that lead to a legal option are offered. Begin without `after`.
        """
        from interpreter.api.stepwise_choice import next_steps

        return next_steps(self, after, language)

    def __repr__(self) -> str:
        return f"<{self.player} decides: {self.title}>"


def too_many(decision: Decision) -> bool:
    """May more be chosen than anybody tries one by one?"""
    _, things = decision._listed()
    return isinstance(things, _FoundMoves) and things.are_more_than(MOST_LISTED)


def _options_of(decision: Decision) -> Options:
    return decision.options


def _decision_at(game: Game, cells: tuple[int, ...], number: int) -> Decision:
    node = game.program.nodes[number]
    assert isinstance(node, Decide)
    return Decision(game, cells, node)

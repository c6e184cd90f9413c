"""A decision somebody has to make: its options, all at once or one value after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, overload

from interpreter.api.game import Game
from interpreter.engine.executor import Move, option_of, within_reach
from interpreter.visibility.name_moves import sees_all
from interpreter.wording.move_wording import Scene
from rulelang.graph.program import Decide, OptionEdge, Origin
from rulelang.tuning.fast_dataclass import dataclass, field

#: Of more legal moves than this the later ones are counted, but not kept.
_MOST_KEPT: Final = 20_000


@dataclass(frozen=True, slots=True)
class Option:
    """One legal move. Two options are equal when they mean the same move of the same decision.

    `is_sure`: it was found among the legal moves of its scene, so that nobody has to ask again.
    """

    move: Move
    scene: Scene = field(repr=False)
    is_sure: bool = field(default=False, repr=False)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Option):
            return NotImplemented
        return self.move == other.move and self.scene.node == other.scene.node

    def __hash__(self) -> int:
        return hash(self.move)

    def is_of(self, decision: Decision) -> bool:
        """Is it one of what may be chosen at a decision, and not at another moment of the game?"""
        here, there = self.scene, decision.scene
        return here is there or (here.node.number == there.node.number and here.cells == there.cells)

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
        """Does it decline?"""
        return self.symbolic.role == "pass"

    @property
    def symbolic(self) -> OptionEdge:
        """The edge of the graph it is one move of."""
        return option_of(self.scene.node, self.move)

    @property
    def origin(self) -> Origin:
        """Where in the rulebook it comes from."""
        return self.symbolic.origin

    def __str__(self) -> str:
        return self.label()


class Options(Sequence[Option]):
    """The legal moves in canonical order. Moves that are numbers become moves when somebody looks at them; others are
    found as far as somebody asks, and of very many only the first are kept when all are counted."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._listed: list[Move] = []
        self._coming: Iterator[Move] | None = None
        self._count: int | None = None
        self._numbered: Sequence[Move] | None = None

    @property
    def _every(self) -> Sequence[Move] | None:
        """All legal moves, where the executor lists them at once; None where handfuls make them many, or where several
        are one to the decider."""
        if self._numbered is None:
            scene = self._scene
            if scene.takes_handfuls or scene.blindness is not sees_all:
                return None
            self._numbered = scene.game.executor.options(scene.cells)
        return self._numbered

    def _list(self, most: int | None = None) -> list[Move]:
        """The first moves that were found so far: all, or at least so many if there are."""
        if most is None or len(self._listed) < most:
            if self._coming is None:
                self._coming = self._scene.moves()
            self._listed += islice(self._coming, None if most is None else most - len(self._listed))
            if most is None or len(self._listed) < most:
                self._count = len(self._listed)
        return self._listed

    def _option(self, move: Move) -> Option:
        return Option(move, self._scene, is_sure=True)

    def __reduce__(self) -> tuple[object, ...]:
        return Options, (self._scene,)

    def __len__(self) -> int:
        if (every := self._every) is not None:
            return len(every)
        if self._count is None:
            self._list(_MOST_KEPT)
        if self._count is None:
            self._count = sum(1 for _ in within_reach(self._scene.moves(), self._scene.node.number))
        return self._count

    def few(self, most: int) -> list[Option] | None:
        """All of them, if they are at most so many: looks at no more."""
        found = list(islice(self, most + 1))
        return found if len(found) <= most else None

    def __iter__(self) -> Iterator[Option]:
        if (every := self._every) is not None:
            yield from map(self._option, every)
            return
        number = 0
        while len(self._list(number + 1)) > number:
            yield self._option(self._listed[number])
            number += 1

    @overload
    def __getitem__(self, index: int) -> Option: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[Option]: ...

    def __getitem__(self, index: int | slice) -> Option | Sequence[Option]:
        if (every := self._every) is not None:
            return self._option(every[index]) if isinstance(index, int) else list(map(self._option, every[index]))
        if isinstance(index, slice):
            stop = index.stop if index.stop is not None and index.stop >= 0 and (index.start or 0) >= 0 else None
            return [self._option(move) for move in self._list(stop)[index]]
        return self._option(self._list(index + 1 if index >= 0 else None)[index])

    def __contains__(self, option: object) -> bool:
        if not isinstance(option, Option):
            return False
        return self._scene.game.executor.is_legal(self._scene.cells, option.move)

    def __repr__(self) -> str:
        return f"<{len(self)} options>"


@dataclass(frozen=True, slots=True)
class SubChoice:
    """One step of a joint choice: a next value (`label`), and the choice with it made (`chosen`, `inside`).

    `complete` is the finished option, if nothing is left to choose after this step.
    """

    label: str
    chosen: Move
    inside: tuple[int, ...] = ()
    complete: Option | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """Whose decision it is, about what, and what may be chosen.

    `secret`: others do not learn what is chosen before all who decide at the same time have chosen.
    """

    seat: int
    scene: Scene = field(repr=False)
    options: Options = field(repr=False)

    @property
    def game(self) -> Game:
        """The game it is part of."""
        game = self.scene.game
        assert isinstance(game, Game)
        return game

    @property
    def node(self) -> Decide:
        """The node of the graph."""
        return self.scene.node

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
        """Is it one of several secret decisions made at the same time?"""
        return self.node.secret

    @property
    def origin(self) -> Origin:
        """Where in the rulebook it comes from."""
        return self.node.origin

    def read(self, text: str) -> list[Option]:
        """The legal options a text can mean: none, one, or several if it is not plain."""
        from interpreter.wording.reading import Reader

        moves = Reader(self.scene).read(text)
        seen = [move for move in moves if not self.scene.is_blind(move)]
        unseen = sorted((move for move in moves if self.scene.is_blind(move)), key=self.scene.notation)
        options = [Option(move, self.scene, is_sure=True) for move in (*seen, *unseen)]
        return list({option.notation: option for option in options}.values())

    def steps(self, after: SubChoice | None = None, language: str = "en") -> tuple[SubChoice, ...]:
        """The next steps of a joint choice: first the kinds of options, then one value (or member of a handful) at a
        time.

        Only steps that lead to a legal option are offered. Begin without `after`.
        """
        from interpreter.api.stepwise_choice import next_steps

        return next_steps(self.scene, after, language)

    def __repr__(self) -> str:
        return f"<{self.player} decides: {self.title}>"

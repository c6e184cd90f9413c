"""The values of a decision in words: each named so that it can be told from the others, and read back.

A token is called by its variety, or by its place when the place tells more (`c4`), or by both (`Buddha on Nara`); a
piece by its name, with its place or a number where several pieces share the name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Final

from interpreter.engine.executor import Value
from interpreter.visibility.sight import back_of
from interpreter.wording.names import Names
from rulelang.graph.bit_sets import members
from rulelang.graph.program import Decide, OptionEdge, Parameter
from rulelang.graph.terms import Members, Tokens
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from interpreter.wording.worded_game import WordedGame

#: Squares of a grid are called by their coordinates, and so are the pieces on them.
_SQUARE: Final = re.compile("[a-z][0-9]+")


@dataclass(frozen=True, slots=True)
class JointChoice:
    """A joint choice so far: the cells with its handfuls written, and the locals of its values."""

    cells: list[int]
    values: dict[str, int]


class ValueWording:
    """The words for what can be chosen at one decision. With a viewer, pieces the viewer does not see are not named."""

    def __init__(
        self,
        game: WordedGame,
        cells: Sequence[int],
        node: Decide,
        viewer: int | None = None,
        later: Sequence[int] | None = None,
        glimpsed: frozenset[int] = frozenset(),
        *,
        plain: bool = False,
    ) -> None:
        """`later` is the state after the move: what the viewer sees then may be named, too, and what was `glimpsed`
        while it was made. `plain`: no piece is told from its namesakes, because that could give away what the viewer
        does not see."""
        self.game: Final = game
        self.cells: Final = list(cells)
        self.actor: Final = game.actors[node.number](self.cells)
        self.node: Final = node
        self.viewer: Final = viewer
        self._later: Final = later
        self._glimpsed: Final = glimpsed
        self._plain: Final = plain
        self._pools: Final[dict[tuple[object, ...], tuple[int, int]]] = {}

    def value(
        self, option: OptionEdge, values: Sequence[Value], position: int, names: Names, *, counted: bool = False
    ) -> str:
        """One chosen value in words; `counted` says of every member of a handful how many, even if it is one."""
        parameter, value = option.parameters[position], values[position]
        if isinstance(value, tuple):
            return self._handful(option, values, position, names, counted=counted)
        return self.element(option, values[:position], parameter, value, names)

    def _handful(
        self, option: OptionEdge, values: Sequence[Value], position: int, names: Names, *, counted: bool
    ) -> str:
        handful = values[position]
        assert isinstance(handful, tuple)
        counts: dict[str, int] = {}
        for value in self.in_sight_first(option.parameters[position], handful):
            text = self.element(option, values[:position], option.parameters[position], value, names)
            counts[text] = counts.get(text, 0) + 1
        if counted:
            return " and ".join(f"{count} {text}" for text, count in counts.items()) or names.nothing
        return names.several(counts)

    def element(
        self, option: OptionEdge, before: Sequence[Value], parameter: Parameter, value: int, names: Names
    ) -> str:
        """One element in words, told from the others that could stand in its place."""
        if isinstance(parameter.domain, Tokens):
            return self._token(option, before, parameter.domain, value, names)
        if self.game.sight.is_piece(parameter.elements) and value >= 0:
            return self._piece(option, before, parameter, value, names)
        return names.element(parameter.elements, value)

    def _token(self, option: OptionEdge, before: Sequence[Value], domain: Tokens, token: int, names: Names) -> str:
        layout = self.game.program.layout
        variety, place = token % len(layout.varieties), token // len(layout.varieties)
        if self.is_unseen_token(token):
            kind = layout.varieties[variety]
            return names.at(names.back(*back_of(kind)), place)
        varieties, places = self._token_pool(option, before, domain)
        if places.bit_count() == 1:
            return names.variety(variety, self.actor)
        if varieties.bit_count() == 1 or all(layout.places[place].limit == 1 for place in members(places)):
            return names.place(place)
        return names.at(names.variety(variety, self.actor), place)

    def _token_pool(self, option: OptionEdge, before: Sequence[Value], domain: Tokens) -> tuple[int, int]:
        key = (option, tuple(before))
        if key not in self._pools:
            bound = self.bind(option, before)
            evaluate = self.game.executor.evaluate
            self._pools[key] = (
                evaluate(bound.cells, domain.varieties, bound.values),
                evaluate(bound.cells, domain.places, bound.values),
            )
        return self._pools[key]

    def _piece(
        self, option: OptionEdge, before: Sequence[Value], parameter: Parameter, piece: int, names: Names
    ) -> str:
        layout, sight = self.game.program.layout, self.game.sight
        place = self.cells[sight.at + piece]
        if self.is_unseen_piece(piece):
            return names.back_in_place(sight, self.cells, piece)
        name = names.piece(piece, self.actor)
        if self._plain and not self._is_plain_to_see(piece):
            return name
        look = layout.pieces[piece]
        same = [
            other
            for other in self.game.alike.namesakes[look.name, look.owner]
            if not self.is_unseen_piece(other) and self._in_pool(option, before, parameter, other)
        ]
        shown = sight.faces.get(piece)
        if shown is not None and len(same) > 1:
            # Dice are told apart by what they show.
            name = f"{name} {self.cells[shown]}"
            same = [other for other in same if self.cells[sight.faces[other]] == self.cells[shown]]
        if all(self.cells[sight.at + other] == place for other in same):
            return self._numbered(name, piece, same)
        there = [other for other in same if self.cells[sight.at + other] == place]
        return self._numbered(names.at(name, place), piece, there)

    def _is_plain_to_see(self, piece: int) -> bool:
        """Does the viewer see all pieces of this name? Then telling them apart gives nothing away."""
        found, sight = self.game.program.layout.pieces[piece], self.game.sight
        return self.viewer is None or all(
            sight.sees_piece(self.cells, self.viewer, other)
            for other in self.game.alike.namesakes[found.name, found.owner]
        )

    def _in_pool(self, option: OptionEdge, before: Sequence[Value], parameter: Parameter, piece: int) -> bool:
        if not isinstance(parameter.domain, Members):
            return True
        key = (option, parameter, tuple(before))
        if key not in self._pools:
            bound = self.bind(option, before)
            self._pools[key] = (self.game.executor.evaluate(bound.cells, parameter.domain.set, bound.values), 0)
        return bool(self._pools[key][0] >> piece & 1)

    def _numbered(self, text: str, piece: int, same: list[int]) -> str:
        """Pieces of one name in one place that do not look alike are numbered, in a row by where they stand."""
        if len(same) < 2:
            return text
        if position := self.game.sight.position(self.cells, piece):
            return f"{text} #{position}"
        alike = self.game.alike
        looks = sorted({alike.key(self.cells, other) for other in same})
        return f"{text} #{looks.index(alike.key(self.cells, piece)) + 1}" if len(looks) > 1 else text

    def bind(self, option: OptionEdge, values: Sequence[Value]) -> JointChoice:
        """The cells and locals after some values of an option are chosen."""
        cells, bound = self.cells, {}
        for parameter, value in zip(option.parameters, values, strict=False):
            if isinstance(value, int):
                bound[parameter.name] = value
                continue
            is_token = isinstance(parameter.domain, Tokens)
            bound[parameter.name] = -1 if is_token else sum(1 << member for member in value)
            if parameter.name in option.handfuls:
                start = self.game.program.layout.regions[option.handfuls[parameter.name]].base
                cells = list(cells)
                cells[start : start + 1 + len(value)] = [len(value), *value]
        return JointChoice(cells, bound)

    # ------------------------------------------------------------------------------------------------ unseen

    def is_unseen(self, parameter: Parameter, value: int) -> bool:
        """Is this something of which the viewer sees only the back? It cannot be called by its name."""
        if isinstance(parameter.domain, Tokens):
            return self.is_unseen_token(value)
        return self.game.sight.is_piece(parameter.elements) and self.is_unseen_piece(value)

    def is_unseen_token(self, token: int) -> bool:
        """Does the viewer see only the back of a token there?"""
        if self.viewer is None or token < 0:
            return False
        return not self.game.sight.token_audience(token) >> self.viewer & 1

    def is_unseen_piece(self, piece: int) -> bool:
        """Does the viewer see only the back of a piece, now and after the move?"""
        return piece >= 0 and bool(self._unseen >> piece & 1)

    @cached_property
    def _unseen(self) -> int:
        if self.viewer is None:
            return 0
        states = (self.cells,) if self._later is None else (self.cells, self._later)
        hidden = [self.game.sight.hidden_pieces(cells, self.viewer) for cells in states]
        return hidden[0] & hidden[-1] & ~sum(1 << piece for piece in self._glimpsed)

    def readings(self, option: OptionEdge, before: Sequence[Value], parameter: Parameter, value: int) -> Iterator[str]:
        """Every way to say a value, the canonical one first: for reading what people write."""
        yield self.element(option, before, parameter, value, self.game.names())
        if self.is_unseen(parameter, value):
            return
        layout = self.game.program.layout
        for language in self.game.languages:
            names = self.game.names(language)
            yield self.element(option, before, parameter, value, names)
            if isinstance(parameter.domain, Tokens):
                variety, place = value % len(layout.varieties), value // len(layout.varieties)
                called = (names.variety(variety), names.term(layout.varieties[variety].name))
                yield from called
                yield names.place(place)
                yield from _lying_there(names, called, place)
            elif self.game.sight.is_piece(parameter.elements) and value >= 0:
                place = self.cells[self.game.sight.at + value]
                called = (names.piece(value), names.term(layout.pieces[value].name))
                yield from called
                if layout.places[place].limit == 1 and _SQUARE.fullmatch(layout.places[place].name):
                    yield names.place(place)
                yield from _lying_there(names, called, place)

    def in_sight_first(self, parameter: Parameter, handful: Sequence[int]) -> Sequence[int]:
        """The members of a handful, those that the viewer does not see behind the others: between them they would tell
        by their place what they are."""
        if self.viewer is None or not self.game.sight.hides:
            return handful
        at = self.game.sight.at
        unseen = [value for value in handful if self.is_unseen(parameter, value)]
        if not isinstance(parameter.domain, Tokens):
            unseen.sort(key=lambda piece: (self.cells[at + piece], self.game.sight.back(piece)))
        return [*(value for value in handful if value not in unseen), *unseen]


def _lying_there(names: Names, called: Iterable[str], place: int) -> Iterator[str]:
    """A thing and where it lies."""
    for thing in called:
        yield names.at(thing, place)
        yield from (f"{thing} {word} {names.place(place)}" for word in ("in", "on"))

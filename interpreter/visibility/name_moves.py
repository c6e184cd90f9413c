"""What a move is called by somebody who sees it or makes it: the same in all worlds that look the same to them.

Things count by what they look like to the viewer and by where they are, never by their number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias

from interpreter.engine.executor import Move, Value
from interpreter.visibility.sight import Sight
from rulelang.graph.bit_sets import members
from rulelang.graph.program import Decide, OptionEdge, Program
from rulelang.graph.terms import Tokens

Key: TypeAlias = tuple[object, ...]

#: How an option's values are named: for each, "piece", "token", or "" for what everybody calls alike.
_Shape: TypeAlias = tuple[str, ...]
#: For each option, where in a move things stand that may be unseen, and which.
_Places: TypeAlias = tuple[tuple[tuple[int, str], ...], ...]


def sees_all(_: Move) -> bool:
    """Nothing unseen can be chosen: no move is blind."""
    return False


class Naming:
    """Names the moves of one game."""

    def __init__(self, program: Program, sight: Sight) -> None:
        self._sight: Final = sight
        self._layout: Final = program.layout
        self._looks: Final = tuple(piece.look for piece in program.layout.pieces)
        self._shapes: Final[dict[int, tuple[_Shape, ...]]] = {}
        self._values: Final[dict[int, _Places]] = {}
        #: Is there anything that not everybody knows: hidden things, or decisions made in secret?
        self.has_secrets: Final = sight.hides or any(isinstance(node, Decide) and node.secret for node in program.nodes)

    def own(self, cells: Sequence[int], node: Decide, moves: Iterable[Move], seat: int) -> list[Key]:
        """What the one who may make some moves calls them."""
        shapes = self.shapes(node)
        number = node.number
        if not any(shapes):
            return [(number, *move) for move in moves]
        look = self._looks_to(cells, seat)
        found: list[Key] = []
        for move in moves:
            option = move[0]
            assert isinstance(option, int)
            shape = shapes[option]
            found.append((number, option, *(map(look, shape, move[1:]) if shape else move[1:])))
        return found

    def _looks_to(
        self, cells: Sequence[int], seat: int, after: Sequence[int] | None = None
    ) -> Callable[[str, Value], object]:
        """How things look to a seat, now or after a move, and where they are."""
        looks, at, varieties = self._looks, self._sight.at, len(self._layout.varieties)
        unseen, seen_by = self._sight.hidden_pieces(cells, seat), self._sight.place_audience
        if after is not None:
            unseen &= self._sight.hidden_pieces(after, seat)
        position = self._sight.position

        def look(sort: str, value: Value) -> object:
            if not sort:
                return value
            if isinstance(value, tuple):
                return tuple(sorted([one(sort, inside) for inside in value]))
            return one(sort, value)

        def one(sort: str, value: int) -> tuple[int, int, int]:
            if value < 0:
                return -1, -1, 0
            if sort == "piece":
                return -1 if unseen >> value & 1 else looks[value], cells[at + value], position(cells, value)
            place, variety = divmod(value, varieties)
            return variety if seen_by[place] >> seat & 1 else -1, place, 0

        return look

    def watched(self, before: Sequence[int], after: Sequence[int], node: Decide, move: Move, viewer: int) -> Key:
        """What a move is called by somebody who only sees it being made."""
        if node.secret:
            return (node.number,)
        shape, shown = self.shape(node, move), self._shown(before, after, viewer)
        if not shape:
            return (node.number, *move, *shown)
        look = self._looks_to(before, viewer, after)
        return (node.number, move[0], *map(look, shape, move[1:]), *shown)

    def _shown(self, before: Sequence[int], after: Sequence[int], viewer: int) -> tuple[object, ...]:
        """What comes to light by a move without being named in it: a tile that was chosen in the move before."""
        if not self._sight.hides:
            return ()
        at, looks = self._sight.at, self._looks
        pieces = self._sight.hidden_pieces(before, viewer) & ~self._sight.hidden_pieces(after, viewer)
        shown = sorted((looks[piece], before[at + piece], after[at + piece]) for piece in members(pieces))
        return (*shown, *self._sight.new_tokens(before, after, viewer))

    def is_blind(self, cells: Sequence[int], node: Decide, move: Move, seat: int) -> bool:
        """Does the one who makes the move not see what they choose?"""
        return self.blindness(cells, node, seat)(move)

    def may_be_blind(self, node: Decide) -> bool:
        """May somebody choose something unseen at a decision, in some state?"""
        return any(self.shapes(node))

    def blindness(self, cells: Sequence[int], node: Decide, seat: int) -> Callable[[Move], bool]:
        """The same question about many moves of one decision."""
        if not self.may_be_blind(node):
            return sees_all
        hidden = {"piece": self._sight.hidden_pieces(cells, seat), "token": self._sight.unseen_tokens(seat)}
        asked = self._unseen_values(node)
        if not any(hidden[sort] for positions in asked for _, sort in positions):
            return sees_all

        def is_blind(move: Move) -> bool:
            number = move[0]
            assert isinstance(number, int)
            for position, sort in asked[number]:
                if position < len(move):
                    value = move[position]
                    if isinstance(value, int):
                        if value >= 0 and hidden[sort] >> value & 1:
                            return True
                    elif any(one >= 0 and hidden[sort] >> one & 1 for one in value):
                        return True
            return False

        return is_blind

    def _unseen_values(self, node: Decide) -> _Places:
        known = self._values.get(node.number)
        if known is None:
            known = self._values[node.number] = tuple(
                tuple((position, sort) for position, sort in enumerate(shape, 1) if sort) for shape in self.shapes(node)
            )
        return known

    def shape(self, node: Decide, move: Move) -> _Shape:
        """Empty where all values are called by their numbers."""
        number = move[0]
        assert isinstance(number, int)
        return self.shapes(node)[number]

    def shapes(self, node: Decide) -> tuple[_Shape, ...]:
        """The same for each option."""
        known = self._shapes.get(node.number)
        if known is None:
            known = self._shapes[node.number] = tuple(map(self._shape_of, node.options))
        return known

    def _shape_of(self, option: OptionEdge) -> _Shape:
        if not self._sight.hides:
            return ()
        found = []
        for parameter in option.parameters:
            if isinstance(parameter.domain, Tokens):
                found.append("token")
            else:
                found.append("piece" if self._sight.is_piece(parameter.elements) else "")
        return tuple(found) if any(found) else ()

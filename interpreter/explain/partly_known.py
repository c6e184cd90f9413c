"""States as one player knows them, to be reasoned with: whatever the player does not see cannot be looked at.

The rules are asked about such a state as about any other. Numbers of which the player knows nothing, and sets of which
the player knows only some members, stand in it; a question whose answer hangs on the rest raises `Veiled`. So what can
be said of a veiled state at all is the same in all worlds that the player cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from operator import index
from typing import TYPE_CHECKING, Any, Final, NoReturn, SupportsIndex, TypeAlias

from interpreter.engine.executor import Fault
from interpreter.visibility.sight import counts_first
from rulelang.graph.roles import FrameRole
from rulelang.graph.terms import Term

if TYPE_CHECKING:
    from interpreter.wording.worded_game import WordedGame
    from rulelang.graph.layout import Region


class Veiled(Exception):
    """The answer hangs on what the player does not see."""


def _hidden(*_: object) -> NoReturn:
    raise Veiled


class Unknown:
    """A number of which nothing is known. Whatever is done with it raises `Veiled`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<unknown>"


_TWO_SIDED: Final = "add and floordiv lshift mod mul or rshift sub xor"
_OTHERS: Final = "abs bool eq format ge gt hash index int invert le lt ne neg pos str"
for _operation in (*_TWO_SIDED.split(), *(f"r{name}" for name in _TWO_SIDED.split()), *_OTHERS.split()):
    setattr(Unknown, f"__{_operation}__", _hidden)


Bits: TypeAlias = "int | PartlyKnown"


class PartlyKnown(Unknown):
    """A set: some members are known, others may be in it (`unsure`). `size` is how many it has, where that is known."""

    __slots__ = ("_known", "_size", "_unsure")

    def __init__(self, known: int, unsure: int, size: int = -1) -> None:
        self._known = known & ~unsure
        self._unsure = unsure
        self._size = size

    @staticmethod
    def _of(known: int, unsure: int) -> Bits:
        return PartlyKnown(known, unsure) if unsure else known

    def __and__(self, other: Bits) -> Bits:
        known, unsure = _parts(other)
        possible, other_possible = self._known | self._unsure, known | unsure
        both = self._known & known
        return self._of(both, possible & other_possible & ~both)

    def __or__(self, other: Bits) -> Bits:
        known, unsure = _parts(other)
        either = self._known | known
        return self._of(either, (self._unsure | unsure) & ~either)

    __rand__, __ror__ = __and__, __or__

    def __invert__(self) -> Bits:
        return self._of(~self._known, self._unsure)

    def __rshift__(self, count: SupportsIndex) -> Bits:
        return self._of(self._known >> index(count), self._unsure >> index(count))

    def __bool__(self) -> bool:
        if self._known or self._size > 0:
            return True
        raise Veiled

    def __eq__(self, other: object) -> bool:
        if other == 0:
            return not self
        raise Veiled

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        raise Veiled

    def bit_length(self) -> int:
        """What the highest member is, nobody knows."""
        raise Veiled

    def bit_count(self) -> int:
        """How many members there are, where everybody knows that."""
        if self._size < 0:
            raise Veiled
        return self._size


def _parts(bits: Any) -> tuple[int, int]:
    return (bits._known, bits._unsure) if isinstance(bits, PartlyKnown) else (index(bits), 0)


def veiled(
    game: WordedGame, cells: Sequence[int], player: int, *, deciding: bool, also_seen: Collection[int] = ()
) -> list[int]:
    """A state as a player knows it. `also_seen` are pieces the player has learned of otherwise."""
    sight = game.sight
    unseen = sum(1 << piece for piece in sight.unseen_pieces(cells, player) if piece not in also_seen)
    seen: list[Any] = list(cells)
    for region in game.program.layout.regions.values():
        known = region.role != "frame" or _is_known(game, region, cells, player, deciding=deciding)
        first = region.base + counts_first(region)
        for cell in range(region.base, region.base + region.length):
            if not known:
                seen[cell] = Unknown()
            elif cell >= first:
                seen[cell] = _cell(game, region, cells[cell], unseen)
            if region.role == "at" and unseen >> cell - region.base & 1:
                seen[cell] = Unknown()
    for cell, piece in sight.marked.items():
        if unseen >> piece & 1:
            seen[cell] = Unknown()
    _veil_orders(game, cells, seen, unseen)
    _veil_tokens(game, cells, seen, player)
    return seen


def _is_known(game: WordedGame, region: Region, cells: Sequence[int], player: int, *, deciding: bool) -> bool:
    """Does a player know what the rules hold in mind there?"""
    return game.sight.keeps(player, cells, region.name) and (deciding or _is_course(region))


def _cell(game: WordedGame, region: Region, value: int, unseen: int) -> Any:
    """A cell by itself."""
    if region.role in ("at", "order"):
        return value
    if region.role == "contents":
        return PartlyKnown(value, unseen, value.bit_count()) if value & unseen else value
    if not game.sight.holds_pieces(region):
        return value
    if region.kind == "set":
        return PartlyKnown(value, unseen) if unseen else value
    return Unknown() if value >= 0 and unseen >> value & 1 else value


def _is_course(region: Region) -> bool:
    """Is this where the course of play keeps whose turn it is and where to go on? Everybody follows that."""
    return region.elements == "player" or region.frame is FrameRole.WAY_BACK


def _veil_orders(game: WordedGame, cells: Sequence[int], seen: list[Any], unseen: int) -> None:
    for place in game.program.layout.places:
        if place.order_region:
            start = game.sight.order_start(place.order_region, place.order_start)
            for cell in range(start + 1, start + 1 + cells[start]):
                if unseen >> cells[cell] & 1:
                    seen[cell] = Unknown()


def _veil_tokens(game: WordedGame, cells: Sequence[int], seen: list[Any], player: int) -> None:
    places = range(len(game.program.layout.places))
    hidden = sum(1 << place for place in places if not game.sight.sees_place(player, place))
    for store in game.program.layout.tokens:
        if store.set_cell >= 0 and store.set_places & hidden:
            seen[store.set_cell] = PartlyKnown(cells[store.set_cell], store.set_places & hidden)
        for place, cell in store.counts.items():
            if hidden >> place & 1:
                seen[cell] = Unknown()


# Values as far as one player can know them: for saying why, without giving anything away.


class ViewerValues:
    """Works out terms in one state for a viewer (None: who sees everything)."""

    def __init__(self, game: WordedGame, cells: Sequence[int], viewer: int | None) -> None:
        self._game: Final = game
        hides = viewer is not None and game.sight.hides
        self._cells: Final = veiled(game, cells, viewer, deciding=True) if hides and viewer is not None else list(cells)

    def value(self, term: Term, values: Mapping[str, int]) -> int | None:
        """The value of a term; None if it hangs on something that the viewer does not see, or asks about something that
        is not there: a condition before it says so, and nobody asks on."""
        try:
            found = self._game.plain.evaluate(self._cells, term, values)
        except (Veiled, Fault):
            return None
        return None if isinstance(found, Unknown) else found

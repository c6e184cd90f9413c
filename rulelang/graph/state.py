"""The state of a game: its cells, and how pieces and tokens move in them.

Everything that touches `at`, `contents`, `order` and token cells is here:

* contents[old] - piece      order.<old> closes the gap
* contents[new] + piece      order.<new> takes it at the end (top) or at the front (bottom)
* at[piece] = new
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Protocol, SupportsIndex, TypeAlias, overload

from rulelang.graph.bit_sets import members
from rulelang.graph.faults import Fault
from rulelang.graph.layout import Layout, TokenStore

#: What local names stand for.
Locals: TypeAlias = Mapping[str, int]

NO_LOCALS: Final[Locals] = MappingProxyType({})


class Vector(Protocol):
    """The cells of a game: a list of numbers, or what an executor keeps in place of one. It can be copied, compared and
    changed like a list."""

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[int]: ...
    @overload
    def __setitem__(self, key: SupportsIndex, value: int, /) -> None: ...
    @overload
    def __setitem__(self, key: slice, value: Iterable[int], /) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def copy(self) -> Vector: ...


class Storage:
    """Moves of pieces and tokens by one layout."""

    def __init__(self, layout: Layout) -> None:
        self.layout: Final = layout
        self.varieties: Final = len(layout.varieties)
        self._at: Final = _base(layout, "at")
        self._contents: Final = _base(layout, "contents")
        self._order: Final = tuple(
            _base(layout, place.order_region) + place.order_start if place.order_region else -1
            for place in layout.places
        )

    def order(self, state: Vector, place: int) -> tuple[int, ...]:
        """The pieces of a place: in its order, or ascending where it has none."""
        start = self._order[place]
        if start < 0:
            return tuple(members(state[self._contents + place]))
        return tuple(state[start + 1 : start + 1 + state[start]])

    def rearrange(self, state: Vector, place: int, pieces: tuple[int, ...]) -> None:
        """Give an ordered place a new order of its pieces."""
        start = self._order[place]
        if start >= 0:
            state[start + 1 : start + 1 + len(pieces)] = pieces

    def move_piece(self, state: Vector, piece: int, place: int, *, to_top: bool) -> None:
        """Bring one piece to a place."""
        if not 0 <= piece < len(self.layout.pieces) or not 0 <= place < len(self.layout.places):
            raise Fault(f"a piece is moved that is not there, or nowhere (piece {piece}, place {place})")
        old = state[self._at + piece]
        self._take_out(state, old, piece)
        state[self._at + piece] = place
        state[self._contents + place] |= 1 << piece
        start = self._order[place]
        if start >= 0:
            position = start + 1 + state[start] if to_top else start + 1
            end = start + 1 + state[start]
            state[position + 1 : end + 1] = state[position:end]
            state[position] = piece
            state[start] += 1

    def _take_out(self, state: Vector, place: int, piece: int) -> None:
        state[self._contents + place] &= ~(1 << piece)
        start = self._order[place]
        if start >= 0:
            end = start + 1 + state[start]
            there: Sequence[object] = state[start + 1 : end]
            # Where a player's knowledge is worked with, what is not known is none that is known.
            position = start + 1 + [one if isinstance(one, int) else -1 for one in there].index(piece)
            state[position : end - 1] = state[position + 1 : end]
            state[end - 1] = 0
            state[start] -= 1

    def store_of(self, variety: int) -> TokenStore:
        """Where the tokens of a variety are kept."""
        if variety >= self.varieties:
            raise Fault(f"there is no variety {variety}")
        return self.layout.tokens[variety]

    def token_count(self, state: Vector, variety: int, place: int) -> int:
        """How many tokens of a variety are in a place; none of nothing and none nowhere."""
        if variety < 0 or place < 0:
            return 0
        store = self.store_of(variety)
        if store.set_places >> place & 1:
            return state[store.set_cell] >> place & 1
        return state[store.counts[place]] if place in store.counts else 0

    def tokens(self, state: Vector, varieties: int, places: int) -> list[int]:
        """The token numbers, ascending, of what is there of some varieties in some places."""
        found: list[int] = []
        stores = [(one, self.store_of(one)) for one in members(varieties)] if places else ()
        for place in members(places):
            for variety, store in stores:
                if store.set_places >> place & 1:
                    is_there = state[store.set_cell] >> place & 1
                else:
                    is_there = place in store.counts and state[store.counts[place]]
                if is_there:
                    found.append(variety + self.varieties * place)
        return found

    def count_of(self, state: Vector, token: int) -> int:
        """How many tokens there are of a token number."""
        place, variety = divmod(token, self.varieties)
        return self.token_count(state, variety, place)

    def move_tokens(self, state: Vector, variety: int, source: int, target: int, count: int) -> None:
        """Bring tokens of one variety from one place to another."""
        if not 0 <= variety < self.varieties:
            raise Fault(f"tokens are moved that are not there (variety {variety})")
        if count < 0 or self.token_count(state, variety, source) < count:
            raise Fault(f"{count} tokens cannot leave {self._name(source)}: too few are there")
        self.add_tokens(state, variety, source, -count)
        self.add_tokens(state, variety, target, count)

    def add_tokens(self, state: Vector, variety: int, place: int, count: int) -> None:
        """One half of a move: a place gets (or loses, below zero) tokens of a variety."""
        store = self.layout.tokens[variety]
        if count and place >= 0 and store.set_places >> place & 1:
            if count == 1 and not state[store.set_cell] >> place & 1:
                state[store.set_cell] |= 1 << place
            elif count == -1:
                state[store.set_cell] &= ~(1 << place)
            else:
                raise Fault(f"{self._name(place)} holds a single token at most")
        elif count and place in store.counts:
            state[store.counts[place]] += count
        elif count:
            raise Fault(f"{self._name(place)} cannot hold {self.layout.varieties[variety].name}")

    def _name(self, place: int) -> str:
        return self.layout.places[place].name if place >= 0 else "nowhere"


def _base(layout: Layout, region: str) -> int:
    return layout.regions[region].base if region in layout.regions else -1

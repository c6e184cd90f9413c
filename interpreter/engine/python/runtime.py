"""What generated code calls: the same few operations for every game, bound to one layout."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate
from random import Random
from typing import Any, Final

from interpreter.engine.alike import Alike
from interpreter.engine.executor import Fault, Stuck, Told, Vector
from interpreter.engine.luck import shuffle
from interpreter.engine.python.draw_handfuls import all_handfuls, nth_handful
from interpreter.engine.python.elements import all_of, kth
from interpreter.engine.python.offered import moves_of_handfuls
from interpreter.engine.python.remembering import HandfulsMemo, Remembered, line_groups, lined, sights
from interpreter.engine.python.walks import BIT, bit, joins, meets, reached, touches, touching
from rulelang.graph.bit_sets import members
from rulelang.graph.layout import Layout
from rulelang.graph.state import Storage

#: Sets of places that were asked for tokens, at most.
_REMEMBERED_PLACES: Final = 1 << 10


def divided(left: int, right: int) -> int:
    """Division that rounds down; by zero it gives 0."""
    return left // right if right else 0


def divided_up(left: int, right: int) -> int:
    """Division that rounds up; by zero it gives 0."""
    return -(-left // right) if right else 0


def token_at(variety: int, place: int, varieties: int) -> int:
    """A token number, or nothing where one part is nothing."""
    return variety + varieties * place if variety >= 0 and place >= 0 else -1


def handfuls(
    pool: Sequence[int],
    copies: Sequence[int] | None,
    lower: dict[int, int] | None,
    fewest: int,
    most: int | None,
    begun: tuple[int, ...] = (),
) -> Iterator[tuple[int, ...]]:
    """Handfuls out of a pool in canonical order: ascending tuples, a shorter one before those that extend it.

    `copies` tells how often each element is there (once if None); `lower` the look-alike that must be taken before one.
    Only those that begin with the members `begun`.
    """
    limits = copies if copies is not None else (1,) * len(pool)
    largest = sum(limits) if most is None else most
    if largest < len(begun) or not _can_begin(begun, pool, limits, lower):
        return
    #: How many there are from each position on.
    left = [*accumulate(reversed(limits), initial=0)][::-1]
    handful, positions = list(begun), list[int]()
    position, taken = (pool.index(begun[-1]), begun.count(begun[-1])) if begun else (0, 0)
    if len(handful) >= fewest:
        yield begun
    while True:
        while len(handful) < largest and len(handful) + left[position] - taken >= fewest and position < len(pool):
            value = pool[position]
            if taken < limits[position] and not (lower and value in lower and lower[value] not in handful):
                handful.append(value)
                positions.append(position)
                taken += 1
                if len(handful) >= fewest:
                    yield tuple(handful)
            else:
                position, taken = position + 1, 0
        if not positions:
            return
        # Without the last member, and whatever comes after it.
        position, taken = positions.pop() + 1, 0
        handful.pop()


def is_handful(
    handful: object,
    pool: Sequence[int],
    copies: Sequence[int] | None,
    lower: dict[int, int] | None,
    fewest: int,
    most: int | None,
) -> bool:
    """Is this one of the `handfuls`?"""
    return (
        isinstance(handful, tuple)
        and fewest <= len(handful)
        and (most is None or len(handful) <= most)
        and (most is None or most >= 0)
        and _can_begin(handful, pool, copies if copies is not None else (1,) * len(pool), lower)
    )


def _can_begin(
    handful: tuple[int, ...], pool: Sequence[int], limits: Sequence[int], lower: dict[int, int] | None
) -> bool:
    """Is a handful ascending, of what is there, no look-alike before one with a lower number?"""
    last, taken = 0, 0
    for value in handful:
        if value not in pool:
            return False
        position = pool.index(value)
        taken = taken + 1 if position == last else 1
        if position < last or taken > limits[position] or (lower and value in lower and lower[value] not in handful):
            return False
        last = position
    return True


def weighted(pairs: Sequence[tuple[int, int]], random: Random) -> int:
    """One value drawn by the weights."""
    left = int(random.random() * sum(weight for _, weight in pairs))
    for value, weight in pairs:
        left -= weight
        if left < 0:
            return value
    raise AssertionError("the weights do not add up")


def runtime(layout: Layout) -> dict[str, Any]:
    """The names generated code may use, bound to a layout."""
    storage, alike = Storage(layout), Alike(layout)
    return {
        "BIT": BIT,
        "MEMBERS": Remembered(all_of),
        "Fault": Fault,
        "Stuck": Stuck,
        "Told": Told,
        "add_tokens": storage.add_tokens,
        "all_handfuls": all_handfuls,
        "bit": bit,
        "divided": divided,
        "divided_up": divided_up,
        "handfuls": HandfulsMemo(handfuls),
        "moves_of_handfuls": moves_of_handfuls,
        "is_handful": is_handful,
        "line_groups": line_groups,
        "lined": lined,
        "sights": sights,
        "joins": joins,
        "kth": kth,
        "lower_twins": alike.lower_twins,
        "lowest_alike": alike.lowest,
        "meets": meets,
        "move_piece": _move_piece(storage),
        "nth_handful": nth_handful,
        "reached": reached,
        "pieces_in": _pieces_in(layout),
        "places_of": _places_of(layout),
        "rearrange": storage.rearrange,
        "shuffled_order": _shuffled_order(storage),
        "token_at": token_at,
        "token_copies": _token_copies(storage),
        "token_count": storage.token_count,
        "token_places": _token_places(layout),
        "tokens": _tokens(layout),
        "touches": touches,
        "touching": touching,
        "weighted": weighted,
    }


def _move_piece(storage: Storage) -> Callable[[Vector, int, int, bool], None]:
    def move_piece(state: Vector, piece: int, place: int, to_top: bool) -> None:
        storage.move_piece(state, piece, place, to_top=to_top)

    return move_piece


def _pieces_in(layout: Layout) -> Callable[[Vector, int], int]:
    contents = layout.regions["contents"].base if "contents" in layout.regions else 0

    def pieces_in(state: Vector, places: int) -> int:
        found = 0
        for place in members(places):
            found |= state[contents + place]
        return found

    return pieces_in


def _places_of(layout: Layout) -> Callable[[Vector, int], int]:
    at = layout.regions["at"].base if "at" in layout.regions else 0

    def places_of(state: Vector, pieces: int) -> int:
        found = 0
        for piece in members(pieces):
            found |= BIT[state[at + piece]]
        return found

    return places_of


def _token_copies(storage: Storage) -> Callable[[Vector, Iterable[int]], list[int]]:
    def token_copies(state: Vector, pool: Iterable[int]) -> list[int]:
        return [storage.count_of(state, token) for token in pool]

    return token_copies


def _token_places(layout: Layout) -> Callable[[Vector, int], int]:
    cells = tuple(store.set_cell for store in layout.tokens)

    def token_places(state: Vector, varieties: int) -> int:
        found = 0
        for variety in members(varieties):
            if cells[variety] >= 0:
                found |= state[cells[variety]]
        return found

    return token_places


def _tokens(layout: Layout) -> Callable[[Vector, int, int], list[int]]:
    """What is there of some varieties in some places, as token numbers in ascending order."""
    width = len(layout.varieties)
    stores = tuple(
        (store.set_cell, store.set_places, sum(1 << place for place in store.counts), tuple(store.counts.items()))
        for store in layout.tokens
    )
    at_place = tuple(_at_place(layout, place) for place in range(len(layout.places)))
    in_sets = sum(1 << variety for variety, store in enumerate(layout.tokens) if store.set_places)
    remembered: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def cells_of(varieties: int, places: int) -> list[tuple[int, int]]:
        """The tokens that can be there, with the cells that count them."""
        if len(remembered) >= _REMEMBERED_PLACES:
            remembered.clear()
        found = sorted(
            (variety + width * place, count)
            for variety in members(varieties)
            for place, count in layout.tokens[variety].counts.items()
            if places >> place & 1
        )
        remembered[varieties, places] = found
        return found

    def tokens(state: Vector, varieties: int, places: int) -> list[int]:
        if not varieties & in_sets:
            cells = remembered.get((varieties, places))
            if cells is None:
                cells = cells_of(varieties, places)
            return [token for token, count in cells if state[count]]
        if not places & (places - 1):
            # At one place, what can be there is looked at.
            place = places.bit_length() - 1
            return [
                variety + width * place
                for variety, cell, shift in (at_place[place] if places else ())
                if varieties >> variety & 1 and (state[cell] >> shift & 1 if shift >= 0 else state[cell])
            ]
        found = []
        for variety in members(varieties):
            cell, covered, counted, counts = stores[variety]
            if held := state[cell] & covered & places:
                found += [variety + width * place for place in members(held)]
            if counted & places:
                found += [variety + width * place for place, count in counts if places >> place & 1 and state[count]]
        found.sort()
        return found

    return tokens


def _at_place(layout: Layout, place: int) -> tuple[tuple[int, int, int], ...]:
    """The varieties that can be in a place, with their cell, and their bit there (-1 for a count)."""
    found = []
    for variety, store in enumerate(layout.tokens):
        if store.set_places >> place & 1:
            found.append((variety, store.set_cell, place))
        elif place in store.counts:
            found.append((variety, store.counts[place], -1))
    return tuple(found)


def _shuffled_order(storage: Storage) -> Callable[[Vector, int, Random], tuple[int, ...]]:
    def shuffled_order(state: Vector, place: int, random: Random) -> tuple[int, ...]:
        pieces = list(storage.order(state, place))
        shuffle(pieces, random)
        return tuple(pieces)

    return shuffled_order

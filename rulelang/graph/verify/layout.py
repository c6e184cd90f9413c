"""The cells of the state and what lies in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rulelang.graph.layout import Layout, Piece, Place, Region, Variety
from rulelang.graph.program import Program
from rulelang.graph.verify.problems import Problem

#: A state of more cells, a set of more elements, or more seats are no game.
MOST_CELLS: Final = 1_000_000
MOST_ELEMENTS: Final = 1 << 12
MOST_PLAYERS: Final = 64
#: Cells that every executor and every session looks at, of one number or set each.
_ALWAYS: Final = ("node", "playing", "ending", "decided", "winners", "players in")


def wrong_layout(program: Program) -> Iterator[Problem]:
    """What does not fit in the layout of the state."""
    layout = program.layout
    yield from _regions(layout)
    yield from _places(program)
    yield from _tokens(layout)


def _regions(layout: Layout) -> Iterator[Problem]:
    here = 0
    for name, region in sorted(layout.regions.items(), key=lambda item: item[1].base):
        where = f"region {name}"
        if region.name != name:
            yield Problem(where, f"it calls itself {region.name}")
        if region.base != here or region.length < 1:
            yield Problem(
                where, f"it begins at cell {region.base} and has {region.length} cells; it must begin at {here}"
            )
            return
        here += region.length
        if here > MOST_CELLS:
            yield Problem(where, f"a state has {MOST_CELLS} cells at most")
            return
        yield from _cells(where, region)
    if here != layout.size:
        yield Problem("layout", f"its regions have {here} cells, but its size is {layout.size}")
    for name in _ALWAYS:
        if name not in layout.regions or layout.regions[name].length != 1:
            yield Problem("layout", f"there must be one cell in the region {name!r}")
    if "node" in layout.regions and layout.regions["node"].kind != "number":
        yield Problem("region node", "it must hold a number")


def _cells(where: str, region: Region) -> Iterator[Problem]:
    if len(region.start) != region.length:
        yield Problem(where, f"it has {region.length} cells, but starts with {len(region.start)} values")
    if region.kind == "set":
        if region.low != 0 or not 0 <= region.high <= max(MOST_ELEMENTS, 1 << 20):
            yield Problem(where, "a set has from 0 to so many elements")
        elif any(start < 0 or start.bit_length() > min(region.high, MOST_ELEMENTS) for start in region.start):
            yield Problem(where, f"it starts with a set of more than its {region.high} elements")
    elif any(not region.low <= start <= region.high for start in region.start):
        yield Problem(where, f"it starts with a number outside {region.low} to {region.high}")


def _places(program: Program) -> Iterator[Problem]:
    layout, players = program.layout, program.players
    places, pieces = len(layout.places), len(layout.pieces)
    for name, most in (("places", places), ("pieces", pieces), ("varieties", len(layout.varieties))):
        if most > MOST_ELEMENTS:
            yield Problem("layout", f"there are {most} {name}: {MOST_ELEMENTS} at most")
    owned: tuple[Place | Piece | Variety, ...] = (*layout.places, *layout.pieces, *layout.varieties)
    for thing in owned:
        if not -1 <= thing.owner < players:
            yield Problem(f"{type(thing).__name__.lower()} {thing.name}", f"its owner {thing.owner} is no player")
    for number, place in enumerate(layout.places):
        if bool(place.order) != bool(place.order_region):
            yield Problem(f"place {number}", "a place has an order and cells for it, or neither")
        if place.order_region:
            order = layout.regions.get(place.order_region)
            if order is None or not 0 <= place.order_start < order.length:
                yield Problem(f"place {number}", "the cells of its order are not in the layout")
    if not 0 <= layout.box < max(1, places):
        yield Problem("layout", f"the box is place {layout.box}, which there is not")
    yield from _lying(layout, "at", pieces, -1, places)
    yield from _lying(layout, "contents", places, 0, 1 << max(1, pieces))


def _lying(layout: Layout, name: str, count: int, low: int, end: int) -> Iterator[Problem]:
    """`at` has a cell for each piece, `contents` one for each place; where there are none, one may be kept."""
    region = layout.regions.get(name)
    if region is None:
        if count and layout.pieces:
            yield Problem("layout", f"there is no region {name!r}")
    elif region.length not in (count, max(1, count)):
        yield Problem(f"region {name}", f"it has {region.length} cells for {count}")
    elif any(not low <= start < end for start in region.start):
        yield Problem(f"region {name}", "it starts with what is not there")


def _tokens(layout: Layout) -> Iterator[Problem]:
    if len(layout.tokens) != len(layout.varieties):
        yield Problem("layout", f"{len(layout.varieties)} varieties are kept in {len(layout.tokens)} stores")
    for number, store in enumerate(layout.tokens):
        where = f"variety {number}"
        if not -1 <= store.set_cell < layout.size or (store.set_places and store.set_cell < 0):
            yield Problem(where, f"its set of places would be cell {store.set_cell}")
        if store.set_places < 0 or store.set_places.bit_length() > len(layout.places):
            yield Problem(where, "it is kept on places that are not there")
        for place, cell in store.counts.items():
            if not 0 <= place < len(layout.places) or not 0 <= cell < layout.size:
                yield Problem(where, f"it is counted for place {place} in cell {cell}")
    yield from _cells_of_tokens(layout)


def _cells_of_tokens(layout: Layout) -> Iterator[Problem]:
    """Each has a cell for itself, in a region for tokens."""
    regions = (region for region in layout.regions.values() if region.role == "tokens")
    free = {cell for region in regions for cell in range(region.base, region.base + region.length)}
    for number, store in enumerate(layout.tokens):
        for cell in (*([store.set_cell] if store.set_cell >= 0 else []), *store.counts.values()):
            if cell not in free:
                yield Problem(f"variety {number}", f"cell {cell} is not there for it alone")
            free.discard(cell)

"""The shape of the board as tables: what is next to what, what lies in which direction, which lines exist."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from rulelang.compile.context import CompileContext
from rulelang.graph.roles import TableKind, TableRole
from rulelang.rulebook.world import SpaceClass, World

SQUARE_STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
HEXAGONAL_STEPS = ((0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1))
PLACES = TableRole(entries="place")


def steps(space: SpaceClass) -> tuple[tuple[int, int], ...]:
    """Column and row steps of the directions, in the order of the direction kind."""
    return SQUARE_STEPS if space.topology == "square" else HEXAGONAL_STEPS


def at(space: SpaceClass, column: int, row: int) -> int:
    """The place at a column and row (from 0), or -1 off the board."""
    inside = 0 <= column < space.width and 0 <= row < space.height
    return space.first + row * space.width + column if inside else -1


def toward(book: CompileContext) -> str:
    """Table: place * directions + direction -> the neighbouring place."""

    def build() -> Iterator[int]:
        for place in range(len(book.world.place_names)):
            space = book.world.place_class(place)
            for step in range(directions(book.world)):
                yield _step(space, place, step)

    return book.table("toward", build, -1, TableRole(TableKind.TOWARD, entries="place"))


def rays(book: CompileContext) -> str:
    """Lists: place * directions + direction -> the places beyond, nearest first."""

    def ray(place: int, step: int) -> Iterator[int]:
        space = book.world.place_class(place)
        while (place := _step(space, place, step)) >= 0:
            yield place

    count = directions(book.world)
    places = range(len(book.world.place_names))
    book.listing(
        "rays backwards", lambda: (tuple(ray(place, step))[::-1] for place in places for step in range(count)), PLACES
    )
    return book.listing("rays", lambda: (tuple(ray(place, step)) for place in places for step in range(count)), PLACES)


def sight_lines(book: CompileContext, relation: str) -> tuple[str, int]:
    """Lists: place * directions + direction -> the places beyond, for the directions of a relation of the board ("":
    all of them, "Side" and "Corner" as in `neighbours`); and how many directions that are."""
    name, count = rays(book), directions(book.world)
    if relation not in ("Side", "Corner"):
        return name, count
    chosen = range(0 if relation == "Side" else 1, count, 2)
    places = range(len(book.world.place_names))
    every = book.lists[name]
    by_relation = book.listing(
        f"{name} by {relation}", lambda: (every[place * count + step] for place in places for step in chosen), PLACES
    )
    return by_relation, len(chosen)


def directions(world: World) -> int:
    """How many directions there are: none without a grid."""
    return len(world.kinds["direction"].members) if "direction" in world.kinds else 0


def _step(space: SpaceClass | None, place: int, step: int) -> int:
    if space is None or not space.width:
        return -1
    index = place - space.first
    moves = steps(space)
    if step >= len(moves):
        return -1
    column, row = moves[step]
    return at(space, index % space.width + column, index // space.width + row)


def neighbours(book: CompileContext, relation: str) -> str:
    """Table of sets: the places next to a place by a relation of the author, or by the board itself.

    "" is the board's own neighbourhood (grids: all directions; rings and lines: before and after; spaces without an
    order: the links, if there is one sort of them), "Side" on a square grid only squares that share a side, "Corner"
    those that only share a corner."""

    def build() -> Iterator[int]:
        relations = book.world.relations
        only = next(iter(relations)) if len(relations) == 1 else ""
        for place in range(len(book.world.place_names)):
            near: set[int] = set()
            space = book.world.place_class(place)
            by = only if space is not None and not (relation or space.topology) else relation
            if by in relations and space is not None:
                for owner in book.world.spaces.values():
                    links = owner.values.get(by, {}).get(place, ())
                    near |= set(links) if isinstance(links, set) else set()
            elif space is not None:
                near = _board_neighbours(space, place, relation)
            yield sum(1 << other for other in near)

    return book.table(f"next by {relation}" if relation else "next", build, 0, next_by(relation))


def next_by(relation: str) -> TableRole:
    """What a table of neighbours is."""
    return TableRole(TableKind.NEXT, called=relation, entries="place")


def _board_neighbours(space: SpaceClass, place: int, relation: str) -> set[int]:
    if space.width:
        count = len(steps(space))
        chosen = range(count)
        if space.topology == "square" and relation in ("Side", "Corner"):
            chosen = range(0 if relation == "Side" else 1, count, 2)
        return {near for step in chosen if (near := _step(space, place, step)) >= 0}
    if space.topology in ("ring", "line"):
        return {near for near in (following(space, place), following(space, place, -1)) if near >= 0}
    return set()


def following(space: SpaceClass, place: int, step: int = 1) -> int:
    """The next place of a ring or line."""
    index = place - space.first + step
    if space.topology == "ring":
        index %= len(space.members)
    return space.first + index if 0 <= index < len(space.members) else -1


def after(book: CompileContext, noun: str) -> str:
    """Table: the place after a place, within the rings and lines of a class."""
    spaces = book.world.space_classes(noun)

    def build() -> Iterator[int]:
        for place in range(len(book.world.place_names)):
            space = next((space for space in spaces if place in space.places), None)
            yield following(space, place) if space is not None and space.topology in ("ring", "line") else -1

    return book.table(f"after {noun}", build, -1, TableRole(TableKind.AFTER, called=noun, entries="place"))


def lines(book: CompileContext, length: int) -> tuple[str, str, str]:
    """Straight lines of so many spaces: lists of their sets through each place (and, last but one, of all), the same
    lists as line numbers, and the set just beyond both ends of each numbered line."""
    world = book.world
    found: list[tuple[int, int]] = []
    through: list[list[int]] = [[] for _ in world.place_names]
    for space in world.spaces.values():
        for line, ends in _straight(space, length) if space.width else ():
            for member in line:
                through[member].append(len(found))
            found.append((sum(1 << member for member in line), sum(1 << end for end in ends)))
    every = [*through, list(range(len(found)))]
    masks = book.listing(f"lines of {length}", lambda: (tuple(found[i][0] for i in one) for one in every))
    numbers = book.listing(f"line numbers of {length}", lambda: (tuple(one) for one in every))
    book.table(f"line set of {length}", lambda: (line for line, _ in found), 0)
    ends_table = book.table(f"line ends of {length}", lambda: (ends for _, ends in found), 0)
    return masks, numbers, ends_table


def _straight(space: SpaceClass, length: int) -> Iterator[tuple[list[int], list[int]]]:
    """Every straight line of so many spaces of a grid, each once, and the spaces just beyond its ends."""
    half = len(steps(space)) // 2
    for place, step in product(space.places, range(half)):
        line = [place]
        while len(line) < length and (nearest := _step(space, line[-1], step)) >= 0:
            line.append(nearest)
        if len(line) == length:
            ends = (_step(space, line[-1], step), _step(space, line[0], step + half))
            yield line, [end for end in ends if end >= 0]

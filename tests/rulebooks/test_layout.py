"""The layout hints of the four boards: everything has its spot, and the spots look like the boards."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from math import hypot

import pytest

from rulelang.graph.export.board import write
from rulelang.graph.export.lying import honeycomb, nearest
from rulelang.rulebook.declare import declare
from rulelang.rulebook.loading import load, selected
from rulelang.rulebook.world import World
from rulelang.source import read_source
from tests.rulebooks.library import BIG, ROOT, tables

pytestmark = pytest.mark.slow

Spot = tuple[int, int]


@cache
def world(name: str, players: int) -> World:
    book = load(read_source(str(ROOT / "rulebooks" / f"{name}.rules")).source)[0]
    return declare(selected(book, players, frozenset()), players)[0]


def spots(name: str, players: int, *classes: str) -> dict[str, Spot]:
    found = world(name, players)
    return {
        found.place_names[place]: spot
        for space in found.spaces.values()
        if not classes or space.name in classes
        for place, spot in space.spots.items()
    }


def links(name: str, players: int, space: str, column: str) -> list[tuple[str, str]]:
    found = world(name, players)
    one_end = found.spaces[space]
    return [
        (found.place_names[place], found.place_names[other])
        for place, others in one_end.values[column].items()
        if place in one_end.places and isinstance(others, set | frozenset)
        for other in others
    ]


def far(a: Spot, b: Spot) -> float:
    return hypot(a[0] - b[0], a[1] - b[1])


BOARDS = [(name, players) for name, players in tables() if name in BIG]


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_every_space_has_a_spot_of_its_own(name: str, players: int) -> None:
    found = world(name, players)
    drawn = spots(name, players)
    bare = {space.name for space in found.spaces.values() if not drawn.keys() >= set(space.members)}
    assert bare == ({"Season Deck"} if name == "iki" else set())
    everything = [*spots(name, players).values(), *found.pictures.values()]
    assert nearest(everything, 0) >= 40
    assert found.pictures


def test_samurai_is_a_honeycomb_and_neighbours_touch() -> None:
    at = spots("samurai", 4)
    assert len(at) == 174
    assert honeycomb(list(at.values())) is not None
    pitch = nearest(list(at.values()), 0)
    touching = {frozenset(pair) for pair in combinations(at, 2) if far(at[pair[0]], at[pair[1]]) <= pitch * 1.12}
    linked = {frozenset(pair) for pair in links("samurai", 4, "Settlement", "Neighbours")}
    settlements = set(spots("samurai", 4, "Settlement"))
    assert linked == {pair for pair in touching if pair & settlements}
    assert at["Sapporo"][1] < at["Akita"][1] < at["Edo"][1] < at["Kyoto"][1]
    assert at["Kyushu Village 2"][0] < at["Kyoto"][0] < at["Edo"][0]


def test_the_stations_of_tokaido_duo_go_clockwise_around_the_island() -> None:
    stations = list(spots("tokaido_duo", 2, "Station").values())
    ring = list(zip(stations, [*stations[1:], stations[0]], strict=True))
    assert len(stations) == 24
    # To the right of the walker lies the inside: twice the area is positive when down is positive too.
    assert sum(a[0] * b[1] - b[0] * a[1] for a, b in ring) > 0
    ways = [far(a, b) for a, b in ring]
    assert max(ways) < 1.3 * min(ways)


def test_the_roads_of_tokaido_duo_do_not_cross() -> None:
    at = spots("tokaido_duo", 2)
    roads = {frozenset(road) for road in links("tokaido_duo", 2, "Mountain Town", "Roads")}
    assert len(roads) == 11
    for one, other in combinations([tuple(road) for road in roads], 2):
        if not set(one) & set(other):
            assert not _cross(at[one[0]], at[one[1]], at[other[0]], at[other[1]]), (one, other)


def test_a_sea_space_of_yamatai_lies_between_its_islands() -> None:
    at = spots("yamatai", 2)
    shores: dict[str, list[Spot]] = {}
    for sea, island in links("yamatai", 2, "Sea Space", "Shores"):
        shores.setdefault(sea, []).append(at[island])
    assert len(shores) == 79
    for sea, islands in shores.items():
        left, right = min(x for x, _ in islands), max(x for x, _ in islands)
        top, bottom = min(y for _, y in islands), max(y for _, y in islands)
        assert left <= at[sea][0] <= right, sea
        assert top <= at[sea][1] <= bottom, sea


@pytest.mark.parametrize("players", [2, 3])
def test_the_stalls_of_iki_lie_behind_the_fields_they_are_visited_from(players: int) -> None:
    at = spots("iki", players)
    fields = spots("iki", players, "Field")
    doors = list(links("iki", players, "Stall", "Doors"))
    assert len({stall for stall, _ in doors}) == len(spots("iki", players, "Stall"))
    for stall, field in doors:
        rival = min(far(at[stall], spot) for spot in fields.values())
        assert far(at[stall], at[field]) <= rival * 1.6, (stall, field)


@pytest.mark.parametrize(("name", "players"), BOARDS)
def test_the_picture_shows_every_space(name: str, players: int) -> None:
    assert write(world(name, players), name).count("<g><title>") == len(spots(name, players))


def _cross(a: Spot, b: Spot, c: Spot, d: Spot) -> bool:
    """Whether two roads cross."""

    def side(p: Spot, q: Spot, r: Spot) -> bool:
        return (q[0] - p[0]) * (r[1] - p[1]) > (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)

"""Where a picture of the board has the spaces, and what every player has."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

from rulelang.graph.export.board import has_picture, write
from rulelang.rulebook.declare import declare
from rulelang.rulebook.loading import load, selected
from rulelang.rulebook.world import World
from rulelang.source import read_source, source_from_text

ROOT = Path(__file__).parents[2]

_NEST = """rulebook "Nest" for 2 to 3 players

each player has Eggs from 0 to 9
each player has a Board, an open area
a Season is one of Spring, Autumn
each Season has a Basket, an open area
a Twig is a token
there are 9 Twigs
a Field is a space:
    | Field  | at   |
    | Meadow | 0 0  |
    | Hedge  | 90 0 |

play:
    repeat 3 rounds:
        each player: gain 1 Egg

the winner is the player with the highest Eggs, otherwise shared

picture 400 by 400:
    | Place  | at                       |
    | Board  | 40 300, 240 300, 340 300 |
    | Basket | 10 200, 20 200           |
    | Box    | 200 200                  |
    | Nowhere | 1 1                     |
"""


def world(players: int) -> tuple[World, list[str]]:
    rulebook, found = load(source_from_text("nest.rules", _NEST))
    assert not found
    declared, problems = declare(selected(rulebook, players, frozenset()), players)
    return declared, [problem.message for problem in problems]


def spots(players: int) -> dict[str, tuple[int, int]]:
    declared, _ = world(players)
    return {declared.place_names[place]: spot for place, spot in declared.pictures.items()}


def test_every_player_has_a_spot_of_their_own() -> None:
    assert {name: spot for name, spot in spots(3).items() if "Board" in name} == {
        "Ann's Board": (40, 300),
        "Ben's Board": (240, 300),
        "Cleo's Board": (340, 300),
    }
    assert [name for name in spots(2) if "Board" in name] == ["Ann's Board", "Ben's Board"]


def test_so_has_every_member_of_a_kind() -> None:
    assert [spot for name, spot in spots(2).items() if "Basket" in name] == [(10, 200), (20, 200)]
    assert spots(2)["Box"] == (200, 200)


def test_a_name_that_is_no_place_is_told() -> None:
    assert len(world(2)[1]) == 1
    assert "Nowhere" in world(2)[1][0]


def test_areas_of_players_are_drawn() -> None:
    declared, _ = world(2)
    assert has_picture(declared)
    drawn = write(declared, "Nest")
    assert "Ann's Board</text>" in drawn
    assert "Cleo's Board" not in drawn


def _shapes(picture: str, tag: str) -> list[dict[str, str]]:
    root = ElementTree.fromstring(picture)
    return [dict(shape.attrib) for shape in root.iter(f"{{http://www.w3.org/2000/svg}}{tag}")]


def test_a_long_name_at_the_rim_is_not_cut_off() -> None:
    text = _NEST.replace("the winner", "the Very Large And Old Nesting Place is an open area\n\nthe winner")
    text = text.replace("| Box    | 200 200                  |", "| Very Large And Old Nesting Place | 0 0 |")
    rulebook, _ = load(source_from_text("nest.rules", text))
    picture = write(declare(selected(rulebook, 2, frozenset()), 2)[0], "Nest")
    left, _, width, _ = map(float, ElementTree.fromstring(picture).attrib["viewBox"].split())
    places = [shape for shape in _shapes(picture, "rect") if shape.get("class") == "place"]
    assert places
    for place in places:
        assert left < float(place["x"]) < float(place["x"]) + float(place["width"]) < left + width


def test_squares_of_a_grid_lie_edge_to_edge() -> None:
    picture = write(_declared("examples/tic_tac_toe.rules"), "Tic-Tac-Toe")
    squares = [shape for shape in _shapes(picture, "rect") if "rx" in shape]
    assert len(squares) == 9
    assert {(shape["width"], shape["height"]) for shape in squares} == {("56.0", "56.0")}
    assert sorted({float(shape["x"]) for shape in squares}) == [-28.0, 28.0, 84.0]


def test_colours_of_the_legend_are_not_used_for_anything_else() -> None:
    """The fields of Iki bear the name of their building instead of a colour."""
    picture = write(_declared("rulebooks/iki.rules"), "Iki")
    fields = re.findall(r"<g><title>Field \d[^<]*</title>\s*<rect[^>]*fill=\"([^\"]*)\"", picture)
    assert len(fields) == 8
    keys = set(re.findall(r"<rect[^>]*width=\"20\" height=\"16\"[^>]*fill=\"([^\"]*)\"", picture))
    assert not keys & set(fields)


def test_names_fit_into_the_cells_of_a_honeycomb() -> None:
    """A cell that lies on a side is narrower above and below its middle."""
    picture = write(_declared("rulebooks/samurai.rules"), "Samurai")
    cells = re.findall(r"<polygon points=\"([^\"]*)\"[^>]*/>((?:\s*<text[^>]*>[^<]*</text>)+)", picture)
    assert cells
    for points, texts in cells:
        corners = [tuple(map(float, point.split(","))) for point in points.split()]
        x0 = sum(x for x, _ in corners) / 6
        y0 = sum(y for _, y in corners) / 6
        radius = max(x for x, _ in corners) - x0
        for y, size, words in re.findall(r" y=\"([^\"]*)\" font-size=\"([^\"]*)\">([^<]*)<", texts):
            off = max(abs(float(y) - y0), abs(float(y) - 0.7 * float(size) - y0))
            assert 0.3 * float(size) * len(words) < radius - off / 3**0.5 + 1, words


def _declared(path: str) -> World:
    rulebook, _ = load(read_source(str(ROOT / path)).source)
    return declare(selected(rulebook, rulebook.seats[0], frozenset()), rulebook.seats[0])[0]

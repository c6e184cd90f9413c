"""Networks, exports and the drawing say the same as the graph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from xml.etree import ElementTree

import networkx
import pytest

from rulelang.graph.edges import draw
from rulelang.graph.export import FORMATS, export
from rulelang.graph.export.labels import shortened
from tests.graph.test_text import compiled


@pytest.mark.parametrize("form", sorted(FORMATS))
def test_exports_do_not_change_by_themselves(form: str) -> None:
    assert export(draw(compiled("pig")), form) == export(draw(compiled("pig")), form)


def test_graphml_reads_back() -> None:
    drawing = draw(compiled("pig"))
    graph = networkx.parse_graphml(export(drawing, "graphml"), node_type=int, force_multigraph=True)
    assert graph.number_of_nodes() == len(drawing.nodes)
    assert graph.number_of_edges() == len(drawing.edges)
    hold = next(data for *_, data in graph.edges(data=True) if data["name"] == "Hold")
    assert hold["role"] == "option"
    assert "Points" in hold["effects"]
    assert "pig.rules:" in hold["place"]


def test_dot_and_mermaid_draw_every_edge_once() -> None:
    drawing = draw(compiled("pig"))
    assert export(drawing, "dot").count(" -> ") == len(drawing.edges)
    mermaid = export(drawing, "mermaid").splitlines()
    assert sum("-->" in line or "-.->" in line for line in mermaid) == len(drawing.edges)


def test_the_picture_shows_every_node_and_panel() -> None:
    drawing = draw(compiled("sealed_letter"))
    root = ElementTree.fromstring(export(drawing, "svg"))
    space = "{http://www.w3.org/2000/svg}"
    shown = {group.get("id") for group in root.iter(f"{space}g")}
    assert {f"node-{node.number}" for node in drawing.nodes} <= shown
    headings = [text.text for text in root.iter(f"{space}text") if text.get("class") == "heading"]
    assert {group.rpartition(" / ")[2] for group in drawing.groups if group} <= set(headings)


def test_boxes_of_the_picture_do_not_overlap() -> None:
    from rulelang.graph.export.panels import arrange

    drawing = draw(compiled("backgammon"))
    panels = arrange(drawing)
    assert sum(len(panel.boxes) for panel in panels) == len(drawing.nodes)
    for panel in panels:
        boxes = list(panel.boxes.values())
        for number, one in enumerate(boxes):
            for other in boxes[number + 1 :]:
                beside = one.x + one.width <= other.x or other.x + other.width <= one.x
                assert beside or one.y + one.height <= other.y or other.y + other.height <= one.y


def _way(path: str) -> Iterator[tuple[float, float]]:
    """Points of a drawn line, close to each other; a curve as if it ran straight between its ends' tangents."""
    numbers = [(command, [float(n) for n in rest.split()]) for command, rest in re.findall(r"([MLQC])([^MLQC]*)", path)]
    here = (0.0, 0.0)
    for command, values in numbers:
        corners = list(zip(values[::2], values[1::2], strict=True))
        if command == "M":
            here = corners[-1]
            continue
        for step in range(41):
            part = step / 40
            points = [here, *corners]
            while len(points) > 1:
                points = [(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part) for (x0, y0), (x1, y1) in pairwise(points)]
            yield points[0]
        here = corners[-1]


@pytest.mark.parametrize("stem", ["tic_tac_toe", "beacons", "backgammon", "sealed_letter", "lock_keepers"])
def test_no_line_runs_through_a_box(stem: str) -> None:
    from rulelang.graph.export.panels import arrange

    drawing = draw(compiled(stem))
    boxes = [box for panel in arrange(drawing) for box in panel.boxes.values()]
    paths = re.findall(r'<path class="line[^"]*" d="([^"]*)"', export(drawing, "svg"))
    assert paths
    for path in paths:
        for x, y in _way(path):
            inside = [b for b in boxes if b.x < x < b.x + b.width and b.y + 1 < y < b.y + b.height - 1]
            assert not inside, (path, inside[0].node)


def test_boxes_do_not_say_again_what_their_sentence_says() -> None:
    picture = export(draw(compiled("tic_tac_toe")), "svg")
    shown = re.findall(r"<text[^>]*>([^<]*)</text>", picture)
    assert "you win" in shown
    assert not any("[winners]" in text or text.endswith("becomes nothing") for text in shown)


def test_a_panel_is_no_wider_than_a_sheet_and_holds_its_boxes() -> None:
    from rulelang.graph.export.panels import arrange

    for stem in ("backgammon", "sealed_letter", "beacons"):
        drawing = draw(compiled(stem))
        panels = arrange(drawing)
        assert sum(len(panel.boxes) for panel in panels) == len(drawing.nodes)
        for panel in panels:
            assert panel.width < 1400
            for box in panel.boxes.values():
                assert panel.x < box.x
                assert box.x + box.width <= box.side < panel.x + panel.width
                assert panel.y < box.y < box.y + box.height < panel.y + panel.height


def test_boxes_and_labels_begin_with_the_words_of_the_author() -> None:
    drawing = draw(compiled("sealed_letter"))
    moved = [node for node in drawing.nodes if node.told and "Deck" in node.sentence]
    assert moved
    assert not any("[" in node.sentence for node in drawing.nodes)
    picture, chart = export(drawing, "svg"), export(drawing, "mermaid")
    for node in moved:
        assert f'class="title">{" ".join(node.sentence.split()[:4])}' in re.sub(r' x="\d+" y="\d+"', "", picture)
        assert f"{node.number}: {shortened(node.sentence)}" in chart


def test_long_labels_are_cut_at_a_word() -> None:
    assert shortened("short") == "short"
    assert (
        shortened("the quick brown fox jumps over the lazy dog again and again", 30) == "the quick brown fox jumps..."
    )

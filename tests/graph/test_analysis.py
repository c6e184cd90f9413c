"""What is told about a graph is so: held against ways looked for without networkx, and against changed graphs."""

from __future__ import annotations

import pytest

from rulelang.graph.analysis import Analysis, analyse, text
from rulelang.graph.network import graph_of, program_of
from rulelang.graph.program import Decide, End, Program
from rulelang.graph.successors import reached, targets
from tests.graph.test_text import compiled


def reaches_an_end(program: Program, without: int) -> bool:
    """Is there a way from the beginning to an end that keeps away from a node?"""
    ways = reached([program.entry], lambda number: () if number == without else targets(program.nodes[number]))
    return any(isinstance(program.nodes[number], End) and number != without for number in ways)


@pytest.mark.parametrize("stem", ["pig", "sealed_letter", "kuhn_poker", "beacons", "backgammon", "chess"])
def test_what_lies_on_every_way_cannot_be_avoided(stem: str) -> None:
    program = compiled(stem)
    found = analyse(program)
    always = {stop.node for stop in found.always}
    for node in program.nodes:
        if node.number in {stop.node for stop in found.decisions} | always and node.number != program.entry:
            assert (node.number in always) is not reaches_an_end(program, node.number)


@pytest.mark.parametrize("stem", ["pig", "sealed_letter", "backgammon", "chess", "lock_keepers"])
def test_loops_are_the_nodes_that_come_back_to_themselves(stem: str) -> None:
    program = compiled(stem)
    found = analyse(program)
    round_again = {
        node.number for node in program.nodes
        if node.number in reached(targets(node), lambda number: targets(program.nodes[number]))
    }  # fmt: skip
    assert sum(loop.size for loop in found.loops) == len(round_again)
    assert {stop.node for loop in found.loops for stop in loop.heads} <= round_again
    assert all(loop.entered_at for loop in found.loops)


def test_every_decision_is_listed_and_the_shortest_way_is_a_way() -> None:
    program = compiled("kuhn_poker")
    found = analyse(program)
    decides = [node.number for node in program.nodes if isinstance(node, Decide)]
    assert [stop.node for stop in found.decisions] == decides
    assert found.shortest[-1].kind == "end"
    assert (found.unreached, found.endless) == ((), ())
    assert sum(stop.kind == "decide" for stop in found.shortest) <= found.longest == len(decides)


def changed(found: Program | object) -> Analysis:
    assert isinstance(found, Program)
    return analyse(found)


def test_what_a_tool_cuts_off_is_told() -> None:
    graph = graph_of(compiled("pig"))
    end = next(number for number, kind in graph.nodes(data="kind") if kind == "end")
    graph.remove_edges_from(list(graph.in_edges(end, keys=True)))
    found = changed(program_of(graph))
    assert [stop.kind for stop in found.unreached] == ["end"]
    assert (found.shortest, found.always, found.longest) == ((), (), 0)
    assert {stop.kind for stop in found.endless} >= {"decide", "chance"}
    assert "without a way to an end" in text(found)


def test_examples_are_no_part_of_the_game() -> None:
    program = compiled("sealed_letter", examples=True)
    assert [stop.words for stop in analyse(program).decisions] == [
        stop.words for stop in analyse(compiled("sealed_letter")).decisions
    ]

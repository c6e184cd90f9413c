"""What is told about a graph is so: held against ways looked for without networkx, and against changed graphs."""

from __future__ import annotations

from random import Random

import pytest

from interpreter.engine.executors import executor_of
from rulelang.graph import course_of_play
from rulelang.graph.analysis import Analysis, analyse, text
from rulelang.graph.network import graph_of, program_of
from rulelang.graph.program import ChanceNode, Decide, End, Program
from rulelang.graph.successors import reached, targets
from tests.graph.test_text import compiled


def reaches_an_end(program: Program, without: int) -> bool:
    """Is there a way from the beginning to an end that keeps away from a node?"""
    ways = reached([program.entry], lambda number: () if number == without else targets(program.nodes[number]))
    return any(isinstance(program.nodes[number], End) and number != without for number in ways)


@pytest.mark.parametrize("stem", ["pig", "sealed_letter", "kuhn_poker", "beacons", "backgammon", "chess"])
def test_what_no_way_gets_round_is_found(stem: str) -> None:
    program = compiled(stem)
    found = analyse(program)
    always = {stop.node for stop in found.always}
    for node in program.nodes:
        if node.number in {stop.node for stop in found.decisions} and not reaches_an_end(program, node.number):
            assert node.number in always


def passed(program: Program, random: Random) -> set[int]:
    """The decisions and chances that a random game comes to before its end."""
    executor, found = executor_of(program, "reference"), set()
    state = executor.start()
    for _ in range(3_000):
        node = executor.node(state)
        found.add(node.number)
        if isinstance(node, End):
            return found
        if isinstance(node, ChanceNode):
            executor.happen(state, executor.draw(state, random))
        else:
            executor.play(state, random.choice(list(executor.options(state))))
    return set()


@pytest.mark.parametrize("stem", ["pig", "sealed_letter", "kuhn_poker", "beacons"])
def test_what_lies_on_every_way_lies_on_the_way_of_every_game(stem: str) -> None:
    program = compiled(stem)
    always = {stop.node for stop in analyse(program).always}
    games = [game for seed in range(6) if (game := passed(program, Random(seed)))]
    assert games
    assert all(always <= game for game in games)


def test_an_action_comes_back_to_its_own_caller() -> None:
    """The Deck is shuffled where a round begins. Drawn as it is, a game could leave that out: it seems to come back
    from the same action to where the round is over."""
    program = compiled("sealed_letter")
    shuffle = next(node.number for node in program.nodes if isinstance(node, ChanceNode) and node.shuffles is not None)
    assert reaches_an_end(program, shuffle)
    found = analyse(program)
    assert found.matches_calls
    assert shuffle in {stop.node for stop in found.always}


def test_where_calls_are_too_many_the_graph_is_taken_as_it_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course_of_play, "_MOST_MOMENTS", 10)
    program = compiled("sealed_letter")
    found = analyse(program)
    assert not found.matches_calls
    always = {stop.node for stop in found.always}
    assert always == {stop.node for stop in found.always if not reaches_an_end(program, stop.node)}
    assert always


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

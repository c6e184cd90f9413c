"""What a tool changes in the graph with networkx changes the game: executors have nothing else to go by."""

from __future__ import annotations

from typing import Any

import pytest

from interpreter.engine.executor import Executor, Vector
from interpreter.engine.executors import executor_of
from rulelang.graph.network import graph_of, program_of
from rulelang.graph.program import Program
from rulelang.graph.terms import Compare, Const, IfElse, Local
from tests.graph.test_text import compiled

BOTH = pytest.mark.parametrize("name", ["reference", "python"])


def edge(graph: Any, role: str, **attributes: Any) -> tuple[int, int, Any]:
    """The first edge of a role with some attributes."""
    return next(
        (source, target, key)
        for source, target, key, data in graph.edges(keys=True, data=True)
        if data["role"] == role and attributes.items() <= data.items()
    )


def player_of(graph: Any, name: str) -> Executor:
    program = program_of(graph)
    assert isinstance(program, Program), program
    return executor_of(program, name)


def names(executor: Executor, state: Vector) -> set[str]:
    node: Any = executor.node(state)
    return {node.options[move[0]].name for move in executor.options(state)}


def rolled(executor: Executor, face: int) -> Vector:
    state = executor.start()
    executor.happen(state, face)
    return state


@BOTH
def test_an_option_whose_edge_is_removed_is_not_offered(name: str) -> None:
    graph = graph_of(compiled("pig"))
    whole = player_of(graph, name)
    assert names(whole, rolled(whole, 6)) == {"Roll", "Hold"}
    graph.remove_edge(*edge(graph, "option", name="Hold"))
    less = player_of(graph, name)
    assert names(less, rolled(less, 6)) == {"Roll"}


@BOTH
def test_an_arm_that_is_rerouted_leads_elsewhere(name: str) -> None:
    """Three in a row win; led to where nobody has won, the same fork lets the game go on."""
    graph = graph_of(compiled("tic_tac_toe"))
    won = next(number for number, title in graph.nodes(data="title") if title == "if")
    arms = list(graph.out_edges(won, keys=True, data=True))
    source, target, key, data = next(arm for arm in arms if arm[3]["role"] == "arm")
    on = next(end for _, end, _, attributes in arms if attributes["role"] == "otherwise")
    over = {}
    for rerouted in (False, True):
        if rerouted:
            graph.remove_edge(source, target, key)
            graph.add_edge(source, on, **data)
        executor = player_of(graph, name)
        state = executor.start()
        for square in (0, 3, 1, 4, 2):
            executor.play(state, (0, square))
        over[rerouted] = executor.is_over(state)
    assert over == {False: True, True: False}


@BOTH
def test_a_weight_that_is_changed_loads_the_die(name: str) -> None:
    graph = graph_of(compiled("pig"))
    chance = next(number for number, kind in graph.nodes(data="kind") if kind == "chance")
    fair = player_of(graph, name)
    assert fair.outcomes(fair.start()) == [(face, 1) for face in range(1, 7)]
    graph.nodes[chance]["weight"] = IfElse(Compare("==", Local("face"), Const(6)), Const(1), Const(0))
    loaded = player_of(graph, name)
    assert [(face, weight) for face, weight in loaded.outcomes(loaded.start()) or () if weight] == [(6, 1)]


@BOTH
def test_effects_that_are_changed_are_what_is_done(name: str) -> None:
    """Who holds keeps nothing once the effects of the edge are gone."""
    graph = graph_of(compiled("pig"))
    kept = {}
    for emptied in (False, True):
        if emptied:
            graph.edges[edge(graph, "option", name="Hold")]["effects"] = ()
        executor = player_of(graph, name)
        state = rolled(executor, 6)
        before = list(state)
        executor.play(state, next(move for move in executor.options(state) if move[0] == 1))
        region = graph.graph["layout"].regions["player's Points"]
        kept[emptied] = state[region.base] - before[region.base]
    assert kept == {False: 6, True: 0}

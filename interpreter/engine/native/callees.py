"""Which routine calls which, and in what order they are printed: whatever is called first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import networkx

from interpreter.engine.lower.code import Role, Routine, Tail
from interpreter.engine.lower.expressions import Invoke
from interpreter.engine.lower.rewrite import inside, operands, statements


def called(routine: Routine) -> set[str]:
    """The routines that one calls."""
    found: set[str] = set()
    for statement in statements(routine.body):
        if isinstance(statement, Tail):
            found.add(statement.function)
        for value in operands(statement):
            found.update(part.function for part in inside(value) if isinstance(part, Invoke))
    return found


def calls(routines: Mapping[str, Routine]) -> networkx.DiGraph:
    """The calls of all routines."""
    graph = networkx.DiGraph()
    graph.add_nodes_from(routines)
    graph.add_edges_from((name, other) for name, routine in routines.items() for other in sorted(called(routine)))
    return graph


def reachable(routines: Mapping[str, Routine], roots: Iterable[str]) -> dict[str, Routine]:
    """The routines that are called from some, directly or not; passes leave others behind."""
    graph = calls(routines)
    wanted = {name for name in roots if name in routines}
    for name in list(wanted):
        wanted |= networkx.descendants(graph, name)
    return {name: routine for name, routine in routines.items() if name in wanted}


def in_order(routines: Mapping[str, Routine]) -> list[str]:
    """All routines, each behind those it calls where that can be."""
    graph = calls(routines)
    whole = networkx.condensation(graph)
    order = [sorted(whole.nodes[one]["members"]) for one in networkx.topological_sort(whole)]
    return [name for members in reversed(order) for name in members]


def is_cyclic(routines: Mapping[str, Routine]) -> frozenset[str]:
    """The routines that come back to themselves otherwise than through a trial, which is counted."""
    graph = calls(routines)
    graph.remove_nodes_from([name for name, routine in routines.items() if routine.role is Role.TRIAL])
    found = [one for one in networkx.strongly_connected_components(graph) if len(one) > 1]
    alone = [{name} for name in graph if graph.has_edge(name, name)]
    return frozenset(name for one in (*found, *alone) for name in one)

"""What a program says beside its nodes: its players, names and tables, where it begins, derived values, the ranking."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, Program, Test
from rulelang.graph.successors import targets
from rulelang.graph.terms import Apply
from rulelang.graph.verify.layout import MOST_ELEMENTS, MOST_PLAYERS
from rulelang.graph.verify.problems import Problem
from rulelang.graph.verify.terms import NO_LOCALS, TermCheck
from rulelang.graph.walk import all_parts


def wrong_whole(program: Program) -> Iterator[Problem]:
    """What does not fit together in the attributes of the graph."""
    if not 1 <= program.players <= MOST_PLAYERS:
        yield Problem("players", f"there are {program.players}: from 1 to {MOST_PLAYERS}")
    if len(program.seats) != program.players:
        yield Problem("seats", f"there are {len(program.seats)} for {program.players} players")
    if len(set(program.seats)) != len(program.seats):
        yield Problem("seats", "two have the same name")
    layout = program.layout
    counts = {
        "player": program.players,
        "place": len(layout.places),
        "piece": len(layout.pieces),
        "token": len(layout.varieties),
    }
    for kind, count in counts.items():
        if len(program.names.get(kind, ())) != count:
            yield Problem("names", f"there are {len(program.names.get(kind, ()))} of the kind {kind!r}, not {count}")
    for name, entries in program.tables.items():
        if not entries:
            yield Problem(f"table {name}", "it has no entry, not even the one for nothing")
        if any(entry.bit_length() > MOST_ELEMENTS for entry in entries):
            yield Problem(f"table {name}", "it has an entry that is too large")
    for name, rows in program.lists.items():
        if not rows:
            yield Problem(f"lists {name}", "there is no list, not even the one for nothing")
        if any(member < 0 or member.bit_length() > MOST_ELEMENTS for row in rows for member in row):
            yield Problem(f"lists {name}", "a member of a list has no such number")
    nodes = range(len(program.nodes))
    if program.entry not in nodes:
        yield Problem("entry", f"the game begins at node {program.entry}, which there is not")
    for number in program.example_entries:
        if number not in nodes:
            yield Problem("example_entries", f"an example begins at node {number}, which there is not")


def wrong_functions(program: Program) -> Iterator[Problem]:
    """What is wrong in the terms that stand outside of the nodes, and functions that never come to a value."""
    check = TermCheck(program)
    for name, function in program.functions.items():
        where = f"function {name}"
        if function.name != name:
            yield Problem(where, f"it calls itself {function.name}")
        if len(set(function.parameters)) != len(function.parameters):
            yield Problem(where, "two of its parameters have the same name")
        yield from check.term(where, function.body, frozenset(function.parameters))
    player = frozenset({"player"})
    yield from check.maybe("scoring", program.scoring.eligible, player)
    for line in program.scoring.lines:
        yield from check.term(f"scoring, {line.name}", line.value, player)
    for text, term, _ in program.invariants:
        yield from check.term(f"always {text}", term)
    yield from _endless(program)


def _endless(program: Program) -> Iterator[Problem]:
    """No function needs its own value to work it out."""
    needed = {
        name: {part.function for part in all_parts(function.body) if isinstance(part, Apply)}
        for name, function in program.functions.items()
    }
    try:
        TopologicalSorter(needed).prepare()
    except CycleError as error:
        yield Problem("functions", f"values are needed for themselves: {', then '.join(error.args[1])}")


def wrong_nodes(program: Program) -> Iterator[Problem]:
    """What is wrong in the nodes of the graph."""
    check = TermCheck(program)
    for place, node in enumerate(program.nodes):
        where = f"node {node.number}"
        if node.number != place:
            yield Problem(where, f"it stands at place {place}")
        for target in targets(node):
            if target >= len(program.nodes):
                yield Problem(where, f"it leads to node {target}, which there is not")
        yield from _node(check, where, node)


def _node(check: TermCheck, where: str, node: Node) -> Iterator[Problem]:
    match node:
        case Decide():
            yield from check.term(where, node.actor)
            for option in node.options:
                yield from check.option(f"{where}, option {option.name}", option)
        case ChanceNode():
            yield from _chance(check, where, node)
        case Do():
            yield from check.effects(where, node.effects)
        case Test():
            for condition, _ in node.arms:
                yield from check.term(where, condition)
        case End():
            pass


def _chance(check: TermCheck, where: str, node: ChanceNode) -> Iterator[Problem]:
    if node.parameter is not None and node.shuffles is not None:
        yield Problem(where, "chance draws something or shuffles something, not both")
    known = NO_LOCALS
    if node.parameter is not None:
        yield from check.parameter(where, node.parameter, known)
        known |= {node.parameter.name}
    yield from check.maybe(where, node.shuffles)
    yield from check.maybe(where, node.weight, known)
    yield from check.effects(where, node.effects, known)
    yield from check.term(where, node.audience)
    yield from check.maybe(where, node.secretly)

"""A program taken apart into what a graph is made of, attributes of the whole, of nodes and of edges, and put together
again. This is the one place that knows which field of the form stands where in a graph.

    whole         layout, tables, lists, functions, scoring, names, labels, examples ...: the fields of `Program`
    node 4        kind="decide", actor, rest, secret, origin ...: the fields of `Decide`, but not where it leads
    edge 4 -> 7   role="option", order=0, name, parameters, guard, effects ...: the fields of `OptionEdge`
    edge 5 -> 9   role="arm", order=0, condition          one arm of a `Test`, in their order
    edge 5 -> 6   role="otherwise", "step" or "outcome"   the one way on of a `Decide` or `Test`, `Do`, `ChanceNode`

An option or an arm that leads nowhere leads to the node -1; any other way on that leads nowhere is no edge. Nodes may
be missing in what a tool gives back: the others are numbered anew, in their order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from rulelang.graph.program import (
    KIND_OF_NODE,
    NODE_KINDS,
    ChanceNode,
    Decide,
    Do,
    End,
    Node,
    OptionEdge,
    Program,
    Test,
)
from rulelang.graph.terms import Possible
from rulelang.graph.verify.problems import Problem, Problems
from rulelang.graph.walk import rewrite
from rulelang.tuning.fast_dataclass import dataclass, fields, replace

Attributes: TypeAlias = dict[str, Any]

NOWHERE: Final = -1
#: The roles of the edges that may leave a node, by its kind. Those of `_SEVERAL` stand in an order.
LEAVING: Final[Mapping[str, frozenset[str]]] = MappingProxyType(
    {
        "decide": frozenset({"option", "pass", "otherwise"}),
        "chance": frozenset({"outcome"}),
        "do": frozenset({"step"}),
        "test": frozenset({"arm", "otherwise"}),
        "end": frozenset(),
        "nowhere": frozenset(),
    }
)
_SEVERAL: Final = frozenset({"option", "pass", "arm"})
#: Where a node leads is told by its edges, and its number is the node itself.
_DRAWN: Final = frozenset({"number", "options", "arms", "target", "otherwise"})


@dataclass(frozen=True, slots=True)
class GraphParts:
    """What a graph is made of: its own attributes, those of each node, and the edges."""

    whole: Attributes
    nodes: dict[int, Attributes]
    edges: list[tuple[int, int, Attributes]]


def own_fields(kind: type) -> tuple[str, ...]:
    """The fields that a node of this kind, or the edge of an option, has as its attributes."""
    return tuple(field.name for field in fields(kind) if field.name not in _DRAWN)


def whole_fields() -> tuple[str, ...]:
    """The fields of a program that are attributes of the graph itself; what only readers ask for is none."""
    return tuple(field.name for field in fields(Program) if field.name not in ("nodes", "calls"))


def take_apart(program: Program) -> GraphParts:
    """All of a program; dictionaries are copied, so that changing them changes no program."""
    whole = {name: getattr(program, name) for name in whole_fields()}
    whole = {name: dict(value) if isinstance(value, dict) else value for name, value in whole.items()}
    nodes = {node.number: {"kind": KIND_OF_NODE[type(node)], **_values(node)} for node in program.nodes}
    edges = [(node.number, *edge) for node in program.nodes for edge in _edges(node)]
    if any(target == NOWHERE for _, target, _ in edges):
        nodes[NOWHERE] = {"kind": "nowhere"}
    return GraphParts(whole, nodes, edges)


def _values(part: Node | OptionEdge) -> Attributes:
    return {name: getattr(part, name) for name in own_fields(type(part))}


def _edges(node: Node) -> Iterator[tuple[int, Attributes]]:
    match node:
        case Decide():
            for order, option in enumerate(node.options):
                yield option.target, {"order": order, **_values(option)}
        case Test():
            for order, (condition, target) in enumerate(node.arms):
                yield target, {"role": "arm", "order": order, "condition": condition}
        case Do() | ChanceNode():
            if node.target != NOWHERE:
                yield node.target, {"role": "step" if isinstance(node, Do) else "outcome"}
        case End():
            pass
    if isinstance(node, Decide | Test) and node.otherwise != NOWHERE:
        yield node.otherwise, {"role": "otherwise"}


def put_together(parts: GraphParts) -> Program | Problems:
    """The program again. Every attribute is there and of its type; how nodes and edges hang together is looked at."""
    numbers = sorted(number for number in parts.nodes if number != NOWHERE)
    leaving: dict[int, list[tuple[int, Attributes]]] = defaultdict(list)
    for source, target, attributes in parts.edges:
        leaving[source].append((target, attributes))
    problems = list(_misdrawn(parts, leaving))
    if problems:
        return Problems(tuple(problems))
    new = {number: place for place, number in enumerate(numbers)} | {NOWHERE: NOWHERE}
    nodes = tuple(_node(new, number, parts.nodes[number], leaving[number]) for number in numbers)
    program = Program(nodes=nodes, **{name: parts.whole[name] for name in whole_fields()})
    if any(number != place for number, place in new.items()):
        return _renumbered(program, new)
    return program


def _misdrawn(parts: GraphParts, leaving: Mapping[int, list[tuple[int, Attributes]]]) -> Iterator[Problem]:
    for source, target, _ in parts.edges:
        if source not in parts.nodes or target not in parts.nodes:
            yield Problem(f"edge {source} -> {target}", "it begins or ends at a node that is not there")
    for number, edges in leaving.items():
        kind = parts.nodes[number]["kind"] if number in parts.nodes else "nowhere"
        roles = [attributes["role"] for _, attributes in edges]
        for role in dict.fromkeys(roles):
            if role not in LEAVING[kind]:
                yield Problem(f"node {number}", f"no edge with the role {role!r} can leave a node of the kind {kind!r}")
            elif role not in _SEVERAL and roles.count(role) > 1:
                yield Problem(f"node {number}", f"more than one edge with the role {role!r} leaves it")


def _node(new: Mapping[int, int], number: int, attributes: Attributes, leaving: list[tuple[int, Attributes]]) -> Node:
    kind = NODE_KINDS[attributes["kind"]]
    values = {name: attributes[name] for name in own_fields(kind)}
    ways = [(new[target], edge) for target, edge in leaving]
    several = sorted((way for way in ways if way[1]["role"] in _SEVERAL), key=lambda way: way[1]["order"])
    only = next((target for target, edge in ways if edge["role"] not in _SEVERAL), NOWHERE)
    if kind is Decide:
        names = own_fields(OptionEdge)
        options = (OptionEdge(target=target, **{name: edge[name] for name in names}) for target, edge in several)
        values |= {"options": tuple(options), "otherwise": only}
    elif kind is Test:
        values |= {"arms": tuple((edge["condition"], target) for target, edge in several), "otherwise": only}
    elif kind is not End:
        values |= {"target": only}
    return kind(number=new[number], **values)


def _renumbered(program: Program, new: Mapping[int, int]) -> Program | Problems:
    """Terms and examples name nodes, too."""
    gone = set()

    def found(number: int) -> int:
        if number not in new:
            gone.add(number)
        return new.get(number, NOWHERE)

    def change(part: Any) -> Any:
        return replace(part, node=found(part.node)) if type(part) is Possible else part

    program = replace(
        program,
        nodes=rewrite(program.nodes, change),
        functions={name: rewrite(function, change) for name, function in program.functions.items()},
        scoring=rewrite(program.scoring, change),
        invariants=rewrite(program.invariants, change),
        examples=rewrite(program.examples, change),
        entry=found(program.entry),
        example_entries=tuple(found(entry) for entry in program.example_entries),
    )
    if gone:
        return Problems(
            tuple(Problem(f"node {number}", "it is gone, but is still asked for") for number in sorted(gone))
        )
    return program

"""What two state graphs have not in common, node by node, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final, Literal, TypeAlias

from rulelang.graph.edges import Drawing, EdgeCard, NodeCard, draw
from rulelang.graph.export.labels import headline
from rulelang.graph.program import Program
from rulelang.tuning.fast_dataclass import dataclass

#: A node by what it is: where it stands, its kind, its words, and which of several such nodes it is.
Name: TypeAlias = tuple[str, str, str, int]


@dataclass(frozen=True, slots=True)
class GraphDifference:
    """Something that two graphs have not in common: what it is, and of what both have the lines that only one says."""

    change: Literal["gone", "new", "changed"]
    what: str
    gone: tuple[str, ...] = ()
    new: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """The same for people: gone (-), new (+) or not the same (~)."""
        yield f"{_SIGNS[self.change]} {self.what}"
        yield from (f"    - {line}" for line in self.gone)
        yield from (f"    + {line}" for line in self.new)


_SIGNS: Final = {"gone": "-", "new": "+", "changed": "~"}


def differences(old: Program, new: Program) -> list[GraphDifference]:
    """Everything that is gone, new or not the same; nothing if both are played alike."""
    return [*_settings(old, new), *_nodes(draw(old), draw(new))]


def _settings(old: Program, new: Program) -> Iterator[GraphDifference]:
    """Cells, tables and what else the whole graph has."""
    pairs: dict[str, tuple[Mapping[str, object], Mapping[str, object]]] = {
        "players": ({"": old.seats}, {"": new.seats}),
        "cell": (_cells(old), _cells(new)),
        "table": (old.tables, new.tables),
        "lists": (old.lists, new.lists),
        "function": (
            {name: (function.parameters, function.body) for name, function in old.functions.items()},
            {name: (function.parameters, function.body) for name, function in new.functions.items()},
        ),
        "winner": ({"": old.scoring}, {"": new.scoring}),
        "always": ({text: term for text, term, _ in old.invariants}, {text: term for text, term, _ in new.invariants}),
    }
    for what, (before, after) in pairs.items():
        yield from (GraphDifference("gone", f"{what} {name}") for name in before if name not in after)
        yield from (GraphDifference("new", f"{what} {name}") for name in after if name not in before)
        for name in before:
            if name in after and before[name] != after[name]:
                yield GraphDifference("changed", f"{what} {name}".rstrip())


def _cells(program: Program) -> dict[str, object]:
    """The regions without their place in the vector: a new one moves all that come after it."""
    return {
        name: (region.length, region.kind, region.low, region.high, region.start, region.audience)
        for name, region in program.layout.regions.items()
    }


def _nodes(old: Drawing, new: Drawing) -> Iterator[GraphDifference]:
    before, after = _named(old), _named(new)
    yield from (GraphDifference("gone", _told(name)) for name in before if name not in after)
    yield from (GraphDifference("new", _told(name)) for name in after if name not in before)
    for name in before:
        if name in after and before[name] != after[name]:
            gone = tuple(line for line in before[name] if line not in after[name])
            new_lines = tuple(line for line in after[name] if line not in before[name])
            yield GraphDifference("changed", _told(name), gone, new_lines)


def _named(drawing: Drawing) -> dict[Name, list[str]]:
    """Every node with all that it says, where other nodes are called by their names."""
    names: dict[int, Name] = {}
    seen: Counter[tuple[str, str, str]] = Counter()
    for node in drawing.nodes:
        called = (node.group, node.kind, headline(node))
        seen[called] += 1
        names[node.number] = (*called, seen[called])
    says: dict[Name, list[str]] = {names[node.number]: _said(node) for node in drawing.nodes}
    for edge in drawing.edges:
        target = _told(names[edge.target]) if edge.target in names else "nowhere"
        says[names[edge.source]].append(f"{_way(edge)} -> {target}")
    return says


def _said(node: NodeCard) -> list[str]:
    return [*node.says, *(["a move ends here"] if node.ends_move else [])]


def _way(edge: EdgeCard) -> str:
    parts = [edge.role, edge.label, *edge.parameters, edge.guard if edge.guard != edge.label else ""]
    # What a node does by itself it has said.
    parts += edge.effects if edge.role != "step" else ()
    return "; ".join(part for part in parts if part)


def _told(name: Name) -> str:
    group, kind, words, number = name
    return f"{f'{group}: ' if group else ''}{kind} {words}{f' ({number})' if number > 1 else ''}"

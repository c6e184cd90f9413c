"""What networkx tells about a state graph: decisions, what is reached, loops, what no game gets round, ways to an end.

The graph is looked at as it is drawn: an option counts as a way even where no position ever allows it, and an action
may seem to go back to another caller than its own. So what is not reached here is never reached, and what lies on every
way here is never avoided; a shortest way may be shorter than any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Final

from rulelang.graph.edges import NodeCard, draw
from rulelang.graph.example_steps import EXAMPLE_GROUP
from rulelang.graph.export.labels import headline, shortened
from rulelang.graph.network import graph_of
from rulelang.graph.program import Decide, End, Program
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    import networkx


@dataclass(frozen=True, slots=True)
class Stop:
    """A node on a way, by its number and in words."""

    node: int
    kind: str
    group: str
    words: str


@dataclass(frozen=True, slots=True)
class Loop:
    """Nodes each of which leads to each other (a strongly connected part): where the flow comes in, and how many
    decisions are among them. `heads` are the nodes to which the flow goes round (they lie on every way into what leads
    back to them)."""

    size: int
    decisions: int
    entered_at: tuple[Stop, ...]
    heads: tuple[Stop, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found out about a graph. `always` are the decisions and chances that every game that ends goes through;
    `longest` goes through each loop once: a game is longer as often as a loop is gone round."""

    title: str
    players: int
    nodes: dict[str, int]
    edges: dict[str, int]
    decisions: tuple[Stop, ...]
    unreached: tuple[Stop, ...]
    endless: tuple[Stop, ...]
    loops: tuple[Loop, ...]
    always: tuple[Stop, ...]
    shortest: tuple[Stop, ...]
    longest: int
    ends: tuple[Stop, ...]


def analyse(program: Program) -> Analysis:
    """Everything about the graph of a program, without its examples."""
    return _Analyst(program).analysis()


class _Analyst:
    def __init__(self, program: Program) -> None:
        import networkx

        self.nx: Final[Any] = networkx
        self.program: Final = program
        self.cards: Final[dict[int, NodeCard]] = {card.number: card for card in draw(program).nodes}
        whole = graph_of(program)
        whole.remove_nodes_from([node.number for node in program.nodes if node.group == EXAMPLE_GROUP])
        self.graph: Final[networkx.MultiDiGraph] = whole
        self.ends: Final = [node.number for node in program.nodes if isinstance(node, End) and node.number in whole]

    def analysis(self) -> Analysis:
        """All of it."""
        nx, graph, entry = self.nx, self.graph, self.program.entry
        reached = nx.descendants(graph, entry) | {entry}
        ending = set(self.ends).union(*(nx.ancestors(graph, end) for end in self.ends))
        return Analysis(
            title=self.program.title,
            players=self.program.players,
            nodes=dict(Counter(kind for _, kind in graph.nodes(data="kind"))),
            edges=dict(Counter(role for *_, role in graph.edges(data="role"))),
            decisions=self._stops(number for number in sorted(reached) if self._decides(number)),
            unreached=self._stops(sorted(set(graph) - reached)),
            endless=self._stops(sorted(reached - ending)),
            loops=tuple(self._loops(reached)),
            always=self._stops(self._always(reached)),
            shortest=self._stops(self._shortest(reached)),
            longest=self._longest(reached & ending),
            ends=self._stops(number for number in self.ends if number in reached),
        )

    def _stops(self, numbers: Any) -> tuple[Stop, ...]:
        return tuple(
            Stop(number, card.kind, card.group, "the game is over" if card.kind == "end" else headline(card))
            for number in numbers
            if (card := self.cards.get(number)) is not None
        )

    def _part(self, numbers: set[int]) -> Any:
        """The graph of some nodes only."""
        whole: Any = self.graph
        return whole.subgraph(numbers)

    def _decides(self, number: int) -> bool:
        return isinstance(self.program.nodes[number], Decide)

    def _loops(self, reached: set[int]) -> Iterator[Loop]:
        """The strongly connected parts that are loops, the largest first."""
        nx = self.nx
        graph = self._part(reached)
        over = nx.immediate_dominators(graph, self.program.entry)
        tree = nx.DiGraph((parent, child) for child, parent in over.items() if parent is not None and parent != child)
        tree.add_nodes_from(reached)
        back = {v for u, v in graph.edges() if u == v or u in nx.descendants(tree, v)}
        strong = nx.strongly_connected_components(graph)
        parts = [part for part in strong if len(part) > 1 or _loops_to_itself(graph, part)]
        for part in sorted(parts, key=lambda part: (-len(part), min(part))):
            entered = {v for u, v in graph.edges() if v in part and u not in part}
            decisions = sum(self._decides(number) for number in part)
            yield Loop(len(part), decisions, self._stops(sorted(entered)), self._stops(sorted(back & part)))

    def _always(self, reached: set[int]) -> list[int]:
        """What lies on every way from the beginning to an end: what is above a node behind all ends in the tree of
        dominators."""
        graph = self.nx.DiGraph(self._part(reached))
        over_all = -2
        graph.add_edges_from((end, over_all) for end in self.ends if end in reached)
        if over_all not in graph:
            return []
        above = self.nx.immediate_dominators(graph, self.program.entry)
        found: list[int] = []
        number = above.get(over_all)
        while number is not None and number not in found:
            found.append(number)
            number = above.get(number)
        return [one for one in reversed(found) if self.cards[one].kind in ("decide", "chance")]

    def _shortest(self, reached: set[int]) -> list[int]:
        """The decisions and chances on a way to an end with as few of them as can be."""
        ends = [end for end in self.ends if end in reached]

        def cost(_: int, target: int, __: Any) -> int:
            return int(self.cards[target].kind in ("decide", "chance"))

        ways = [self.nx.dijkstra_path(self.graph, self.program.entry, end, weight=cost) for end in ends]
        best: list[int] = min(ways, key=lambda way: sum(cost(0, number, None) for number in way), default=[])
        return [number for number in best if cost(0, number, None)] + best[-1:]

    def _longest(self, reached: set[int]) -> int:
        """How many decisions lie on the longest way to an end on which no loop is gone round twice."""
        nx = self.nx
        parts = nx.condensation(nx.DiGraph(self._part(reached)))
        weighed = nx.DiGraph()
        for number, members in parts.nodes(data="members"):
            weighed.add_edge(("in", number), ("out", number), weight=sum(map(self._decides, members)))
        weighed.add_weighted_edges_from((("out", u), ("in", v), 0) for u, v in parts.edges())
        return int(nx.dag_longest_path_length(weighed))


def _loops_to_itself(graph: Any, part: set[int]) -> bool:
    return any(graph.has_edge(number, number) for number in part)


# ------------------------------------------------------------------------------------------------------ as text

#: So many nodes of a list are told.
_MOST_TOLD = 30


def text(found: Analysis) -> str:
    """The analysis for people."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Analysis) -> Iterator[str]:
    yield f"{found.title} for {found.players} players"
    yield f"  nodes: {_counted(found.nodes)}"
    yield f"  edges: {_counted(found.edges)}"
    yield from _list("decisions", found.decisions)
    yield from _list("never reached", found.unreached)
    yield from _list("without a way to an end", found.endless)
    yield f"loops (strongly connected parts): {len(found.loops) or 'none'}"
    for loop in found.loops:
        size = f"{_so_many(loop.size, 'node')}, {_so_many(loop.decisions, 'decision')}"
        yield f"  {size}, entered at: {_told(loop.entered_at, 3)}"
        yield f"      goes round to: {_told(loop.heads, 5)}"
    yield from _list("on every way to an end", found.always)
    decisions = sum(stop.kind == "decide" for stop in found.shortest)
    yield from _list(f"the shortest way to an end has {_so_many(decisions, 'decision')}", found.shortest)
    yield f"the longest way to an end that goes round no loop twice: up to {_so_many(found.longest, 'decision')}"


def _list(title: str, stops: tuple[Stop, ...]) -> Iterator[str]:
    yield f"{title}: {len(stops) or 'none'}"
    for stop in stops[:_MOST_TOLD]:
        yield f"  {stop.node:>5}  {shortened(stop.words, 70)}  ({stop.group or stop.kind})"
    if len(stops) > _MOST_TOLD:
        yield f"         and {len(stops) - _MOST_TOLD} more"


def _told(stops: tuple[Stop, ...], most: int) -> str:
    told = [f"{stop.node} {shortened(stop.words)}" for stop in stops[:most]]
    return "; ".join([*told, f"{len(stops) - most} more"] if len(stops) > most else told)


def _so_many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _counted(numbers: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(numbers.items(), key=lambda item: -item[1]))

"""What networkx tells about a state graph: decisions, what is reached, loops, what no game gets round, ways to an end.

An option counts as a way even where no position ever allows it; actions come back to their own callers (`course.py`).
So what is not reached here is never reached, and what lies on every way here is never avoided; a shortest way may be
shorter than any game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from rulelang.graph.course_of_play import Calls, Moment
from rulelang.graph.edges import NodeCard, draw
from rulelang.graph.example_steps import EXAMPLE_GROUP
from rulelang.graph.export.labels import headline, shortened
from rulelang.graph.network import graph_of
from rulelang.graph.program import Decide, End, Program
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class NodeStop:
    """A node on a way, by its number and in words."""

    node: int
    kind: str
    group: str
    words: str


@dataclass(frozen=True, slots=True)
class FlowLoop:
    """Nodes each of which leads to each other (a strongly connected part): where the flow comes in, and how many
    decisions are among them. `heads` are the nodes to which the flow goes round (they lie on every way into what leads
    back to them)."""

    size: int
    decisions: int
    entered_at: tuple[NodeStop, ...]
    heads: tuple[NodeStop, ...]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What was found out about a graph. `always` are the decisions and chances that every game that ends goes through;
    `longest` goes through each loop once: a game is longer as often as a loop is gone round.
    `matches_calls`: every action comes back to its own caller; not where there are too many ways of calling."""

    title: str
    players: int
    matches_calls: bool
    nodes: dict[str, int]
    edges: dict[str, int]
    decisions: tuple[NodeStop, ...]
    unreached: tuple[NodeStop, ...]
    endless: tuple[NodeStop, ...]
    loops: tuple[FlowLoop, ...]
    always: tuple[NodeStop, ...]
    shortest: tuple[NodeStop, ...]
    longest: int
    ends: tuple[NodeStop, ...]


def analyse(program: Program) -> Analysis:
    """Everything about the graph of a program, without its examples."""
    return _Analyst(program).analysis()


class _Analyst:
    """Looks at the moments of a game (`course.py`): nodes, each with the callers that are waited for there."""

    def __init__(self, program: Program) -> None:
        import networkx

        self.nx: Final[Any] = networkx
        self.program: Final = program
        self.cards: Final[dict[int, NodeCard]] = {card.number: card for card in draw(program).nodes}
        whole: Any = graph_of(program)
        whole.remove_nodes_from([node.number for node in program.nodes if node.group == EXAMPLE_GROUP])
        self.whole: Final = whole
        matched = Calls(program).moments()
        self.matches_calls: Final = matched is not None
        self.start: Final[Moment] = (program.entry, ())
        self.flow: Final[Any] = self.nx.DiGraph(
            matched if matched is not None else {(u, ()): [(v, ()) for v in whole.successors(u)] for u in whole}
        )
        self.reached: Final[set[Moment]] = self.nx.descendants(self.flow, self.start) | {self.start}
        self.flow.remove_nodes_from(set(self.flow) - self.reached)
        self.ends: Final = [moment for moment in self.flow if isinstance(program.nodes[moment[0]], End)]

    def analysis(self) -> Analysis:
        """All of it."""
        nx, graph = self.nx, self.whole
        reached = {number for number, _ in self.reached}
        ending = set(self.ends).union(*(nx.ancestors(self.flow, end) for end in self.ends))
        shortest = self._shortest()
        return Analysis(
            title=self.program.title,
            players=self.program.players,
            matches_calls=self.matches_calls,
            nodes=dict(Counter(kind for _, kind in graph.nodes(data="kind"))),
            edges=dict(Counter(role for *_, role in graph.edges(data="role"))),
            decisions=self._stops(number for number in sorted(reached) if self._decides(number)),
            unreached=self._stops(sorted(set(graph) - reached)),
            endless=self._stops(sorted({number for number, _ in self.reached - ending})),
            loops=tuple(self._loops()),
            always=self._stops(self._always(shortest)),
            shortest=self._stops(shortest),
            longest=self._longest(ending),
            ends=self._stops(sorted({number for number, _ in self.ends})),
        )

    def _stops(self, numbers: Any) -> tuple[NodeStop, ...]:
        return tuple(
            NodeStop(number, card.kind, card.group, "the game is over" if card.kind == "end" else headline(card))
            for number in numbers
            if (card := self.cards.get(number)) is not None
        )

    def _decides(self, number: int) -> bool:
        return isinstance(self.program.nodes[number], Decide)

    def _is_stop(self, moment: Moment) -> bool:
        return self.cards[moment[0]].kind in ("decide", "chance")

    def _loops(self) -> Iterator[FlowLoop]:
        """The strongly connected parts that are loops, the largest first. An action in two of them counts in both."""
        flow = self.flow
        over = _Dominators(self.nx, flow, self.start)
        back = {v for u, v in flow.edges() if over.dominates(v, u)}
        parts: dict[frozenset[int], set[Moment]] = {}
        for part in self.nx.strongly_connected_components(flow):
            if len(part) > 1 or any(flow.has_edge(one, one) for one in part):
                parts.setdefault(frozenset(number for number, _ in part), set()).update(part)
        for numbers, part in sorted(parts.items(), key=lambda item: (-len(item[0]), min(item[0]))):
            entered = {v[0] for u, v in flow.edges() if v in part and u not in part}
            decisions = sum(self._decides(number) for number in numbers)
            heads = {number for number, _ in back & part}
            yield FlowLoop(len(numbers), decisions, self._stops(sorted(entered)), self._stops(sorted(heads)))

    def _always(self, shortest: list[int]) -> list[int]:
        """What lies on every way from the beginning to an end; so it lies on the shortest, too."""
        return [number for number in shortest if self._is_stop((number, ())) and not self._ends_without(number)]

    def _ends_without(self, number: int) -> bool:
        """Is there a way to an end round a node?"""
        if self.start[0] == number:
            return False
        rest = self.flow.subgraph([moment for moment in self.flow if moment[0] != number])
        found = self.nx.descendants(rest, self.start) | {self.start}
        return any(end in found for end in self.ends)

    def _shortest(self) -> list[int]:
        """The decisions and chances on a way to an end with as few of them as can be."""

        def cost(_: Moment, target: Moment, __: Any) -> int:
            return int(self._is_stop(target))

        if not self.ends:
            return []
        length, ways = self.nx.single_source_dijkstra(self.flow, self.start, weight=cost)
        best = ways[min(self.ends, key=lambda end: length[end])]
        return [moment[0] for moment in best if self._is_stop(moment)] + [best[-1][0]]

    def _longest(self, ending: set[Moment]) -> int:
        """How many decisions lie on the longest way to an end on which no loop is gone round twice."""
        nx = self.nx
        parts = nx.condensation(self.flow.subgraph(ending & self.reached))
        weighed = nx.DiGraph()
        for number, members in parts.nodes(data="members"):
            decisions = {number for number, _ in members if self._decides(number)}
            weighed.add_edge(("in", number), ("out", number), weight=len(decisions))
        weighed.add_weighted_edges_from((("out", u), ("in", v), 0) for u, v in parts.edges())
        return int(nx.dag_longest_path_length(weighed))


class _Dominators:
    """Which nodes lie on every way from the beginning to which: as numbers of a walk through the tree of dominators."""

    def __init__(self, nx: Any, flow: Any, start: Moment) -> None:
        tree: dict[Moment, list[Moment]] = {}
        for child, parent in nx.immediate_dominators(flow, start).items():
            if parent is not None and parent != child:
                tree.setdefault(parent, []).append(child)
        self._first: Final[dict[Moment, int]] = {}
        self._last: Final[dict[Moment, int]] = {}
        work = [(start, False)]
        while work:
            moment, done = work.pop()
            if done:
                self._last[moment] = len(self._first)
                continue
            self._first[moment] = len(self._first)
            work.append((moment, True))
            work += ((child, False) for child in tree.get(moment, ()))

    def dominates(self, over: Moment, under: Moment) -> bool:
        """Does every way to one moment lead through another (or is it the same)?"""
        return self._first[over] <= self._first[under] < self._last[over]


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
    if not found.matches_calls:
        yield "  there are too many ways of calling actions: one may seem to come back to another caller"
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


def _list(title: str, stops: tuple[NodeStop, ...]) -> Iterator[str]:
    yield f"{title}: {len(stops) or 'none'}"
    for stop in stops[:_MOST_TOLD]:
        yield f"  {stop.node:>5}  {shortened(stop.words, 70)}  ({stop.group or stop.kind})"
    if len(stops) > _MOST_TOLD:
        yield f"         and {len(stops) - _MOST_TOLD} more"


def _told(stops: tuple[NodeStop, ...], most: int) -> str:
    told = [f"{stop.node} {shortened(stop.words)}" for stop in stops[:most]]
    return "; ".join([*told, f"{len(stops) - most} more"] if len(stops) > most else told)


def _so_many(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _counted(numbers: dict[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in sorted(numbers.items(), key=lambda item: -item[1]))

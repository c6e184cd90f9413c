"""The drawn lines of a state graph: one for each option, outcome, arm and step, with everything said about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from rulelang.graph.describe import Speaker, beside_bookkeeping, effect_lines, unsaid
from rulelang.graph.describe.folds import bound_by, choice_words
from rulelang.graph.origin import first_line
from rulelang.graph.program import (
    KIND_OF_NODE,
    ChanceNode,
    Decide,
    Do,
    End,
    Node,
    OptionEdge,
    Origin,
    Parameter,
    Program,
    Test,
)
from rulelang.graph.roles import NodeRole
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass, field

Role: TypeAlias = Literal["option", "pass", "outcome", "step", "arm", "otherwise", "call"]


@dataclass(frozen=True, slots=True)
class NodeCard:
    """A node as tools see it."""

    number: int
    kind: str
    title: str
    group: str
    ends_move: bool
    heading: str
    citation: str
    place: str
    says: tuple[str, ...] = ()
    sentence: str = ""
    """The first line of what the author wrote, without its citation."""
    role: NodeRole = NodeRole.SENTENCE
    told: tuple[str, ...] = ()
    """What it says without what only the flow needs (who acts, where to go on, what is not needed any more) and without
    what its sentence has said."""
    is_bookkeeping: bool = False
    """Does it nothing but what the flow needs?"""


@dataclass(frozen=True, slots=True)
class EdgeCard:
    """An edge as tools see it: guard and effects in words, where it stands in the rulebook."""

    source: int
    target: int
    role: Role
    name: str
    label: str
    parameters: tuple[str, ...] = ()
    guard: str = ""
    effects: tuple[str, ...] = ()
    citation: str = ""
    place: str = ""
    told: tuple[str, ...] = ()
    """The effects without those that only the flow needs."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A state graph without the terms: what networks, pictures and exports are made from."""

    title: str
    players: int
    variants: tuple[str, ...]
    entry: int
    nodes: tuple[NodeCard, ...]
    edges: tuple[EdgeCard, ...] = field(default=())

    def part(self, group: str) -> Drawing:
        """The nodes of one phase or action and of what stands inside it, with the edges that touch them."""
        kept = {node.number for node in self.nodes if belongs(node.group, group)}
        nodes = tuple(node for node in self.nodes if node.number in kept)
        edges = tuple(edge for edge in self.edges if edge.source in kept)
        return Drawing(self.title, self.players, self.variants, self.entry, nodes, edges)

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups in drawing order."""
        return tuple(dict.fromkeys(node.group for node in self.nodes))


def belongs(group: str, wanted: str) -> bool:
    """Is a group the wanted one or inside it? Groups are written `Take Turn / Go On`."""
    parts = [part.casefold() for part in group.split(" / ")]
    return wanted.casefold() == group.casefold() or wanted.casefold() in parts


def draw(program: Program) -> Drawing:
    """Everything of a program that can be drawn."""
    speaker = Speaker(program)
    nodes = tuple(_node_card(speaker, node) for node in program.nodes)
    edges = tuple(edge for node in program.nodes for edge in _edges(speaker, node))
    return Drawing(program.title, program.players, program.variants, program.entry, nodes, edges)


def parameter_phrase(speaker: Speaker, parameter: Parameter, local: dict[str, str]) -> str:
    """What is chosen, from what; the parameter is in sight afterwards."""
    said = choice_words(speaker, parameter, local)
    local.update(bound_by(speaker, parameter, local))
    return f"choose {said}"


def simple_group(group: str) -> str:
    """`Take Turn / Take Turn / Go On` is `Take Turn / Go On`: an action's frame and its body are one to a reader."""
    parts = group.split(" / ")
    return " / ".join(part for number, part in enumerate(parts) if number == 0 or part != parts[number - 1])


def place_of(span: Span | None) -> str:
    """`path:line:column`, or nothing."""
    return str(span) if span is not None else ""


def _node_card(speaker: Speaker, node: Node) -> NodeCard:
    title = "" if isinstance(node, End) else node.title
    ends = not isinstance(node, ChanceNode | End) and node.rest
    says: tuple[str, ...] = ()
    told: tuple[str, ...] = ()
    bookkeeping = False
    if isinstance(node, Decide):
        says = (f"{speaker.say(node.actor, {}, 'player')} chooses",)
    elif isinstance(node, Do):
        says = tuple(effect_lines(speaker, node.effects, {}))
        worth = list(beside_bookkeeping(speaker.program, node.effects))
        told = tuple(effect_lines(speaker, unsaid(worth), {}))
        bookkeeping = not worth
    origin = node.origin
    kind = KIND_OF_NODE[type(node)]
    heading = " > ".join(origin.heading)
    return NodeCard(
        number=node.number,
        kind=kind,
        title=title,
        group=simple_group(node.group),
        ends_move=ends,
        heading=heading,
        citation=origin.cite,
        place=place_of(origin.span),
        says=says,
        sentence=first_line(origin.span),
        role=NodeRole.SENTENCE if isinstance(node, End) else node.role,
        told=told,
        is_bookkeeping=bookkeeping,
    )


def _edges(speaker: Speaker, node: Node) -> Iterator[EdgeCard]:
    match node:
        case Decide():
            for option in node.options:
                yield _option(speaker, node.number, option)
            if node.otherwise >= 0:
                yield EdgeCard(node.number, node.otherwise, "otherwise", "otherwise", "if nothing is possible")
        case ChanceNode():
            yield _outcome(speaker, node)
        case Do():
            if node.target >= 0:
                yield _plain(
                    node.number, node.target, "step", "", node.origin, tuple(effect_lines(speaker, node.effects, {}))
                )
        case Test():
            for condition, target in node.arms:
                guard = speaker.say(condition)
                yield EdgeCard(node.number, target, "arm", "if", guard, guard=guard)
            if node.otherwise >= 0:
                yield EdgeCard(node.number, node.otherwise, "otherwise", "otherwise", "otherwise")
        case End():
            pass


def _plain(source: int, target: int, role: Role, label: str, origin: Origin, effects: tuple[str, ...]) -> EdgeCard:
    return EdgeCard(source, target, role, label, label, (), "", effects, origin.cite, place_of(origin.span))


def _option(speaker: Speaker, source: int, option: OptionEdge) -> EdgeCard:
    local: dict[str, str] = {}
    parameters = tuple(parameter_phrase(speaker, parameter, local) for parameter in option.parameters)
    return EdgeCard(
        source=source,
        target=option.target,
        role=option.role,
        name=option.name,
        label=f"{option.name}: {option.written}" if option.written else option.name,
        parameters=parameters,
        guard=speaker.say(option.guard, local) if option.guard is not None else "",
        effects=tuple(effect_lines(speaker, option.effects, local)),
        citation=option.origin.cite,
        place=place_of(option.origin.span),
    )


def _outcome(speaker: Speaker, node: ChanceNode) -> EdgeCard:
    local: dict[str, str] = {}
    parameters = () if node.parameter is None else (parameter_phrase(speaker, node.parameter, local),)
    weight = f"weight: {speaker.say(node.weight, local)}" if node.weight is not None else ""
    what = f"shuffle {speaker.say(node.shuffles, {}, 'place')}" if node.shuffles is not None else node.title or "chance"
    return EdgeCard(
        source=node.number,
        target=node.target,
        role="outcome",
        name=node.stream,
        label=what,
        parameters=parameters,
        guard=weight,
        effects=tuple(effect_lines(speaker, node.effects, local)),
        citation=node.origin.cite,
        place=place_of(node.origin.span),
        told=tuple(effect_lines(speaker, unsaid(beside_bookkeeping(speaker.program, node.effects)), local)),
    )

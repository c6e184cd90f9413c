"""Short words for drawings, and phases and actions inside one another: the group `Take Turn / Go On` stands in
`Take Turn`. The full words are in the text form and in JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulelang.graph.edges import Drawing, EdgeCard, NodeCard
from rulelang.graph.roles import NodeRole
from rulelang.tuning.fast_dataclass import dataclass, field

LONGEST = 48


def node_label(node: NodeCard) -> str:
    """A node in a few words."""
    if node.kind == "end":
        return "end"
    return f"{node.number}: {shortened(headline(node))}"


def headline(node: NodeCard) -> str:
    """What a node is about: the decision, what the flow asks by itself, otherwise the author's sentence."""
    if node.kind == "do" and node.is_bookkeeping:
        return node.title or "go on"
    asked = node.kind == "test" and node.role not in (NodeRole.IF, NodeRole.TRIGGER)
    own = node.title if asked or node.kind in ("decide", "chance", "window") else ""
    return own or node.sentence or node.title or node.kind


def edge_label(edge: EdgeCard) -> str:
    """An edge in a few words; a plain step needs none."""
    return "calls" if edge.role == "call" else "" if edge.role == "step" else shortened(edge.label)


def shortened(text: str, longest: int = LONGEST) -> str:
    """Cut after a word, with dots."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 3]
    return (cut.rsplit(" ", 1)[0] if " " in cut[-12:] else cut) + "..."


#: What stands in no phase and no action.
OUTSIDE: Final = "outside of every phase and action"


@dataclass(slots=True)
class DrawnGroup:
    """A phase or action: its own nodes, and what stands inside it."""

    title: str
    nodes: list[NodeCard] = field(default_factory=list)
    inside: list[DrawnGroup] = field(default_factory=list)


def nested(drawing: Drawing) -> Sequence[DrawnGroup]:
    """The outermost groups of a drawing, in drawing order."""
    root, known = DrawnGroup(""), dict[str, DrawnGroup]()
    for node in drawing.nodes:
        group, path = root, ""
        for title in (node.group or OUTSIDE).split(" / "):
            path = f"{path} / {title}"
            if path not in known:
                known[path] = DrawnGroup(title)
                group.inside.append(known[path])
            group = known[path]
        group.nodes.append(node)
    return root.inside

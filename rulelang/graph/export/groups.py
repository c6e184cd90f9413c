"""Phases and actions inside one another: the group `Take Turn / Go On` stands in `Take Turn`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rulelang.graph.edges import Drawing, NodeCard
from rulelang.tuning.fast_dataclass import dataclass, field

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

"""Short words for drawings; the full ones are in the text form and in JSON."""

from __future__ import annotations

import re

from rulelang.graph.edges import EdgeCard, NodeCard

LONGEST = 48

_BOOKKEEPING = re.compile(
    r"\[[^]]*: (you|way back|passes|next seat|players left|left in secret)\d*( \d+)?\] (becomes|loses) "
)


def told(says: tuple[str, ...]) -> list[str]:
    """What a node does, without the bookkeeping of the flow (who acts, and where to go on afterwards)."""
    return [line for line in says if not _BOOKKEEPING.match(line)]


def node_label(node: NodeCard) -> str:
    """A node in a few words."""
    if node.kind == "end":
        return "end"
    if node.kind == "do":
        steps = told(node.says)
        return shortened(steps[0]) + (f" and {len(steps) - 1} more" if len(steps) > 1 else "") if steps else "go on"
    return f"{node.number}: {shortened(node.title or node.kind)}"


def edge_label(edge: EdgeCard) -> str:
    """An edge in a few words; a plain step needs none."""
    return "" if edge.role == "step" else shortened(edge.label)


def shortened(text: str, longest: int = LONGEST) -> str:
    """Cut after a word, with dots."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 3]
    return (cut.rsplit(" ", 1)[0] if " " in cut[-12:] else cut) + "..."

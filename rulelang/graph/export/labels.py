"""Short words for drawings; the full ones are in the text form and in JSON."""

from __future__ import annotations

import re

from rulelang.graph.edges import EdgeCard, NodeCard
from rulelang.graph.titles import AS_SOON_AS, IF

LONGEST = 48

_BOOKKEEPING = re.compile(
    r"\[[^]]*: (you|way back|passes|next seat|players left|left in secret)\d*( \d+)?\] (becomes|loses) "
)
#: What the sentence of a node has said already (`you win`), and what is only not needed any more.
_SAID = re.compile(r"\[[^]]*\] becomes (nothing|empty)$|\[(winners|decided|playing)\] becomes ")


def told(says: tuple[str, ...]) -> list[str]:
    """What a node does, without the bookkeeping of the flow (who acts, and where to go on afterwards) and without what
    its headline says."""
    return [line for line in says if not _BOOKKEEPING.match(line) and not _SAID.match(line)]


def node_label(node: NodeCard) -> str:
    """A node in a few words."""
    if node.kind == "end":
        return "end"
    return f"{node.number}: {shortened(headline(node))}"


def headline(node: NodeCard) -> str:
    """What a node is about: the decision, what the flow asks by itself, otherwise the author's sentence."""
    if node.kind == "do" and all(_BOOKKEEPING.match(line) for line in node.says):
        return node.title or "go on"
    asked = node.kind == "test" and node.title not in (IF, AS_SOON_AS)
    own = node.title if asked or node.kind in ("decide", "chance") else ""
    return own or node.sentence or node.title or node.kind


def edge_label(edge: EdgeCard) -> str:
    """An edge in a few words; a plain step needs none."""
    return "" if edge.role == "step" else shortened(edge.label)


def shortened(text: str, longest: int = LONGEST) -> str:
    """Cut after a word, with dots."""
    if len(text) <= longest:
        return text
    cut = text[: longest - 3]
    return (cut.rsplit(" ", 1)[0] if " " in cut[-12:] else cut) + "..."

"""Where in the rulebook something comes from: text, headings, citation."""

from __future__ import annotations

from rulelang.graph.program import Origin
from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree


def origin_of(placed: Placed, node: tree.Node | None = None, cite: tree.Cite | None = None) -> Origin:
    """Where in the rulebook something stands."""
    nearest = cite or getattr(node, "cite", None) or getattr(placed.item, "cite", None) or placed.headings.cite
    return Origin((node or placed.item).span, placed.headings.titles, cite_text(nearest))


def cite_text(cite: tree.Cite | None) -> str:
    """A citation as one line."""
    if cite is None:
        return ""
    parts = [
        f'{place.language} "{place.heading}"' + (f" page {place.page}" if place.page else "") for place in cite.places
    ]
    return ", ".join([*parts, *(word.text for word in cite.statements)])

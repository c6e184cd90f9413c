"""Where in the rulebook something comes from: text, headings, citation."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.graph.program import Origin
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.provenance import cite_text
from rulelang.source import Span
from rulelang.tree import nodes as tree


def origin_of(placed: Placed, node: tree.Node | None = None, cite: tree.Cite | None = None) -> Origin:
    """Where in the rulebook something stands.

    A citation that only gives numbers stands in the printed section that what is around it names: a designer who reads
    the two side by side needs the page to turn to, not the number alone.
    """
    span = (node or placed.item).span
    around = (cite, getattr(node, "cite", None), getattr(placed.item, "cite", None), placed.headings.cite)
    cites = [found for found in around if found is not None]
    asked = (span, *(found.span for found in cites))
    found: Origin | None = placed.kept.get(asked)
    if found is None:
        found = placed.kept[asked] = _origin(placed, span, cites)
    return found


def _origin(placed: Placed, span: Span, cites: Sequence[tree.Cite]) -> Origin:
    if not cites:
        return Origin(span, placed.headings.titles)
    section = placed.headings.section
    for found in cites:
        if found.places:
            section = found
            break
    return Origin(span, placed.headings.titles, cite_text(cites[0], section))

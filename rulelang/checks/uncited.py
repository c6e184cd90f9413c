"""Rules without a citation, in a rulebook that cites its printed rules."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import citations as wording
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.statements import cited
from rulelang.source import Span
from rulelang.tree import nodes as tree

_RULES = (
    tree.DefineValue,
    tree.DefineClamp,
    tree.DefineDoubled,
    tree.DefineMay,
    tree.Action,
    tree.Part,
    tree.StateTrigger,
    tree.EventTrigger,
    tree.TimeTrigger,
    tree.Window,
    tree.Winner,
    tree.Works,
)


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One finding for each file, at its first rule without a citation: a file that cites has to do so everywhere."""
    citing: set[str] = set()
    found: dict[str, list[Span]] = {}
    for placed in context.rulebook.items:
        span = placed.item.span
        if isinstance(placed.item, _RULES) and _cites(placed):
            citing.add(span.source.path)
        elif isinstance(placed.item, _RULES):
            found.setdefault(span.source.path, []).append(span)
    for path, spans in found.items():
        if path in citing:
            yield wording.uncited(spans[0].first_line, len(spans) - 1)


def _cites(placed: Placed) -> bool:
    """Is there a citation in the item, behind its heading or behind the text it stands in?"""
    above = placed.headings.cite or (placed.text.cite if placed.text is not None else None)
    return above is not None or any(True for _ in cited(placed))

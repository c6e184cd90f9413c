"""One mistake is told once: what can never be obeyed because it asks for too much is not told again as impossible."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics import Diagnostic
from rulelang.rulebook.loading import Rulebook
from rulelang.source import Span

_CAUSES = {"RL0308", "RL0718", "RL0719", "RL0723"}
_ECHOES = {"RL0513", "RL0517", "RL0518"}


def without_echoes(rulebook: Rulebook, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """All findings but those that only follow from another in the same action or part."""
    causes = [one.span for one in found if one.code in _CAUSES]
    if not causes:
        return list(found)
    spoilt = [
        placed.item.span
        for placed in rulebook.items
        if any(placed.item.span.source == cause.source and _within(cause, placed.item.span) for cause in causes)
    ]
    return [
        one
        for one in found
        if one.code not in _ECHOES
        or not any(one.span.source == item.source and _within(one.span, item) for item in spoilt)
    ]


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end

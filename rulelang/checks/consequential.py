"""One mistake is told once: what can never be obeyed because it asks for too much is not told again as impossible."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics import Diagnostic
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.rulebook.words import third_person
from rulelang.source import Span
from rulelang.tree import nodes as tree

_CAUSES = {"RL0308", "RL0718", "RL0719", "RL0723"}
_ECHOES = {"RL0513", "RL0517", "RL0518"}
_ITSELF = "RL0720"
"""What happens by itself is only left out where it is the very sentence that asks for too much."""
_FOR_EVER, _ENDLESS = "RL0509", "RL0520"
"""What goes round for ever is told, and not that the game has no end, either."""


def without_echoes(rulebook: WrittenRulebook, found: Sequence[Diagnostic]) -> list[Diagnostic]:
    """All findings but those that only follow from another in the same action or part."""
    if any(one.code == _FOR_EVER for one in found):
        found = [one for one in found if one.code != _ENDLESS]
    causes = [one.span for one in found if one.code in _CAUSES]
    if not causes:
        return list(found)
    spoilt = [
        placed.item.span
        for placed in rulebook.items
        if any(placed.item.span.source == cause.source and _within(cause, placed.item.span) for cause in causes)
    ]
    actions = {
        name
        for placed in rulebook.items
        if isinstance(placed.item, tree.Action) and placed.item.span in spoilt
        for name in (placed.item.name.text, third_person(placed.item.name.text))
    }

    def echoes(one: Diagnostic) -> bool:
        if one.code == _ITSELF:
            return any(_meet(one.span, cause) for cause in causes)
        inside = any(one.span.source == item.source and _within(one.span, item) for item in spoilt)
        return one.code in _ECHOES and (inside or (one.code == "RL0517" and one.span.text in actions))

    return [one for one in found if not echoes(one)]


def _meet(one: Span, other: Span) -> bool:
    return one.source == other.source and one.start < other.end and other.start < one.end


def _within(inner: Span, outer: Span) -> bool:
    return outer.start <= inner.start and inner.end <= outer.end

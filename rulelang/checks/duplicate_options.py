"""Options that stand twice where one of them is to be chosen."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import flow as wording
from rulelang.source import Span
from rulelang.tree import nodes as tree


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Where several may be chosen, the same may be meant to be chosen twice."""
    for placed in context.rulebook.items:
        for menu in placed.every(tree.ChooseMenu):
            seen: dict[str, Span] = {}
            for option in menu.options if menu.form == "one" else ():
                said = option.call if isinstance(option, tree.OptionCall) else option.name
                name = " ".join(said.span.text.split())
                if name and name in seen:
                    yield wording.offered_twice(said.span, name, seen[name])
                seen.setdefault(name, said.span)

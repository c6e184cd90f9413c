"""Actions that no sentence of the rulebook ever does."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.compile.call_sites import never_done
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import flow as wording
from rulelang.tree import nodes as tree


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """One finding for each."""
    for placed in never_done(context.rulebook):
        assert isinstance(placed.item, tree.Action)
        yield wording.never_done(placed.item.name.span, placed.item.name.text)

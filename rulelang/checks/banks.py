"""First values of counters: within their bounds, and together no more than the bank holds (one for each member)."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import supply as wording


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """For every number of players, as the bank has to do for all of them."""
    for compilation in context.compilations:
        regions = compilation.program.layout.regions if compilation.program is not None else {}
        for counter in compilation.world.counters.values():
            region = regions.get(counter.region)
            if region is None or counter.span is None:
                continue
            outside = [value for value in region.start if not counter.low <= value <= counter.high]
            if outside:
                yield wording.begins_outside(counter.span, counter.name, counter.low, counter.high, outside[0])
                continue
            first = sum(region.start) // (len(counter.every.members) if counter.every else 1)
            if counter.bank is not None and first > counter.bank:
                yield wording.more_than_bank(counter.span, counter.name, counter.bank, first)

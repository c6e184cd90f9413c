"""The conditions under which an option is there, each with the sentence that asks for it."""

from __future__ import annotations

from rulelang.graph import terms as t
from rulelang.graph.program import OptionEdge


def guard_of(option: OptionEdge) -> list[tuple[t.Term, int]]:
    """The parts of a guard with the numbers of their reasons (`Program.reasons`; -1: no sentence asks for it)."""
    if option.guard is None:
        return []
    parts = option.guard.parts if isinstance(option.guard, t.And) else (option.guard,)
    reasons = option.needs if len(option.needs) == len(parts) else (-1,) * len(parts)
    return list(zip(parts, reasons, strict=True))

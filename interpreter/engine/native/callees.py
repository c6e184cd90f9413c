"""In what order routines are printed: whatever is called first. Derived functions never come
back to themselves; trials may, and are counted in play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from interpreter.engine.lower.code import Routine
from interpreter.engine.lower.rewrite import called


def in_order(routines: Mapping[str, Routine], roots: Iterable[str]) -> dict[str, Routine]:
    """The routines that are called from some, directly or not (passes leave others behind), each behind those it calls
    where that can be."""
    found: dict[str, Routine] = {}
    seen: set[str] = set()
    for root in sorted(one for one in roots if one in routines):
        waiting = [(root, iter(called(routines[root])))] if root not in seen else []
        seen.add(root)
        while waiting:
            name, others = waiting[-1]
            other = next((one for one in others if one not in seen), None)
            if other is None:
                found[name] = routines[name]
                waiting.pop()
            else:
                seen.add(other)
                waiting.append((other, iter(called(routines[other]))))
    return found

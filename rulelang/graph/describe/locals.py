"""Names of locals that hang on nothing around them: `card`, `card2` in every node.

The compiler counts through the whole rulebook (`card8`, `card17`), so that a new sentence would change all others."""

from __future__ import annotations

from collections import Counter
from typing import Any, TypeVar

from rulelang.graph import terms as t
from rulelang.graph.program import Function, OptionEdge, Parameter
from rulelang.graph.walk import all_parts, rewrite
from rulelang.tuning.fast_dataclass import replace

Part = TypeVar("Part")

#: What gives a name to something, or speaks of it by the name.
_NAMING = (
    t.Local, t.Bind, t.AnyIn, t.AllIn, t.SumIn, t.BestIn, t.FirstIn, t.Filtered, t.WhileIn, t.Leading,
    t.ForIn, t.SortInto, t.Name, Parameter,
)  # fmt: skip


def own_locals(part: Part) -> Part:
    """A node (or anything else in which no local comes from outside) with locals counted from its own beginning."""
    counted: Counter[str] = Counter()
    new: dict[str, str] = {}
    for name in dict.fromkeys(name for inner in all_parts(part) for name in _named(inner)):
        noun = name.rstrip("0123456789")
        counted[noun] += 1
        new[name] = noun if counted[noun] == 1 else f"{noun}{counted[noun]}"

    def renamed(inner: Any) -> Any:
        if isinstance(inner, _NAMING):
            return replace(inner, name=new[inner.name])
        if isinstance(inner, Function):
            return replace(inner, parameters=tuple(new[name] for name in inner.parameters))
        if isinstance(inner, OptionEdge) and inner.handfuls:
            return replace(inner, handfuls={new[name]: region for name, region in inner.handfuls.items()})
        return inner

    return rewrite(part, renamed)


def _named(part: Any) -> tuple[str, ...]:
    if isinstance(part, Function):
        return part.parameters
    return (part.name,) if isinstance(part, _NAMING) else ()

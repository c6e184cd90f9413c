"""Names where something is said: the locals in sight, with the class of each in the order in which they came up; locals
of a node that hang on nothing around it; and nodes.

    Take Turn 3    the third node of the phase or action Take Turn
    game 1         a node outside of every phase and action"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, TypeVar

from rulelang.graph import terms as t
from rulelang.graph.program import Function, OptionEdge, Parameter, Program
from rulelang.graph.walk import all_parts, rewrite, scoped_parts
from rulelang.tuning.fast_dataclass import replace

Classes = Mapping[str, str]

NOTHING_KNOWN: Final[Classes] = MappingProxyType({})

#: Which local is `it`.
IT: Final = "*it"


def needs_a_name(name: str, body: t.Term) -> bool:
    """Is a local spoken of inside something that has a local of its own? Then `it` could be either."""
    waiting = [body]
    while waiting:
        for inner, bound in scoped_parts(waiting.pop()):
            if not bound:
                waiting.append(inner)
            elif any(isinstance(one, t.Local) and one.name == name for one in all_parts(inner)):
                return True
    return False


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


#: Where a node stands that belongs to no phase and no action.
_NO_GROUP: Final = "game"


def node_names(program: Program) -> tuple[str, ...]:
    """The name of every node, by its number. No two are the same."""
    counted: Counter[str] = Counter()
    names = []
    for node in program.nodes:
        group = node.group.rpartition(" / ")[2] or _NO_GROUP
        counted[group] += 1
        names.append(f"{group} {counted[group]}")
    return tuple(names)

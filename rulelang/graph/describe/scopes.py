"""The locals in sight where something is said: the class of each, in the order in which they came up."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from rulelang.graph import terms as t
from rulelang.graph.walk import all_parts, direct_parts

Classes = Mapping[str, str]

NOTHING_KNOWN: Final[Classes] = MappingProxyType({})

#: Which local is `it`.
IT: Final = "*it"

#: What binds a local inside a term.
_BINDING: Final = (
    t.AnyIn, t.AllIn, t.SumIn, t.BestIn, t.FirstIn, t.Filtered, t.WhileIn, t.Leading, t.Bind,
)  # fmt: skip


def needs_a_name(name: str, body: t.Term) -> bool:
    """Is a local spoken of inside something that has a local of its own? Then `it` could be either."""
    waiting = [body]
    while waiting:
        part = waiting.pop()
        if isinstance(part, _BINDING):
            domain = getattr(part, "domain", None) or getattr(part, "value", None)
            inner = [one for one in direct_parts(part) if one is not domain]
            if any(isinstance(one, t.Local) and one.name == name for one in all_parts(*inner)):
                return True
            waiting += [domain] if domain is not None else []
        else:
            waiting += direct_parts(part)
    return False

"""Walking through values that are made of values of their kind, without asking each of them anew which of its fields
hold others."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from typing import Any

from rulelang.tuning.fast_dataclass import fields

_PLAIN = frozenset(
    {
        "str", "int", "bool", "Span", "Origin", "str | None", "int | None", "Origin | None", "tuple[str, ...]",
        "tuple[int, ...]", "tuple[Origin, ...]",
    }
)  # fmt: skip


def inner_fields(kind: type) -> tuple[str, ...]:
    """The fields of a sort of dataclass that may hold others of its like."""
    return tuple(
        field.name
        for field in fields(kind)
        if str(field.type) not in _PLAIN and not str(field.type).startswith("Literal[")
    )


class ChildWalk:
    """What values of some sorts are made of. `fields_of` names the fields of a sort in which parts stand, alone or in
    tuples; None for what is no part itself. It is asked once for each sort: there are few sorts, and walks are many."""

    def __init__(self, fields_of: Callable[[type], tuple[str, ...] | None]) -> None:
        self._fields_of = fields_of
        self._fields: dict[type, tuple[str, ...] | None] = {}
        #: How to take out what is in those fields, the last first, and how many they are (-1: not a part).
        self._inside: dict[type, tuple[Callable[[Any], Any], int]] = {}

    def fields(self, kind: type) -> tuple[str, ...] | None:
        """The fields of a sort in which parts stand; None for what is no part."""
        if kind not in self._fields:
            self._look_into(kind)
        return self._fields[kind]

    def _look_into(self, kind: type) -> tuple[Callable[[Any], Any], int]:
        names = self._fields[kind] = self._fields_of(kind)
        self._inside[kind] = (attrgetter(*reversed(names or ("__class__",))), -1 if names is None else len(names))
        return self._inside[kind]

    def all_parts(self, *roots: Any) -> list[Any]:
        """The values (or tuples of them) and everything in them, each before what is in it."""
        found: list[Any] = []
        waiting: list[Any] = list(reversed(roots))
        while waiting:
            part = waiting.pop()
            kind = type(part)
            if kind is tuple:
                waiting.extend(part[::-1])
                continue
            look, count = self._inside.get(kind) or self._look_into(kind)
            if count < 0:
                continue
            found.append(part)
            if count == 1:
                waiting.append(look(part))
            elif count:
                waiting.extend(look(part))
        return found

    def direct_parts(self, part: Any) -> list[Any]:
        """The parts that stand in the fields of one, in their order."""
        known = self._inside
        look, count = known.get(type(part)) or self._look_into(type(part))
        if count < 1:
            return []
        found: list[Any] = []
        waiting: list[Any] = [look(part)] if count == 1 else [*look(part)]
        while waiting:
            inside = waiting.pop()
            kind = type(inside)
            if kind is tuple:
                waiting.extend(inside[::-1])
            elif (known.get(kind) or self._look_into(kind))[1] >= 0:
                found.append(inside)
        return found

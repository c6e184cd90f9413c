"""Walking through what a sentence is made of, without asking each part anew which of its fields hold others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields
from operator import attrgetter
from typing import Any

from rulelang.tree import nodes as tree

_PLAIN = frozenset(
    {"str", "int", "bool", "Span", "Origin", "str | None", "int | None", "tuple[str, ...]", "tuple[int, ...]"}
)


# What was found for each sort of part: there are few sorts, and walks are many.
_inner: dict[type, tuple[str, ...]] = {}
_own: dict[type, tuple[str, ...]] = {}

# For each sort of value that stands in a field how to get what is in it, last first, as one value or as several;
# nothing for what is no part of a sentence.
_look: dict[type, tuple[Callable[[Any], Any] | None, int]] = {}

# The latest walks. Every check and every number of players walks through the same sentences; nodes never change. A walk
# begins with its node, so that no other node can take the number of one that is remembered.
_walked: dict[int, tuple[tree.Node, ...]] = {}
_MOST_WALKED = 10_000


def inner_fields(kind: type) -> tuple[str, ...]:
    """The fields of a sort of dataclass that may hold others of its like."""
    if kind not in _inner:
        _inner[kind] = tuple(
            field.name
            for field in fields(kind)
            if str(field.type) not in _PLAIN and not str(field.type).startswith("Literal[")
        )
    return _inner[kind]


def _own_fields(kind: type) -> tuple[str, ...]:
    if kind not in _own:
        group = issubclass(kind, tree.SeatsOnly | tree.VariantGroup | tree.TextGroup)
        _own[kind] = tuple(name for name in inner_fields(kind) if not (group and name == "items"))
    return _own[kind]


def parts(node: tree.Node) -> Sequence[tree.Node]:
    """A node and everything in it, in reading order. What a group holds is an item of its own."""
    found = _walked.get(id(node))
    if found is None:
        if len(_walked) >= _MOST_WALKED:
            _walked.clear()
        found = _walked[id(node)] = tuple(_walk(node))
    return found


def _walk(node: tree.Node) -> list[tree.Node]:
    found: list[Any] = []
    waiting: list[Any] = [node]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is tuple:
            waiting.extend(part[::-1])
            continue
        look, count = _look.get(kind) or _look_into(kind)
        if look is None:
            continue
        found.append(part)
        if count == 1:
            waiting.append(look(part))
        elif count:
            waiting.extend(look(part))
    return found


def _look_into(kind: type) -> tuple[Callable[[Any], Any] | None, int]:
    names = _own_fields(kind) if issubclass(kind, tree.Node) else None
    look = None if names is None else attrgetter(*reversed(names or ("__class__",)))
    _look[kind] = (look, len(names or ()))
    return _look[kind]

"""Walking through what a sentence is made of, without asking each part anew which of its fields hold others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from rulelang.tree import nodes as tree

_PLAIN = frozenset(
    {"str", "int", "bool", "Span", "Origin", "str | None", "int | None", "tuple[str, ...]", "tuple[int, ...]"}
)


# What was found for each sort of part: there are few sorts, and walks are many.
_inner: dict[type, tuple[str, ...]] = {}
_own: dict[type, tuple[str, ...]] = {}

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


def _walk(node: tree.Node) -> Iterator[tree.Node]:
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(children(node)))


def children(node: tree.Node) -> list[tree.Node]:
    """The parts of a node that are in no other part of it. What a group holds is an item of its own."""
    found: list[tree.Node] = []
    for name in _own_fields(type(node)):
        value = getattr(node, name)
        if isinstance(value, tree.Node):
            found.append(value)
        elif isinstance(value, tuple):
            found.extend(part for part in value if isinstance(part, tree.Node))
    return found

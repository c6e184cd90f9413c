"""Walking through what an item is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rulelang.tree import nodes as tree


def parts(node: tree.Node) -> Iterator[tree.Node]:
    """A node and everything in it. What a group holds is an item of its own."""
    yield node
    group = isinstance(node, tree.SeatsOnly | tree.VariantGroup | tree.TextGroup)
    for field in fields(node):
        if field.name == "span" or (group and field.name == "items"):
            continue
        value = getattr(node, field.name)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, tree.Node):
                yield from parts(part)

"""A tree as indented text, for people who work on the language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from rulelang.tree.nodes import Node

STEP = "  "


def dump(node: Node, spans: bool = False) -> str:
    """One line for each part of the tree; what is missing or empty is left out. With `spans`, also where it stands."""
    return "\n".join(_lines(node, "", "", spans)) + "\n"


def _lines(value: object, label: str, margin: str, spans: bool) -> Iterator[str]:
    if isinstance(value, Node):
        yield f"{margin}{label}{type(value).__name__}{_inline(value)}{_place(value) if spans else ''}"
        for name, part in _parts(value):
            yield from _lines(part, f"{name}: ", margin + STEP, spans)
    elif isinstance(value, tuple):
        for item in value:
            yield from _lines(item, label, margin, spans)
    else:
        yield f"{margin}{label}{value!r}"


def _parts(node: Node) -> Iterator[tuple[str, object]]:
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name != "span" and not _is_plain(value):
            yield field.name, value


def _inline(node: Node) -> str:
    """What fits behind the name of the node: words, numbers and yes or no."""
    said = []
    for field in fields(node):
        value = getattr(node, field.name)
        if field.name != "span" and _is_plain(value) and value not in (None, False, (), ""):
            said.append(f" {field.name}" if value is True else f" {field.name}={value!r}")
    return "".join(said)


def _is_plain(value: object) -> bool:
    if isinstance(value, tuple):
        return all(_is_plain(item) for item in value)
    return not isinstance(value, Node)


def _place(node: Node) -> str:
    return f" @{node.span.line}:{node.span.column}-{node.span.end_line}:{node.span.end_column}"

"""Rewriting terms: one walk that rebuilds every part, used wherever cells, calls or entries are replaced."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

from rulelang.graph.terms import Cell, Const, Domain, Term
from rulelang.tree.walk import inner_fields

T = TypeVar("T")


def rewrite(node: T, change: Callable[[Any], Any]) -> T:
    """Rebuild a term, domain or effect from the inside out; `change` sees every part and gives its replacement."""
    if not hasattr(node, "__dataclass_fields__"):
        return node
    changed: dict[str, Any] = {}
    for name in inner_fields(type(node)):
        value = getattr(node, name)
        new = _inside(value, change)
        if new is not value:
            changed[name] = new
    part: Any = node
    return cast(T, change(dataclasses.replace(part, **changed) if changed else part))


def _inside(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple):
        parts = tuple(_inside(part, change) for part in value)
        return value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
    return rewrite(value, change)


def replace_cells(term: Term, cells: Mapping[str, Term]) -> Term:
    """Put terms in the place of single-cell regions."""
    if not cells:
        return term

    def change(part: Any) -> Any:
        if isinstance(part, Cell) and part.index == Const(0):
            return cells.get(part.region, part)
        return part

    return rewrite(term, change)


def replace_in_domain(domain: Domain, cells: Mapping[str, Term]) -> Domain:
    """The same inside a domain."""
    if not cells:
        return domain

    def change(part: Any) -> Any:
        if isinstance(part, Cell) and part.index == Const(0):
            return cells.get(part.region, part)
        return part

    return rewrite(domain, change)


#: For each sort of part: its fields from the last to the first, and whether one always holds just one part.
_shapes: dict[type, tuple[tuple[str, bool], ...]] = {}


def _shape(kind: type) -> tuple[tuple[str, bool], ...]:
    always = {field.name for field in dataclasses.fields(kind) if field.type in ("Term", "Domain", "Effect")}
    _shapes[kind] = tuple((name, name in always) for name in reversed(inner_fields(kind)))
    return _shapes[kind]


def walk(node: Any, visit: Callable[[Any], None]) -> None:
    """Call `visit` on every part of a term, domain or effect, each before the parts inside it."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        visit(part)
        shape = _shapes.get(type(part))
        for name, always in _shape(type(part)) if shape is None else shape:
            value = getattr(part, name)
            if always:
                waiting.append(value)
            elif value is not None:
                _put(value, waiting)


def _put(value: Any, waiting: list[Any]) -> None:
    if type(value) is tuple:
        for part in reversed(value):
            _put(part, waiting)
    elif hasattr(value, "__dataclass_fields__"):
        waiting.append(value)

"""Rewriting terms: one walk that rebuilds every part, used wherever cells, calls or entries are replaced."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rulelang.graph.terms import Cell, Const, Domain, Term

T = TypeVar("T")


def rewrite(node: T, change: Callable[[Any], Any]) -> T:
    """Rebuild a term, domain or effect from the inside out; `change` sees every part and gives its replacement."""
    if not dataclasses.is_dataclass(node) or isinstance(node, type):
        return node
    fields: dict[str, Any] = {}
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        new = _inside(value, change)
        if new is not value:
            fields[field.name] = new
    rebuilt = dataclasses.replace(node, **fields) if fields else node
    return change(rebuilt)  # type: ignore[no-any-return]


def _inside(value: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(value, tuple):
        parts = tuple(_inside(part, change) for part in value)
        return value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return rewrite(value, change)
    return value


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


def walk(node: Any, visit: Callable[[Any], None]) -> None:
    """Call `visit` on every part of a term, domain or effect."""
    visit(node)
    for field in dataclasses.fields(node):
        _walk_value(getattr(node, field.name), visit)


def _walk_value(value: Any, visit: Callable[[Any], None]) -> None:
    if isinstance(value, tuple):
        for part in value:
            _walk_value(part, visit)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        walk(value, visit)

"""Terms taken apart and put together again: one look through all parts, and one walk that rebuilds them, used wherever
cells, calls or entries are replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter, is_
from typing import Any, TypeVar, cast

from rulelang.graph.terms import Cell, Const, Term
from rulelang.tree.walk import inner_fields
from rulelang.values import is_dataclass, replace

T = TypeVar("T")

#: For each sort of part: its fields that hold further parts, in their order; None for numbers, names and whatever else
#: is in a field of a part without being one.
_fields: dict[type, tuple[str, ...] | None] = {}
#: The same as a way to take them out, from the last to the first, and how many they are (-1: not a part).
_inside: dict[type, tuple[Callable[[Any], Any], int]] = {}


def _look_into(kind: type) -> tuple[Callable[[Any], Any], int]:
    names = inner_fields(kind) if is_dataclass(kind) else None
    _fields[kind] = names
    _inside[kind] = (attrgetter(*reversed(names or ("__class__",))), -1 if names is None else len(names))
    return _inside[kind]


def all_parts(*roots: Any) -> list[Any]:
    """Every part of terms, domains or effects (and of tuples of them), each before the parts inside it."""
    found: list[Any] = []
    waiting: list[Any] = list(reversed(roots))
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is tuple:
            waiting.extend(part[::-1])
            continue
        look, count = _inside.get(kind) or _look_into(kind)
        if count == 0:
            found.append(part)
        elif count == 1:
            found.append(part)
            waiting.append(look(part))
        elif count > 0:
            found.append(part)
            waiting.extend(look(part))
    return found


def walk(node: Any, visit: Callable[[Any], None]) -> None:
    """Call `visit` on every part of a term, domain or effect, each before the parts inside it."""
    for part in all_parts(node):
        visit(part)


def rewrite(node: T, change: Callable[[Any], Any]) -> T:
    """Rebuild a term, domain or effect from the inside out; `change` sees every part and gives its replacement."""
    part: Any = node
    kind = type(part)
    if kind is tuple:
        return cast(T, _each(part, change))
    if kind not in _fields:
        _look_into(kind)
    names = _fields[kind]
    if names is None:
        return node
    changed: dict[str, Any] | None = None
    for name in names:
        value = getattr(part, name)
        new = rewrite(value, change)
        if new is not value:
            changed = changed or {}
            changed[name] = new
    return cast(T, change(replace(part, **changed) if changed else part))


def _each(parts: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    new = tuple([rewrite(part, change) for part in parts])
    return parts if all(map(is_, new, parts)) else new


def replace_cells(part: T, cells: Mapping[str, Term]) -> T:
    """Put terms in the place of single-cell regions in a term, a domain or a parameter."""
    if not cells:
        return part

    def change(inner: Any) -> Any:
        if type(inner) is Cell and inner.index == Const(0):
            return cells.get(inner.region, inner)
        return inner

    return rewrite(part, change)

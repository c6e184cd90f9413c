"""Terms taken apart and put together again: one look through all parts, and one walk that rebuilds them, used wherever
cells, calls or entries are replaced."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import is_
from typing import Any, Final, TypeVar, cast

from rulelang.graph import terms as t
from rulelang.graph.terms import Cell, Const, Term
from rulelang.tuning.child_fields import ChildWalk, inner_fields
from rulelang.tuning.fast_dataclass import is_dataclass, replace

T = TypeVar("T")

_through = ChildWalk(lambda kind: inner_fields(kind) if is_dataclass(kind) else None)

#: Every part of terms, domains or effects (and of tuples of them), each before the parts inside it.
all_parts = _through.all_parts
#: The terms, domains and effects directly in one.
direct_parts = _through.direct_parts


#: Forms that bind a name, and the fields in which it is known.
BINDERS: Final = frozenset({t.AnyIn, t.AllIn, t.SumIn, t.BestIn, t.FirstIn, t.Filtered, t.WhileIn, t.Leading, t.Bind,
                            t.SortInto, t.ForIn})  # fmt: skip
_BOUND_IN: Final = frozenset({"body", "keys"})


def scoped_parts(part: Any) -> Iterator[tuple[Any, frozenset[str]]]:
    """The parts directly in one, each with the name that the part around it binds there."""
    if type(part) not in BINDERS:
        yield from ((inner, frozenset[str]()) for inner in direct_parts(part))
        return
    bound = frozenset({part.name})
    if type(part) is t.ForIn:
        bound |= {effect.name for effect in part.body if type(effect) is t.Name}
    for name in _through.fields(type(part)) or ():
        known = bound if name in _BOUND_IN else frozenset[str]()
        yield from ((inner, known) for inner in _each_in(getattr(part, name)))


def _each_in(inside: Any) -> Iterator[Any]:
    """The parts in a field: itself, or those in tuples of them."""
    if type(inside) is tuple:
        for one in inside:
            yield from _each_in(one)
    elif _through.fields(type(inside)) is not None:
        yield inside


def taken_from(part: Any) -> Any:
    """The set or domain whose elements a domain runs over, or of which a value or a smaller set is taken; None for all
    else."""
    match part:
        case t.Members(inside) | t.Lowest(inside) | t.Highest(inside):
            return inside
        case t.Filtered(_, domain) | t.FirstIn(_, domain):
            return domain
        case t.BestIn(name, domain, t.Local(body)) if body == name:
            return domain
        case _:
            return None


def rewrite(node: T, change: Callable[[Any], Any]) -> T:
    """Rebuild a term, domain or effect from the inside out; `change` sees every part and gives its replacement."""
    part: Any = node
    kind = type(part)
    if kind is tuple:
        return cast(T, _each(part, change))
    names = _through.fields(kind)
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


def rebuild(part: T, change: Callable[[Any], Any]) -> T:
    """The same term, domain or effect with its direct parts changed."""
    names = _through.fields(type(part))
    if names is None:
        return part
    changed: dict[str, Any] = {}
    for name in names:
        old = getattr(part, name)
        new = _rebuilt(old, change)
        if new is not old:
            changed[name] = new
    whole: Any = part
    return cast(T, replace(whole, **changed)) if changed else part


def _rebuilt(inside: Any, change: Callable[[Any], Any]) -> Any:
    if type(inside) is tuple:
        new = [_rebuilt(one, change) for one in inside]
        return inside if all(map(is_, new, inside)) else tuple(new)
    return inside if _through.fields(type(inside)) is None else change(inside)


def exchange(part: T, instead: Callable[[Any], Any]) -> T:
    """A term, domain or effect in which parts are exchanged, the largest first; None lets a part stand and looks into
    it. What stands for a part must be of its kind."""

    def change(inner: Any) -> Any:
        found = instead(inner)
        return rebuild(inner, change) if found is None else found

    return cast(T, change(part))


def replace_cells(part: T, cells: Mapping[str, Term]) -> T:
    """Put terms in the place of single-cell regions in a term, a domain or a parameter."""
    if not cells:
        return part

    def change(inner: Any) -> Any:
        if type(inner) is Cell and inner.index == Const(0):
            return cells.get(inner.region, inner)
        return inner

    return rewrite(part, change)

"""What terms are made of: walking them, what kind of value they have, what they read, how large they get."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Literal, TypeAlias, TypeVar, get_args

from rulelang.graph import terms
from rulelang.graph.terms import Domain, Effect, Term
from rulelang.values import replace

Kind: TypeAlias = Literal["truth", "number", "set"]
Part: TypeAlias = Term | Domain | Effect
P = TypeVar("P", bound=Part)

#: Terms and effects that bind a name in some of their parts.
FOLDS = (terms.AnyIn, terms.AllIn, terms.SumIn, terms.BestIn, terms.FirstIn, terms.Filtered, terms.WhileIn)

_PARTS: tuple[type, ...] = (*get_args(Term), *get_args(Domain), *get_args(Effect))
_TRUTHS = (terms.Compare, terms.Not, terms.And, terms.Or, terms.Holds, terms.HasLine, terms.AnyIn, terms.AllIn,
           terms.Possible)  # fmt: skip
_SETS = (terms.Single, terms.Both, terms.Either, terms.Without, terms.Reached, terms.InLine, terms.Filtered,
         terms.WhileIn, terms.Leading, terms.TokenPlaces)  # fmt: skip


def rebuild(part: P, change: Callable[[Part], Part]) -> P:
    """The same term with its direct parts changed."""
    changed: dict[str, Any] = {}
    for name in part.__match_args__:
        old = getattr(part, name)
        new = _rebuild_value(old, change)
        if new is not old:
            changed[name] = new
    return replace(part, **changed) if changed else part


def _rebuild_value(value: Any, change: Callable[[Part], Part]) -> Any:
    if isinstance(value, _PARTS):
        return change(value)  # type: ignore[arg-type]
    if isinstance(value, tuple):
        new = tuple(_rebuild_value(item, change) for item in value)
        return new if any(a is not b for a, b in zip(new, value, strict=True)) else value
    return value


def parts(part: Part) -> Iterator[Part]:
    """The direct parts of a term, domain or effect."""
    for name in part.__match_args__:
        yield from _parts_of_value(getattr(part, name))


def _parts_of_value(value: Any) -> Iterator[Part]:
    if isinstance(value, _PARTS):
        yield value  # type: ignore[misc]
    elif isinstance(value, tuple):
        for item in value:
            yield from _parts_of_value(item)


def walk(part: Part) -> Iterator[Part]:
    """A term and everything inside it."""
    yield part
    for inner in parts(part):
        yield from walk(inner)


@cache
def weight(part: Part) -> int:
    """How many parts a term has, all the way down."""
    return 1 + sum(weight(inner) for inner in parts(part))


@cache
def free_locals(part: Part) -> frozenset[str]:
    """The locals a term uses and does not bind itself. (Of an effect, `Name` does not count as binding.)"""
    match part:
        case terms.Local(name):
            return frozenset({name})
        case terms.Bind(name, value, body):
            return free_locals(value) | (free_locals(body) - {name})
        case terms.Leading(name, domain, keys):
            inner = frozenset[str]().union(*(free_locals(key) for _, key in keys))
            return free_locals(domain) | (inner - {name})
        case terms.BestIn(name, domain, body, _, default):
            return free_locals(domain) | free_locals(default) | (free_locals(body) - {name})
        case terms.ForIn(name, domain, effects):
            inner = frozenset[str]().union(*(free_locals(effect) for effect in effects))
            return free_locals(domain) | (inner - {name} - frozenset(named(effects)))
        case terms.SortInto(_, start, name, domain, keys):
            inner = frozenset[str]().union(*(free_locals(key) for _, key in keys))
            return free_locals(start) | free_locals(domain) | (inner - {name})
        case _ if isinstance(part, FOLDS):
            return free_locals(part.domain) | (free_locals(part.body) - {part.name})
        case _:
            return frozenset[str]().union(*(free_locals(inner) for inner in parts(part)))


def named(effects: tuple[Effect, ...]) -> Iterator[str]:
    """The names given in a list of effects."""
    return (effect.name for effect in effects if isinstance(effect, terms.Name))


def substitute(part: P, values: dict[str, Term]) -> P:
    """Locals replaced by terms. The caller sees to it that nothing is captured (see `fresh`)."""

    def change(inner: Part) -> Part:
        if isinstance(inner, terms.Local):
            return values.get(inner.name, inner)
        return rebuild(inner, change)

    return change(part)  # type: ignore[return-value]


def exchanged(part: P, old: Part, new: Part) -> P:
    """A term or effect with one part exchanged."""

    def change(inner: Part) -> Part:
        return new if inner == old else rebuild(inner, change)

    return change(part)  # type: ignore[return-value]


def kind_of(term: Term) -> Kind:
    """Whether a value is certainly a truth (0 or 1), certainly a set, or some number."""
    if isinstance(term, _TRUTHS):
        return "truth"
    if isinstance(term, _SETS):
        return "set"
    if isinstance(term, terms.IfElse):
        kinds = {kind_of(term.then), kind_of(term.otherwise)}
        return kinds.pop() if len(kinds) == 1 else "number"
    if isinstance(term, terms.Bind):
        return kind_of(term.body)
    if isinstance(term, terms.Const) and term.value in {0, 1}:
        return "truth"
    return "number"


def writes(effect: Effect) -> frozenset[str]:
    """The regions an effect writes by name; moves of pieces and tokens are told apart by `moves`."""
    match effect:
        case terms.Put(region, _, _) | terms.Append(region, _, _) | terms.SortInto(region, _, _, _, _):
            return frozenset({region})
        case terms.When(_, then, otherwise):
            return frozenset[str]().union(*(writes(inner) for inner in (*then, *otherwise)))
        case terms.ForIn(_, _, body):
            return frozenset[str]().union(*(writes(inner) for inner in body))
        case _:
            return frozenset()

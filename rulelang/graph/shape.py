"""What is asked of terms again and again: what kind of value they have, how large they are, which locals, regions and
functions they name; and locals replaced by terms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final, Literal, TypeAlias, TypeGuard, TypeVar, cast, get_args

from rulelang.graph import terms
from rulelang.graph.terms import Domain, Effect, Term
from rulelang.graph.walk import direct_parts, exchange, scoped_parts

Kind: TypeAlias = Literal["truth", "number", "set"]
Part: TypeAlias = Term | Domain | Effect
P = TypeVar("P", bound=Part)
Q = TypeVar("Q")
V = TypeVar("V")

#: Terms and effects that bind a name in some of their parts.
FOLDS = (terms.AnyIn, terms.AllIn, terms.SumIn, terms.BestIn, terms.FirstIn, terms.Filtered, terms.WhileIn)

_TERMS: Final[frozenset[type]] = frozenset(get_args(Term))
_DOMAINS: Final[frozenset[type]] = frozenset(get_args(Domain))

#: Questions about parts are remembered for so many at most.
_REMEMBERED: Final = 1 << 18

_NO_NAMES: Final[frozenset[str]] = frozenset()


def is_term(part: object) -> TypeGuard[Term]:
    """Is a part a term?"""
    return type(part) in _TERMS


def is_domain(part: object) -> TypeGuard[Domain]:
    """Is a part a domain?"""
    return type(part) in _DOMAINS


def outermost_terms(root: Any) -> Iterator[Part]:
    """The terms and domains that effects, nodes or tuples are made of, in no certain order: what is found out about
    each of them can be remembered."""
    waiting = [root]
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind in _TERMS or kind in _DOMAINS:
            yield part
        else:
            waiting.extend(part if kind is tuple else direct_parts(part))


def remembered(work: Callable[[Q], V]) -> Callable[[Q], V]:
    """A question about a part, answered once for all equal ones."""
    return cast("Callable[[Q], V]", lru_cache(maxsize=_REMEMBERED)(work))


@remembered
def weight(part: Part) -> int:
    """How many parts a term has, all the way down."""
    return 1 + sum(map(weight, direct_parts(part)))


@remembered
def parts_once(part: Part) -> tuple[Part, ...]:
    """A part and everything inside it, each once however often it stands there."""
    found: dict[Part, None] = {part: None}
    for inner in direct_parts(part):
        found.update(dict.fromkeys(parts_once(inner)))
    return tuple(found)


@remembered
def kinds(part: Part) -> frozenset[type]:
    """The types of a term and of everything inside it."""
    return frozenset({type(part)}).union(*map(kinds, direct_parts(part)))


@remembered
def free_locals(part: Part) -> frozenset[str]:
    """The locals a term uses and does not bind itself. (Of an effect, `Name` does not count as binding.)"""
    if isinstance(part, terms.Local):
        return frozenset({part.name})
    found = [names - bound for inner, bound in scoped_parts(part) if (names := free_locals(inner))]
    return found[0] if len(found) == 1 else _NO_NAMES.union(*found)


@remembered
def regions(part: Part) -> frozenset[str]:
    """The regions whose cells a term names, those inside functions it calls left out."""
    own = frozenset({part.region}) if isinstance(part, terms.Cell | terms.CellList) else _NO_NAMES
    found = [names for inner in direct_parts(part) if (names := regions(inner))]
    return found[0] if len(found) == 1 and not own else own.union(*found)


@remembered
def calls(part: Part) -> frozenset[str]:
    """The functions a term calls."""
    if terms.Apply not in kinds(part):
        return _NO_NAMES
    own = frozenset({part.function}) if isinstance(part, terms.Apply) else _NO_NAMES
    return own.union(*map(calls, direct_parts(part)))


def named(effects: tuple[Effect, ...]) -> Iterator[str]:
    """The names given in a list of effects."""
    return (effect.name for effect in effects if isinstance(effect, terms.Name))


def substitute(part: P, values: Mapping[str, Term]) -> P:
    """Locals replaced by terms. The caller sees to it that nothing is captured (see `fresh`)."""
    names = values.keys()

    def instead(inner: Part) -> Part | None:
        if isinstance(inner, terms.Local):
            return values.get(inner.name, inner)
        return None if locals_in(inner) & names else inner

    return exchange(part, instead)


def exchanged(part: P, old: Part, new: Part) -> P:
    """A term or effect with one part exchanged."""
    kind = type(old)

    def instead(inner: Part) -> Part | None:
        if kind not in kinds(inner):
            return inner
        return new if type(inner) is kind and inner == old else None

    return exchange(part, instead)


@remembered
def locals_in(part: Part) -> frozenset[str]:
    """All locals in a term, whether it binds them or not."""
    if isinstance(part, terms.Local):
        return frozenset({part.name})
    found = [names for inner in direct_parts(part) if (names := locals_in(inner))]
    return found[0] if len(found) == 1 else _NO_NAMES.union(*found)


def kind_of(term: Term) -> Kind:
    """Whether a value is certainly a truth (0 or 1), certainly a set, or some number."""
    if isinstance(term, terms.TruthTerm):
        return "truth"
    if isinstance(term, terms.SetTerm):
        return "set"
    if isinstance(term, terms.IfElse):
        kinds = {kind_of(term.then), kind_of(term.otherwise)}
        return kinds.pop() if len(kinds) == 1 else "number"
    if isinstance(term, terms.Bind):
        return kind_of(term.body)
    if isinstance(term, terms.Const) and term.value in {0, 1}:
        return "truth"
    return "number"

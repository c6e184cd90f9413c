"""What is certain of questions about sets of which only this is known: what they hold at least, and at most.

    a holds at least l and at most h     is x in a?                               surely, if it is in l
                                         is no element of a also in b?            surely, if none of h is
                                         does a walk through a come to a place?   surely, if one through l does

`low(set)` lies within the set, the set within `high(set)`; where `sure(truth)` holds, the truth does, and where the
truth holds, `maybe(truth)` does. What a form of terms says nothing about is the empty set, or unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, partial
from typing import Final, TypeAlias

from rulelang.graph import shape, terms
from rulelang.graph.access import Key
from rulelang.graph.terms import Const, Members, Term
from rulelang.tuning.fast_dataclass import dataclass

#: What a set holds at least, and at most (None: nobody knows).
Around: TypeAlias = tuple[Term, Term | None]

_FALSE, _TRUE, _NO_SET = Const(0), Const(1), Const(0)
_UNKNOWN: Final[Around] = (_NO_SET, None)


class WhenAsked(Mapping[Key, Around]):
    """What sets hold, found out only if somebody asks: of most loops that cannot be followed nobody does."""

    def __init__(self, find: Callable[[], Mapping[Key, Around]]) -> None:
        self._find: Final = find

    @cached_property
    def _found(self) -> Mapping[Key, Around]:
        return self._find()

    def __getitem__(self, key: Key) -> Around:
        return self._found[key]

    def __iter__(self) -> Iterator[Key]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


@dataclass(frozen=True, slots=True)
class Certain:
    """Asks terms about a state of which some cells are known exactly, and of others what they hold at least and at
    most. The answers are terms about another state."""

    #: The term there, of one that can be told exactly; else None.
    exact: Callable[[Term], Term | None]
    #: A set that is known without looking at the state, in which the one of a term lies.
    inside: Callable[[Term], int | None]
    cells: Mapping[Key, Around]
    #: Locals that are one of the elements of a set.
    within: Mapping[str, Term]

    def low(self, term: Term) -> Term:
        """What a set holds for certain."""
        found = self.exact(term)
        if found is not None:
            return found
        match term:
            case terms.Cell(region, Const(index)):
                return self.cells.get((region, index), _UNKNOWN)[0]
            case terms.Both(parts):
                return terms.Both(tuple(map(self.low, parts)))
            case terms.Either(parts):
                return terms.Either(tuple(map(self.low, parts)))
            case terms.Without(left, right):
                most = self.high(right)
                return _NO_SET if most is None else terms.Without(self.low(left), most)
            case terms.Reached(start, neighbours, through):
                return terms.Reached(self.low(start), neighbours, self.low(through))
            case terms.InLine(start, rays, directions, through) if (origin := self.exact(start)) is not None:
                return terms.InLine(origin, rays, directions, self.low(through))
            case terms.Filtered(name, Members(elements), body):
                return terms.Filtered(name, Members(self.low(elements)), self.sure(body))
            case terms.IfElse(condition, then, otherwise):
                test, first, second = self.exact(condition), self.low(then), self.low(otherwise)
                return terms.Both((first, second)) if test is None else terms.IfElse(test, first, second)
            case _:
                return _NO_SET

    def high(self, term: Term) -> Term | None:
        """What a set may hold; None if nobody knows."""
        found = self._high(term)
        if found is None and (known := self.inside(term)) is not None:
            return Const(known)
        return found

    def _high(self, term: Term) -> Term | None:
        found = self.exact(term)
        if found is not None:
            return found
        match term:
            case terms.Cell(region, Const(index)):
                return self.cells.get((region, index), _UNKNOWN)[1]
            case terms.Single(terms.Local(name)):
                return self.within.get(name)
            case terms.Both(parts):
                known = tuple(most for part in parts if (most := self._high(part)) is not None)
                return terms.Both(known) if known else None
            case terms.Either(parts):
                every = [self.high(part) for part in parts]
                most_of_each = tuple(most for most in every if most is not None)
                return terms.Either(most_of_each) if len(most_of_each) == len(every) else None
            case terms.Without(left, right):
                whole = self.high(left)
                return None if whole is None else terms.Without(whole, self.low(right))
            case terms.Reached(_, _, through):
                # A walk would take longer than what it leaves out is worth.
                return self.high(through)
            case terms.Filtered(_, Members(elements), _):
                return self.high(elements)
            case terms.IfElse(condition, then, otherwise):
                test, first, second = self.exact(condition), self.high(then), self.high(otherwise)
                if first is None or second is None:
                    return None
                return terms.Either((first, second)) if test is None else terms.IfElse(test, first, second)
            case _:
                return None

    def sure(self, truth: Term) -> Term:
        """What makes certain that a truth holds (of a set, that it is not empty)."""
        return self._truth(truth, sure=True)

    def maybe(self, truth: Term) -> Term:
        """What has to hold wherever a truth does."""
        return self._truth(truth, sure=False)

    def _truth(self, truth: Term, sure: bool) -> Term:
        """With more in some sets a truth holds sooner, with more in others less: `near` is the bound that is on the
        safe side of the first, `far` of the others."""
        found = self.exact(truth)
        if found is not None:
            return _some(found) if shape.kind_of(truth) == "set" else found
        near, far = (self.low, self.high) if sure else (self.high, self.low)
        asked, unknown = partial(self._truth, sure=sure), _FALSE if sure else _TRUE
        match truth:
            case terms.And(parts):
                return terms.And(tuple(map(asked, parts)))
            case terms.Or(parts):
                return terms.Or(tuple(map(asked, parts)))
            case terms.Not(inside):
                return terms.Not(self._truth(inside, not sure))
            case terms.AnyIn(name, Members(elements), body) if (some := near(elements)) is not None:
                return terms.AnyIn(name, Members(some), asked(body))
            case terms.AllIn(name, Members(elements), body) if (some := far(elements)) is not None:
                return terms.AllIn(name, Members(some), asked(body))
            case terms.Holds(elements, element) if (one := self.exact(element)) is not None:
                some = near(elements)
                return unknown if some is None else terms.Holds(some, one)
            case terms.IfElse(condition, then, otherwise) if (test := self.exact(condition)) is not None:
                return terms.IfElse(test, asked(then), asked(otherwise))
            case terms.Compare("==" | "!=" as asks, elements, Const(0)) if self._is_set(elements):
                some = near(elements) if asks == "!=" else far(elements)
                return unknown if some is None else terms.Compare(asks, some, _NO_SET)
            case _:
                some = near(truth) if self._is_set(truth) else None
                return unknown if some is None else _some(some)

    def _is_set(self, term: Term) -> bool:
        if isinstance(term, terms.Cell):
            return isinstance(term.index, Const) and (term.region, term.index.value) in self.cells
        return shape.kind_of(term) == "set"


def _some(elements: Term) -> Term:
    """Is there something in a set?"""
    return terms.Not(terms.Not(elements))

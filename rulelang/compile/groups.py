"""A group: what a set phrase stands for, ready to be counted, searched, chosen from or moved."""

from __future__ import annotations

from functools import reduce
from typing import Literal

from rulelang.compile.sorts import Sort, Typed
from rulelang.graph import terms as t
from rulelang.graph.build import (
    EMPTY,
    NO,
    YES,
    all_of,
    any_of,
    holds,
    intersect,
    least,
    minus,
    negate,
    plus,
    same,
    single,
    size,
    times,
)
from rulelang.graph.terms import Domain, Term
from rulelang.tuning.fast_dataclass import dataclass, replace


@dataclass(frozen=True, slots=True)
class Group:
    """Elements of one sort: `mask` is the set they come from (for tokens: varieties and places), `name` the local that
    stands for one of them in `where`. `ordered` gives their order where the phrase has one (a ray, a row, a list).
    `chosen` is where tokens that were chosen before stand: then only so many of one look belong to the group."""

    sort: Sort
    name: str
    mask: Term = EMPTY
    varieties: Term = EMPTY
    places: Term = EMPTY
    where: Term = YES
    ordered: t.Listed | t.CellList | None = None
    keys: tuple[tuple[bool, Term], ...] = ()
    chosen: t.CellList | None = None
    #: Tokens that do not belong to it, while others that look like them in the same place do.
    besides: tuple[Term | t.CellList, ...] = ()

    @property
    def taken_from(self) -> str:
        """The cells that keep what was chosen before, if these are some of that."""
        kept = self.chosen or self.ordered
        return kept.region if isinstance(kept, t.CellList) else ""

    @property
    def is_tokens(self) -> bool:
        return self.sort.form == "token"

    @property
    def element(self) -> Typed:
        """One of them, as a local."""
        return Typed(t.Local(self.name), self.sort)

    def filtered(self, *conditions: Term) -> Group:
        """Only those for which the conditions hold."""
        where = all_of((self.where, *conditions))
        return replace(self, where=where)

    def apart_from(self, *others: Term | t.CellList) -> Group:
        """All but these: of tokens that are alike in one place, all but so many."""
        besides = (*self.besides, *(one for one in others if one not in self.besides))
        less = reduce(plus, (how_often(one, t.Local(self.name)) for one in besides))
        all_there = replace(self, besides=()).amount()
        return replace(self.filtered(t.Compare("<", less, all_there)), besides=besides)

    def among(self, looks: Term) -> Group:
        """Only some pieces, or tokens of some looks."""
        return replace(self, varieties=intersect(self.varieties, looks)) if self.is_tokens else self.within(looks)

    def within(self, mask: Term) -> Group:
        """Only those in a set of elements (not for tokens)."""
        return replace(self, mask=intersect(self.mask, mask))

    # ---------------------------------------------------------------- domains

    def domain(self) -> tuple[Domain, Term]:
        """What to run over, and the condition each element still has to meet."""
        if self.is_tokens:
            group = self._best_tokens() if self.keys else self
            return t.Tokens(group.varieties, group.places), group.where
        if self.keys:
            # The best keep the order they have.
            best = self.set()
            return (t.Members(best), YES) if self.ordered is None else (self.ordered, _in(best, self.name))
        if self.ordered is not None:
            where = self.where if self.mask == t.Const(-1) else all_of((_in(self.mask, self.name), self.where))
            return self.ordered, where
        return t.Members(self.mask), self.where

    def of_the_best(self) -> Group:
        """The same elements, to be narrowed further."""
        if not self.keys:
            return self
        return self._best_tokens() if self.is_tokens else replace(self, mask=self.set(), where=YES, keys=())

    def _best_tokens(self) -> Group:
        best = t.Leading(self.name, t.Tokens(self.varieties, self.places), self.keys)
        return replace(self, where=all_of((self.where, _in(best, self.name))), keys=())

    def set(self) -> Term:
        """The set of the elements (tokens: of their numbers is never needed)."""
        if self.keys:
            plain = replace(self, keys=())
            domain, where = plain.domain()
            if where != YES:
                domain = t.Members(t.Filtered(self.name, domain, where))
            return t.Leading(self.name, domain, self.keys)
        if self.ordered is None:
            return self.mask if self.where == YES else t.Filtered(self.name, t.Members(self.mask), self.where)
        domain, where = self.domain()
        return t.Filtered(self.name, domain, where)

    # ------------------------------------------------------------------ folds

    def amount(self) -> Term:
        """How many tokens the local stands for: those of its look in its place, or as many of them as were chosen."""
        here = t.Local(self.name)
        there: Term = t.TokenCount(t.VarietyOf(here), t.PlaceOf(here))
        if self.chosen is not None:
            there = least(there, how_often(self.chosen, here))
        return reduce(minus, (how_often(one, here) for one in self.besides), there)

    def count(self) -> Term:
        """How many there are; tokens count one by one."""
        if self.is_tokens:
            domain, where = self.domain()
            amount = self.amount()
            return t.SumIn(self.name, domain, amount if where == YES else t.IfElse(where, amount, t.Const(0)))
        return size(self.set())

    def any(self) -> Term:
        """Is there one?"""
        if self.is_tokens or self.ordered is not None or self.where != YES:
            domain, where = self.domain()
            return t.AnyIn(self.name, domain, where)
        found = self.set()
        return t.Const(int(found.value != 0)) if isinstance(found, t.Const) else t.Compare("!=", found, t.Const(0))

    def every(self, condition: Term) -> Term:
        """Does the condition (about the local) hold for all of them?"""
        domain, where = self.domain()
        return t.AllIn(self.name, domain, condition if where == YES else any_of((negate(where), condition)))

    def some(self, condition: Term) -> Term:
        """Does the condition hold for one of them?"""
        domain, where = self.domain()
        both = all_of((where, condition))
        return NO if both == NO else t.AnyIn(self.name, domain, both)

    def nth(self, which: Literal["first", "last", "only"]) -> Term:
        """The first, last or only one, or nothing."""
        if which == "only":
            if self.is_tokens or self.ordered is not None:
                return t.IfElse(t.Compare("==", self.count(), t.Const(1)), self.nth("first"), t.Const(-1))
            found = self.set()
            return t.IfElse(t.Compare("==", t.Size(found), t.Const(1)), t.Lowest(found), t.Const(-1))
        if self.is_tokens or self.ordered is not None:
            domain, where = self.domain()
            if which == "last" and isinstance(domain, t.CellList):
                domain = replace(domain, backwards=not domain.backwards)
            elif which == "last" and isinstance(domain, t.Listed):
                domain = t.Listed(f"{domain.table} backwards", domain.index)
            elif which == "last":
                return t.Highest(t.Filtered(self.name, domain, where))
            return t.FirstIn(self.name, domain, where)
        return t.Lowest(self.set()) if which == "first" else t.Highest(self.set())

    def total(self, value: Term) -> Term:
        """The sum of a value over all of them (tokens one by one)."""
        domain, where = self.domain()
        if self.is_tokens:
            value = times(value, self.amount())
        return t.SumIn(self.name, domain, value if where == YES else t.IfElse(where, value, t.Const(0)))

    def along(self, condition: Term) -> Group:
        """The leading ones for which the condition holds (`as long as`)."""
        domain, where = self.domain()
        kept = t.WhileIn(self.name, domain, all_of((where, condition)))
        return replace(self, mask=kept, where=YES)


def _in(mask: Term, name: str) -> Term:
    return holds(mask, t.Local(name))


def how_often(chosen: Term | t.CellList, token: t.Local) -> Term:
    """How many tokens of one look in one place are that one, or were chosen."""
    if not isinstance(chosen, t.CellList):
        return t.IfElse(same(token, chosen), t.Const(1), t.Const(0))
    other = f"{token.name} chosen"
    return t.SumIn(other, chosen, t.IfElse(t.Compare("==", t.Local(other), token), t.Const(1), t.Const(0)))


def tokens_in(place: Term, varieties: Term, local: str) -> Group:
    """The tokens of some looks in one place."""
    return Group(Sort("token"), local, varieties=varieties, places=single(place))

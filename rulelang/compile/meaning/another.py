"""`another Card`, `other Cards`: none of those known by then. `another player` is not the one who decides either."""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.groups import Group
from rulelang.compile.meaning.phrases import fits, who_acts
from rulelang.compile.meaning.registers import Meaning
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import PLAYER
from rulelang.diagnostics.catalogue import references as wording
from rulelang.graph.build import negate, plus, same
from rulelang.graph.terms import AnyIn, CellList, Compare, Const, IfElse, Local, SumIn, Term
from rulelang.source import Span
from rulelang.tuning.fast_dataclass import replace


def but_those_known(meaning: Meaning, group: Group, scope: Scope, span: Span, word: str = "another") -> Group:
    """Those of a group that nothing before speaks of. Of tokens that are alike in one place, all but so many."""
    terms: dict[Term, None] = {}
    several: list[CellList] = []
    if group.sort == PLAYER:
        terms[(scope.decider or who_acts(scope, span)).term] = None
    for value in scope.known():
        if value.sort.form == "handful" and value.sort.of is not None and fits(meaning, value.sort.of, group.sort):
            several.append(CellList(value.sort.noun, value.term))
        elif value.sort.form == group.sort.form and fits(meaning, value.sort, group.sort):
            terms[value.term] = None
    if not terms and not several:
        raise Misread(wording.another_than_which(span, word))
    here, member = Local(group.name), meaning.book.local("known")
    if not group.is_tokens:
        others = [negate(AnyIn(member, kept, same(Local(member), here))) for kept in several]
        return group.filtered(*(negate(same(here, term)) for term in terms), *others)
    known: Term = Const(0)
    for term in terms:
        known = plus(known, IfElse(same(here, term), Const(1), Const(0)))
    for kept in several:
        known = plus(known, SumIn(member, kept, IfElse(same(Local(member), here), Const(1), Const(0))))
    return replace(group.filtered(Compare("<", known, group.amount())), less=known)

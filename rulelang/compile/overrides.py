"""One definition with all its exceptions made into one function.

Before: the clauses of a family, in reading order. After: one function of the state, whose body asks for each exception
whether it holds, in the order that `functions.py` tells; and what sort of value it gives.

    the Fare is 2                               becomes      Fare(you) = (3 if you are Late else 2)
    the Fare is 3 instead if you are Late                                + (1 if the Inn works for you else 0)
    Inn: the Fare is 1 more
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Literal

from rulelang.compile.context import Misread
from rulelang.compile.definitions import DefinitionClause, Head, HeadSlot
from rulelang.compile.meaning.fitting import fitting, narrowed_by, of_class
from rulelang.compile.meaning.nouns import nouns_of, split_noun
from rulelang.compile.meaning.phrases import class_sort
from rulelang.compile.meaning.properties import BUNDLE_MEMBER
from rulelang.compile.origins import origin_of
from rulelang.compile.precedence import Rival, names_of, settle
from rulelang.compile.sorts import NOTHING, PLAYER, TRUTH, Scope, Sort, Typed, number, union_range
from rulelang.diagnostics.catalogue import exceptions as exception_wording
from rulelang.graph.build import (
    NO,
    YES,
    all_of,
    any_of,
    either,
    greatest,
    is_there,
    least,
    minus,
    negate,
    plus,
    same,
    single,
    times,
    unite,
)
from rulelang.graph.program import Function
from rulelang.graph.terms import Const, Local, Term
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from rulelang.compile.definitions import Family
    from rulelang.compile.functions import Functions

YOU = "you"
"""The parameter that stands for whoever acts where the function is asked."""


@dataclass(frozen=True, slots=True)
class _Open:
    """An optional exception: when it is open, what it adds, or what it puts in the place of the value."""

    there: Term
    amount: Term
    sort: Sort
    replaces: bool


class Weaver:
    """Weaves one family."""

    def __init__(self, functions: Functions, family: Family) -> None:
        self.functions = functions
        self.family = family
        self.reader = functions.reader
        self.book = functions.book
        base = self._base()
        if base.head.subject is not None and not family.subject:
            # `the Square's Price is 2`: said of one thing, though nothing is said of such things in general.
            raise Misread(exception_wording.no_base(base.node.span, family.name))
        family.order = tuple(slot.preposition for slot in base.head.arguments)
        family.classes = tuple(functions.class_of(slot, base.placed) for slot in base.head.arguments)
        self.about = ([family.subject] if family.subject else []) + list(family.classes)
        self.parameters = [YOU, *(self.book.local(f"a {noun}" if noun else "argument") for noun in self.about)]
        self.base = base

    def _base(self) -> DefinitionClause:
        """The one sentence all exceptions refer to."""
        plain = [
            clause
            for clause in self.family.clauses
            if isinstance(clause.node, tree.DefineValue) and clause.node.mode is None and clause.node.change is None
        ]
        if not plain:
            also = [c for c in self.family.clauses if isinstance(c.node, tree.DefineValue) and c.node.mode == "also"]
            if also:
                return also[0]
            node, mark = self.family.clauses[0].node, ""
            if isinstance(node, tree.DefineMay) and node.change is None and isinstance(node.value, tree.BareName):
                mark = node.value.word.text
            raise Misread(exception_wording.no_base(node.span, self.family.name, mark))
        for extra in plain[1:]:
            self.book.report(exception_wording.two_bases(extra.node.span, self.family.name, plain[0].node.span))
        return plain[0]

    def weave(self) -> None:
        family = self.family
        kind: Literal["number", "truth", "element", "set"]
        if family.is_condition:
            body, sort, maybe, kind = self._condition(), TRUTH, False, "truth"
        else:
            body, sort, maybe = self._value()
            kind = "number" if sort.form in ("number", "bundle") else "truth" if sort.form == "truth" else "element"
        if sort.form == "bundle":
            self.parameters.append(BUNDLE_MEMBER)
        family.result, family.maybe = sort, maybe
        self._finish(family.title, body, kind)

    def _finish(self, title: str, body: Term, kind: Literal["number", "truth", "element", "set"]) -> None:
        origin = origin_of(self.base.placed)
        self.functions.program[title] = Function(
            title,
            tuple(self.parameters),
            body,
            kind,
            origin,
            self.family.name,
            self._form(),
            clauses=tuple(origin_of(clause.placed) for clause in self.family.clauses),
        )

    def _form(self) -> str:
        """The words of the name, with what it depends on by its number: `{1}'s Influence over {2} at {3}`."""
        head, name = self.base.head, self.family.name
        first = 2 if self.family.subject else 1
        about = "".join(f" {slot.preposition} {{{number}}}" for number, slot in enumerate(head.arguments, first))
        if not self.family.subject:
            return f"the {name}{about}"
        return f"{{1}} is {name}{about}" if self.family.is_condition else f"{{1}}'s {name}{about}"

    # ------------------------------------------------------------------- scopes

    def scope(self, clause: DefinitionClause) -> tuple[Scope, Term]:
        """The scope inside a clause, and the condition its pattern and its text put on the arguments."""
        head = clause.head
        you = Typed(Local(YOU), PLAYER)
        scope = Scope(you=you, it=self.functions.texts.only_bearer(clause.placed))
        guards: list[Term] = []
        slots = ([head.subject] if head.subject is not None else []) + self._aligned(head)
        others: list[Typed] = []
        known: list[Typed] = []
        for slot, parameter, noun in zip(slots, self.parameters[1:], self.about, strict=False):
            scope, guard = self._bind(slot, parameter, noun, scope, clause)
            guards.append(guard)
            given = Typed(Local(parameter), class_sort(self.reader, noun) if noun else NOTHING)
            if slot.is_you:
                scope = scope.acting(given)
            (others if slot.is_another else known).append(given)
        if head.subject is not None:
            subject = self.parameters[1]
            sort = self._sort(head.subject, clause)
            described = Typed(Local(subject), sort)
            if not head.yours:
                scope = scope.describing(described)
            else:
                # Who is called `you` is not called `it`, unless nothing else could be.
                scope = scope.describing(scope.it or described).acting(Typed(Local(subject), PLAYER))
        sorts, other_sorts = ([one.sort for one in found] for found in (known, others))
        # Those who are not `you`: in a text, somebody else for whom it is in force. In one about `a player`, anybody.
        but_you = PLAYER in other_sorts and PLAYER not in sorts
        if but_you or (PLAYER in sorts and not head.of_you and self.functions.texts.speaks_of_you(clause.placed)):
            asked = partial(self._asked, clause, scope)
            you = self.functions.texts.somebody(clause.placed, others if but_you else [], asked) or you
            scope, known = scope.acting(you), [*known, you] if but_you else known
        for other in others:
            if other.sort.form != "token":
                guards += [negate(same(other.term, one.term)) for one in known if one.sort.form == other.sort.form]
        if you.term == Local(YOU) and not head.of_you and self.functions.texts.speaks_of_you(clause.placed):
            guards.append(is_there(you.term))
        besides = other_sorts.count(PLAYER) if PLAYER in sorts else 0
        guards.append(self.functions.texts.in_force(clause.placed, scope, PLAYER in sorts, besides))
        if PLAYER in sorts and not clause.speaks_of_you:
            # Asked by whomever: the other players are all but the one it is about.
            scope = scope.done_by(known[sorts.index(PLAYER)])
        return scope, all_of(guards)

    def _asked(self, clause: DefinitionClause, scope: Scope, you: Typed) -> Term:
        """What a clause asks, if it asks only once."""
        condition = None if getattr(clause.node, "otherwise", ()) else getattr(clause.node, "condition", None)
        return YES if condition is None else self.reader.condition(condition, scope.acting(you))

    def _aligned(self, head: Head) -> list[HeadSlot]:
        """This head's arguments in the order of the base head's."""
        waiting = list(head.arguments)
        found = []
        for slot in self.base.head.arguments:
            index = next(i for i, other in enumerate(waiting) if other.preposition == slot.preposition)
            found.append(waiting.pop(index))
        return found

    def _sort(self, slot: HeadSlot, clause: DefinitionClause) -> Sort:
        name = self.functions.class_of(slot, clause.placed)
        if not name:
            name = self.family.subject
        return class_sort(self.reader, name)

    def _bind(
        self, slot: HeadSlot, parameter: str, noun: str, scope: Scope, clause: DefinitionClause
    ) -> tuple[Scope, Term]:
        """What a parameter of a class is called in a clause, and the condition that the clause puts on it."""
        reader, of = self.reader, class_sort(self.reader, noun)
        if slot.constant is not None:
            named = reader.value(slot.constant, scope, of if noun else None)
            fitting(reader, self.family.name, named.sort, of, slot.constant.span)
            return scope, YES if slot.is_another else same(Local(parameter), named.term)
        sort = self._sort(slot, clause)
        element = Typed(Local(parameter), sort)
        if slot.is_it:
            return scope, self.functions.texts.is_text(clause.placed, element)
        assert slot.noun is not None
        adjectives, name = split_noun(reader, slot.noun)
        fitting(reader, self.family.name, class_sort(reader, name), of, slot.noun.span)
        guards = [of_class(reader, name, Typed(element.term, of), slot.noun.span)] if noun else []
        guards += narrowed_by(reader, adjectives, element, name, scope, slot.noun.span)
        # `the player` is `you` only where the head has no other.
        return scope if slot.is_you and name in scope.names else scope.naming(name, element), all_of(guards)

    # --------------------------------------------------------------- conditions

    def _condition(self) -> Term:
        positive: list[Term] = []
        negative: list[Term] = []
        for clause in self.family.clauses:
            node = clause.node
            if not isinstance(node, tree.DefineValue) or node.change is not None or node.otherwise:
                self.book.report(exception_wording.not_for_conditions(node.span))
                continue
            try:
                scope, guard = self.scope(clause)
                there = self.reader.condition(node.condition, scope) if node.condition is not None else YES
            except Misread as misread:
                self.book.report(misread.diagnostic)
                continue
            (negative if node.mode == "never" else positive).append(all_of((guard, there)))
        return all_of((any_of(positive), *(negate(term) for term in negative)))

    # ------------------------------------------------------------------- values

    def _value(self) -> tuple[Term, Sort, bool]:
        for clause in self.family.clauses:
            if isinstance(clause.node, tree.DefineValue) and clause.node.mode is not None:
                self.book.report(exception_wording.not_for_values(clause.node.span, clause.node.mode))
        scope, guard = self.scope(self.base)
        node = self.base.node
        assert isinstance(node, tree.DefineValue)
        value = self._chain(node, scope)
        term, sort, maybe = value.term, value.sort, value.maybe
        if guard != Const(1):
            is_number = sort.form == "number"
            term = either(guard, term, Const(0 if is_number else -1))
            sort = union_range(sort, number(0, 0)) if is_number else sort
        for clause in self._changes("instead"):
            there, new = self._changed(clause)
            term, sort = either(there, new.term, term), self._joined(sort, new.sort, clause)
            maybe = maybe or new.maybe
        options: list[_Open] = []
        for word, sign in (("more", 1), ("less", -1)):
            for clause in self._changes(word):
                there, new = self._changed(clause)
                amount = either(there, new.term, Const(0))
                term = plus(term, amount) if sign > 0 else minus(term, amount)
                low, high = (0, new.sort.high) if sign > 0 else (-new.sort.high, 0)
                sort = number(sort.low + min(low, new.sort.low * sign), sort.high + max(high, 0))
        for clause in self.family.clauses:
            if isinstance(clause.node, tree.DefineDoubled):
                there = self._holding(clause)
                term = times(term, either(there, Const(2), Const(1)))
                sort = number(min(sort.low, 2 * sort.low), max(sort.high, 2 * sort.high))
        term, sort = self._clamped(term, sort)
        for clause in self.family.clauses:
            if isinstance(clause.node, tree.DefineMay):
                options.append(self._option(clause))
        if options:
            self._choices(term, sort, options)
            for one in sorted(options, key=lambda one: not one.replaces):
                low, high = one.sort.low, one.sort.high
                added = number(sort.low + min(0, low), sort.high + max(0, high))
                sort = union_range(sort, one.sort) if one.replaces else added
        return term, sort, maybe

    def _chain(self, node: tree.DefineValue, scope: Scope) -> Typed:
        """`V if C, otherwise W if D, otherwise X`"""
        reader = self.reader
        arms: list[tuple[Term, Typed]] = []
        pairs = [(node.value, node.condition), *((o.value, o.condition) for o in node.otherwise)]
        expect: Sort | None = None
        for value, condition in pairs:
            typed = reader.value(value, scope, expect)
            expect = expect or (typed.sort if typed.sort != NOTHING else None)
            arms.append((reader.condition(condition, scope) if condition is not None else Const(1), typed))
        sort, maybe = arms[0][1].sort, any(typed.maybe for _, typed in arms)
        for _, typed in arms[1:]:
            sort = self._joined(sort, typed.sort, self.base)
        complete = arms[-1][0] == Const(1)
        term = arms[-1][1].term if complete else Const(0 if sort.form in ("number", "truth") else -1)
        if not complete and sort.form == "number":
            sort = union_range(sort, number(0, 0))
        for there, typed in reversed(arms[:-1] if complete else arms):
            term = either(there, typed.term, term)
        return Typed(term, sort, maybe or (not complete and sort.form not in ("number", "truth")))

    def _joined(self, one: Sort, other: Sort, clause: DefinitionClause) -> Sort:
        if one.form == "number" and other.form == "number":
            return union_range(one, other)
        if one.form == "nothing":
            return other
        if other.form == "nothing" or one == other:
            return one
        if one.form == other.form:
            for name in nouns_of(self.reader, one):
                if name in nouns_of(self.reader, other):
                    return Sort(one.form, name, min(one.low, other.low), max(one.high, other.high))
            return Sort(one.form, "", min(one.low, other.low), max(one.high, other.high))
        raise Misread(exception_wording.values_differ(clause.node.span, self.family.name, str(one), str(other)))

    def _changes(self, word: str) -> list[DefinitionClause]:
        """The clauses that change the value by this word; of those that replace it, the one that counts comes last."""
        found = [
            (clause, clause.node.change)
            for clause in self.family.clauses
            if isinstance(clause.node, tree.DefineValue) and clause.node.change and clause.node.change.word == word
        ]
        if word == "instead":
            rivals = [
                Rival(pair, pair[0].node.span, pair[0].placed, self._names(pair[0]), pair[1].over) for pair in found
            ]
            texts = self.functions.texts
            found, unsettled = settle(
                self.family.name, rivals, lambda a, b: texts.disjoint(a[0], b[0]), self.book.elsewhere
            )
            for one in unsettled:
                self.book.report(one)
        return [clause for clause, _ in found]

    def _names(self, clause: DefinitionClause) -> tuple[str, ...]:
        """By what other exceptions may call this one: its card or variant, a name in its condition or its pattern."""
        slots = [clause.head.subject, *clause.head.arguments]
        return names_of(clause.placed, getattr(clause.node, "condition", None), *(s.noun for s in slots if s))

    def _changed(self, clause: DefinitionClause) -> tuple[Term, Typed]:
        scope, guard = self.scope(clause)
        node = clause.node
        assert isinstance(node, tree.DefineValue)
        value = self._chain(node, scope) if node.otherwise else self.reader.value(node.value, scope)
        when = [guard]
        if node.condition is not None and not node.otherwise:
            when.append(self.reader.condition(node.condition, scope))
        return all_of(when), value

    def _holding(self, clause: DefinitionClause) -> Term:
        scope, guard = self.scope(clause)
        condition = getattr(clause.node, "condition", None)
        return all_of((guard, self.reader.condition(condition, scope))) if condition is not None else guard

    def _clamped(self, term: Term, sort: Sort) -> tuple[Term, Sort]:
        met: list[tuple[DefinitionClause, tree.DefineClamp, Sort]] = []
        for clause in self.family.clauses:
            node = clause.node
            if not isinstance(node, tree.DefineClamp):
                continue
            scope, _ = self.scope(clause)
            bound = self.reader.value(node.value, scope)
            for earlier, other, limits in met:
                self._crossing((clause, node, bound.sort), (earlier, other, limits))
            met.append((clause, node, bound.sort))
            there = self._holding(clause)
            if node.bound == "least":
                term = either(there, greatest(term, bound.term), term)
                low = max(sort.low, bound.sort.low) if there == Const(1) else sort.low
                sort = number(low, max(sort.high, bound.sort.high))
            else:
                term = either(there, least(term, bound.term), term)
                high = min(sort.high, bound.sort.high) if there == Const(1) else sort.high
                sort = number(min(sort.low, bound.sort.low), high)
        return term, sort

    def _crossing(
        self,
        one: tuple[DefinitionClause, tree.DefineClamp, Sort],
        other: tuple[DefinitionClause, tree.DefineClamp, Sort],
    ) -> None:
        """`at least 5` and `at most 3`: where both hold it would matter which is looked at last."""
        if one[1].bound == other[1].bound or self.functions.texts.disjoint(one[0], other[0]):
            return
        least, most = (one, other) if one[1].bound == "least" else (other, one)
        spans = least[1].span, most[1].span
        if least[2].low > most[2].high:
            self.book.report(exception_wording.bounds_cross(*spans, self.family.name, least[2].low, most[2].high))
        elif least[2].high > most[2].low:
            self.book.report(exception_wording.bounds_may_cross(*spans, self.family.name))

    # ------------------------------------------------------------------ options

    def _option(self, clause: DefinitionClause) -> _Open:
        """An optional exception: when it is open, and what it does."""
        node = clause.node
        assert isinstance(node, tree.DefineMay)
        scope, _ = self.scope(clause)
        value = self.reader.value(node.value, scope)
        word = node.change.word if node.change is not None else "instead"
        if word == "less":
            value = Typed(minus(Const(0), value.term), number(-value.sort.high, -value.sort.low))
        return _Open(self._holding(clause), value.term, value.sort, word == "instead")

    def _choices(self, term: Term, sort: Sort, options: list[_Open]) -> None:
        """All results of any subset of the options, as a set of numbers."""
        results: list[tuple[Term, Term, Term]] = [(YES, term, NO)]
        for one in options:
            results += [
                (all_of((condition, one.there)), one.amount, added)
                if one.replaces
                else (all_of((condition, one.there)), start, plus(added, one.amount))
                for condition, start, added in results
            ]
        clamps = [clause for clause in self.family.clauses if isinstance(clause.node, tree.DefineClamp)]
        found = []
        for condition, start, added in results:
            value = plus(start, added)
            if clamps:
                value, _ = self._clamped(value, sort)
            found.append(either(condition, single(greatest(value, Const(0))), NO))
        self._finish(f"choices of {self.family.title}", unite(found), "set")

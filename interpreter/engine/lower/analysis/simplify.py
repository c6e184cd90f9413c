"""Terms made smaller without changing their value.

1 - you            where you = 0        becomes   1
table[2]                                becomes   its entry
token places {0}                        becomes   the cell of variety 0
next(square)       a small function     becomes   its body
a and (true and b)                      becomes   a and b
{x} of S where ...                      becomes   set algebra (`vectorise`)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from interpreter.engine.executor import Fault
from interpreter.engine.lower.analysis.algebra import FALSE, NO_SET, TRUE, and_of, both_of, is_atom, or_of, uses
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.folding import Folding, Known
from interpreter.engine.lower.analysis.knowledge import SimplifyCache, bounds_of
from interpreter.engine.lower.analysis.outer import STATEFUL
from interpreter.engine.lower.analysis.placed import lies_in
from interpreter.engine.lower.analysis.split_tokens import pieces_of, split_cases, split_first, split_fold, split_loop
from interpreter.engine.lower.analysis.vectorise import narrowed, vectorised
from rulelang.graph import shape, terms
from rulelang.graph.access import named_writes
from rulelang.graph.bit_sets import members
from rulelang.graph.bounds import NO_SCOPE, Bound, Scope, one_of
from rulelang.graph.program import Function
from rulelang.graph.shape import Part
from rulelang.graph.terms import Const, Domain, Effect, Term
from rulelang.graph.walk import rebuild, rewrite
from rulelang.tuning.fast_dataclass import replace

P = TypeVar("P", bound=Part)

_NOTHING_KNOWN: Final[Known] = {}

#: Folds over at most so many known elements are written out one by one.
_FEW: Final = 3

#: Conditions on so many known elements are written out if that does not become too long.
_SEVERAL: Final = 8
_LONGEST_WRITTEN_OUT: Final = 1200

#: Where a walk leads is put into a table for at most so many starting points.
_MOST_STARTS: Final = 512

#: From this weight on it pays to ask what a term reads.
_LONG: Final = 12

#: What gives a name to something inside it.
_BINDERS: Final = frozenset({*shape.FOLDS, terms.Bind, terms.Leading})

#: Functions up to this weight are written out where they are used.
_SMALL: Final = 40


class Simplifier(Folding):
    """Simplifies with what is known at one point of the flow."""

    def __init__(
        self,
        facts: Facts,
        known: Known = _NOTHING_KNOWN,
        tracked: frozenset[tuple[str, int]] = frozenset(),
        small: int | None = None,
    ) -> None:
        super().__init__(facts, known)
        #: Cells that are known again after a known number is put there.
        self._tracked: Final = tracked
        self._small: Final = _SMALL if small is None else small

    def term(self, term: Term, scope: Scope = NO_SCOPE) -> Term:
        """A term of the same value."""
        match term:
            case Const() | terms.Local():
                return term
            case terms.Cell(region, Const(index)):
                return self.known.get((region, index), term)
            case _:
                pass
        made: SimplifyCache = self._facts.made_of
        version = made.version(self.known, self._small)
        bounds = bounds_of(term, scope, self.known)
        found = made.find(term, version, bounds)
        if found is None:
            found = self._long_term(term, scope) if shape.weight(term) >= _LONG else self._term(term, scope)
            made.note(term, version, bounds, found)
            if found is not term:
                # What is simple already is left as it is.
                made.note(found, version, bounds_of(found, scope, self.known), found)
        return found

    def _long_term(self, term: Term, scope: Scope) -> Term:
        """A long term may have been made simple where more, or less, was known of what it does not read."""
        made: SimplifyCache = self._facts.made_of
        version, held = made.version_for(self.known, self._small, self._facts.reads(term))
        bounds = tuple(map(scope.get, (*shape.free_locals(term), *held)))
        found = made.find(term, version, bounds)
        if found is None:
            found = self._term(term, scope)
            made.note(term, version, bounds, found)
        return found

    def _term(self, term: Term, scope: Scope) -> Term:
        match term:
            case terms.Bind(name, value, body):
                return self._bind(name, self.term(value, scope), body, scope)
            case terms.Apply(function, arguments):
                return self._apply(term, function, tuple(self.term(a, scope) for a in arguments), scope)
            case terms.Leading(name, domain, keys):
                domain = self.domain(domain, scope)
                inner = {**scope, name: self._facts.element(domain, scope)}
                return replace(
                    term, domain=domain, keys=tuple((highest, self.term(key, inner)) for highest, key in keys)
                )
            case _ if isinstance(term, shape.FOLDS):
                domain = self.domain(term.domain, scope)
                inner = {**scope, term.name: self._facts.element(domain, scope)}
                changed = replace(term, domain=domain, body=self.term(term.body, inner))
                if isinstance(changed, terms.BestIn):
                    changed = replace(changed, default=self.term(changed.default, scope))
                listed = self._first_listed(changed, scope)
                if listed is not None:
                    return listed
                folded = self._fold_of_few(changed, scope) or vectorised(changed, self._facts, scope)
                folded = self._narrowed(changed, scope) if folded is changed else folded
                return folded if folded is changed else self.term(folded, scope)
            case terms.IfElse(condition, then, otherwise):
                return self._if_else(self.term(condition, scope), then, otherwise, scope)
            case terms.And(parts):
                return and_of(self._until(FALSE, parts, scope))
            case terms.Or(parts):
                return or_of(self._until(TRUE, parts, scope))
            case terms.Both(parts):
                return self._fold(terms.Both(self._until(NO_SET, parts, scope)), scope)
            case _:
                return self._fold(rebuild(term, self._descend(scope)), scope)

    def _narrowed(self, fold: Term, scope: Scope) -> Term:
        """A fold over fewer elements. What is asked of them may be a large function, which is written out where a part
        of it tells that most of them are not meant."""
        if isinstance(fold, terms.Filtered | terms.AnyIn | terms.SumIn | terms.FirstIn) and isinstance(
            fold.body, terms.Apply
        ):
            called = self._facts.functions[fold.body.function]
            if called.body in self._facts.kept_apart:
                return fold
            given = dict(zip(called.parameters, fold.body.arguments, strict=True))
            written = replace(fold, body=shape.substitute(self._rename_binders(called.body), given))
            found = narrowed(written, self._facts, scope)
            return fold if found is written else found
        return narrowed(fold, self._facts, scope)

    def _until(self, decided: Term, parts: tuple[Term, ...], scope: Scope) -> tuple[Term, ...]:
        """Parts made simple up to the first that decides what all of them come to."""
        simple: list[Term] = []
        for part in parts:
            simple.append(self.term(part, scope))
            if simple[-1] == decided:
                return (decided,)
        return tuple(simple)

    def _fold_of_few(self, term: Term, scope: Scope) -> Term | None:
        """A fold over tokens by variety, over one element as a plain condition, over two or three one by one."""
        match term:
            case (
                terms.AnyIn(_, terms.Tokens(), _)
                | terms.AllIn(_, terms.Tokens(), _)
                | terms.SumIn(_, terms.Tokens(), _)
            ):
                term = self._rename_binders(term)
                split = split_fold(term, self._facts, scope)
                return split or split_cases(term, self._facts, scope, lambda part: self.term(part, scope))
            case terms.FirstIn(_, terms.Tokens(), _):
                return split_first(self._rename_binders(term), self._facts, scope)
            case terms.AnyIn(name, terms.Members(terms.Single(element)), body) if not self._is_outer(element, term):
                there = terms.Compare(">=", element, Const(0))
                return terms.And((there, shape.substitute(self._rename_binders(body), {name: element})))
            case terms.AnyIn() if (asked := lies_in(term, self._facts)) is not None:
                return asked
            case terms.AnyIn(name, terms.Members(terms.Both(parts)), body):
                singles = [part for part in parts if isinstance(part, terms.Single)]
                if not singles or self._is_outer(singles[0].element, term):
                    return None
                element = singles[0].element
                rest = both_of(tuple(part for part in parts if part is not singles[0]))
                inner = shape.substitute(self._rename_binders(body), {name: element})
                return terms.And((terms.Holds(rest, element), inner))
            case terms.AnyIn(name, terms.Members(Const(elements)), body) if self._few(elements, body):
                if vectorised(term, self._facts, scope) is not term:
                    return None
                fresh = self._rename_binders(body)
                return terms.Or(tuple(shape.substitute(fresh, {name: Const(one)}) for one in members(elements)))
            case terms.Filtered(name, terms.Members(Const(elements)), body) if self._few(elements, body):
                if vectorised(term, self._facts, scope) is not term:
                    return None
                fresh = self._rename_binders(body)
                kept = [
                    terms.IfElse(shape.substitute(fresh, {name: Const(one)}), Const(1 << one), NO_SET)
                    for one in members(elements)
                ]
                return terms.Either(tuple(kept))
            case terms.FirstIn(name, terms.Members(Const(elements)), body) if elements.bit_count() <= _FEW:
                found: Term = Const(-1)
                for one in reversed(list(members(elements))):
                    found = terms.IfElse(
                        shape.substitute(self._rename_binders(body), {name: Const(one)}), Const(one), found
                    )
                return found
            case _:
                return None

    def _first_listed(self, term: Term, scope: Scope) -> Term | None:
        """The first element of a list where only the board decides which it is: a table by where the list starts."""
        if not isinstance(term, terms.FirstIn) or not isinstance(term.domain, terms.Listed):
            return None
        names = shape.free_locals(term)
        if len(names) != 1 or shape.kinds(term) & STATEFUL:
            return None
        (name,) = names
        bound = self._facts.bound(terms.Local(name), scope)
        if bound.among is None or not bound.never_nothing or bound.among.bit_length() > _MOST_STARTS:
            return None
        first = self._facts.tried(term, (name,))
        size = bound.among.bit_length()
        try:
            rows = tuple(first(value) if bound.among >> value & 1 else -1 for value in range(size))
        except (Fault, ValueError):
            return None
        return self._fold(terms.Entry(self._facts.invent_table("first from", (*rows, -1)), terms.Local(name)), scope)

    def _few(self, elements: int, body: Term) -> bool:
        """Is a fold over a known set better written out?"""
        count = elements.bit_count()
        return count <= _FEW or (count <= _SEVERAL and count * shape.weight(body) <= _LONGEST_WRITTEN_OUT)

    def _is_outer(self, element: Term, fold: Term) -> bool:
        """Would putting the element in the place of the fold's name confuse names?"""
        return isinstance(fold, terms.AnyIn) and fold.name in shape.free_locals(element)

    def domain(self, domain: Domain, scope: Scope = NO_SCOPE) -> Domain:
        """A domain of the same elements in the same order."""
        return rebuild(domain, self._descend(scope))

    def effects(self, effects: tuple[Effect, ...], scope: Scope = NO_SCOPE) -> tuple[Effect, ...]:
        """Effects that do the same; `known` follows what they write."""
        result: list[Effect] = []
        inner = dict(scope)
        waiting = list(effects)
        while waiting:
            effect = waiting.pop(0)
            if not isinstance(effect, terms.Put):
                self._forget(named_writes(effect))
            match effect:
                case terms.Name(name, value):
                    value = self.term(value, inner)
                    if is_atom(value) and waiting:
                        waiting = [shape.substitute(later, {name: value}) for later in waiting]
                        continue
                    inner[name] = self._facts.bound(value, inner)
                    result.append(terms.Name(name, value))
                case terms.When():
                    result += self._when(effect, inner)
                case terms.ForIn():
                    result += self._for_in(effect, inner)
                case terms.SortInto(_, start, name, domain, keys):
                    domain = self.domain(domain, inner)
                    deeper = {**inner, name: self._facts.element(domain, inner)}
                    sorters = tuple((highest, self.term(key, deeper)) for highest, key in keys)
                    result.append(replace(effect, start=self.term(start, inner), domain=domain, keys=sorters))
                case terms.Require(condition, _):
                    condition = self.term(condition, inner)
                    if condition != TRUE:
                        result.append(replace(effect, condition=condition))
                case terms.Put():
                    put = rebuild(effect, self._descend(inner))
                    self._note(put)
                    result.append(put)
                case _:
                    result.append(rebuild(effect, self._descend(inner)))
        return tuple(result)

    def _when(self, effect: terms.When, scope: Scope) -> tuple[Effect, ...]:
        """What is put somewhere in a branch is known there alone."""
        condition = self.term(effect.condition, scope)
        if isinstance(condition, Const):
            return self.effects(effect.then if condition.value else effect.otherwise, scope)
        before = dict(self.known)
        then = self.effects(effect.then, scope)
        self.known.restore(before)
        otherwise = self.effects(effect.otherwise, scope)
        self._forget(named_writes(effect))
        return (terms.When(condition, then, otherwise),)

    def _for_in(self, effect: terms.ForIn, scope: Scope) -> tuple[Effect, ...]:
        loop = replace(effect, domain=self.domain(effect.domain, scope))
        split = split_loop(loop, self._facts, scope)
        if split is None:
            split = self._loop_of_one_variety(loop, scope)
        if split is not None:
            return self.effects(split, scope)
        element = self._facts.element(loop.domain, scope)
        body = self.effects(loop.body, {**scope, loop.name: element})
        # The loop may have done nothing.
        self._forget(named_writes(effect))
        return (replace(loop, body=body),)

    def _loop_of_one_variety(self, loop: terms.ForIn, scope: Scope) -> tuple[Effect, ...] | None:
        """A loop over tokens that does something to those of one variety only, as a loop over their places."""
        if not isinstance(loop.domain, terms.Tokens):
            return None
        pieces = pieces_of(loop.domain, self._facts, scope)
        if pieces is None or any(counted for _, _, counted in pieces):
            return None
        place, known, found = f"{loop.name} place", dict(self.known), list[Effect]()
        body = tuple(map(self._rename_binders, loop.body))
        for variety, places, _ in pieces:
            domain = terms.Members(self.term(places, scope))
            here = terms.TokenAt(Const(variety), terms.Local(place))
            moved = tuple(shape.substitute(effect, {loop.name: here}) for effect in body)
            if any(not isinstance(one, terms.Name) for one in self._done_to(domain, place, moved, scope)):
                found.append(terms.ForIn(place, domain, moved))
            self.known.restore(known)
        return tuple(found) if len(found) <= 1 else None

    def _done_to(
        self, domain: terms.Members, place: str, effects: tuple[Effect, ...], scope: Scope
    ) -> tuple[Effect, ...]:
        """What effects come to for every place of a set."""
        element = self._facts.element(domain, scope)
        return () if domain.set == NO_SET else self.effects(effects, {**scope, place: element})

    def _forget(self, regions: frozenset[str]) -> None:
        if regions:
            self.known.forget([key for key in self.known if key[0] in regions])

    def _note(self, put: terms.Put) -> None:
        match put:
            case terms.Put(region, Const(index), Const(value)) if (region, index) in self._tracked:
                self.known[region, index] = Const(value)
            case terms.Put(region, Const(index), _):
                self.known.forget([(region, index)])
            case _:
                self._forget(frozenset({put.region}))

    def _descend(self, scope: Scope) -> Callable[[Part], Part]:
        def change(inner: Part) -> Part:
            if shape.is_domain(inner):
                return self.domain(inner, scope)
            if isinstance(inner, terms.Put):
                return rebuild(inner, change)
            return self.term(inner, scope) if shape.is_term(inner) else inner

        return change

    # ------------------------------------------------------------------------------------------------ binding

    def _bind(self, name: str, value: Term, body: Term, scope: Scope) -> Term:
        bound = self._facts.bound(value, scope)
        if is_atom(value) or uses(body, name) <= 1:
            safe = self._renamed(body, value)
            return self.term(shape.substitute(safe, {name: value}), scope)
        return terms.Bind(name, value, self.term(body, {**scope, name: bound}))

    def _apply(self, term: terms.Apply, function: str, arguments: tuple[Term, ...], scope: Scope) -> Term:
        function, arguments = self._for_known(function, arguments, scope)
        called = self._facts.functions[function]
        if shape.weight(called.body) > self._small or called.body in self._facts.kept_apart:
            return replace(term, function=function, arguments=arguments)
        body = called.body
        given = {}
        # A parameter used several times is bound to a name, so that its argument is worked out once.
        for parameter, argument in zip(called.parameters, arguments, strict=True):
            name = self._new(parameter)
            body = shape.substitute(self._rename_binders(body), {parameter: terms.Local(name)})
            given[name] = argument
        body = self._rename_binders(body)
        for name, argument in reversed(given.items()):
            body = terms.Bind(name, argument, body)
        return self.term(body, scope)

    def _for_known(self, function: str, arguments: tuple[Term, ...], scope: Scope) -> tuple[str, tuple[Term, ...]]:
        """A function for the arguments that are known, simplified once, and the arguments that are left. Of tokens the
        variety may be known alone."""
        called = self._facts.functions[function]
        known: list[tuple[str, int] | Bound] = []
        left: list[Term] = []
        for argument in arguments:
            match argument:
                case Const(value):
                    known.append(("", value))
                case terms.TokenAt(Const(variety), place) if (
                    isinstance(place, terms.Local) and self._facts.bound(place, scope).never_nothing
                ):
                    known.append(("of variety", variety))
                    left.append(place)
                case _:
                    known.append(self._facts.bound(argument, scope))
                    left.append(argument)
        if all(isinstance(one, Bound) and one.among is None for one in known):
            return function, arguments
        key = (function, tuple(known))
        if key not in self._facts.made:
            words = [f"{one[0]} {one[1]}" for one in known if not isinstance(one, Bound)]
            name = " ".join([function, *words])
            while name in self._facts.functions:
                name += "'"
            self._facts.made[key] = name
            self._facts.functions[name] = self._made_for(name, called, known)
        return self._facts.made[key], tuple(left)

    def _made_for(self, name: str, called: Function, known: list[tuple[str, int] | Bound]) -> Function:
        values: dict[str, Term] = {}
        parameters: list[str] = []
        bounds: dict[str, Bound] = {}
        for parameter, one in zip(called.parameters, known, strict=True):
            if isinstance(one, Bound):
                parameters.append(parameter)
                bounds[parameter] = one
            elif one[0]:
                place = f"{parameter} place"
                values[parameter] = terms.TokenAt(Const(one[1]), terms.Local(place))
                bounds[place] = one_of((1 << len(self._facts.program.layout.places)) - 1, nothing=False)
                parameters.append(place)
            else:
                values[parameter] = Const(one[1])
        body = shape.substitute(self._rename_binders(called.body), values)
        self._facts.bounds_of[name] = bounds
        simple = Simplifier(self._facts, small=self._small).term(body, bounds)
        return replace(called, name=name, parameters=tuple(parameters), body=simple)

    def _new(self, name: str) -> str:
        return f"{name.split(' #', maxsplit=1)[0]} #{self._facts.fresh()}"

    def _renamed(self, body: Term, value: Term) -> Term:
        """`body` with its own names changed where they could capture a local of `value`."""
        return self._rename_binders(body) if shape.free_locals(value) else body

    def _rename_binders(self, part: P) -> P:
        if not shape.kinds(part) & _BINDERS:
            return part

        def change(inner: Part) -> Part:
            match inner:
                case terms.Bind(name, _, body):
                    fresh = self._new(name)
                    return replace(inner, name=fresh, body=shape.substitute(body, {name: terms.Local(fresh)}))
                case terms.Leading(name, _, keys):
                    fresh = self._new(name)
                    swap: dict[str, Term] = {name: terms.Local(fresh)}
                    return replace(inner, name=fresh, keys=tuple((h, shape.substitute(k, swap)) for h, k in keys))
                case _ if isinstance(inner, shape.FOLDS):
                    fresh = self._new(inner.name)
                    swapped = shape.substitute(inner.body, {inner.name: terms.Local(fresh)})
                    return replace(inner, name=fresh, body=swapped)
                case _:
                    return inner

        return rewrite(part, change)

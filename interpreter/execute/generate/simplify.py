"""Terms made smaller without changing their value.

1 - you            where you = 0        becomes   1
table[2]                                becomes   its entry
token places {0}                        becomes   the cell of variety 0
next(square)       a small function     becomes   its body
a and (true and b)                      becomes   a and b
{x} of S where ...                      becomes   set algebra (`vectorise`)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias, TypeVar

from interpreter.execute.generate import shape
from interpreter.execute.generate.facts import NO_SCOPE, Bound, Facts, Scope, one_of
from interpreter.execute.generate.rays import first_on, leading_on, rays_of
from interpreter.execute.generate.shape import Part
from interpreter.execute.generate.split_tokens import split_first, split_fold, split_loop
from interpreter.execute.generate.vectorise import vectorised
from interpreter.execute.interface import Fault
from interpreter.execute.reference import arithmetic, compare
from interpreter.execute.storage import members
from rulelang.graph import terms
from rulelang.graph.program import Function
from rulelang.graph.terms import Const, Domain, Effect, Term

#: Cells whose value is known: a constant, or a local that stands for it.
Known: TypeAlias = Mapping[tuple[str, int], Term]
P = TypeVar("P", bound=Part)

_NOTHING_KNOWN: Final[Known] = {}
_FALSE: Final = Const(0)
_TRUE: Final = Const(1)
_NO_SET: Final = Const(0)

#: Folds over at most so many known elements are written out one by one.
_FEW: Final = 3

#: Conditions on so many known elements are written out if that does not become too long.
_SEVERAL: Final = 8
_LONGEST_WRITTEN_OUT: Final = 1200

#: Tables made of other tables have at most so many entries.
_LONGEST_TABLE: Final = 256

#: Boards of at most so many squares have all their sets of squares listed in a table.
_SMALL_BOARD: Final = 9
_MOST_LINES_TABLED: Final = 32

#: Functions up to this weight are written out where they are used.
_SMALL: Final = 40


class Simplifier:
    """Simplifies with what is known at one point of the flow."""

    def __init__(
        self,
        facts: Facts,
        known: Known = _NOTHING_KNOWN,
        tracked: frozenset[tuple[str, int]] = frozenset(),
        small: int | None = None,
    ) -> None:
        self._facts: Final = facts
        #: What is known at this point; cells of `tracked` are known again after a known number is put there.
        self.known: Final = dict(known)
        self._tracked: Final = tracked
        self._small: Final = _SMALL if small is None else small
        self._fresh = 0

    def term(self, term: Term, scope: Scope = NO_SCOPE) -> Term:
        """A term of the same value."""
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
                folded = self._fold_of_few(changed, scope) or vectorised(changed, self._facts, scope)
                return folded if folded is changed else self.term(folded, scope)
            case terms.IfElse(condition, then, otherwise):
                return self._if_else(self.term(condition, scope), then, otherwise, scope)
            case _:
                return self._fold(shape.rebuild(term, self._descend(scope)), scope)

    def _fold_of_few(self, term: Term, scope: Scope) -> Term | None:
        """A fold over tokens by variety, over one element as a plain condition, over two or three one by one."""
        match term:
            case (
                terms.AnyIn(_, terms.Tokens(), _)
                | terms.AllIn(_, terms.Tokens(), _)
                | terms.SumIn(_, terms.Tokens(), _)
            ):
                return split_fold(self._rename_binders(term), self._facts, scope)
            case terms.FirstIn(_, terms.Tokens(), _):
                return split_first(self._rename_binders(term), self._facts, scope)
            case terms.AnyIn(name, terms.Members(terms.Single(element)), body) if not self._is_outer(element, term):
                there = terms.Compare(">=", element, Const(0))
                return terms.And((there, shape.substitute(self._rename_binders(body), {name: element})))
            case terms.AnyIn(name, terms.Members(terms.Both(parts)), body):
                singles = [part for part in parts if isinstance(part, terms.Single)]
                if not singles or self._is_outer(singles[0].element, term):
                    return None
                element = singles[0].element
                rest = _both(tuple(part for part in parts if part is not singles[0]))
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
                    terms.IfElse(shape.substitute(fresh, {name: Const(one)}), Const(1 << one), _NO_SET)
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

    def _few(self, elements: int, body: Term) -> bool:
        """Is a fold over a known set better written out?"""
        count = elements.bit_count()
        return count <= _FEW or (count <= _SEVERAL and count * shape.weight(body) <= _LONGEST_WRITTEN_OUT)

    def seen(self, term: terms.InLine, scope: Scope) -> Term | None:
        """What can be seen along straight lines, without a loop; only when it is written."""
        if not self._facts.bound(term.start, scope).never_nothing:
            return None
        found: list[Term] = []
        for direction in range(term.directions):
            first = terms.Arithmetic("*", term.start, Const(term.directions))
            domain = terms.Listed(term.rays, terms.Arithmetic("+", first, Const(direction)))
            rays = rays_of(domain, self._facts, scope)
            if rays is None or not rays.order:
                return None
            stops = terms.Without(Const(rays.everything), term.through)
            leading = leading_on(rays, stops, self._facts, with_stop=True)
            if leading is not None and rays.everything:
                found.append(leading)
        return _either(tuple(found))

    def along(self, term: terms.FirstIn | terms.WhileIn, scope: Scope) -> Term | None:
        """The first stop on a ray, or the whole of the ray before it, without a loop. Only when it is written: as long
        as it is a walk along a ray, more can be done with it."""
        domain, name = term.domain, term.name
        if not isinstance(domain, terms.Listed):
            return None
        whole = isinstance(term, terms.WhileIn)
        stop = terms.Not(term.body) if whole else term.body
        rays = rays_of(domain, self._facts, scope)
        if rays is None or not rays.order or any(isinstance(part, terms.Possible) for part in shape.walk(stop)):
            return None
        every = terms.Filtered(name, terms.Members(Const(rays.everything)), stop)
        stops = vectorised(every, self._facts, scope)
        if stops is every:
            return None
        return leading_on(rays, stops, self._facts) if whole else first_on(rays, stops, self._facts)

    def _is_outer(self, element: Term, fold: Term) -> bool:
        """Would putting the element in the place of the fold's name confuse names?"""
        return isinstance(fold, terms.AnyIn) and fold.name in shape.free_locals(element)

    def domain(self, domain: Domain, scope: Scope = NO_SCOPE) -> Domain:
        """A domain of the same elements in the same order."""
        return shape.rebuild(domain, self._descend(scope))

    def effects(self, effects: tuple[Effect, ...], scope: Scope = NO_SCOPE) -> tuple[Effect, ...]:
        """Effects that do the same; `known` follows what they write."""
        result: list[Effect] = []
        inner = dict(scope)
        for effect in effects:
            if not isinstance(effect, terms.Put):
                self._forget(shape.writes(effect))
            match effect:
                case terms.Name(name, value):
                    value = self.term(value, inner)
                    inner[name] = self._facts.bound(value, inner)
                    result.append(terms.Name(name, value))
                case terms.When(condition, then, otherwise):
                    condition = self.term(condition, inner)
                    if isinstance(condition, Const):
                        result += self.effects(then if condition.value else otherwise, inner)
                    else:
                        result.append(terms.When(condition, self.effects(then, inner), self.effects(otherwise, inner)))
                case terms.ForIn(name, domain, body):
                    domain = self.domain(domain, inner)
                    split = split_loop(terms.ForIn(name, domain, body), self._facts, inner)
                    if split is not None:
                        result += self.effects(split, inner)
                        continue
                    element = self._facts.element(domain, inner)
                    result.append(terms.ForIn(name, domain, self.effects(body, {**inner, name: element})))
                case terms.SortInto(_, start, name, domain, keys):
                    domain = self.domain(domain, inner)
                    deeper = {**inner, name: self._facts.element(domain, inner)}
                    sorters = tuple((highest, self.term(key, deeper)) for highest, key in keys)
                    result.append(replace(effect, start=self.term(start, inner), domain=domain, keys=sorters))
                case terms.Require(condition, _):
                    condition = self.term(condition, inner)
                    if condition != _TRUE:
                        result.append(replace(effect, condition=condition))
                case terms.Put():
                    put = shape.rebuild(effect, self._descend(inner))
                    self._note(put)
                    result.append(put)
                case _:
                    result.append(shape.rebuild(effect, self._descend(inner)))
        return tuple(result)

    def _forget(self, regions: frozenset[str]) -> None:
        for key in [key for key in self.known if key[0] in regions]:
            del self.known[key]

    def _note(self, put: terms.Put) -> None:
        match put:
            case terms.Put(region, Const(index), Const(value)) if (region, index) in self._tracked:
                self.known[region, index] = Const(value)
            case terms.Put(region, Const(index), _):
                self.known.pop((region, index), None)
            case _:
                self._forget(frozenset({put.region}))

    def _descend(self, scope: Scope) -> Callable[[Part], Part]:
        def change(inner: Part) -> Part:
            if isinstance(inner, terms.Members | terms.Span | terms.Listed | terms.Sequence | terms.Tokens):
                return self.domain(inner, scope)
            if isinstance(inner, terms.Put):
                return shape.rebuild(inner, change)
            return self.term(inner, scope)  # type: ignore[arg-type]

        return change

    # ------------------------------------------------------------------------------------------------ binding

    def _bind(self, name: str, value: Term, body: Term, scope: Scope) -> Term:
        bound = self._facts.bound(value, scope)
        if is_atom(value) or _uses(body, name) <= 1:
            safe = self._renamed(body, value)
            return self.term(shape.substitute(safe, {name: value}), scope)
        return terms.Bind(name, value, self.term(body, {**scope, name: bound}))

    def _apply(self, term: terms.Apply, function: str, arguments: tuple[Term, ...], scope: Scope) -> Term:
        function, arguments = self._for_known(function, arguments, scope)
        called = self._facts.functions[function]
        if shape.weight(called.body) > self._small:
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
        if all(isinstance(one, Bound) for one in known):
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
        self._fresh += 1
        return f"{name.split(' #', maxsplit=1)[0]} #{self._fresh}"

    def _renamed(self, body: Term, value: Term) -> Term:
        """`body` with its own names changed where they could capture a local of `value`."""
        return self._rename_binders(body) if shape.free_locals(value) else body

    def _rename_binders(self, part: P) -> P:
        def change(inner: Part) -> Part:
            inner = shape.rebuild(inner, change)
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

        return change(part)  # type: ignore[return-value]

    # ------------------------------------------------------------------------------------------------ folding

    def _is_there(self, condition: Term, element: Term, scope: Scope) -> bool:
        """Does a condition only ask whether an element is anything? Then what is not there is nothing anyhow."""
        low = self._facts.bound(element, scope).low
        return condition == terms.Compare(">=", element, Const(0)) and low is not None and low >= -1

    def _if_else(self, condition: Term, then: Term, otherwise: Term, scope: Scope) -> Term:
        if isinstance(condition, Const):
            return self.term(then if condition.value else otherwise, scope)
        then, otherwise = self.term(then, scope), self.term(otherwise, scope)
        if otherwise in (condition, terms.Not(terms.Not(condition))):
            otherwise = _FALSE
        if then == otherwise or (otherwise == Const(-1) and self._is_there(condition, then, scope)):
            return then
        if (then, otherwise) == (_TRUE, _FALSE) and shape.kind_of(condition) == "truth":
            return condition
        return terms.IfElse(condition, then, otherwise)

    def _fold(self, term: Term, scope: Scope) -> Term:
        match term:
            case terms.Cell(region, Const(index)) if (region, index) in self.known:
                return self.known[region, index]
            case terms.Entry(table, index):
                return self._entry(table, index, scope)
            case terms.Arithmetic(operation, left, right):
                return _arithmetic(operation, left, right)
            case terms.Compare(operation, left, right):
                return self._compare(operation, left, right, scope)
            case terms.Not(Const(value)):
                return Const(int(not value))
            case terms.Not(terms.Both(parts)) if any(isinstance(part, terms.Single) for part in parts):
                single = next(part for part in parts if isinstance(part, terms.Single))
                others = _both(tuple(part for part in parts if part is not single))
                return terms.Not(self._fold(terms.Holds(others, single.element), scope))
            case terms.Not(terms.Single(element)):
                return self._compare("<", element, Const(0), scope)
            case terms.Not(terms.Not(inside)) if shape.kind_of(inside) == "truth":
                return inside
            case terms.And(parts):
                return _and(parts)
            case terms.Or(parts):
                return _or(parts)
            case terms.TokenPlaces(terms.Single(Const(variety))):
                return self._token_places(term, Const(1 << variety if variety >= 0 else 0), scope)
            case terms.TokenPlaces(varieties):
                return self._token_places(term, varieties, scope)
            case terms.HasLine(elements, lines, index):
                return self._has_line(term, elements, lines, index, scope)
            case _:
                return self._fold_set(term, scope)

    def _fold_set(self, term: Term, scope: Scope) -> Term:
        match term:
            case terms.Single(Const(value)):
                return Const(1 << value if value >= 0 else 0)
            case terms.Holds(Const(elements), Const(element)):
                return Const(elements >> element & 1 if element >= 0 else 0)
            case terms.Holds(terms.Without(_, terms.Single(gone)), element) if gone == element:
                return _FALSE
            case terms.Holds(terms.IfElse(condition, then, otherwise), element):
                yes, no = (self._fold(terms.Holds(part, element), scope) for part in (then, otherwise))
                return self._if_else(condition, yes, no, scope)
            case terms.Holds(Const(0), _) | terms.Holds(_, Const(-1)):
                return _FALSE
            case terms.Holds(Const(elements), element):
                bound = self._facts.bound(element, scope)
                if bound.among is None or bound.among & ~elements:
                    return term
                return _TRUE if bound.never_nothing else self._compare(">=", element, Const(0), scope)
            case terms.Both((terms.Without(Const(cover), taken), *more)) if self._is_within(more, cover, scope):
                return terms.Without(_both(tuple(more)), taken)
            case terms.Both(parts):
                return self._without_cover(_both(parts), scope)
            case terms.Either(parts):
                return _either(parts)
            case terms.Without(Const(left), Const(right)):
                return Const(left & ~right)
            case terms.Without(left, Const(0)):
                return left
            case terms.Without(terms.Without(_, taken) as left, right) if _covers(taken, right):
                return left
            case terms.Without(terms.Without(left, taken), right):
                return terms.Without(left, _either((taken, right)))
            case terms.Without(Const(0), _):
                return _NO_SET
            case terms.Size(Const(elements)):
                return Const(elements.bit_count())
            case terms.Size(terms.Single(element)) if self._facts.bound(element, scope).never_nothing:
                return _TRUE
            case terms.Lowest(Const(elements)):
                return Const(next(members(elements), -1))
            case terms.Highest(Const(elements)):
                return Const(elements.bit_length() - 1)
            case terms.Lowest(terms.Single(element)) | terms.Highest(terms.Single(element)):
                return element
            case terms.Size(terms.Both(parts)) if any(isinstance(part, terms.Single) for part in parts):
                single = next(part for part in parts if isinstance(part, terms.Single))
                remaining = _both(tuple(part for part in parts if part is not single))
                return self._fold(terms.Holds(remaining, single.element), scope)
            case terms.TokenCount(Const(variety), Const(place)) if self._is_counted(variety, place):
                return self._fold(self._facts.cell(self._facts.program.layout.tokens[variety].counts[place]), scope)
            case terms.TokenCount(variety, place) if self._in_sets(variety, place, scope):
                return self._fold(
                    terms.Holds(self._fold(terms.TokenPlaces(terms.Single(variety)), scope), place), scope
                )
            case terms.VarietyOf(Const(token)) if token >= 0:
                return Const(token % len(self._facts.program.layout.varieties))
            case terms.PlaceOf(Const(token)) if token >= 0:
                return Const(token // len(self._facts.program.layout.varieties))
            case terms.TokenAt(Const(variety), Const(place)) if variety >= 0 and place >= 0:
                return Const(variety + len(self._facts.program.layout.varieties) * place)
            case terms.VarietyOf(terms.TokenAt(variety, place)) if self._both_there(variety, place, scope):
                return variety
            case terms.PlaceOf(terms.TokenAt(variety, place)) if self._both_there(variety, place, scope):
                return place
            case _:
                return term

    def _is_within(self, parts: list[Term], cover: int, scope: Scope) -> bool:
        inside = self._facts.inside(_both(tuple(parts)), scope) if parts else None
        return inside is not None and inside & ~cover == 0

    def tabulated(self, term: Term, scope: Scope) -> Term:
        """A term of static tables that depends on one local, as one table of its own."""
        names = shape.free_locals(term)
        static = (terms.Const, terms.Local, terms.Entry, terms.Arithmetic, terms.Single)
        if len(names) != 1 or not all(isinstance(part, static) for part in shape.walk(term)):
            return term
        name = next(iter(names))
        bound = self._facts.bound(terms.Local(name), scope)
        if bound.among is None or not bound.never_nothing or bound.among.bit_length() > _LONGEST_TABLE:
            return term
        try:
            rows = tuple(
                self._facts.evaluator.value([], {name: value}, term) if bound.among >> value & 1 else 0
                for value in range(bound.among.bit_length())
            )
        except Fault:
            return term
        return terms.Entry(self._facts.invent_table("set by", (*rows, 0)), terms.Local(name))

    def _without_cover(self, term: Term, scope: Scope) -> Term:
        """`S & everything` is S."""
        match term:
            case terms.Both((*parts, Const(cover))):
                inside = self._facts.inside(_both(tuple(parts)), scope)
                return _both(tuple(parts)) if inside is not None and inside & ~cover == 0 else term
            case _:
                return term

    def _in_sets(self, variety: Term, place: Term, scope: Scope) -> bool:
        """Are all tokens of that variety at any such place stored in sets?"""
        kinds, where = self._facts.bound(variety, scope), self._facts.bound(place, scope)
        if not kinds.never_nothing or kinds.among is None or where.among is None:
            return False
        return all(
            store.set_cell >= 0 and where.among & ~store.set_places == 0 for store in self._facts.stores(kinds.among)
        )

    def _is_counted(self, variety: int, place: int) -> bool:
        return variety >= 0 and place in self._facts.program.layout.tokens[variety].counts

    def _both_there(self, left: Term, right: Term, scope: Scope) -> bool:
        return self._facts.bound(left, scope).never_nothing and self._facts.bound(right, scope).never_nothing

    def _entry(self, table: str, index: Term, scope: Scope) -> Term:
        entries = self._facts.tables[table]
        if isinstance(index, Const):
            return Const(entries[index.value])
        bound = self._facts.bound(index, scope)
        if bound.among is not None and bound.low is not None:
            reachable = {entries[i] for i in members(bound.among) if i < len(entries) - 1}
            reachable |= set() if bound.never_nothing else {entries[-1]}
            if len(reachable) == 1:
                return Const(reachable.pop())
            if all(entries[i] == i for i in members(bound.among) if i < len(entries)) and (
                bound.never_nothing or entries[-1] == -1
            ):
                return index
        return self._offset(table, index, bound)

    def _offset(self, table: str, index: Term, bound: Bound) -> Term:
        """`table[x + 64]` becomes an entry of the part of the table that begins there (if x is never nothing)."""
        match index:
            case terms.Arithmetic("+", inner, Const(shift)) | terms.Arithmetic("+", Const(shift), inner) if (
                shift > 0 and bound.low is not None and bound.low >= shift
            ):
                entries = self._facts.tables[table]
                return terms.Entry(self._facts.invent_table(f"{table} from {shift}", entries[shift:]), inner)
            case _:
                return terms.Entry(table, index)

    def _compare(self, operation: str, left: Term, right: Term, scope: Scope) -> Term:
        if isinstance(left, Const) and isinstance(right, Const):
            return Const(compare(operation, left.value, right.value))
        a, b = self._facts.bound(left, scope), self._facts.bound(right, scope)
        if shape.kind_of(left) != "set" and None not in (a.low, a.high, b.low, b.high):
            assert a.low is not None and a.high is not None and b.low is not None and b.high is not None  # noqa: PT018
            outcomes = {compare(operation, x, y) for x in (a.low, a.high) for y in (b.low, b.high)}
            if operation not in {"==", "!="} and len(outcomes) == 1:
                return Const(outcomes.pop())
            if operation in {"==", "!="} and (a.high < b.low or b.high < a.low):
                return Const(int(operation == "!="))
        match operation, left, right:
            case ("<=" | "<" | ">" | ">=" | "==" | "!=", terms.Arithmetic("+", inner, Const(added)), Const(number)):
                return self._compare(operation, inner, Const(number - added), scope)
            case ("<=", _, Const(0)) | ("<", _, Const(1)) | ("==", _, Const(0)) if _truths(left):
                return _and(tuple(self._fold(terms.Not(part), scope) for part in _truths(left)))
            case (">=", _, Const(1)) | (">", _, Const(0)) | ("!=", _, Const(0)) if _truths(left):
                return _or(tuple(_truths(left)))
            case (">=", terms.Arithmetic("+"), Const(1)) | (">", terms.Arithmetic("+"), Const(0)) if _sets(left):
                return _or(tuple(terms.Not(terms.Not(elements)) for elements in _sets(left)))
            case ("==", terms.Size(elements), Const(0)) | ("<", terms.Size(elements), Const(1)):
                return terms.Not(elements)
            case ("<", terms.Size(terms.Both((terms.Entry() as entry, *others))), Const(number)) if self._always_has(
                entry, number, scope
            ):
                # Fewer of them than there are: some are missing.
                return terms.Not(terms.Not(terms.Without(entry, _both(tuple(others)))))
            case ("==", terms.Size(terms.Single(element)), Const(1)):
                return self._compare(">=", element, Const(0), scope)
            case ("!=", _, Const(0)) if shape.kind_of(left) == "truth":
                return left
            case ("==", _, Const(1)) if shape.kind_of(left) == "truth":
                return left
            case ("==", _, Const(0)) if shape.kind_of(left) == "truth":
                return terms.Not(left)
            case ("==", terms.Size(elements), Const(number)) if self._facts.inside(elements, scope) is not None:
                # A set as large as its largest possible extent is that extent; the comparison needs no counting.
                inside = self._facts.inside(elements, scope)
                if inside is not None and inside.bit_count() == number:
                    return terms.Compare("==", elements, Const(inside))
        return terms.Compare(operation, left, right)  # type: ignore[arg-type]

    def _has_line(self, term: Term, elements: Term, lines: str, index: Term, scope: Scope) -> Term:
        """On a small board: by the set of squares, those through which a line in it goes."""
        inside = self._facts.inside(elements, scope)
        rows = self._facts.lists[lines]
        if inside is None or inside.bit_length() > _SMALL_BOARD or len(rows) > _MOST_LINES_TABLED:
            return term
        through = tuple(
            sum(1 << index for index, row in enumerate(rows[:-1]) if any(line & ~board == 0 for line in row))
            for board in range(1 << inside.bit_length())
        )
        if any(line == 0 for row in rows for line in row):
            return term
        table = self._facts.invent_table(f"{lines} in", (*through, 0))
        return terms.Holds(terms.Entry(table, elements), index)

    def _always_has(self, entry: terms.Entry, number: int, scope: Scope) -> bool:
        """Do all sets an entry can be have exactly this many elements?"""
        bound = self._facts.bound(entry.index, scope)
        entries = self._facts.tables[entry.table]
        if bound.among is None or not bound.never_nothing:
            return False
        return all(i < len(entries) and entries[i].bit_count() == number for i in members(bound.among))

    def _token_places(self, term: terms.TokenPlaces, varieties: Term, scope: Scope) -> Term:
        if isinstance(varieties, Const):
            cells = [store.set_cell for store in self._facts.stores(varieties.value) if store.set_cell >= 0]
            return _either(tuple(self._facts.cell(cell) for cell in dict.fromkeys(cells)))
        match varieties:
            case terms.Single(variety) if self._facts.bound(variety, scope).never_nothing:
                cell = self._set_cell(variety, scope)
                return term if cell is None else cell
            case _:
                return term

    def _set_cell(self, variety: Term, scope: Scope) -> Term | None:
        """The set of places of a variety as one cell, where the cells of all varieties lie side by side."""
        stores = self._facts.program.layout.tokens
        if any(store.set_cell < 0 for store in stores):
            return None
        cells = [self._facts.cell(store.set_cell) for store in stores]
        indices = [cell.index.value for cell in cells if isinstance(cell.index, Const)]
        if len({cell.region for cell in cells}) != 1:
            return None
        if indices == list(range(len(indices))):
            return terms.Cell(cells[0].region, variety)
        table = self._facts.invent_table("set cell of variety", (*indices, 0))
        return terms.Cell(cells[0].region, self._fold(terms.Entry(table, variety), scope))


def is_atom(value: Term) -> bool:
    """Does it cost nothing to write a value where its name stands?"""
    if isinstance(value, terms.TokenAt):
        return isinstance(value.variety, Const) and isinstance(value.place, terms.Local)
    return isinstance(value, Const | terms.Local)


def _uses(part: Part, name: str) -> int:
    """How often a local is used; inside a fold it counts as often."""
    count = 0
    for inner in shape.parts(part):
        if isinstance(inner, terms.Local) and inner.name == name:
            count += 1
        elif name in shape.free_locals(inner):
            inside = _uses(inner, name)
            count += 2 * inside if isinstance(part, (*shape.FOLDS, terms.Leading)) else inside
    return count + (isinstance(part, terms.Local) and part.name == name)


def _covers(large: Term, small: Term) -> bool:
    """Is one set certainly part of the other?"""
    if isinstance(small, terms.Either):
        return all(_covers(large, part) for part in small.parts)
    return small == large or (isinstance(large, terms.Either) and small in large.parts)


def _sets(term: Term) -> list[Term]:
    """The sets whose sizes a sum adds up; none if it adds anything else."""
    match term:
        case terms.Size(elements):
            return [elements]
        case terms.Arithmetic("+", left, right):
            first, second = _sets(left), _sets(right)
            return [*first, *second] if first and second else []
        case _:
            return []


def _truths(term: Term) -> list[Term]:
    """The parts of a sum of truths, if it is one."""
    if isinstance(term, terms.Arithmetic) and term.operation == "+":
        left, right = _truths(term.left), _truths(term.right)
        return [*left, *right] if left and right else []
    return [term] if shape.kind_of(term) == "truth" and not isinstance(term, Const) else []


def _arithmetic(operation: str, left: Term, right: Term) -> Term:
    match operation, left, right:
        case _, Const(a), Const(b):
            return Const(arithmetic(operation, a, b))
        case ("+" | "-", _, Const(0)) | ("*" | "//", _, Const(1)):
            return left
        case ("+", Const(0), _) | ("*", Const(1), _):
            return right
        case ("*", Const(0), _) | ("*", _, Const(0)):
            return Const(0)
        case _:
            return terms.Arithmetic(operation, left, right)  # type: ignore[arg-type]


def _and(parts: tuple[Term, ...]) -> Term:
    flat: list[Term] = []
    for part in parts:
        inner = part.parts if isinstance(part, terms.And) else (part,)
        for one in inner:
            if isinstance(one, Const):
                if not one.value:
                    return _FALSE
            elif one not in flat:
                flat.append(one)
    if not flat:
        return _TRUE
    return flat[0] if len(flat) == 1 and shape.kind_of(flat[0]) == "truth" else terms.And(tuple(flat))


def _or(parts: tuple[Term, ...]) -> Term:
    flat: list[Term] = []
    for part in parts:
        inner = part.parts if isinstance(part, terms.Or) else (part,)
        for one in inner:
            if isinstance(one, Const):
                if one.value:
                    return _TRUE
            elif one not in flat:
                flat.append(one)
    if not flat:
        return _FALSE
    return flat[0] if len(flat) == 1 and shape.kind_of(flat[0]) == "truth" else terms.Or(tuple(flat))


def _both(parts: tuple[Term, ...]) -> Term:
    fixed = -1
    flat: list[Term] = []
    for part in parts:
        for one in part.parts if isinstance(part, terms.Both) else (part,):
            if isinstance(one, Const):
                fixed &= one.value
            elif one not in flat:
                flat.append(one)
    if fixed == 0 or not flat:
        return Const(max(fixed, 0))
    kept = flat if fixed == -1 else [*flat, Const(fixed)]
    return kept[0] if len(kept) == 1 else terms.Both(tuple(kept))


def _either(parts: tuple[Term, ...]) -> Term:
    fixed = 0
    flat: list[Term] = []
    for part in parts:
        for one in part.parts if isinstance(part, terms.Either) else (part,):
            if isinstance(one, Const):
                fixed |= one.value
            elif one not in flat:
                flat.append(one)
    kept = [*flat, Const(fixed)] if fixed or not flat else flat
    return kept[0] if len(kept) == 1 else terms.Either(tuple(kept))

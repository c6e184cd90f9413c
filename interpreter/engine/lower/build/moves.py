"""The legal moves of an option: nested loops over its parameters, tests as far outside as they go.

for square in bits(free & cell):               the domain and what could be said of it as sets
    if state says so:                          guard and sentences that could fail, moved to the front
        if tries_12_0(square):                 only where that is not enough: the effects tried on a copy
            <leaf>
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import cached_property
from typing import Final

from interpreter.engine.lower import code
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.analysis.plans import Plan
from interpreter.engine.lower.analysis.steps import Layers, Steps, steps_of
from interpreter.engine.lower.analysis.sufficient import is_quick, sufficient
from interpreter.engine.lower.analysis.vectorise import vectorised
from interpreter.engine.lower.build.effects import EffectLowering
from interpreter.engine.lower.build.scope import Bindings
from interpreter.engine.lower.build.values import TermLowering
from interpreter.engine.lower.types import TRUTH, BitSet, Number, NumberList
from rulelang.graph import shape, terms
from rulelang.graph.bounds import Bound, one_of, subset
from rulelang.graph.program import OptionEdge, Parameter
from rulelang.graph.terms import Term
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import dataclass

#: Writes what is done with one legal joint choice: its values, and the scope they give.
Leaf = Callable[[tuple[e.Expression, ...], Bindings], None]


@dataclass(frozen=True, slots=True)
class _Sure:
    """Of `every` value of a parameter: those that need not be tried, or a truth if none of them has to where it
    holds."""

    name: str
    every: Term
    told: Term
    #: Are all others in doubt?
    whole: bool = False


class MoveLowering:
    """Lowers the loops over the legal values of options, in one function. `trial` names the function that tries the
    effects of an option on a copy."""

    def __init__(
        self,
        values: TermLowering,
        effects: EffectLowering,
        plan: Plan,
        trial: Callable[[], str],
        whole: tuple[Term, ...] | None = None,
    ) -> None:
        """`whole`: the values of the drawn option, where the option of the plan is a part of it."""
        self._whole: Final = whole
        self._values: Final = values
        self._source: Final = values.source
        self._facts: Final = values.source.facts
        self._body: Final = values.body
        self._effects: Final = effects
        self.plan: Final = plan
        self._option: Final = plan.option
        self._trial: Final = trial
        layout = self._facts.program.layout
        looks = [piece.look for piece in layout.pieces]
        self._twins: Final = sum(1 << piece for piece, look in enumerate(looks) if looks.count(look) > 1)
        self._pieces: Final = {"piece", *(piece.kind for piece in layout.pieces)}

    def legal(
        self,
        leaf: Leaf,
        given: Sequence[e.Var] = (),
        begun: e.Var | None = None,
        *,
        untried: bool = False,
        in_order: bool = True,
        listed: bool = False,
    ) -> bool:
        """Loops and tests around the leaf; each legal joint choice comes by once. Do they come in canonical order?

        `given`: only choices that begin with these values; `begun`: and whose next handful begins with these members.
        `untried`: what only trying tells is not asked. `in_order`: they have to. `listed`: all of them are wanted.
        """
        with ExitStack() as stack:
            if self._asked_handfuls:
                self._copy()
            scope = self._values.base
            waiting = [self._values.simple(condition) for condition in self.plan.conditions]
            values: list[e.Expression] = []
            waiting = self._test(stack, waiting, scope)
            for position, parameter in enumerate(self._option.parameters):
                if not in_order and position == len(self._option.parameters) - 1:
                    sure = self._sure(parameter, scope, waiting)
                    if sure is not None:
                        return self._sure_first(leaf, sure, values, scope, together=listed and not values)
                known = given[position] if position < len(given) else None
                members = begun if position == len(given) else None
                value, scope, waiting = self._parameter(stack, parameter, scope, waiting, known, members)
                values.append(value)
            if self.plan.needs_trial and not untried:
                stack.enter_context(self._body.when(self.tried(tuple(values), scope)))
            self._offer(leaf, tuple(values), scope)
        return True

    def _offer(self, leaf: Leaf, values: tuple[e.Expression, ...], scope: Bindings) -> None:
        if self._whole is not None:
            values = tuple(self._values.number(value, scope) for value in self._whole)
        leaf(values, scope)

    def _sure(self, parameter: Parameter, scope: Bindings, waiting: Sequence[Term]) -> _Sure | None:
        """Of which values of the last parameter it is soon told that none of them has to be tried; None if of none."""
        doubt = self._values.simple(self.plan.doubt, scope)
        if isinstance(doubt, terms.Const) or parameter.form == "some":
            return None
        domain, rest = self._narrowed(parameter, scope, tuple(waiting))
        if rest or not isinstance(domain, terms.Members) or self.may_look_alike(parameter, None):
            return None
        bounds = {**scope.bounds, parameter.name: self._facts.element(domain, scope.bounds)}
        sure = self._values.simplifier.term(terms.Not(doubt), bounds)
        whole = is_quick(sure, parameter.name)
        found = sure if whole else sufficient(sure, {parameter.name: domain.set}, self._facts)
        if found is None:
            return None
        if parameter.name not in shape.free_locals(found):
            return _Sure(parameter.name, domain.set, found, whole)
        known, rest = self._narrowed(parameter, scope, (*waiting, found))
        if rest or not isinstance(known, terms.Members):
            return None
        return _Sure(parameter.name, domain.set, known.set, whole)

    def _sure_first(
        self, leaf: Leaf, sure: _Sure, outer: Sequence[e.Expression], scope: Bindings, *, together: bool
    ) -> bool:
        """The choices that need not be tried, and then the others; do they come in order? `together`: it is first
        found out which of the others can be made, and then all come as one set."""

        def each(elements: Term, *, tried: bool, noted: e.Var | None = None) -> None:
            if elements == terms.Const(0):
                return
            value, inner = self._values.folds.element(sure.name, terms.Members(elements), scope)
            with self._body.each(value, code.Elements(self._values.set(elements, scope))), ExitStack() as stack:
                values = (*outer, value)
                if tried:
                    question = self._trial_of(values, inner) if sure.whole else self.tried(values, inner)
                    stack.enter_context(self._body.when(question))
                if noted is None:
                    self._offer(leaf, values, inner)
                else:
                    one = e.Unary(e.UnaryOp.SINGLE, value, noted.type)
                    self._body.add(code.Assign(noted, e.Binary(e.BinaryOp.UNION, noted, one, noted.type)))

        if isinstance(sure.told, terms.TruthTerm):
            told = self._values.truth(self._values.simple(sure.told, scope), scope)
            with self._body.inside() as block:
                each(sure.every, tried=False)
            with self._body.inside() as other:
                each(sure.every, tried=True)
            self._body.add(code.If(told, tuple(block), tuple(other)))
            return True
        others = self._values.simple(terms.Without(sure.every, sure.told), scope)
        if not together:
            each(sure.told, tried=False)
            each(others, tried=True)
            return False
        among = self._facts.element(terms.Members(sure.every), scope.bounds).among
        legal = self._body.new("legal", BitSet(self._source.universe if among is None else among.bit_length()))
        self._body.add(code.Assign(legal, self._values.set(sure.told, scope)))
        each(others, tried=True, noted=legal)
        value, inner = self._values.folds.element(sure.name, terms.Members(sure.every), scope)
        with self._body.each(value, code.Elements(legal)):
            self._offer(leaf, (*outer, value), inner)
        return True

    def tried(self, values: tuple[e.Expression, ...], scope: Bindings, *, alone: bool = False) -> e.Expression:
        """The question whether a choice can be carried out, which is tried where that is in doubt. `alone`: no other
        choice is asked about; then what is worked out once for all of them takes as long as trying."""
        call = self._trial_of(values, scope)
        doubt = self._values.simple(self.plan.doubt, scope)
        if alone and not shape.calls(doubt).isdisjoint(self._facts.kept_apart.values()):
            return call
        if isinstance(doubt, terms.Const):
            return call if doubt.value else e.YES
        sure = self._values.truth(self._values.simple(terms.Not(doubt), scope), scope)
        return e.any_of((sure, call))

    def _trial_of(self, values: tuple[e.Expression, ...], scope: Bindings) -> e.Expression:
        if self._whole is not None:
            asked = (value for value in self._whole if not isinstance(value, terms.Const))
            values = tuple(self._argument(value, scope) for value in asked)
        return e.Invoke(self._trial(), values, TRUTH)

    def _argument(self, value: Term, scope: Bindings) -> e.Expression:
        """What a trial is given for a value of the option: of a token whose variety is known, its place."""
        match value:
            case terms.TokenAt(terms.Const(), terms.Local(name)) | terms.Local(name):
                return scope.values[name]
            case _:
                return self._values.number(value, scope)

    def at_once_or_legal(self, leaf: Leaf, *, listed: bool) -> bool:
        """The same where moves may come in any order; do they come in theirs? Moves from a place to another at one of
        few distances are told for all places at once."""
        steps = None if self.plan.needs_trial else self.steps(self.layers())
        if steps is None or self._whole is None:
            return self.legal(leaf, in_order=False, listed=listed)
        first, second = (parameter.name for parameter in self._option.parameters)
        for length, mask in steps.masks:
            scope = self._values.base
            start, scope = self._values.folds.element(first, terms.Members(mask), scope)
            bound = scope.bounds[first]
            places = Number(None if bound.low is None else bound.low + length, None)
            goal = e.Binary(e.BinaryOp.ADD, start, e.number(length), places)
            ahead = Bound(among=None if bound.among is None else _moved(bound.among, length), low=0)
            with self._body.each(start, code.Elements(self._values.set(mask))):
                inner = scope.having(second, goal, ahead)
                leaf(tuple(self._values.number(value, inner) for value in self._whole), inner)
        return len(steps.masks) <= 1

    def layers(self) -> Layers | None:
        """Sets to choose the values from one after the other, and what still has to hold then; None where a value comes
        from anything else."""
        option = self._option
        if option.handfuls:
            return None
        scope = self._values.base
        waiting = [self._values.simple(condition) for condition in self.plan.conditions]
        sets: list[Term] = []
        rest: list[Term] = []
        for parameter in option.parameters:
            plain = self._facts.element(parameter.domain, scope.bounds)
            if parameter.form == "some" or self.may_look_alike(parameter, plain.among):
                return None
            ready = [one for one in waiting if shape.free_locals(one) <= scope.values.keys() | {parameter.name}]
            waiting = [one for one in waiting if one not in ready]
            domain, left = self._narrowed(parameter, scope, tuple(ready))
            if not isinstance(domain, terms.Members):
                return None
            sets.append(domain.set)
            rest += left
            scope = scope.having(parameter.name, e.number(0), self._facts.element(domain, scope.bounds))
        return Layers([one.name for one in option.parameters], sets, scope.bounds, [*rest, *waiting])

    def steps(self, layers: Layers | None) -> Steps | None:
        """For each distance those who can go so far; None where moves are not of this kind."""
        if layers is None or len(layers.sets) != 2 or layers.rest or "steps" in self._source.without:
            return None
        return steps_of(layers, self._facts, self._values.simplifier, self._values.base.bounds)

    def next_values(self, given: Sequence[e.Var], leaf: Callable[[e.Expression], None]) -> None:
        """A loop over what may be picked after the first values (for a handful: what may be in it); what is wanted of
        it together with later ones is not asked."""
        with ExitStack() as stack:
            self._copy()
            scope = self._values.base
            for parameter, value in zip(self._option.parameters, given, strict=False):
                _, scope, _ = self._parameter(stack, parameter, scope, [], value, None)
            parameter = self._option.parameters[len(given)]
            if parameter.form == "some":
                pool, _ = self.handful_pool(parameter, scope)
                element = self._body.new(parameter.name, Number())
                stack.enter_context(self._body.each(element, code.Numbers(pool)))
                leaf(element)
            else:
                value_, _, _ = self._parameter(stack, parameter, scope, [], None, None)
                leaf(value_)

    def scope_of(self, variables: Sequence[e.Var]) -> Bindings:
        """The scope of the option's effects once its values are in variables; handfuls are written."""
        scope = self._values.base
        for parameter, variable in zip(self._option.parameters, variables, strict=True):
            if parameter.form == "pick":
                domain = self._values.simplifier.domain(parameter.domain, scope.bounds)
                scope = scope.having(parameter.name, variable, self._facts.element(domain, scope.bounds))
            else:
                scope = self._bind_handful(parameter, variable, scope)
        return scope

    def _copy(self) -> None:
        """Handfuls are written into the state, which asking must not change."""
        if self._option.handfuls:
            self._body.add(code.Copy())

    # ---------------------------------------------------------------------------------------------- conditions

    def _test(self, stack: ExitStack, waiting: list[Term], scope: Bindings) -> list[Term]:
        """An `if` for the conditions whose locals are all there; those that still wait."""
        ready = [condition for condition in waiting if self.needs(condition) <= scope.values.keys()]
        condition = self._values.truth(self._values.simple(terms.And(tuple(ready)), scope), scope)
        stack.enter_context(self._body.when(condition))
        return [condition for condition in waiting if condition not in ready]

    def needs(self, condition: Term) -> frozenset[str]:
        """What has to be chosen before a condition can be asked; a handful may be asked for in its cells."""
        needed = shape.free_locals(condition)
        for name, region in self._option.handfuls.items():
            if any(getattr(part, "region", None) == region for part in all_parts(condition)):
                needed |= {name}
        return needed

    # ---------------------------------------------------------------------------------------------- parameters

    def _parameter(
        self,
        stack: ExitStack,
        parameter: Parameter,
        scope: Bindings,
        waiting: list[Term],
        value: e.Var | None,
        begun: e.Var | None,
    ) -> tuple[e.Expression, Bindings, list[Term]]:
        """A loop over the values of a parameter (a test, if one `value` is asked about), and what can be asked of
        them."""
        if parameter.form == "some":
            handful, scope = self._handful(stack, parameter, scope, value, begun)
            return handful, scope, self._test(stack, waiting, scope)
        now = [c for c in waiting if self.needs(c) <= scope.values.keys() | {parameter.name}]
        later = [c for c in waiting if c not in now]
        plain = self._facts.element(self._values.simplifier.domain(parameter.domain, scope.bounds), scope.bounds)
        alike = self.may_look_alike(parameter, plain.among)
        if alike:
            # Twins are sorted out by `where` alone; everything else is asked of the one that is left.
            now, later = [], waiting
        domain, rest = self._narrowed(parameter, scope, tuple(now))
        bound = self._facts.element(domain, scope.bounds)
        run = self._values.folds.run(domain, scope)
        if alike and self.may_look_alike(parameter, bound.among):
            pool = self._pool(parameter, domain, run, scope, rest)
            self._body.add(code.Perform(code.Deed.LOWEST_ALIKE, (pool,)))
            run, rest = code.Numbers(pool), []
        elif isinstance(domain, terms.Listed | terms.CellList):
            pool = self._pool(parameter, domain, run, scope, [])
            run = code.Numbers(pool)
        if value is None:
            value = self._body.new(parameter.name, Number(bound.low, bound.high))
            stack.enter_context(self._body.each(value, run))
        else:
            stack.enter_context(self._body.when(self._is_in(value, run)))
        inner = scope.having(parameter.name, value, bound)
        return value, inner, self._test(stack, [*rest, *later], inner)

    def _is_in(self, value: e.Var, run: code.Run) -> e.Expression:
        """Does a run come by a value, which may be any number?"""
        match run:
            case code.Elements(elements):
                return e.Binary(e.BinaryOp.HAS, elements, value, TRUTH)
            case code.Numbers(pool):
                return e.Intrinsic(e.IntrinsicOp.IN_LIST, (pool, value), (), TRUTH)
            case _:
                pool = self._body.new("pool", NumberList())
                self._body.add(code.Gather(pool, run))
                return e.Intrinsic(e.IntrinsicOp.IN_LIST, (pool, value), (), TRUTH)

    def _narrowed(
        self, parameter: Parameter, scope: Bindings, conditions: tuple[Term, ...]
    ) -> tuple[terms.Domain, list[Term]]:
        """What values come from, as a set without a loop where that can be told, and the conditions that it does not
        cover."""
        simplifier = self._values.simplifier
        domain = simplifier.domain(parameter.domain, scope.bounds)
        where = () if parameter.where is None else (parameter.where,)
        bounds = {**scope.bounds, parameter.name: self._facts.element(domain, scope.bounds)}
        wanted = [simplifier.term(term, bounds) for term in (*where, *conditions)]
        flat = [part for term in wanted for part in (term.parts if isinstance(term, terms.And) else (term,))]
        # What does not depend on the value is asked last: it leaves all of the set or nothing.
        flat.sort(key=lambda term: parameter.name not in shape.free_locals(term))
        if not isinstance(domain, terms.Members) or "gather" in self._source.without:
            return domain, [term for term in flat if term != terms.Const(1)]
        elements, rest = domain.set, []
        for term in flat:
            filtered = terms.Filtered(parameter.name, terms.Members(elements), term)
            found = vectorised(filtered, self._facts, scope.bounds)
            if found is filtered:
                rest.append(term)
            else:
                elements = simplifier.term(found, scope.bounds)
        return terms.Members(elements), rest

    def may_look_alike(self, parameter: Parameter, among: int | None) -> bool:
        """Can pieces of a choice be told apart by nobody?"""
        if parameter.elements not in self._pieces or isinstance(parameter.domain, terms.Tokens):
            return False
        return bool(self._twins if among is None else self._twins & among)

    def _pool(
        self, parameter: Parameter, domain: terms.Domain, run: code.Run, scope: Bindings, conditions: Sequence[Term]
    ) -> e.Var:
        """A list of the elements that pass some conditions, ascending and each once."""
        bound = self._facts.element(domain, scope.bounds)
        pool = self._body.new("pool", NumberList(None if bound.among is None else bound.among.bit_count()))
        condition = terms.And(tuple(conditions))
        if not conditions:
            self._body.add(code.Gather(pool, run))
        else:
            var = self._body.new(parameter.name, Number(bound.low, bound.high))
            inner = scope.having(parameter.name, var, bound)
            self._body.add(code.EmptyList(pool))
            with self._body.each(var, run):
                test = self._values.truth(self._values.simple(condition, inner), inner)
                with self._body.when(test):
                    self._body.add(code.Push(pool, var))
        if isinstance(domain, terms.Listed | terms.CellList):
            self._body.add(code.Perform(code.Deed.ORDER, (pool,)))
        return pool

    # ------------------------------------------------------------------------------------------------ handfuls

    def _handful(
        self, stack: ExitStack, parameter: Parameter, scope: Bindings, value: e.Var | None, begun: e.Var | None
    ) -> tuple[e.Var, Bindings]:
        pool, handfuls = self.handful_pool(parameter, scope, begun)
        if value is not None:
            most = handfuls.most
            arguments = (value, pool, handfuls.fewest, *(() if most is None else (most,)))
            static = (int(handfuls.tokens), int(handfuls.alike), int(most is not None))
            asked = e.Intrinsic(e.IntrinsicOp.IN_HANDFULS, arguments, static, TRUTH)
            stack.enter_context(self._body.when(asked))
        else:
            value = self._body.new(parameter.name, NumberList())
            stack.enter_context(self._body.each(value, handfuls))
        return value, self._bind_handful(parameter, value, scope, is_asked=parameter.name in self._asked_handfuls)

    @cached_property
    def _asked_handfuls(self) -> frozenset[str]:
        """The handfuls whose cells are looked at before the move is made; who tries it writes them there himself."""
        option = self._option
        asked = [*self.plan.conditions, self.plan.doubt]
        asked += [term for one in option.parameters for term in (one.where, one.fewest, one.most) if term is not None]
        if any(isinstance(part, terms.Possible) for term in asked for part in all_parts(term)):
            return frozenset(option.handfuls)
        read = {region for term in asked for region in self._facts.reads(term)}
        read |= {getattr(part, "region", "") for one in option.parameters for part in all_parts(one.domain)}
        return frozenset(name for name, region in option.handfuls.items() if region in read)

    def handful_pool(
        self, parameter: Parameter, scope: Bindings, begun: e.Var | None = None
    ) -> tuple[e.Var, code.Handfuls]:
        """What handfuls are taken from, and how they are taken."""
        domain, rest = self._narrowed(parameter, scope, ())
        run = self._values.folds.run(domain, scope)
        pool = self._pool(parameter, domain, run, scope, rest)
        bound = self._facts.element(domain, scope.bounds)
        fewest = e.number(0) if parameter.fewest is None else self._number(parameter.fewest, scope)
        most = None if parameter.most is None else self._number(parameter.most, scope)
        tokens = isinstance(run, code.TokenRun)
        alike = not tokens and self.may_look_alike(parameter, bound.among)
        return pool, code.Handfuls(pool, fewest, most, tokens, alike, begun)

    def _number(self, term: Term, scope: Bindings) -> e.Expression:
        return self._values.number(self._values.simple(term, scope), scope)

    def _bind_handful(
        self, parameter: Parameter, variable: e.Var, scope: Bindings, *, is_asked: bool = True
    ) -> Bindings:
        """Write a handful into its region, where that is asked, and bind its members as a set."""
        option = self._option
        if is_asked and parameter.name in option.handfuls:
            region = self._source.region(option.handfuls[parameter.name])
            self._effects.write_list(region, e.number(0), variable)
        domain = self._values.simplifier.domain(parameter.domain, scope.bounds)
        bound = self._facts.element(domain, scope.bounds)
        if isinstance(parameter.domain, terms.Tokens):
            return scope.having(parameter.name, e.number(-1), one_of(0, nothing=True))
        members: e.Expression = e.Immediate(0, BitSet(0))
        inside = subset(bound.among)
        if _is_named(parameter.name, option):
            size = self._source.universe if bound.among is None else bound.among.bit_length()
            asked = e.Intrinsic(e.IntrinsicOp.MEMBERS, (variable,), (), BitSet(size))
            members = self._body.hold("members", asked)
        return scope.having(parameter.name, members, inside)


def _moved(elements: int, length: int) -> int:
    return elements << length if length >= 0 else elements >> -length


def _is_named(handful: str, option: OptionEdge) -> bool:
    """Is a handful asked for as a set, and not only member by member in its cells?"""
    others = [(one.domain, one.where, one.fewest, one.most) for one in option.parameters]
    parts = [option.guard, *option.effects, *(part for four in others for part in four)]
    return any(handful in shape.free_locals(part) for part in parts if part is not None)

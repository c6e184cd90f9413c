"""Python that finds the legal values of an option: nested loops over its parameters, tests as far outside as they go.

for square in MEMBERS[free & state[7]]:        the domain and what could be said of it as sets
    if state[3] > 2:                           guard and sentences that could fail, moved to the front
        if tries_12_0(state, square):          only where that is not enough: the effects tried on a copy
            <leaf>
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Final

from interpreter.engine.generate.cells import Scoped
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.lower.analysis.bounds import one_of, subset
from interpreter.engine.lower.analysis.plans import Plan
from interpreter.engine.lower.analysis.steps import Layers
from interpreter.engine.lower.analysis.vectorise import vectorised
from interpreter.engine.python.writer import Level, Line, Text
from rulelang.graph import shape, terms
from rulelang.graph.program import Option, Parameter
from rulelang.graph.terms import Members, Term
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import replace

#: Writes what is done with one legal joint choice: the Python of its values, and the scope they give.
Leaf = Callable[[tuple[Text, ...], Scoped], None]


class Options:
    """Writes the loops over the legal values of options, for one function."""

    def __init__(self, expressions: Expressions, tries: Callable[[Option], str]) -> None:
        self._expressions: Final = expressions
        self._facts: Final = expressions.facts
        self._write: Final = expressions.writer.write
        self._block: Final = expressions.writer.block
        self._tries: Final = tries
        layout = self._facts.program.layout
        looks = [piece.look for piece in layout.pieces]
        self._twins: Final = sum(1 << piece for piece, look in enumerate(looks) if looks.count(look) > 1)
        self._handfuls: Mapping[str, str] = {}
        self._pieces: Final = {"piece", *(piece.kind for piece in layout.pieces)}

    def legal(
        self, plan: Plan, leaf: Leaf, trial: str = "", given: Sequence[Text] = (), begun: Text | None = None
    ) -> None:
        """Loops and tests around the leaf; each legal joint choice comes by once, in canonical order. `trial` is the
        function that tells whether the effects can be carried out, where only that tells.

        `given`: only choices that begin with these values; `begun`: and whose next handful begins with these members.
        """
        with ExitStack() as stack:
            self._on_trial(plan)
            waiting = self._simplified(plan.conditions, self._expressions.base)
            scope = self._expressions.base
            values: list[Text] = []
            waiting = self._test(stack, waiting, scope)
            for position, parameter in enumerate(plan.option.parameters):
                value = given[position] if position < len(given) else None
                members = begun if position == len(given) else None
                value, scope, waiting = self._parameter(
                    stack, parameter, plan.option, scope, waiting, value=value, begun=members
                )
                values.append(value)
            if plan.needs_trial:
                asked = self.trial(plan, trial or self._tries(plan.option), values, scope)
                stack.enter_context(self._block(f"if {asked.text}:"))
            leaf(tuple(values), scope)

    def trial(self, plan: Plan, name: str, values: Sequence[Text], scope: Scoped) -> Text:
        """An expression for the question whether a choice can be carried out, which is tried where that is in doubt."""
        call = f"{name}({', '.join([self._expressions.cells.state, *(value.text for value in values)])})"
        doubt = self._expressions.simple(plan.doubt, scope)
        if isinstance(doubt, terms.Const):
            return Text(call) if doubt.value else Text("True")
        sure = self._expressions.truth(self._expressions.simple(terms.Not(doubt), scope), scope)
        return Text(f"{sure.at(Level.OR)} or {call}", Level.OR)

    def next_pool(self, plan: Plan, given: Sequence[Text], leaf: Callable[[str], None]) -> None:
        """Tests of the first values around the leaf, which gets what the handful after them is taken from: the pool,
        how many there are of each, look-alikes, and how many to take."""
        with ExitStack() as stack:
            leaf(self._handful_pool(plan.option.parameters[len(given)], self._given(stack, plan, given)))

    def next_values(self, plan: Plan, given: Sequence[Text], leaf: Callable[[Text], None]) -> None:
        """A loop over what may be picked after the first values; what is wanted of it together with later ones is not
        asked."""
        with ExitStack() as stack:
            scope = self._given(stack, plan, given)
            value, _, _ = self._parameter(stack, plan.option.parameters[len(given)], plan.option, scope, [])
            leaf(value)

    def _given(self, stack: ExitStack, plan: Plan, given: Sequence[Text]) -> Scoped:
        """Tests of the first values."""
        self._on_trial(plan)
        scope = self._expressions.base
        for parameter, value in zip(plan.option.parameters, given, strict=False):
            _, scope, _ = self._parameter(stack, parameter, plan.option, scope, [], value=value)
        return scope

    def _on_trial(self, plan: Plan) -> None:
        """Handfuls are written into the state, which asking must not change."""
        self._handfuls = plan.option.handfuls
        if plan.option.handfuls:
            self._write(f"trial = {self._expressions.cells.state}.copy()")
            self._expressions.cells = self._expressions.cells.of("trial")

    def layers(self, plan: Plan) -> Layers | None:
        """For an option that picks from sets: a set without a loop for each parameter, which may use those before it,
        and the conditions these sets do not cover; None where there are no such sets."""
        option = plan.option
        if option.handfuls or self.may_look_alike(option):
            return None
        base = self._expressions.base
        waiting = self._simplified(plan.conditions, base)
        now = Scoped(dict(base.texts), dict(base.bounds))
        layers = Layers([], [], now.bounds, [])
        for parameter in option.parameters:
            if parameter.form == "some":
                return None
            ready = tuple(c for c in waiting if shape.free_locals(c) <= now.texts.keys() | {parameter.name})
            waiting = [c for c in waiting if c not in ready]
            elements, rest = self._elements(parameter, now, ready)
            if elements is None:
                return None
            layers.names.append(parameter.name)
            layers.sets.append(elements)
            layers.rest.extend(rest)
            bound = self._facts.element(Members(elements), now.bounds)
            now = now.having(parameter.name, Text("_"), bound)
        return Layers(layers.names, layers.sets, now.bounds, [*layers.rest, *waiting])

    def scope_of(self, plan: Plan, variables: list[Text]) -> Scoped:
        """The scope of an option's effects once its values are in variables; handfuls are written."""
        scope = self._expressions.base
        for parameter, variable in zip(plan.option.parameters, variables, strict=True):
            if parameter.form == "pick":
                domain = self._expressions.simplifier.domain(parameter.domain, scope.bounds)
                element = self._facts.element(domain, scope.bounds)
                scope = scope.having(parameter.name, variable, element)
            else:
                scope = self.bind_handful(parameter, plan.option, variable, scope)
        return scope

    def may_look_alike(self, option: Option) -> bool:
        """Can some of the pieces an option offers look alike?"""
        return any(
            self._may_look_alike(parameter, self._facts.element(parameter.domain, self._expressions.base.bounds).among)
            for parameter in option.parameters
        )

    # ---------------------------------------------------------------------------------------------- conditions

    def _simplified(self, conditions: tuple[Term, ...], scope: Scoped) -> list[Term]:
        return [self._expressions.simple(condition, scope) for condition in conditions]

    def _test(self, stack: ExitStack, waiting: list[Term], scope: Scoped) -> list[Term]:
        """Write an `if` for the conditions whose locals are all there; those that still wait."""
        ready = [condition for condition in waiting if self._needs(condition) <= scope.texts.keys()]
        condition = self._expressions.simple(terms.And(tuple(ready)), scope)
        if condition != terms.Const(1):
            stack.enter_context(self._block(f"if {self._expressions.truth(condition, scope).text}:"))
        return [condition for condition in waiting if condition not in ready]

    def _needs(self, condition: Term) -> frozenset[str]:
        """What has to be chosen before a condition can be asked; a handful may be asked for in its cells."""
        needed = shape.free_locals(condition)
        for name, region in self._handfuls.items():
            if any(getattr(part, "region", None) == region for part in all_parts(condition)):
                needed |= {name}
        return needed

    # ---------------------------------------------------------------------------------------------- parameters

    def _parameter(
        self,
        stack: ExitStack,
        parameter: Parameter,
        option: Option,
        scope: Scoped,
        waiting: list[Term],
        *,
        value: Text | None = None,
        begun: Text | None = None,
    ) -> tuple[Text, Scoped, list[Term]]:
        """A loop over the values of a parameter (a test, if one `value` is asked about), and what can be asked of
        them."""
        if parameter.form == "some":
            value, scope = self._handful(stack, parameter, option, scope, value, begun)
            return value, scope, self._test(stack, waiting, scope)
        now = [c for c in waiting if self._needs(c) <= scope.texts.keys() | {parameter.name}]
        later = [c for c in waiting if c not in now]
        plain = self._facts.element(self._expressions.simplifier.domain(parameter.domain, scope.bounds), scope.bounds)
        if self._may_look_alike(parameter, plain.among):
            # Twins are sorted out by `where` alone; everything else is asked of the one that is left.
            now, later = [], waiting
        domain, iterable, rest = self._ordered(parameter, scope, tuple(now))
        element = self._facts.element(domain, scope.bounds)
        if self._may_look_alike(parameter, element.among):
            iterable = self._alike(parameter, domain, scope, iterable, rest)
        variable = value or Text(self._expressions.names.new(parameter.name))
        same, scope = self._expressions.before_loop(parameter.name, tuple(rest), scope)
        inner = scope.having(parameter.name, variable, element)
        stack.enter_context(self._block(f"{'for' if value is None else 'if'} {variable.text} in {iterable}:"))
        return variable, inner, self._test(stack, [*same, *later], inner)

    def _ordered(
        self, parameter: Parameter, scope: Scoped, conditions: tuple[Term, ...]
    ) -> tuple[terms.Domain, str, list[Term]]:
        """What values come from, an expression for them in ascending order, and the conditions it does not cover."""
        elements, rest = self._elements(parameter, scope, conditions)
        if elements is not None:
            domain: terms.Domain = Members(elements)
        else:
            domain = self._expressions.simplifier.domain(parameter.domain, scope.bounds)
        iterable = self._expressions.iterable(domain, scope)
        if isinstance(domain, terms.Listed | terms.Sequence):
            iterable = f"sorted(set({iterable}))"
        return domain, iterable, rest

    def _elements(
        self, parameter: Parameter, scope: Scoped, conditions: tuple[Term, ...]
    ) -> tuple[Term | None, list[Term]]:
        """A set without a loop that the values come from, and the conditions that it does not cover."""
        domain = self._expressions.simplifier.domain(parameter.domain, scope.bounds)
        where = () if parameter.where is None else (parameter.where,)
        bounds = {**scope.bounds, parameter.name: self._facts.element(domain, scope.bounds)}
        wanted = [self._expressions.simplifier.term(term, bounds) for term in (*where, *conditions)]
        flat = [part for term in wanted for part in (term.parts if isinstance(term, terms.And) else (term,))]
        # What does not depend on the value is asked last: it leaves all of the set or nothing.
        flat.sort(key=lambda term: parameter.name not in shape.free_locals(term))
        if not isinstance(domain, Members):
            return None, [term for term in flat if term != terms.Const(1)]
        elements, rest = domain.set, []
        for term in flat:
            filtered = terms.Filtered(parameter.name, Members(elements), term)
            found = vectorised(filtered, self._facts, scope.bounds)
            if found is filtered:
                rest.append(term)
            else:
                elements = self._expressions.simplifier.term(found, scope.bounds)
        return elements, rest

    def _may_look_alike(self, parameter: Parameter, among: int | None) -> bool:
        if parameter.elements not in self._pieces or isinstance(parameter.domain, terms.Tokens):
            return False
        return bool(self._twins if among is None else self._twins & among)

    def _alike(self, parameter: Parameter, domain: terms.Domain, scope: Scoped, iterable: str, rest: list[Term]) -> str:
        """Only the lowest of look-alike pieces among those that pass."""
        if rest:
            iterable = self._pool(parameter, domain, scope, iterable, rest)
            rest.clear()
        lowest = self._expressions.helper("lowest_alike")
        return self._expressions.with_state(lowest, Text(iterable)).text

    def _pool(
        self, parameter: Parameter, domain: terms.Domain, scope: Scoped, iterable: str, conditions: list[Term]
    ) -> str:
        """A list of the elements that pass the conditions."""
        expressions = self._expressions
        variable = Text(expressions.names.new(parameter.name))
        inner = scope.having(parameter.name, variable, self._facts.element(domain, scope.bounds))
        test = expressions.simple(terms.And(tuple(conditions)), inner)
        lines, asked = expressions.captured(partial(expressions.truth, test, inner))
        each = f"for {variable.text} in {iterable}"
        if not lines:
            return expressions.assign("pool", Text(f"[{variable.text} {each} if {asked.at(Level.OR)}]")).text
        pool = expressions.assign("pool", Text("[]"))
        with self._block(f"{each}:"):
            expressions.writer.lines += [Line(line.depth + 1, line.text, line.origin) for line in lines]
            with self._block(f"if {asked.text}:"):
                self._write(f"{pool.text}.append({variable.text})")
        return pool.text

    def _handful(
        self,
        stack: ExitStack,
        parameter: Parameter,
        option: Option,
        scope: Scoped,
        value: Text | None,
        begun: Text | None,
    ) -> tuple[Text, Scoped]:
        pool = self._handful_pool(parameter, scope)
        if value is not None:
            stack.enter_context(self._block(f"if {self._expressions.helper('is_handful')}({value.text}, {pool}):"))
            return value, self.bind_handful(parameter, option, value, scope)
        variable = Text(self._expressions.names.new(parameter.name))
        beginning = f", {begun.text}" if begun is not None else ""
        call = f"{self._expressions.helper('handfuls')}({pool}{beginning})"
        stack.enter_context(self._block(f"for {variable.text} in {call}:"))
        return variable, self.bind_handful(parameter, option, variable, scope)

    def _handful_pool(self, parameter: Parameter, scope: Scoped) -> str:
        """What handfuls are taken from: the pool, how many there are of each, look-alikes, and how many to take."""
        expressions = self._expressions
        domain, iterable, rest = self._ordered(parameter, scope, ())
        pool = self._pool(parameter, domain, scope, iterable, rest) if rest else iterable
        pool = expressions.assign("pool", Text(pool)).text
        is_tokens = isinstance(domain, terms.Tokens)
        element = self._facts.element(domain, scope.bounds)
        copies = lower = "None"
        if is_tokens:
            copies = expressions.with_state(expressions.helper("token_copies"), Text(pool)).text
        elif self._may_look_alike(parameter, element.among):
            lower = expressions.with_state(expressions.helper("lower_twins"), Text(pool)).text
        fewest = "0" if parameter.fewest is None else self._number(parameter.fewest, scope)
        most = "None" if parameter.most is None else self._number(parameter.most, scope)
        return f"{pool}, {copies}, {lower}, {fewest}, {most}"

    def count_handfuls(self, plan: Plan) -> tuple[Text, Text, tuple[Term, ...]]:
        """Lines that count the handfuls of an option which takes one handful and chooses nothing else: all of them in a
        variable, how many, and the conditions that can only be asked of a handful."""
        expressions, scope = self._expressions, self._expressions.base
        self._handfuls = plan.option.handfuls
        count = expressions.assign("count", Text("0"))
        found = Text(expressions.names.new("found"))
        with ExitStack() as stack:
            waiting = self._test(stack, self._simplified(plan.conditions, scope), scope)
            call = f"{expressions.helper('all_handfuls')}({self._handful_pool(plan.option.parameters[0], scope)})"
            self._write(f"{found.text} = {call}")
            self._write(f"{count.text} = {found.text}.count")
        return found, count, tuple(waiting)

    def are_nested(self, plan: Plan) -> bool:
        """Does what may be chosen depend on what was chosen before?"""
        names: set[str] = set()
        for parameter in plan.option.parameters:
            if parameter.form == "some" or shape.free_locals(parameter.domain) & names:
                return True
            names.add(parameter.name)
        return False

    def count_product(self, plan: Plan) -> tuple[list[Text], Text, tuple[Term, ...]]:
        """Lines that count the joint choices of an option whose values come from sets of their own: these sets as lists
        in variables, the product of their lengths, and the conditions that connect the values."""
        expressions, scope = self._expressions, self._expressions.base
        self._handfuls = {}
        count = expressions.assign("count", Text("0"))
        pools: list[Text] = []
        rest: list[Term] = []
        with ExitStack() as stack:
            waiting = self._test(stack, self._simplified(plan.conditions, scope), scope)
            for parameter in plan.option.parameters:
                where = parameter.where
                if where is not None and not shape.free_locals(where) <= {*scope.texts, parameter.name}:
                    # It connects the value with those chosen before it.
                    rest.append(where)
                    where = None
                _, iterable, asked = self._ordered(replace(parameter, where=where), scope, ())
                pools.append(expressions.assign("pool", Text(iterable)))
                rest += asked
            self._write(f"{count.text} = {' * '.join(f'len({pool.text})' for pool in pools)}")
        return pools, count, (*rest, *waiting)

    def test_handful(self, plan: Plan, variable: Text, conditions: tuple[Term, ...]) -> str:
        """An expression for conditions asked of a handful that was drawn, which is written into a copy of the state."""
        expressions, cells = self._expressions, self._expressions.cells
        self._write(f"trial = {cells.state}.copy()")
        expressions.cells = cells.of("trial")
        scope = self.scope_of(plan, [variable])
        text = expressions.truth(expressions.simple(terms.And(conditions), scope), scope).at(Level.NOT)
        expressions.cells = cells
        return text

    def _number(self, term: Term, scope: Scoped) -> str:
        return self._expressions.value(self._expressions.simple(term, scope), scope).text

    def bind_handful(self, parameter: Parameter, option: Option, variable: Text, scope: Scoped) -> Scoped:
        """Write a handful into its region, and bind its members as a set."""
        expressions = self._expressions
        if parameter.name in option.handfuls:
            region = self._facts.region(option.handfuls[parameter.name])
            cells, base = expressions.cells.base(region)
            self._write(f"{cells}[{base}] = len({variable.text})")
            self._write(f"{cells}[{base + 1}:{base + 1} + len({variable.text})] = {variable.text}")
        bound = self._facts.element(expressions.simplifier.domain(parameter.domain, scope.bounds), scope.bounds)
        if isinstance(parameter.domain, terms.Tokens):
            return scope.having(parameter.name, Text("-1"), one_of(0, nothing=True))
        text = Text("-1")
        if _is_named(parameter.name, option):
            bit = expressions.helper("bit")
            text = expressions.assign("members", Text(f"sum(map({bit}, {variable.text}))"))
        return scope.having(parameter.name, text, subset(bound.among))


def _is_named(handful: str, option: Option) -> bool:
    """Is a handful asked for as a set, and not only member by member in its cells?"""
    others = [(one.domain, one.where, one.fewest, one.most) for one in option.parameters]
    parts = [option.guard, *option.effects, *(part for four in others for part in four)]
    return any(handful in shape.free_locals(part) for part in parts if part is not None)

"""Python that picks one legal move of a Decide, each equally likely, without making a list of moves where it can.

one option, its values a set          members = MEMBERS[free]; square = members[int(random() * len(members))]
one option, one set inside another    draw an outer value and a number below the largest inner size until it fits
several options                       count each, draw a number, and find out in which option it falls
anything else                         a list of the joint choices of that option
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from interpreter.execute.generate.expressions import Expressions, Scoped
from interpreter.execute.generate.facts import Facts
from interpreter.execute.generate.options import Options, Plan
from interpreter.execute.generate.writer import Level, Text
from rulelang.graph import terms
from rulelang.graph.program import Decide
from rulelang.graph.terms import Members, Term

#: Sets over at most this many elements are remembered with their members; larger ones would rarely come back.
_SMALL_UNIVERSE: Final = 14

#: Draws that may miss before the joint choices are counted out.
_MISSES: Final = 40

#: Drawing pays as long as a hit is not too rare.
_LARGEST_INNER: Final = 12


#: Writes what an option does, given its scope; whether it counts as a move (a pass taken unasked does not).
Taken = Callable[[Plan, Scoped, bool], None]


class Unfit(Exception):  # noqa: N818 - it says that a way of writing does not fit
    """The option cannot be written in the way asked for."""


@dataclass(frozen=True, slots=True)
class Counted:
    """An option whose legal choices were counted: how many, and how to bind the one with a given number."""

    plan: Plan
    count: Text
    bind: Callable[[Text], Scoped]


class Chooser:
    """Writes random choices of one function."""

    def __init__(self, expressions: Expressions, options: Options, list_function: Callable[[Plan], str] | None) -> None:
        self._expressions: Final = expressions
        self._options: Final = options
        self._facts: Final[Facts] = expressions.facts
        self._write: Final = expressions.writer.write
        self._block: Final = expressions.writer.block
        #: For options that have to be tried on a copy: the function that yields their moves.
        self._list_function: Final = list_function

    def choose(self, node: Decide, plans: list[Plan], taken: Taken, nothing: Callable[[], None]) -> None:
        """Write a random choice; `taken` writes what an option does, `nothing` what happens if none is legal."""
        proper = [plan for plan in plans if plan.option.role != "pass"]
        passes = [plan for plan in plans if plan.option.role == "pass"]
        if len(plans) == 1 and self._pairs(plans[0], taken, nothing):
            return
        counted = [self._count(plan) for plan in proper]
        if len(counted) == 1 and not passes:
            self._one(counted[0], taken, nothing)
            return
        total = self._total("possible", counted)
        with self._block(f"if not {total.text}:"):
            self._pass_by(passes, taken, nothing)
        if passes:
            passing = [self._count(plan) for plan in passes]
            counted += passing
            self._write(f"{total.text} += {' + '.join(one.count.at(Level.PRODUCT) for one in passing)}")
        number = self._expressions.assign("number", Text(f"int(random() * {total.text})"))
        for one in counted[:-1]:
            with self._block(f"if {number.text} < {one.count.text}:"):
                taken(one.plan, one.bind(number), True)
            self._write(f"{number.text} -= {one.count.text}")
        taken(counted[-1].plan, counted[-1].bind(number), True)

    def _total(self, hint: str, counted: list[Counted]) -> Text:
        return self._expressions.assign(hint, Text(" + ".join(one.count.at(Level.PRODUCT) for one in counted) or "0"))

    def _pass_by(self, passes: list[Plan], taken: Taken, nothing: Callable[[], None]) -> None:
        for plan in passes:
            one = self._count(plan)
            if one.count.text == "1":
                taken(plan, one.bind(Text("0")), False)
                return
            with self._block(f"if {one.count.text}:"):
                taken(plan, one.bind(Text("0")), False)
        nothing()

    def _one(self, one: Counted, taken: Taken, nothing: Callable[[], None]) -> None:
        if one.count.text != "1":
            with self._block(f"if not {one.count.text}:"):
                nothing()
        taken(one.plan, one.bind(Text(f"int(random() * {one.count.text})")), True)

    # ------------------------------------------------------------------------------------------------ counting

    def _count(self, plan: Plan) -> Counted:
        """Lines that count the choices of an option."""
        if not plan.option.parameters and not plan.needs_trial:
            return self._count_plain(plan)
        elements = self._options.set_of_values(plan)
        if elements is not None:
            return self._count_set(plan, elements)
        return self._count_list(plan)

    def _count_plain(self, plan: Plan) -> Counted:
        condition = self._expressions.simple(terms.And(plan.conditions))
        if isinstance(condition, terms.Const):
            return Counted(plan, Text(str(int(condition.value != 0))), lambda _: self._expressions.base)
        count = self._expressions.assign("allowed", self._expressions.value(condition, self._expressions.base))
        return Counted(plan, count, lambda _: self._expressions.base)

    def _count_set(self, plan: Plan, elements: Term) -> Counted:
        name = plan.option.parameters[0].name
        expressions = self._expressions
        bounds = expressions.base.bounds
        inside = self._facts.inside(elements, bounds)
        bound = self._facts.element(Members(elements), bounds)
        small = inside is not None and inside.bit_length() <= _SMALL_UNIVERSE
        text = expressions.value(elements)
        if small:
            found = expressions.assign("members", Text(f"{expressions.helper('MEMBERS')}[{text.text}]"))
            count = expressions.assign("count", Text(f"len({found.text})"))
        else:
            found = self._kept(text)
            count = expressions.assign("count", Text(f"{found.text}.bit_count()"))

        def bind(number: Text) -> Scoped:
            if small:
                drawn = Text(f"{found.text}[{number.text}]")
            else:
                drawn = Text(f"{expressions.helper('kth')}({found.text}, {number.text})")
            return self._expressions.base.having(name, expressions.assign(name, drawn), bound)

        return Counted(plan, count, bind)

    def _count_list(self, plan: Plan) -> Counted:
        """The joint choices in a list."""
        expressions = self._expressions
        option = plan.option
        if plan.needs_trial or option.handfuls or self._options.may_look_alike(option):
            if self._list_function is None:
                raise Unfit
            expressions.cells.keep(None)
            call = f"[*{self._list_function(plan)}({expressions.cells.state})]"
            moves, first = expressions.assign("listed", Text(call)), 1
        else:
            moves, first = expressions.assign("listed", Text("[]")), 0
            self._options.legal(plan, lambda values, _: self._append(moves, values))
        count = expressions.assign("count", Text(f"len({moves.text})"))

        def bind(number: Text) -> Scoped:
            chosen = f"{moves.text}[{number.text}]"
            variables = [Text(expressions.names.new(parameter.name)) for parameter in option.parameters]
            names = [variable.text for variable in variables]
            if first:
                self._write(f"_, {', '.join(names)} = {chosen}" if names else "")
            elif len(names) == 1:
                self._write(f"{names[0]} = {chosen}")
            else:
                self._write(f"{', '.join(names)} = {chosen}")
            return self._options.scope_of(plan, variables)

        return Counted(plan, count, bind)

    def _kept(self, text: Text) -> Text:
        """A set in a variable that nothing changes."""
        if text.text.isidentifier() and not self._expressions.cells.can_change(text):
            return text
        return self._expressions.assign("choices", text)

    def _append(self, moves: Text, values: tuple[Text, ...]) -> None:
        joined = ", ".join(value.text for value in values)
        self._write(f"{moves.text}.append({joined if len(values) == 1 else f'({joined})'})")

    # --------------------------------------------------------------------------------------------------- pairs

    def _pairs(self, plan: Plan, taken: Taken, nothing: Callable[[], None]) -> bool:
        """Two parameters, a set each: draw until it fits. False if the option is not of that kind."""
        sets = self._options.sets_of_pair(plan)
        if sets is None:
            return False
        outer, inner, scope = sets
        first, second = plan.option.parameters
        most = self._facts.inside(inner, scope)
        largest = self._facts.largest(inner, scope)
        if most is None or largest is None or not 0 < largest <= _LARGEST_INNER:
            return False
        expressions = self._expressions
        text = expressions.value(outer)
        from_set = self._kept(text)
        count = expressions.assign("count", Text(f"{from_set.text}.bit_count()"))
        with self._block(f"for _ in range({_MISSES} if {count.text} else 0):"):
            drawn = expressions.assign("number", Text(f"int(random() * {count.text} * {largest})"))
            kth = expressions.helper("kth")
            outer_value = expressions.assign(first.name, Text(f"{kth}({from_set.text}, {drawn.text} // {largest})"))
            one = self._expressions.base.having(first.name, outer_value, scope[first.name])
            inner_set = expressions.assign("choices", expressions.value(expressions.simple(inner, one), one))
            self._write(f"{drawn.text} %= {largest}")
            with self._block(f"if {drawn.text} < {inner_set.text}.bit_count():"):
                self._write("break")
        with self._block("else:"):
            # Many misses in a row: little or nothing is legal. Count it out, so that every choice stays equally likely.
            choices = expressions.assign("listed", Text("[]"))
            iterable = expressions.iterable(Members(outer), self._expressions.base)
            with self._block(f"for {outer_value.text} in {iterable}:"):
                again = expressions.assign("choices", expressions.value(expressions.simple(inner, one), one))
                number = expressions.names.new("number")
                self._write(f"for {number} in range({again.text}.bit_count()):")
                self._write(f"    {choices.text}.append(({outer_value.text}, {again.text}, {number}))")
            with self._block(f"if not {choices.text}:"):
                nothing()
            chosen = f"{choices.text}[int(random() * len({choices.text}))]"
            self._write(f"{outer_value.text}, {inner_set.text}, {drawn.text} = {chosen}")
        value = expressions.assign(second.name, Text(f"{kth}({inner_set.text}, {drawn.text})"))
        taken(plan, one.having(second.name, value, self._facts.element(Members(inner), scope)), True)
        return True

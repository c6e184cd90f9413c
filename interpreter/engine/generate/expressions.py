"""Python for terms. What no expression can say (a fold) becomes a loop written before the statement that needs it.

    the number of x of D where c      total = 0
                                      for x in D:
                                          if c:
                                              total += 1

Parts of `and`, `or` and `if` that need such lines get them inside an `if` of their own, so that they are worked out
only when they are asked for, as in the reference.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol, assert_never

from interpreter.engine.generate import walking
from interpreter.engine.generate.cells import NO_NAMES, Cells, Scoped, constant, plus
from interpreter.engine.generate.globals import Globals
from interpreter.engine.generate.write_tokens import TokenWriter
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.hoisting import invariant_parts
from interpreter.engine.python.writer import Level, Line, Names, Text, Writer
from rulelang.graph import shape, terms
from rulelang.graph.terms import Domain, Term
from rulelang.graph.terms.fingerprints import MODULUS


class LooksAhead(Protocol):
    """Who writes look-ahead queries for what is known at one point."""

    def possible(self, query: terms.Possible, expressions: Expressions) -> Text | None:
        """An expression for a query; None if it cannot be told apart from others."""


class Expressions(TokenWriter):
    """Writes terms of one function."""

    def __init__(self, facts: Facts, writer: Writer, names: Names, cells: Cells, module: Globals) -> None:
        super().__init__(facts, writer, names, cells, module)
        #: The locals there are everywhere in the function: values of cells that were put into variables.
        self.base: Scoped = NO_NAMES
        #: Writes look-ahead for what is known, where that is followed.
        self.looking: LooksAhead | None = None

    # --------------------------------------------------------------------------------------------------- entry

    def simple(self, term: Term, scope: Scoped | None = None) -> Term:
        """The term as it will be written."""
        scope = scope or self.base
        return self.simplifier.term(term, scope.bounds)

    def value(self, term: Term, scope: Scoped | None = None) -> Text:
        """An expression for the exact value of a (simplified) term."""
        scope = scope or self.base
        if shape.kind_of(term) == "truth" and not isinstance(term, terms.Const):
            return self._truth_as_number(term, scope)
        return self._value(term, scope)

    def name_of(self, term: Term, scope: Scoped, hint: str) -> Text:
        """The value of a term as something that costs nothing to read twice."""
        text = self.value(term, scope)
        return text if text.is_name else self.assign(hint, text)

    # --------------------------------------------------------------------------------------------------- truth

    def truth(self, term: Term, scope: Scoped | None = None) -> Text:
        """An expression that Python takes for true exactly when the (simplified) term is true."""
        scope = scope or self.base
        match term:
            case terms.Not(terms.Not(inside)):
                return self.truth(inside, scope)
            case terms.Not(inside):
                return Text(f"not {self.truth(inside, scope).at(Level.NOT)}", Level.NOT)
            case terms.And(parts):
                return self._chain(parts, scope, "and", Level.AND)
            case terms.Or(parts):
                return self._chain(parts, scope, "or", Level.OR)
            case terms.Holds(elements, element):
                return self._holds(elements, element, scope)
            case (
                terms.Compare(">" | "!=", terms.Size(elements), terms.Const(0))
                | terms.Compare(">=", terms.Size(elements), terms.Const(1))
                | terms.Size(elements)
            ):
                return self.truth(elements, scope)
            case terms.Compare(operation, left, right):
                first = self.value(left, scope)
                return Text(
                    f"{first.at(Level.UNION)} {operation} {self._second(first, right, scope).at(Level.UNION)}",
                    Level.COMPARE,
                )
            case terms.IfElse(condition, then, otherwise):
                return self._choice(condition, then, otherwise, scope, self.truth)
            case terms.Both(parts) if any(isinstance(part, terms.Reached) for part in parts):
                return self.meets(parts, scope)
            case terms.HasLine(elements, lines, index):
                return self.has_line(elements, lines, index, scope)
            case terms.AnyIn(name, terms.Members(terms.Reached() as walk), body) if (
                goals := walking.goals_beside(name, walk, body)
            ) is not None:
                return self.walked(walk, goals, "touches", scope)
            case terms.AnyIn(name, terms.Sequence() as listed, body) if (
                wanted := shape.equal_to(name, body)
            ) is not None:
                text = self.value(wanted, scope)
                return Text(f"{text.at(Level.UNION)} in {self.iterable(listed, scope)}", Level.COMPARE)
            case terms.AnyIn(name, domain, body):
                return self._any(name, domain, body, scope, wanted=True)
            case terms.AllIn(name, domain, body):
                return self._any(name, domain, body, scope, wanted=False)
            case terms.Possible():
                return self._possible(term, scope)
            case terms.Apply(function, arguments):
                return self._call(function, arguments, scope)
            case terms.Bind(name, value, body):
                return self.truth(body, self._bound(name, value, scope))
            case _:
                return self._value(term, scope)

    def _call(self, function: str, arguments: tuple[Term, ...], scope: Scoped) -> Text:
        """A function of the rulebook; one that tells a truth gives anything Python takes for it."""
        given = [self.value(argument, scope) for argument in arguments]
        return self.with_state(self.globals.function(function), *given)

    def _second(self, first: Text, right: Term, scope: Scoped) -> Text:
        # Lines written for the right side run before the whole expression: harmless, because terms change nothing.
        return self.value(right, scope)

    def _truth_as_number(self, term: Term, scope: Scoped) -> Text:
        if isinstance(term, terms.Holds):
            element = self.facts.bound(term.element, scope.bounds)
            if element.never_nothing:
                inside = self._value(term.set, scope).at(Level.SHIFT)
                return Text(f"{inside} >> {self._value(term.element, scope).at(Level.SUM)} & 1", Level.BOTH)
        return Text(f"1 if {self.truth(term, scope).at(Level.OR)} else 0", Level.CHOICE)

    def captured(self, write: Callable[[], Text]) -> tuple[list[Line], Text]:
        """An expression, and the lines that have to run before it, taken back."""
        before = len(self.writer.lines)
        text = write()
        return self.writer.take_back(before), text

    def _chain(self, parts: tuple[Term, ...], scope: Scoped, word: str, level: Level) -> Text:
        """`a and b and c`; from the first part on that needs lines, an `if`."""
        texts: list[str] = []
        tighter = Level(level + 1)
        for position, part in enumerate(parts):
            lines, text = self.captured(partial(self.truth, part, scope))
            if lines and texts:
                so_far = Text(f" {word} ".join(texts), level if len(texts) > 1 else tighter)
                name = self.assign("holds", so_far)
                with self.writer.block(f"if {name.text}:" if word == "and" else f"if not {name.text}:"):
                    rest = self._chain(parts[position:], scope, word, level)
                    self.writer.write(f"{name.text} = {rest.text}")
                return name
            self._put_back(lines)
            texts.append(text.at(tighter))
        return Text(
            f" {word} ".join(texts), level if len(texts) > 1 else Level.NOT if texts[0][:4] == "not " else level
        )

    def _put_back(self, lines: list[Line]) -> None:
        self.writer.lines.extend(lines)

    def _choice(
        self, condition: Term, then: Term, otherwise: Term, scope: Scoped, write: Callable[[Term, Scoped], Text]
    ) -> Text:
        test = self.truth(condition, scope)
        then_lines, then_text = self.captured(lambda: write(then, scope))
        else_lines, else_text = self.captured(lambda: write(otherwise, scope))
        if not then_lines and not else_lines:
            return Text(
                f"{then_text.at(Level.OR)} if {test.at(Level.OR)} else {else_text.at(Level.CHOICE)}", Level.CHOICE
            )
        name = self.names.new("chosen")
        for header, lines, text in ((f"if {test.text}:", then_lines, then_text), ("else:", else_lines, else_text)):
            with self.writer.block(header):
                self.writer.lines += [Line(line.depth + 1, line.text, line.origin) for line in lines]
                self.writer.write(f"{name} = {text.text}")
        return Text(name)

    def _holds(self, elements: Term, element: Term, scope: Scoped) -> Text:
        inside = self._value(elements, scope)
        return Text(f"{inside.at(Level.BOTH)} & {self.bit(element, scope).at(Level.SHIFT)}", Level.BOTH)

    def _any(self, name: str, domain: Domain, body: Term, scope: Scoped, *, wanted: bool) -> Text:
        found = self.names.new("found" if wanted else "all_hold")
        (body,), scope = self.before_loop(name, (body,), scope)
        self.writer.write(f"{found} = {not wanted}")
        inner, header = self.loop(name, domain, scope)
        with self.writer.block(header):
            condition = self.truth(body if wanted else terms.Not(body), inner)
            with self.writer.block(f"if {condition.text}:"):
                self.writer.write(f"{found} = {wanted}")
                self.writer.write("break")
        return Text(found)

    def _possible(self, query: terms.Possible, scope: Scoped) -> Text:
        made = None if self.looking is None else self.looking.possible(query, self)
        if made is not None:
            return made
        fill = []
        for put in query.fill:
            region = self.facts.region(put.region)
            fill += [Text(plus(region.base, self.value(put.index, scope))), self.value(put.value, scope)]
        return self.with_state(self.globals.possible(query.node), *fill)

    def _bound(self, name: str, value: Term, scope: Scoped) -> Scoped:
        text = self.name_of(value, scope, name)
        return scope.having(name, text, self.facts.bound(value, scope.bounds))

    # -------------------------------------------------------------------------------------------------- values

    def _value(self, term: Term, scope: Scoped) -> Text:
        match term:
            case terms.Const(value):
                return constant(value)
            case terms.Local(name):
                return scope.texts[name]
            case terms.Cell(region, index):
                return self.cells.read(self.facts.region(region), self.value(index, scope))
            case terms.Entry(table, index):
                return Text(f"{self.globals.table(table)}[{self.value(index, scope).text}]")
            case terms.Arithmetic():
                return self._arithmetic(term, scope)
            case terms.IfElse(condition, then, otherwise):
                return self._choice(condition, then, otherwise, scope, self.value)
            case terms.Bind(name, value, body):
                return self.value(body, self._bound(name, value, scope))
            case terms.Apply(function, arguments):
                called = self._call(function, arguments, scope)
                is_truth = self.facts.functions[function].kind == "truth"
                return Text(f"1 if {called.text} else 0", Level.CHOICE) if is_truth else called
            case terms.Single(element):
                # Only now: as long as it is a single element, more can be done with it.
                made = self.simplifier.tabulated(term, scope.bounds)
                return self.bit(element, scope) if made is term else self.value(made, scope)
            case terms.Both(parts):
                return Text(" & ".join(self.value(p, scope).at(Level.SHIFT) for p in parts), Level.BOTH)
            case terms.Either(parts):
                return Text(" | ".join(self.value(p, scope).at(Level.EXCLUSIVE) for p in parts), Level.UNION)
            case terms.Without(left, right):
                taken = self.value(right, scope).at(Level.SIGN)
                return Text(f"{self.value(left, scope).at(Level.BOTH)} & ~{taken}", Level.BOTH)
            case terms.Size(elements):
                return Text(f"{_dotted(self.value(elements, scope))}.bit_count()")
            case terms.Highest(elements):
                return Text(f"{_dotted(self.value(elements, scope))}.bit_length() - 1", Level.SUM)
            case terms.Lowest(elements):
                found = self.name_of(elements, scope, "members")
                return Text(f"({found.text} & -{found.text}).bit_length() - 1", Level.SUM)
            case terms.Reached(start, neighbours, through) if self.has_one_step(neighbours):
                return self.filled(start, neighbours, through, scope)
            case terms.Reached(start, neighbours, through):
                first, within = self.value(start, scope).text, self.value(through, scope).text
                return Text(f"{self.helper('reached')}({first}, {self.globals.table(neighbours)}, {within})")
            case terms.InLine(start, rays, directions, through):
                origin, within = self.value(start, scope).text, self.value(through, scope).text
                return Text(f"{self.globals.sights(rays, directions)}({origin}, {within})")
            case terms.Fingerprint(parts):
                products = [" * ".join(self.value(one, scope).at(Level.SIGN) for one in factors) for factors in parts]
                return Text(f"({' + '.join(products) or 0}) % {MODULUS}", Level.PRODUCT)
            case terms.VarietyOf() | terms.PlaceOf() | terms.TokenAt() | terms.TokenCount() | terms.TokenPlaces():
                return self.token(term, scope)
            case (
                terms.SumIn() | terms.BestIn() | terms.FirstIn() | terms.Filtered() | terms.WhileIn() | terms.Leading()
            ):
                return self.fold(term, scope)
            case (
                terms.Not() | terms.And() | terms.Or() | terms.Holds() | terms.Compare() | terms.HasLine()
                | terms.AnyIn() | terms.AllIn() | terms.Possible()
            ):  # fmt: skip
                return self._truth_as_number(term, scope)
            case _:
                assert_never(term)

    def _arithmetic(self, term: terms.Arithmetic, scope: Scoped) -> Text:
        left, right = self.value(term.left, scope), self.value(term.right, scope)
        if isinstance(term.right, terms.Const) and term.right.value.bit_count() == 1 and term.right.value > 1:
            # A power of two: sets are shifted this way.
            sign = {"*": "<<", "//": ">>"}.get(term.operation)
            if sign is not None:
                return Text(f"{left.at(Level.SHIFT)} {sign} {term.right.value.bit_length() - 1}", Level.SHIFT)
        match term.operation:
            case "+" | "-":
                return Text(f"{left.at(Level.SUM)} {term.operation} {right.at(Level.PRODUCT)}", Level.SUM)
            case "*":
                return Text(f"{left.at(Level.PRODUCT)} * {right.at(Level.SIGN)}", Level.PRODUCT)
            case "min" | "max":
                return self._smaller(term, left, right)
            case "//" | "/^":
                divisor = self.facts.bound(term.right, scope.bounds)
                if divisor.low is None or divisor.low <= 0:
                    name = self.helper("divided" if term.operation == "//" else "divided_up")
                    return Text(f"{name}({left.text}, {right.text})")
                if term.operation == "//":
                    return Text(f"{left.at(Level.PRODUCT)} // {right.at(Level.SIGN)}", Level.PRODUCT)
                return Text(f"-(-{left.at(Level.SIGN)} // {right.at(Level.SIGN)})", Level.SIGN)

    def _smaller(self, term: terms.Arithmetic, left: Text, right: Text) -> Text:
        # A comparison is much cheaper than a call of `min`; it reads both sides twice.
        first = left if left.is_name else self.assign("first", left)
        second = right if right.is_name else self.assign("second", right)
        sign = "<" if term.operation == "min" else ">"
        return Text(f"{first.text} if {first.text} {sign} {second.text} else {second.text}", Level.CHOICE)

    # --------------------------------------------------------------------------------------------------- folds

    def before_loop(self, name: str, bodies: tuple[Term, ...], scope: Scoped) -> tuple[tuple[Term, ...], Scoped]:
        """Give names to what does not change in a loop, so that it is worked out once, before it."""
        for part in invariant_parts(bodies, name, scope.texts.keys()):
            hoisted = f"{name} #same"
            while hoisted in scope.texts:
                hoisted += "'"
            text = self.assign("same", self.value(part, scope))
            bodies = tuple(shape.exchanged(body, part, terms.Local(hoisted)) for body in bodies)
            scope = scope.having(hoisted, text, self.facts.bound(part, scope.bounds))
        return bodies, scope

    def loop(self, name: str, domain: Domain, scope: Scoped) -> tuple[Scoped, str]:
        """The scope inside a loop over a domain, and its header."""
        iterable = self.iterable(domain, scope)
        variable = self.names.new(name)
        inner = scope.having(name, Text(variable), self.facts.element(domain, scope.bounds))
        return inner, f"for {variable} in {iterable}:"

    def iterable(self, domain: Domain, scope: Scoped) -> str:
        """An expression for the elements of a domain in their order."""
        match domain:
            case terms.Members(terms.Const(elements)) if elements.bit_count() <= 16:
                found = [str(x) for x in range(elements.bit_length()) if elements >> x & 1]
                return f"({', '.join(found)}{',' if len(found) == 1 else ''})"
            case terms.Members(elements):
                return f"{self.helper('MEMBERS')}[{self.value(elements, scope).text}]"
            case terms.Span(low, high):
                below = self.value(low, scope)
                if isinstance(high, terms.Const):
                    return f"range({below.text}, {high.value + 1})"
                return f"range({below.text}, {self.value(high, scope).at(Level.SUM)} + 1)"
            case terms.Listed(table, index):
                return f"{self.globals.lists(table)}[{self.value(index, scope).text}]"
            case terms.Sequence(region, start, backwards):
                cells, base = self.cells.base(self.facts.region(region))
                first = self.value(start, scope)
                length = plus(base, first)
                begin = plus(base + 1, first)
                turned = "[::-1]" if backwards else ""
                return f"{cells}[{begin}:{begin} + {cells}[{length}]]{turned}"
            case terms.Tokens(varieties, places):
                given = [self.value(varieties, scope), self.value(places, scope)]
                return self.with_state(self.helper("tokens"), *given, regions=self.facts.token_regions()).text
            case _:
                assert_never(domain)


def _dotted(text: Text) -> str:
    """An expression before a dot: numbers need brackets there."""
    return f"({text.text})" if text.text.isdigit() else text.at(Level.ATOM)

"""Lines that count the choices of one way to choose, and how to find the one with a number."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from interpreter.engine.generate.chances import SMALL_UNIVERSE
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.generate.options import Options
from interpreter.engine.generate.ways import Source, Trial, Way
from interpreter.engine.lower.analysis.steps import Layers, Steps, steps_of
from interpreter.engine.python.writer import Text
from rulelang.graph import shape, terms
from rulelang.graph.terms import Members, Term
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import replace

#: Drawing a number below the largest inner size pays as long as a hit is not too rare.
_LARGEST_INNER: Final = 40


def all_but_some(elements: Term) -> bool:
    """Is a set a known one without some of its elements, perhaps on a condition?"""
    match elements:
        case terms.Without(terms.Const(), _):
            return True
        case terms.IfElse(_, then, terms.Const(0)):
            return all_but_some(then)
        case _:
            return False


class Sources:
    """Counts the choices of ways of one function."""

    def __init__(self, expressions: Expressions, options: Options, trial: Trial, listing: Callable[[Way], str]) -> None:
        self._expressions: Final = expressions
        self._options: Final = options
        self._facts: Final = expressions.facts
        self._write: Final = expressions.writer.write
        self._block: Final = expressions.writer.block
        self._trial: Final = trial
        #: For options that only their own generator can list: its name.
        self._listing: Final = listing

    def variables(self, way: Way) -> list[Text]:
        """Variables for what a way chooses."""
        return [Text(self._expressions.names.new(parameter.name)) for parameter in way.plan.option.parameters]

    def of(self, way: Way) -> Source | None:
        """Lines that count the choices of a way; None if there are certainly none."""
        plan = way.plan
        if not plan.option.parameters:
            return self.plain(way)
        if len(plan.option.parameters) == 1 and plan.option.parameters[0].form == "some":
            return self._handfuls(way)
        layers = self._options.layers(plan)
        if layers is None:
            return self._product(way) or self._list(way)
        if any(layer == terms.Const(0) for layer in layers.sets):
            return None
        if len(layers.sets) == 1:
            return self._set(way, layers)
        if len(layers.sets) == 2:
            steps = steps_of(
                layers, self._expressions.facts, self._expressions.simplifier, self._expressions.base.bounds
            )
            if steps is not None:
                return self._steps(way, layers, steps) if steps.masks else None
        return self._nested(way, layers)

    def plain(self, way: Way) -> Source | None:
        """A way that chooses nothing: it is there or not."""
        condition = self._expressions.simple(terms.And(way.plan.conditions))
        if isinstance(condition, terms.Const):
            return Source(way, Text("1"), [], lambda _: None) if condition.value else None
        count = self._expressions.assign("allowed", self._expressions.value(condition, self._expressions.base))
        return Source(way, count, [], lambda _: None)

    def _set(self, way: Way, layers: Layers) -> Source:
        expressions = self._expressions
        elements = layers.sets[0]
        inside = self._facts.inside(elements, expressions.base.bounds)
        small = inside is not None and inside.bit_length() <= SMALL_UNIVERSE
        text = expressions.value(elements)
        variables = self.variables(way)
        if inside is not None and not small and all_but_some(elements):
            return self._of_most(way, layers, self._kept(text), inside.bit_length(), variables[0])
        if small:
            found = expressions.assign("members", Text(f"{expressions.helper('MEMBERS')}[{text.text}]"))
            count = expressions.assign("count", Text(f"len({found.text})"))
        else:
            found = self._kept(text)
            count = expressions.assign("count", Text(f"{found.text}.bit_count()"))

        def bind(number: Text) -> None:
            if small:
                self._write(f"{variables[0].text} = {found.text}[{number.text}]")
            else:
                self._write(f"{variables[0].text} = {expressions.helper('kth')}({found.text}, {number.text})")

        return Source(way, count, variables, bind, rest=tuple(layers.rest))

    def _of_most(self, way: Way, layers: Layers, found: Text, size: int, variable: Text) -> Source:
        """A set that has most of a known one, as the free squares of a board: numbers of that one are drawn until one
        of them is in the set. How many there are is counted where somebody asks."""
        bits, kth = self._expressions.helper("BIT"), self._expressions.helper("kth")

        def draw() -> None:
            drawn = f"{variable.text} = int(random() * {size})"
            self._write(drawn)
            with self._block(f"while not {found.text} & {bits}[{variable.text}]:"):
                self._write(drawn)

        def bind(number: Text) -> None:
            self._write(f"{variable.text} = {kth}({found.text}, {number.text})")

        count = Text(f"{found.text}.bit_count()")
        return Source(way, count, [variable], bind, rest=tuple(layers.rest), draw=draw)

    def _steps(self, way: Way, layers: Layers, steps: Steps) -> Source:
        """How many can make each step; numbers are counted through the steps."""
        expressions = self._expressions
        variables = self.variables(way)
        kth = expressions.helper("kth")
        found: list[tuple[int, Text]] = []
        for length, mask in steps.masks:
            found.append((length, self._kept(expressions.value(mask), "step")))
        ends: list[Text] = []
        for _, able in found:
            before = f"{ends[-1].text} + " if ends else ""
            ends.append(expressions.assign("upto", Text(f"{before}{able.text}.bit_count()")))

        def bind(number: Text) -> None:
            number = number if number.is_name else expressions.assign("number", number)
            for position, (length, able) in enumerate(found):
                nth = f"{number.text} - {ends[position - 1].text}" if position else number.text
                head = "if" if position == 0 else "elif"
                last = position == len(found) - 1
                header = "else:" if last and position else f"{head} {number.text} < {ends[position].text}:"
                with self._block(header) if len(found) > 1 else self._expressions.writer.here():
                    self._write(f"{variables[0].text} = {kth}({able.text}, {nth})")
                    sign = "-" if length < 0 else "+"
                    self._write(f"{variables[1].text} = {variables[0].text} {sign} {abs(length)}")

        return Source(way, ends[-1], variables, bind, rest=tuple(layers.rest))

    def _nested(self, way: Way, layers: Layers) -> Source | None:
        """A set for each value of what was chosen before: numbers up to the largest such set, so that some miss."""
        expressions = self._expressions
        scope = layers.scope
        sizes = [self._facts.largest(elements, scope) for elements in layers.sets[1:]]
        if None in sizes:
            return self._counted(way, layers) or self._list(way)
        widths = [size for size in sizes if size is not None]
        product = 1
        for size in widths:
            product *= size
        if product == 0:
            return None
        if product > _LARGEST_INNER:
            return self._counted(way, layers) or self._product(way) or self._list(way)
        variables = self.variables(way)
        outer = self._kept(expressions.value(layers.sets[0]))
        whole, last_width = str(product), str(widths[-1])
        if len(widths) == 1 and (narrower := self._by_case(layers)) is not None:
            whole = last_width = expressions.assign("width", expressions.value(narrower, expressions.base)).text
        count = expressions.assign("count", Text(f"{outer.text}.bit_count() * {whole}"))
        kth = expressions.helper("kth")
        parameters = way.plan.option.parameters

        def bind(number: Text) -> None:
            self._write(f"{variables[0].text} = {kth}({outer.text}, {number.text} // {whole})")
            inner = expressions.base.having(parameters[0].name, variables[0], scope[parameters[0].name])
            left, remaining = product, number
            for position, width in enumerate(widths, 1):
                last = position == len(widths)
                left //= width
                elements = expressions.value(expressions.simple(layers.sets[position], inner), inner)
                choices = self._kept(elements)
                part = f"{remaining.text} // {left} % {width}" if not last else f"{remaining.text} % {last_width}"
                nth = expressions.assign("nth", Text(part))
                with self._block(f"if {nth.text} >= {choices.text}.bit_count():"):
                    self._write("continue")
                self._write(f"{variables[position].text} = {kth}({choices.text}, {nth.text})")
                name = parameters[position].name
                inner = inner.having(
                    name, variables[position], self._facts.element(Members(layers.sets[position]), scope)
                )

        return Source(way, count, variables, bind, misses=True, rest=tuple(layers.rest))

    def _by_case(self, layers: Layers) -> Term | None:
        """How many the inner set can have at most, where a condition that nothing chosen changes decides it."""
        inner, scope, simple = layers.sets[1], layers.scope, self._expressions.simplifier.term
        for part in all_parts(inner):
            if isinstance(part, terms.IfElse) and not shape.free_locals(part.condition) & set(layers.names):
                cases = [simple(shape.exchanged(inner, part, case), scope) for case in (part.then, part.otherwise)]
                then, otherwise = (self._facts.largest(case, scope) for case in cases)
                if then is not None and otherwise is not None and then != otherwise:
                    return terms.IfElse(part.condition, terms.Const(then), terms.Const(otherwise))
        return None

    def _counted(self, way: Way, layers: Layers) -> Source | None:
        """A set for each value of what is chosen first: these sets in a list, and how many elements they have
        together."""
        if len(layers.sets) != 2:
            return None
        expressions = self._expressions
        variables = self.variables(way)
        first = Text(expressions.names.new(f"each {way.plan.option.parameters[0].name}"))
        pairs = expressions.assign("pairs", Text("[]"))
        count = expressions.assign("count", Text("0"))
        inner = expressions.base.having(layers.names[0], first, layers.scope[layers.names[0]])
        with self._block(f"for {first.text} in {expressions.iterable(Members(layers.sets[0]), expressions.base)}:"):
            choices = self._kept(expressions.value(expressions.simple(layers.sets[1], inner), inner))
            with self._block(f"if {choices.text}:"):
                self._write(f"{pairs.text}.append(({first.text}, {choices.text}))")
                self._write(f"{count.text} += {choices.text}.bit_count()")

        def bind(number: Text) -> None:
            left = expressions.assign("left", number)
            found = expressions.names.new("choices")
            with self._block(f"for {variables[0].text}, {found} in {pairs.text}:"):
                size = expressions.assign("size", Text(f"{found}.bit_count()"))
                with self._block(f"if {left.text} < {size.text}:"):
                    self._write("break")
                self._write(f"{left.text} -= {size.text}")
            self._write(f"{variables[1].text} = {expressions.helper('kth')}({found}, {left.text})")

        return Source(way, count, variables, bind, rest=tuple(layers.rest))

    def _handfuls(self, way: Way) -> Source:
        self._listing(way)
        self._expressions.cells.keep(None)
        found, count, rest = self._options.count_handfuls(way.plan)
        variables = self.variables(way)
        nth = self._expressions.helper("nth_handful")

        def bind(number: Text) -> None:
            self._write(f"{variables[0].text} = {nth}({found.text}, {number.text})")

        return Source(way, count, variables, bind, rest=rest, is_handful=True)

    def _product(self, way: Way) -> Source | None:
        """Where trying is dear: each value is drawn by itself, and what connects them is asked of those drawn."""
        if not way.plan.needs_trial or self.needs_own_list(way) or self._options.are_nested(way.plan):
            return None
        pools, count, rest = self._options.count_product(way.plan)
        variables = self.variables(way)

        def bind(number: Text) -> None:
            remaining = number if number.is_name else self._expressions.assign("number", number)
            for variable, pool in zip(variables[:-1], pools, strict=False):
                left = self._expressions.names.new("left")
                self._write(f"{left}, nth = divmod({remaining.text}, len({pool.text}))")
                self._write(f"{variable.text} = {pool.text}[nth]")
                remaining = Text(left)
            self._write(f"{variables[-1].text} = {pools[-1].text}[{remaining.text}]")

        return Source(way, count, variables, bind, rest=rest)

    def _list(self, way: Way) -> Source:
        """The joint choices in a list."""
        expressions = self._expressions
        own = self.needs_own_list(way)
        variables = self.variables(way)
        if self._options.may_look_alike(way.plan.option) and not way.plan.option.handfuls:
            return self._untried(way)
        if own:
            expressions.cells.keep(None)
            moves = expressions.assign("listed", Text(f"[*{self._listing(way)}({expressions.cells.state})]"))
        else:
            moves = expressions.assign("listed", Text("[]"))
            trial = self._trial(way) if way.plan.needs_trial else ""
            self._options.legal(way.plan, lambda values, _: self._append(moves, values), trial)
        count = expressions.assign("count", Text(f"len({moves.text})"))

        def bind(number: Text) -> None:
            names = [*(["_"] if own else []), *(variable.text for variable in variables)]
            self._write(f"{', '.join(names)} = {moves.text}[{number.text}]")

        return Source(way, count, variables, bind, is_listed=True)

    def _untried(self, way: Way) -> Source:
        """The joint choices in a list, look-alikes once; whether the move can be carried out is asked of the one that
        is drawn."""
        variables = self.variables(way)
        moves = self._expressions.assign("listed", Text("[]"))
        ready = replace(way.plan, doubt=terms.Const(0))
        self._options.legal(ready, lambda values, _: self._append(moves, values))
        count = self._expressions.assign("count", Text(f"len({moves.text})"))

        def bind(number: Text) -> None:
            self._write(f"{', '.join(variable.text for variable in variables)} = {moves.text}[{number.text}]")

        return Source(way, count, variables, bind)

    def needs_own_list(self, way: Way) -> bool:
        """Only the generator of the whole option can list it: handfuls, and pieces that look alike."""
        option = way.plan.option
        return bool(option.handfuls) or self._options.may_look_alike(option)

    def _kept(self, text: Text, hint: str = "choices") -> Text:
        """A set in a variable that nothing changes."""
        if text.text.isidentifier() and not self._expressions.cells.can_change(text):
            return text
        return self._expressions.assign(hint, text)

    def _append(self, moves: Text, values: tuple[Text, ...]) -> None:
        joined = ", ".join(value.text for value in values)
        self._write(f"{moves.text}.append({joined if len(values) == 1 else f'({joined})'})")

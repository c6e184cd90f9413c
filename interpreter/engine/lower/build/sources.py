"""How the choices of an option are counted for a random draw, and how the one with a number is found.

its values a set                its size; the k-th element
one of few steps from a set     those who can make each step, counted; the step the number falls into
sets inside one another         a number below the product of the largest sizes, which may miss; where that is large,
                                the inner sets counted one by one
each from a list of its own     the product of their lengths
a handful                       the number of handfuls; the k-th
anything else                   the joint choices in lists

More may be counted than is legal: what a number stands for is tested after it was drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from math import prod
from typing import Final

from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.analysis.plans import Plan
from interpreter.engine.lower.analysis.steps import Layers, Steps
from interpreter.engine.lower.build.moves import MoveLowering
from interpreter.engine.lower.build.scope import Bindings
from interpreter.engine.lower.build.values import TermLowering
from interpreter.engine.lower.code import Assign, Break, DrawNumber, Elements, EmptyList, If, Push
from interpreter.engine.lower.types import TRUTH, BitSet, Number, NumberList, Type
from rulelang.graph import shape, terms
from rulelang.graph.terms import Term
from rulelang.graph.walk import all_parts, rewrite
from rulelang.tuning.fast_dataclass import dataclass

#: Drawing a number below the largest inner sizes pays as long as a hit is not too rare.
_LARGEST_INNER: Final = 40

#: From sets of at least so many elements numbers are drawn until one is in the set, if most are.
_LARGE: Final = 15

#: The type of counts.
COUNT: Final = Number(0, None)


@dataclass(frozen=True, slots=True)
class ChoiceSource:
    """Choices that were counted. `bind` writes the choice with a number, and tests (on the stack) what is not sure yet;
    it gives the scope of what the option does. `exact`: every number is a legal choice. `draw`: writes a choice without
    its number."""

    plan: Plan
    count: e.Expression
    bind: Callable[[ExitStack, e.Expression], Bindings]
    exact: bool
    draw: Callable[[], Bindings] | None = None


class SourceLowering:
    """Counts the choices of one part of an option. `values` are those of the whole option; `fits` the question whether
    some of them are those of a legal move."""

    def __init__(
        self,
        lowering: TermLowering,
        moves: MoveLowering,
        values: tuple[Term, ...],
        fits: Callable[[tuple[e.Expression, ...]], e.Expression],
    ) -> None:
        self._values: Final = lowering
        self._body: Final = lowering.body
        self._facts: Final = lowering.source.facts
        self._moves: Final = moves
        self._plan: Final = moves.plan
        self._option: Final = moves.plan.option
        self._whole: Final = values
        self._fits: Final = fits

    def source(self) -> ChoiceSource | None:
        """The choices; None where there are none for sure."""
        parameters = self._option.parameters
        if not parameters:
            return self._plain()
        if any(parameter.form == "some" for parameter in parameters):
            return self._handful()
        layers = self._moves.layers()
        if layers is None:
            return self._listed()
        if any(layer == terms.Const(0) for layer in layers.sets):
            return None
        if len(layers.sets) == 1:
            return self._set(layers)
        steps = self._moves.steps(layers)
        if steps is not None:
            return self._steps(layers, steps) if steps.masks else None
        return self._nested(layers)

    @property
    def countable(self) -> bool:
        """Can the choices be counted? Of several handfuls only a list can tell."""
        some = [parameter for parameter in self._option.parameters if parameter.form == "some"]
        return not some or len(self._option.parameters) == 1

    # ------------------------------------------------------------------------------------------------ one value

    def _plain(self) -> ChoiceSource | None:
        """An option that chooses nothing: it is there or not."""
        condition = self._values.simple(terms.And(self._plan.conditions))
        if condition == terms.Const(0):
            return None
        test = self._values.truth(condition)
        one_or_none = e.Select(test, e.number(1), e.number(0), Number(0, 1))
        count = e.number(1) if isinstance(test, e.Immediate) else self._hold("allowed", one_or_none)
        return self._of(count, lambda _, __: self._values.base, (), exact=True)

    def _set(self, layers: Layers) -> ChoiceSource:
        elements = layers.sets[0]
        found = self._hold("choices", self._values.set(elements, self._values.base))
        inside = self._facts.inside(elements, self._values.base.bounds)

        def bind(_: ExitStack, nth: e.Expression) -> Bindings:
            return self._bound(layers, [e.Intrinsic(e.IntrinsicOp.KTH, (found, nth), (), COUNT)])

        draw = None
        if inside is not None and inside.bit_length() >= _LARGE and _has_most(elements):
            size = inside.bit_length()

            def draw() -> Bindings:
                return self._until_inside(layers, found, size)

        return self._of(size_of(found), bind, tuple(layers.rest), exact=True, draw=draw)

    def _until_inside(self, layers: Layers, found: e.Expression, size: int) -> Bindings:
        """A set that has most of a known one, as the free squares of a board: numbers of that one are drawn until one
        of them is in the set."""
        name = layers.names[0]
        var = self._body.new(name, Number(0, size - 1))
        self._body.add(DrawNumber(var, e.number(size)))
        with self._body.loop(e.negated(e.Binary(e.BinaryOp.HAS, found, var, TRUTH))):
            self._body.add(DrawNumber(var, e.number(size)))
        return self._values.base.having(name, var, layers.scope[name])

    # ------------------------------------------------------------------------------------------- several values

    def _steps(self, layers: Layers, steps: Steps) -> ChoiceSource:
        """How many can make each step; numbers are counted through the steps."""
        able = [(length, self._hold("step", self._values.set(mask, self._values.base))) for length, mask in steps.masks]
        ends: list[e.Expression] = []
        for _, mask in able:
            size = e.Unary(e.UnaryOp.SIZE, mask, COUNT)
            ends.append(self._hold("upto", e.Binary(e.BinaryOp.ADD, ends[-1], size, COUNT) if ends else size))

        def bind(_: ExitStack, nth: e.Expression) -> Bindings:
            nth = self._body.hold("nth", nth)
            start, goal = (self._variable(layers, position) for position in (0, 1))

            def step(position: int) -> None:
                length, mask = able[position]
                left = e.Binary(e.BinaryOp.SUBTRACT, nth, ends[position - 1], COUNT) if position else nth
                self._body.add(Assign(start, e.Intrinsic(e.IntrinsicOp.KTH, (mask, left), (), start.type)))
                self._body.add(Assign(goal, e.Binary(e.BinaryOp.ADD, start, e.number(length), goal.type)))

            self._one_of(len(able), lambda position: e.Binary(e.BinaryOp.LESS, nth, ends[position], TRUTH), step)
            scope = self._values.base
            for name, var in zip(layers.names, (start, goal), strict=True):
                scope = scope.having(name, var, layers.scope[name])
            return scope

        return self._of(ends[-1], bind, tuple(layers.rest), exact=True)

    def _one_of(self, count: int, test: Callable[[int], e.Expression], write: Callable[[int], None]) -> None:
        """The first of several cases whose test holds; the last needs none."""
        blocks = []
        for position in range(count):
            with self._body.inside() as block:
                write(position)
            blocks.append(tuple(block))
        chain = blocks[-1]
        for position in reversed(range(count - 1)):
            chain = (If(test(position), blocks[position], chain),)
        self._body.extend(list(chain))

    def _nested(self, layers: Layers) -> ChoiceSource | None:
        """A set for each value of what was chosen before: numbers up to the largest such sets, so that some miss."""
        widths = [self._width(layers, elements) for elements in layers.sets[1:]]
        largest = [0 if width is None else _most(width) for width in widths]
        if None in widths or prod(largest) > _LARGEST_INNER:
            return self._counted(layers) if len(layers.sets) == 2 else self._listed()
        if not prod(largest):
            return None
        outer = self._hold("choices", self._values.set(layers.sets[0], self._values.base))
        # So many numbers stand for each value of what is chosen first, of what is chosen first and second, and so on.
        strides: list[e.Expression] = [e.number(1)]
        for width in reversed(widths):
            assert width is not None
            strides.insert(0, self._times(width, strides[0]))
        size = e.Unary(e.UnaryOp.SIZE, outer, COUNT)
        total = self._hold("candidates", e.Binary(e.BinaryOp.MULTIPLY, size, strides[0], COUNT))

        def bind(stack: ExitStack, nth: e.Expression) -> Bindings:
            nth = self._body.hold("nth", nth)
            first = e.Intrinsic(
                e.IntrinsicOp.KTH, (outer, e.Binary(e.BinaryOp.DIVIDE, nth, strides[0], COUNT)), (), COUNT
            )
            scope = self._bound(layers, [first])
            for position, (stride, width) in enumerate(zip(strides[1:], widths, strict=True), 1):
                assert width is not None
                part = nth if stride == e.number(1) else e.Binary(e.BinaryOp.DIVIDE, nth, stride, COUNT)
                part = self._hold("part", e.Binary(e.BinaryOp.REMAINDER, part, width, COUNT))
                scope = self._inner(stack, layers, position, part, scope)
            return scope

        return self._of(total, bind, tuple(layers.rest), exact=False)

    def _width(self, layers: Layers, elements: Term) -> e.Expression | None:
        """How many elements a set has at most; it may depend on a condition that does not ask what was chosen."""
        for part in all_parts(elements):
            match part:
                case terms.IfElse(condition, _, _) if not shape.free_locals(condition) & set(layers.names):
                    sizes = [
                        self._facts.largest(_decided(elements, condition, holds=holds), layers.scope)
                        for holds in (True, False)
                    ]
                    if None not in sizes and sizes[0] != sizes[1]:
                        most, fewest = (e.number(size or 1) for size in sizes)
                        test = self._values.truth(self._values.simple(condition))
                        low, high = sorted((most.value, fewest.value))
                        return self._hold("width", e.Select(test, most, fewest, Number(low, high)))
                case _:
                    pass
        largest = self._facts.largest(elements, layers.scope)
        return None if largest is None else e.number(largest)

    def _times(self, left: e.Expression, right: e.Expression) -> e.Expression:
        if right == e.number(1):
            return left
        if isinstance(left, e.Immediate) and isinstance(right, e.Immediate):
            return e.number(left.value * right.value)
        return self._hold("width", e.Binary(e.BinaryOp.MULTIPLY, left, right, Number(1, _most(left) * _most(right))))

    def _inner(self, stack: ExitStack, layers: Layers, position: int, nth: e.Expression, scope: Bindings) -> Bindings:
        """The element with a number of a set that depends on what was chosen before; it may have fewer."""
        elements = self._values.simple(layers.sets[position], scope)
        found = self._hold("choices", self._values.set(elements, scope))
        size = size_of(found)
        stack.enter_context(self._body.when(e.Binary(e.BinaryOp.LESS, nth, size, TRUTH)))
        return self._having(layers, position, e.Intrinsic(e.IntrinsicOp.KTH, (found, nth), (), COUNT), scope)

    def _counted(self, layers: Layers) -> ChoiceSource:
        """How many choices there are for each value of what is chosen first, and all together."""
        outer = self._hold("choices", self._values.set(layers.sets[0], self._values.base))
        counts, total = self._body.new("counts", NumberList()), self._body.new("count", COUNT)
        self._body.add(EmptyList(counts))
        self._body.add(Assign(total, e.number(0)))
        first = self._variable(layers, 0)
        with self._body.each(first, Elements(outer)):
            size = self._hold("size", e.Unary(e.UnaryOp.SIZE, self._second(layers, first), COUNT))
            self._body.add(Push(counts, size))
            self._body.add(Assign(total, e.Binary(e.BinaryOp.ADD, total, size, COUNT)))

        def bind(_: ExitStack, nth: e.Expression) -> Bindings:
            left, position = self._body.new("left", COUNT), self._body.new("position", COUNT)
            chosen, each = self._variable(layers, 0), self._variable(layers, 0)
            self._body.add(Assign(left, nth))
            self._body.add(Assign(position, e.number(0)))
            self._body.add(Assign(chosen, e.number(0)))
            with self._body.each(each, Elements(outer)):
                size = self._hold("size", e.Intrinsic(e.IntrinsicOp.ITEM, (counts, position), (), COUNT))
                with self._body.when(e.Binary(e.BinaryOp.LESS, left, size, TRUTH)):
                    self._body.add(Assign(chosen, each))
                    self._body.add(Break())
                self._body.add(Assign(left, e.Binary(e.BinaryOp.SUBTRACT, left, size, COUNT)))
                self._body.add(Assign(position, e.Binary(e.BinaryOp.ADD, position, e.number(1), COUNT)))
            scope = self._values.base.having(layers.names[0], chosen, layers.scope[layers.names[0]])
            found = self._second(layers, chosen)
            return self._having(layers, 1, e.Intrinsic(e.IntrinsicOp.KTH, (found, left), (), COUNT), scope)

        return self._of(total, bind, tuple(layers.rest), exact=True)

    def _second(self, layers: Layers, first: e.Var) -> e.Expression:
        scope = self._values.base.having(layers.names[0], first, layers.scope[layers.names[0]])
        return self._hold("choices", self._values.set(self._values.simple(layers.sets[1], scope), scope))

    # ---------------------------------------------------------------------------------------------------- lists

    def _listed(self) -> ChoiceSource:
        """The joint choices in a list for each value; whether they can be carried out is asked of those drawn."""
        parameters = self._option.parameters
        lists = [self._body.new(f"{one.name} listed", NumberList()) for one in parameters]
        types: list[Type] = [COUNT] * len(parameters)
        bounds = dict(self._values.base.bounds)
        for found in lists:
            self._body.add(EmptyList(found))

        def leaf(_: tuple[e.Expression, ...], scope: Bindings) -> None:
            for position, (found, parameter) in enumerate(zip(lists, parameters, strict=True)):
                value = scope.values[parameter.name]
                types[position], bounds[parameter.name] = value.type, scope.bounds[parameter.name]
                self._body.add(Push(found, value))

        self._moves.legal(leaf, untried=True)

        def bind(_: ExitStack, nth: e.Expression) -> Bindings:
            nth, scope = self._body.hold("nth", nth), self._values.base
            for found, parameter, type_ in zip(lists, parameters, types, strict=True):
                if parameter.name not in bounds:
                    continue
                var = self._hold(parameter.name, e.Intrinsic(e.IntrinsicOp.ITEM, (found, nth), (), type_))
                scope = scope.having(parameter.name, var, bounds[parameter.name])
            return scope

        return self._of(e.Intrinsic(e.IntrinsicOp.LENGTH, (lists[0],), (), COUNT), bind, (), exact=True)

    def _handful(self) -> ChoiceSource | None:
        """The handfuls by their numbers; none where what does not depend on them does not hold, and what does is asked
        of the one that is drawn."""
        (parameter,) = self._option.parameters
        conditions = [self._values.simple(condition) for condition in self._plan.conditions]
        before = [condition for condition in conditions if not self._moves.needs(condition)]
        if terms.Const(0) in before:
            return None
        count = self._body.new("count", COUNT)
        self._body.add(Assign(count, e.number(0)))
        with self._body.when(self._values.truth(self._values.simple(terms.And(tuple(before))))):
            pool, handfuls = self._moves.handful_pool(parameter, self._values.base)
            most = handfuls.most
            given = (pool, handfuls.fewest, *(() if most is None else (most,)))
            static = (int(handfuls.tokens), int(handfuls.alike), int(most is not None))
            self._body.add(Assign(count, e.Intrinsic(e.IntrinsicOp.COUNT_HANDFULS, given, static, COUNT)))
        sure = len(before) == len(conditions) and not self._plan.needs_trial

        def bind(stack: ExitStack, nth: e.Expression) -> Bindings:
            var = self._body.new(parameter.name, NumberList())
            self._body.add(Assign(var, e.Intrinsic(e.IntrinsicOp.NTH_HANDFUL, (nth, *given), static, var.type)))
            if not sure:
                stack.enter_context(self._body.when(self._fits((var,))))
            return self._moves.scope_of((var,))

        return ChoiceSource(self._plan, count, bind, sure)

    # ---------------------------------------------------------------------------------------------- all of them

    def _of(
        self,
        count: e.Expression,
        bind: Callable[[ExitStack, e.Expression], Bindings],
        rest: tuple[Term, ...],
        *,
        exact: bool,
        draw: Callable[[], Bindings] | None = None,
    ) -> ChoiceSource:
        """Choices whose `rest`, and what only trying tells, is asked after they were drawn."""

        def tested(stack: ExitStack, nth: e.Expression) -> Bindings:
            scope = bind(stack, nth)
            if rest:
                condition = self._values.simple(terms.And(rest), scope)
                stack.enter_context(self._body.when(self._values.truth(condition, scope)))
            if self._plan.needs_trial:
                stack.enter_context(self._body.when(self._moves.tried((), scope, alone=True)))
            return scope

        sure = not rest and not self._plan.needs_trial
        return ChoiceSource(self._plan, count, tested, exact and sure, draw if sure else None)

    def _variable(self, layers: Layers, position: int) -> e.Var:
        name = layers.names[position]
        bound = layers.scope[name]
        return self._body.new(name, Number(bound.low, bound.high))

    def _having(self, layers: Layers, position: int, value: e.Expression, scope: Bindings) -> Bindings:
        var = self._variable(layers, position)
        self._body.add(Assign(var, value))
        return scope.having(layers.names[position], var, layers.scope[layers.names[position]])

    def _bound(self, layers: Layers, values: list[e.Expression]) -> Bindings:
        scope = self._values.base
        for position, value in enumerate(values):
            scope = self._having(layers, position, value, scope)
        return scope

    def _hold(self, name: str, value: e.Expression) -> e.Expression:
        return self._body.hold(name, value)


def _most(width: e.Expression) -> int:
    assert isinstance(width.type, Number)
    assert width.type.high is not None
    return width.type.high


def _decided(elements: Term, condition: Term, *, holds: bool) -> Term:
    """A set where it is known whether a condition holds."""

    def change(part: shape.Part) -> shape.Part:
        if isinstance(part, terms.IfElse) and part.condition == condition:
            return part.then if holds else part.otherwise
        return part

    return rewrite(elements, change)


def size_of(elements: e.Expression) -> e.Expression:
    """How many elements a set has."""
    if isinstance(elements, e.Immediate):
        return e.number(elements.value.bit_count())
    size = elements.type.size if isinstance(elements.type, BitSet) else None
    return e.Unary(e.UnaryOp.SIZE, elements, Number(0, size))


def highest(count: e.Expression) -> int | None:
    """A count is not higher, if that is known."""
    if isinstance(count, e.Immediate):
        return count.value
    return count.type.high if isinstance(count.type, Number) else None


def none(count: e.Expression) -> e.Expression:
    """Is a count 0?"""
    match count:
        case e.Immediate(value, _):
            return e.NO if value else e.YES
        case e.Unary(e.UnaryOp.SIZE, elements, _):
            return e.negated(e.Unary(e.UnaryOp.ANY, elements, TRUTH))
        case _:
            return e.Binary(e.BinaryOp.EQUAL, count, e.number(0), TRUTH)


def _has_most(elements: Term) -> bool:
    """Is a set a known one without some of its elements, perhaps on a condition?"""
    match elements:
        case terms.Without(terms.Const(), _):
            return True
        case terms.IfElse(_, then, terms.Const(0)):
            return _has_most(then)
        case _:
            return False

"""Terms as expressions. What no expression can say (a fold) becomes a loop before the statement that needs it.

    the number of x of D where c      total := 0
                                      for x in D:
                                          if c:
                                              total := total + 1

Parts of `and`, `or` and `if` that need such statements get them inside an `if` of their own, so that they are worked
out only when they are asked for, as in the reference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, assert_never

from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.lower.build.body import Body
from interpreter.engine.lower.build.folds import FoldLowering
from interpreter.engine.lower.build.scope import NO_LOCALS, Bindings
from interpreter.engine.lower.build.source import LoweringInput, asked_as_set
from interpreter.engine.lower.build.term_context import TermContext
from interpreter.engine.lower.build.tokens import TokenLowering
from interpreter.engine.lower.build.walks import WalkLowering
from interpreter.engine.lower.code import Assign, If
from interpreter.engine.lower.types import TRUTH, BitSet, Number, Type
from rulelang.graph import shape, terms
from rulelang.graph.access import Key
from rulelang.graph.terms import Term
from rulelang.graph.terms.fingerprints import MODULUS
from rulelang.graph.walk import direct_parts
from rulelang.tuning.fast_dataclass import dataclass

_ARITHMETIC: Final = {
    "+": e.BinaryOp.ADD,
    "-": e.BinaryOp.SUBTRACT,
    "*": e.BinaryOp.MULTIPLY,
    "//": e.BinaryOp.DIVIDE,
    "/^": e.BinaryOp.DIVIDE_UP,
    "min": e.BinaryOp.MIN,
    "max": e.BinaryOp.MAX,
}
_COMPARISONS: Final = {
    "==": e.BinaryOp.EQUAL,
    "!=": e.BinaryOp.UNEQUAL,
    "<": e.BinaryOp.LESS,
    "<=": e.BinaryOp.LESS_EQUAL,
    ">": e.BinaryOp.GREATER,
    ">=": e.BinaryOp.GREATER_EQUAL,
}


@dataclass(frozen=True, slots=True)
class Filled:
    """A cell of a region that a question of looking ahead fills, and the value; None where it is known in play only."""

    region: str
    index: int | None
    value: int | None


#: The name of the function for a derived one, or for a query of looking ahead, which is made when it is asked for.
CallFunction = Callable[[str], str]
CallPossible = Callable[[int, tuple["Filled", ...], Mapping[Key, Term]], str]


class TermLowering(TermContext):
    """Lowers terms in one function."""

    def __init__(
        self,
        source: LoweringInput,
        body: Body,
        simplifier: Simplifier,
        function: CallFunction,
        possible: CallPossible,
    ) -> None:
        super().__init__(source, body)
        self.simplifier: Final = simplifier
        #: The locals there are everywhere in the function: values of cells that were put into variables.
        self.base: Bindings = NO_LOCALS
        self._function: Final = function
        self._possible: Final = possible
        self.walks: Final = WalkLowering(self)
        self.folds: Final = FoldLowering(self)
        self.tokens: Final = TokenLowering(self)
        #: Sets that are chosen or put together, as they were lowered without a statement. Equal terms are one object:
        #: what would be a tree of a million terms is a graph of a few hundred.
        self._sets: Final[dict[tuple[Term, tuple[object, ...]], e.Expression]] = {}
        self._names: Final[dict[Term, tuple[str, ...] | None]] = {}

    def simple(self, term: Term, scope: Bindings | None = None) -> Term:
        """The term as it will be lowered."""
        return self.simplifier.term(term, (scope or self.base).bounds)

    # -------------------------------------------------------------------------------------------------- kinds

    def is_set(self, term: Term, scope: Bindings) -> bool:
        """Is the value of a term certainly meant as a set?"""
        match term:
            case terms.Local(name):
                return isinstance(scope.values[name].type, BitSet)
            case terms.Cell(region, _):
                return self.source.region(region).kind == "set"
            case terms.Apply(function, _):
                return self.source.facts.functions[function].kind == "set"
            case terms.IfElse(_, then, otherwise):
                return self.is_set(then, scope) or self.is_set(otherwise, scope)
            case terms.Bind(name, value, body):
                return self.is_set(body, self._imagined(name, value, body, scope))
            case terms.Arithmetic("*" | "//", left, _):
                return self.is_set(left, scope)
            case _:
                return shape.kind_of(term) == "set"

    def _imagined(self, name: str, value: Term, body: Term, scope: Bindings) -> Bindings:
        """A scope that knows what kind of thing a name is."""
        is_set = self.is_set(value, scope) or asked_as_set(body, name, self.source)
        bound = self.source.facts.bound(value, scope.bounds)
        return scope.having(name, e.Immediate(0, BitSet() if is_set else Number()), bound)

    def any(self, term: Term, scope: Bindings | None = None, *, meant_as_set: bool = False) -> e.Expression:
        """The value of a term, whatever it is."""
        scope = scope or self.base
        return self.set(term, scope) if meant_as_set or self.is_set(term, scope) else self.number(term, scope)

    # --------------------------------------------------------------------------------------------------- truth

    def truth(self, term: Term, scope: Bindings | None = None) -> e.Expression:
        """Whether a term is true: anything that is not 0, and not the empty set."""
        scope = scope or self.base
        match term:
            case terms.Const(value):
                return e.YES if value else e.NO
            case terms.Not(inside):
                return e.negated(self.truth(inside, scope))
            case terms.And(parts):
                return self._chain(parts, scope, any_of_them=False)
            case terms.Or(parts):
                return self._chain(parts, scope, any_of_them=True)
            case terms.Holds(elements, element):
                return e.Binary(e.BinaryOp.HAS, self.set(elements, scope), self.number(element, scope), TRUTH)
            case (
                terms.Compare(">" | "!=", terms.Size(elements), terms.Const(0))
                | terms.Compare(">=", terms.Size(elements), terms.Const(1))
                | terms.Size(elements)
            ):
                return self.truth_of_set(elements, scope)
            case terms.Compare(operation, left, right):
                return self._compare(operation, left, right, scope)
            case terms.IfElse(condition, then, otherwise):
                return self._choose(condition, then, otherwise, scope, self.truth, TRUTH)
            case terms.HasLine(elements, lines, index):
                there = self.set(elements, scope)
                return e.Intrinsic(e.IntrinsicOp.HAS_LINE, (there, self.number(index, scope)), (lines,), TRUTH)
            case terms.AnyIn(name, domain, body):
                walked = self.walks.touches(name, domain, body, scope)
                return self.folds.exists(name, domain, body, scope, wanted=True) if walked is None else walked
            case terms.AllIn(name, domain, body):
                return self.folds.exists(name, domain, body, scope, wanted=False)
            case terms.Possible():
                return self._looking_ahead(term, scope)
            case terms.Bind(name, value, body):
                return self.truth(body, self._bound(name, value, body, scope))
            case _ if self.is_set(term, scope):
                return self.truth_of_set(term, scope)
            case _:
                return self._as_truth(self.number(term, scope))

    def truth_of_set(self, elements: Term, scope: Bindings) -> e.Expression:
        """Has a set an element?"""
        asked = self.walks.meets(elements, scope)
        if asked is not None:
            return asked
        return e.Unary(e.UnaryOp.ANY, self.set(elements, scope), TRUTH)

    def _as_truth(self, value: e.Expression) -> e.Expression:
        if isinstance(value.type, Number) and (value.type.low, value.type.high) != (0, 1):
            return e.Binary(e.BinaryOp.UNEQUAL, value, e.number(0), TRUTH)
        return value

    def _compare(self, operation: str, left: Term, right: Term, scope: Bindings) -> e.Expression:
        if self.is_set(left, scope) or self.is_set(right, scope):
            first, second = self.set(left, scope), self.set(right, scope)
            if second == e.Immediate(0, BitSet(0)):
                has = e.Unary(e.UnaryOp.ANY, first, TRUTH)
                return e.negated(has) if operation == "==" else has
        else:
            first, second = self.number(left, scope), self.number(right, scope)
        return e.compared(_COMPARISONS[operation], first, second)

    def _chain(
        self, parts: tuple[Term, ...], scope: Bindings, *, any_of_them: bool, before: tuple[e.Expression, ...] = ()
    ) -> e.Expression:
        """All parts, or one of them, with those before; from the first part on that needs statements, an `if`."""
        together = e.any_of if any_of_them else e.all_of
        found = [*before]
        for position, part in enumerate(parts):
            with self.body.inside() as block:
                value = self.truth(part, scope)
            if block and found:
                holds = self.body.new("holds", TRUTH)
                self.body.add(Assign(holds, together(tuple(found))))
                with self.body.when(e.negated(holds) if any_of_them else holds):
                    self.body.extend(block)
                    rest = self._chain(parts[position + 1 :], scope, any_of_them=any_of_them, before=(value,))
                    self.body.add(Assign(holds, rest))
                return holds
            self.body.extend(block)
            found.append(value)
        return together(tuple(found))

    def _choose(
        self,
        condition: Term,
        then: Term,
        otherwise: Term,
        scope: Bindings,
        lower: Callable[[Term, Bindings], e.Expression],
        type_: Type,
    ) -> e.Expression:
        test = self.truth(condition, scope)
        if isinstance(test, e.Immediate):
            return lower(then if test.value else otherwise, scope)
        with self.body.inside() as then_block:
            first = lower(then, scope)
        with self.body.inside() as else_block:
            second = lower(otherwise, scope)
        if not then_block and not else_block:
            return e.Select(test, first, second, type_)
        chosen = self.body.new("chosen", type_)
        then_block.append(Assign(chosen, first))
        else_block.append(Assign(chosen, second))
        self.body.add(If(test, tuple(then_block), tuple(else_block)))
        return chosen

    # ------------------------------------------------------------------------------------------------- numbers

    def number(self, term: Term, scope: Bindings | None = None) -> e.Expression:
        """The value of a term that is a number (a truth counts as 1 or 0)."""
        scope = scope or self.base
        if isinstance(term, terms.TruthTerm):
            return self.truth(term, scope)
        if isinstance(term, terms.SetTerm):
            return self.set(term, scope)
        match term:
            case terms.Const(value):
                return e.number(value)
            case terms.Local(name):
                return scope.values[name]
            case terms.Cell(region, index):
                return self.load(region, index, scope)
            case terms.Entry(table, index):
                return e.LoadEntry(table, self.number(index, scope), self.source.number(term, scope.bounds))
            case terms.Arithmetic(operation, left, right):
                values = self.number(left, scope), self.number(right, scope)
                return e.Binary(_ARITHMETIC[operation], *values, self.source.number(term, scope.bounds))
            case terms.IfElse(condition, then, otherwise):
                made = self.simplifier.tabulated(term, scope.bounds, "value by")
                if made is not term:
                    return self.number(made, scope)
                type_ = self.source.number(term, scope.bounds)
                return self._choose(condition, then, otherwise, scope, self.number, type_)
            case terms.Bind(name, value, body):
                return self.number(body, self._bound(name, value, body, scope))
            case terms.Apply():
                return self._applied(term, scope)
            case terms.Size(elements):
                return e.Unary(e.UnaryOp.SIZE, self.set(elements, scope), self.source.number(term, scope.bounds))
            case terms.Highest(elements):
                return e.Unary(e.UnaryOp.HIGHEST, self.set(elements, scope), self.source.number(term, scope.bounds))
            case terms.Lowest(elements):
                found = self.set(elements, scope)
                if not (isinstance(found, e.Load) and isinstance(found.index, e.Immediate)):
                    found = self.body.hold("members", found)
                return e.Unary(e.UnaryOp.LOWEST, found, self.source.number(term, scope.bounds))
            case terms.Fingerprint(parts):
                factors = tuple(self.any(factor, scope) for product in parts for factor in product)
                counts = tuple(len(product) for product in parts)
                return e.Intrinsic(e.IntrinsicOp.FINGERPRINT, factors, counts, Number(0, MODULUS - 1))
            case terms.VarietyOf() | terms.PlaceOf() | terms.TokenAt() | terms.TokenCount():
                return self.tokens.number(term, scope)
            case terms.SumIn() | terms.BestIn() | terms.FirstIn():
                return self.folds.number(term, scope)
            case _:
                assert_never(term)

    def _bound(self, name: str, value: Term, body: Term, scope: Bindings) -> Bindings:
        meant = asked_as_set(body, name, self.source)
        held = self.body.hold(name, self.any(value, scope, meant_as_set=meant))
        return scope.having(name, held, self.source.facts.bound(value, scope.bounds))

    def _applied(self, term: terms.Apply, scope: Bindings) -> e.Invoke:
        called = self.source.facts.functions[term.function]
        given = tuple(
            self.any(argument, scope, meant_as_set=self.source.is_set_parameter(term.function, parameter))
            for parameter, argument in zip(called.parameters, term.arguments, strict=True)
        )
        return e.Invoke(self._function(term.function), given, self.result_of(term.function))

    def result_of(self, function: str) -> Type:
        """What a derived function gives."""
        called = self.source.facts.functions[function]
        bounds = self.source.facts.bounds_of.get(function, {})
        if called.kind == "set":
            return self.source.set(called.body, bounds)
        return TRUTH if called.kind == "truth" else self.source.number(called.body, bounds)

    def _looking_ahead(self, query: terms.Possible, scope: Bindings) -> e.Invoke:
        cells: list[Filled] = []
        given: list[e.Expression] = []
        for put in query.fill:
            index = self.number(put.index, scope)
            value = self.any(put.value, scope, meant_as_set=self.source.region(put.region).kind == "set")
            known = [one.value if isinstance(one, e.Immediate) else None for one in (index, value)]
            cells.append(Filled(put.region, known[0], known[1]))
            given += [one for one in (index, value) if not isinstance(one, e.Immediate)]
        return e.Invoke(self._possible(query.node, tuple(cells), self.simplifier.known), tuple(given), TRUTH)

    # ---------------------------------------------------------------------------------------------------- sets

    def set(self, term: Term, scope: Bindings | None = None) -> e.Expression:
        """The value of a term that is a set."""
        scope = scope or self.base
        if not isinstance(term, terms.IfElse | terms.Both | terms.Either):
            return self._set(term, scope)
        names = self._asked_of(term)
        if names is None:
            return self._set(term, scope)
        key = term, tuple((scope.values.get(name), scope.bounds.get(name)) for name in names)
        if key not in self._sets:
            with self.body.inside() as block:
                found = self._set(term, scope)
            self.body.extend(block)
            if block:
                return found
            self._sets[key] = found
        return self._sets[key]

    def _asked_of(self, term: Term) -> tuple[str, ...] | None:
        """The locals in a term; None if it looks ahead, which hangs on what is known at the moment."""
        if term not in self._names:
            parts = {*direct_parts(term)}
            ahead = isinstance(term, terms.Possible) or any(self._asked_of(part) is None for part in parts)
            self._names[term] = None if ahead else tuple(sorted(shape.free_locals(term)))
        return self._names[term]

    def _set(self, term: Term, scope: Bindings) -> e.Expression:
        match term:
            case terms.Const(value):
                return e.Immediate(value, BitSet(value.bit_length()))
            case terms.Local(name):
                return scope.values[name]
            case terms.Cell(region, index):
                return self.load(region, index, scope)
            case terms.Entry(table, index):
                return e.LoadEntry(table, self.number(index, scope), self._type(term, scope))
            case terms.Arithmetic("*" | "//", left, terms.Const(factor)) if factor.bit_count() == 1:
                op = e.BinaryOp.SHIFT_UP if term.operation == "*" else e.BinaryOp.SHIFT_DOWN
                return e.Binary(op, self.set(left, scope), e.number(factor.bit_length() - 1), self._type(term, scope))
            case terms.IfElse(condition, then, otherwise):
                return self._choose(condition, then, otherwise, scope, self.set, self._type(term, scope))
            case terms.Bind(name, value, body):
                return self.set(body, self._bound(name, value, body, scope))
            case terms.Apply():
                return self._applied(term, scope)
            case terms.Single(element):
                # Only now: as long as it is a single element, more can be done with it.
                made = self.simplifier.tabulated(term, scope.bounds)
                if made is not term and not isinstance(element, terms.Local):
                    return self.set(made, scope)
                return e.Unary(e.UnaryOp.SINGLE, self.number(element, scope), self._type(term, scope))
            case terms.Both(parts):
                return self._together(e.BinaryOp.INTERSECTION, parts, term, scope)
            case terms.Either(parts):
                return self._together(e.BinaryOp.UNION, parts, term, scope)
            case terms.Without(left, right):
                values = self.set(left, scope), self.set(right, scope)
                return e.Binary(e.BinaryOp.DIFFERENCE, *values, self._type(term, scope))
            case terms.Reached():
                return self.walks.reached(term, self._type(term, scope), scope)
            case terms.InLine(start, rays, directions, through):
                origin = self.number(start, scope), self.set(through, scope)
                return e.Intrinsic(e.IntrinsicOp.IN_LINE, origin, (rays, directions), self._type(term, scope))
            case terms.TokenPlaces(varieties):
                return self.tokens.places(varieties, scope)
            case terms.Filtered() | terms.WhileIn() | terms.Leading():
                return self.folds.set(term, scope)
            case _:
                return self.number(term, scope)

    def _together(self, op: e.BinaryOp, parts: tuple[Term, ...], term: Term, scope: Bindings) -> e.Expression:
        type_ = self._type(term, scope)
        if not parts:
            return e.Immediate(0, BitSet(0))
        found, *others = [self.set(part, scope) for part in parts]
        for other in others:
            found = e.Binary(op, found, other, type_)
        return found

    def _type(self, term: Term, scope: Bindings) -> BitSet:
        return self.source.set(term, scope.bounds)

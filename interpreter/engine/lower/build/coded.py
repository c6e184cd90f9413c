"""Decisions of which all moves have a code: listing the codes, and carrying out the move of one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.analysis.plans import bound_of
from interpreter.engine.lower.analysis.split_options import split
from interpreter.engine.lower.build.effects import ON_TRIAL, in_play
from interpreter.engine.lower.build.following import Following
from interpreter.engine.lower.build.routine_table import RoutineTable
from interpreter.engine.lower.build.routines import RoutineBuilder
from interpreter.engine.lower.build.scope import NO_LOCALS, Bindings
from interpreter.engine.lower.build.variants import ANY
from interpreter.engine.lower.code import (
    Assign,
    Finish,
    Offer,
    Remark,
    Role,
    Routine,
    SortOffers,
    Tail,
)
from interpreter.engine.lower.codes import Codes
from interpreter.engine.lower.types import TRUTH, Number
from rulelang.graph import terms
from rulelang.graph.bounds import Bound
from rulelang.graph.program import Decide, OptionEdge
from rulelang.graph.terms import Effect, Term


class CodedLowering:
    """Writes the routines of codes."""

    def __init__(self, table: RoutineTable) -> None:
        self._table: Final = table
        self._source: Final = table.source
        self._reasons: Final = tuple(text for text, _ in table.program.reasons)

    def listing(self, name: str, node: Decide) -> Routine:
        """The codes of all legal moves."""
        writing = RoutineBuilder(self._table, ON_TRIAL, by_variant=True)
        if self._table.variants.of(node) and not name.endswith(ANY):
            self._by_variant(writing, node, self._table.listing(node, ANY), lambda: self._list_all(writing, node))
        else:
            self._list_all(writing, node)
        return writing.made(name, Role.LIST, (), None, node.origin)

    def _list_all(self, writing: RoutineBuilder, node: Decide) -> None:
        in_order = True
        for number_, option in enumerate(node.options):
            writing.add(Remark(option.name, option.origin))
            in_order = self._list(writing, node, number_) and in_order
        if not in_order:
            writing.add(SortOffers())
        writing.add(Finish())

    def _list(self, writing: RoutineBuilder, node: Decide, number_: int) -> bool:
        """The codes of the moves of an option; are they in order?"""
        codes = self._source.codes(node.number, number_)
        assert codes is not None

        def leaf(values: tuple[e.Expression, ...], _: Bindings) -> None:
            writing.add(Offer(number_, _code(codes, values), values))

        return writing.all_parts(node, number_, leaf, listed=True)

    def _by_variant(
        self, writing: RoutineBuilder, node: Decide, otherwise: str, write: Callable[[], None], *given: e.Var
    ) -> None:
        """Something written for each variant of what is known at a decision, and `otherwise` for all else."""
        simplifier, values = writing.values.simplifier, writing.values
        for variant in self._table.variants.of(node):
            asked = tuple(
                e.Binary(e.BinaryOp.EQUAL, values.load(region, terms.Const(index), NO_LOCALS), e.number(value), TRUTH)
                for (region, index), value in variant
            )
            with writing.body.when(e.all_of(asked)):
                simplifier.known.restore({key: terms.Const(value) for key, value in variant})
                write()
            simplifier.known.restore({})
            values.base = NO_LOCALS
        writing.add(Tail(otherwise, given))

    def play(self, name: str, node: Decide) -> Routine:
        """Carry a move out, by its code."""
        writing = RoutineBuilder(self._table, in_play(node.number, self._reasons), by_variant=True)
        following = Following(writing)
        given = self._source.codes(node.number, 0)
        assert given is not None
        last = self._source.codes(node.number, len(node.options) - 1)
        assert last is not None
        code = writing.parameter("code", Number(given.base, last.base + last.count - 1))
        if self._table.variants.of(node) and not name.endswith(ANY):
            any_ = self._table.play(node, ANY)
            self._by_variant(writing, node, any_, lambda: self._play_all(writing, following, node, code), code)
        else:
            self._play_all(writing, following, node, code)
        return writing.made(name, Role.STEP, (code,), None, node.origin)

    def _play_all(self, writing: RoutineBuilder, following: Following, node: Decide, code: e.Var) -> None:
        before, base = dict(writing.values.simplifier.known), writing.values.base
        for number_, option in enumerate(node.options):
            codes = self._source.codes(node.number, number_)
            assert codes is not None
            is_last = number_ == len(node.options) - 1
            mine = e.YES if is_last else e.Binary(e.BinaryOp.LESS, code, e.number(codes.base + codes.count), TRUTH)
            with writing.body.when(mine):
                writing.add(Remark(option.name, option.origin))
                variables = self._decoded(writing, option, codes, code)
                effects, scope = self._chosen(writing, following, option, variables)
                # The move is legal: what it asks for holds.
                following.effects(effects, scope, sure=True)
                following.go(option.target, 0, sure=option.lookahead)
            writing.values.simplifier.known.restore(before)
            writing.values.base = base

    def _chosen(
        self, writing: RoutineBuilder, following: Following, option: OptionEdge, variables: Sequence[e.Var]
    ) -> tuple[tuple[Effect, ...], Bindings]:
        """The effects of a move, and the scope of its values; of a token whose variety is known the place alone."""
        values = writing.values
        parts = split(option, values.simplifier, self._source.facts, values.base.bounds)
        scope = values.base
        if len(parts) == 1 and all(map(_is_simple, parts[0].values)):
            bounds: dict[str, Bound] = dict(scope.bounds)
            for parameter in parts[0].option.parameters:
                bounds[parameter.name] = bound_of(parameter, self._source.facts, values.simplifier, bounds)
            for value, var in zip(parts[0].values, variables, strict=True):
                scope = self._bind_part(writing, value, var, bounds, scope)
            for parameter in parts[0].option.parameters:
                if isinstance(parameter.domain, terms.Members):
                    there = terms.Holds(parameter.domain.set, terms.Local(parameter.name))
                    following.assume(values.simple(there, scope), scope)
            return parts[0].option.effects, scope
        for parameter, var in zip(option.parameters, variables, strict=True):
            domain = values.simplifier.domain(parameter.domain, scope.bounds)
            scope = scope.having(parameter.name, var, self._source.facts.element(domain, scope.bounds))
        return option.effects, scope

    def _bind_part(
        self, writing: RoutineBuilder, value: Term, var: e.Var, bounds: Mapping[str, Bound], scope: Bindings
    ) -> Bindings:
        match value:
            case terms.TokenAt(terms.Const(), terms.Local(name)):
                width = e.number(len(self._source.program.layout.varieties))
                bound = bounds[name]
                place = writing.body.new("place", Number(bound.low, bound.high))
                writing.add(Assign(place, e.Binary(e.BinaryOp.DIVIDE, var, width, place.type)))
                return scope.having(name, place, bound)
            case terms.Local(name):
                return scope.having(name, var, bounds[name])
            case _:
                return scope

    def _decoded(self, writing: RoutineBuilder, option: OptionEdge, codes: Codes, code: e.Var) -> list[e.Var]:
        """The values of a move, from its code."""
        left: e.Expression = code
        if codes.base:
            left = e.Binary(e.BinaryOp.SUBTRACT, code, e.number(codes.base), Number(0, codes.count - 1))
        total = codes.count
        found: list[e.Var] = []
        for position, (parameter, low, size) in enumerate(zip(option.parameters, codes.lows, codes.sizes, strict=True)):
            left = writing.body.hold("rest", left)
            var = writing.body.new(parameter.name, Number(low, low + size - 1))
            total //= size
            value: e.Expression = left
            if position < len(codes.sizes) - 1:
                value = e.Binary(e.BinaryOp.DIVIDE, left, e.number(total), Number(0, size - 1))
                left = e.Binary(e.BinaryOp.REMAINDER, left, e.number(total), Number(0, total - 1))
            writing.add(Assign(var, value if not low else e.Binary(e.BinaryOp.ADD, value, e.number(low), var.type)))
            found.append(var)
        return found


def _is_simple(value: Term) -> bool:
    """Is a value of an option one of its part, or easily told from one?"""
    match value:
        case terms.Local() | terms.Const() | terms.TokenAt(terms.Const(), terms.Local()):
            return True
        case _:
            return False


def _code(codes: Codes, values: tuple[e.Expression, ...]) -> e.Expression:
    """The code of values that are worked out in play."""
    found: e.Expression = e.number(0)
    base = codes.base
    stride = 1
    parts: list[e.Expression] = []
    for value, low, size in zip(reversed(values), reversed(codes.lows), reversed(codes.sizes), strict=True):
        base -= low * stride
        part = (
            value if stride == 1 else e.Binary(e.BinaryOp.MULTIPLY, value, e.number(stride), Number(0, size * stride))
        )
        parts.append(part)
        stride *= size
    type_ = Number(codes.base, codes.base + codes.count - 1)
    for part in reversed(parts):
        found = part if found == e.number(0) else e.Binary(e.BinaryOp.ADD, found, part, type_)
    return e.Binary(e.BinaryOp.ADD, found, e.number(base), type_) if base or found == e.number(0) else found

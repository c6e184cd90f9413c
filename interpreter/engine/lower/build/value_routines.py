"""Routines for values: derived ones, those that elements are sorted by, and those that are asked from outside."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.engine.lower.build.effects import ON_TRIAL, FailurePolicy
from interpreter.engine.lower.build.routine_table import RoutineTable
from interpreter.engine.lower.build.routines import RoutineBuilder
from interpreter.engine.lower.build.scope import NO_LOCALS, Bindings
from interpreter.engine.lower.code import Abort, Return, Role, Routine
from interpreter.engine.lower.expressions import Var
from interpreter.engine.lower.types import TRUTH, Number
from rulelang.graph import shape, terms
from rulelang.graph.bounds import ANYTHING
from rulelang.graph.terms import Effect, Term


class ValueRoutines:
    """Writes them."""

    def __init__(self, table: RoutineTable) -> None:
        self._table: Final = table

    def derived(self, name: str, function: str) -> Routine:
        """The function of a derived value."""
        writing, source = RoutineBuilder(self._table, ON_TRIAL), self._table.source
        called = source.facts.functions[function]
        bounds = source.facts.bounds_of.get(function, {})
        scope, parameters = NO_LOCALS, []
        for parameter in called.parameters:
            bound = bounds.get(parameter, ANYTHING)
            is_set = source.is_set_parameter(function, parameter)
            type_ = source.set(terms.Local(parameter), bounds) if is_set else Number(bound.low, bound.high)
            var = writing.parameter(parameter, type_)
            parameters.append(var)
            scope = scope.having(parameter, var, bound)
        body = writing.values.simple(called.body, scope)
        result = writing.values.result_of(function)
        match called.kind:
            case "truth":
                value = writing.values.truth(body, scope)
            case "set":
                value = writing.values.set(body, scope)
            case _:
                value = writing.values.number(body, scope)
        writing.add(Return(value))
        return writing.made(name, Role.VALUE, parameters, result, called.origin)

    def rank(self, name: str, local: str, key: Term, variables: tuple[Var, ...], scope: Bindings) -> Routine:
        """What elements are sorted by."""
        writing = RoutineBuilder(self._table, ON_TRIAL)
        inner = NO_LOCALS
        given = {one: writing.parameter(one.name, one.type) for one in variables}
        for known in sorted(shape.free_locals(key) | {local}):
            value = scope.values[known]
            inner = inner.having(known, given[value] if isinstance(value, Var) else value, scope.bounds[known])
        writing.add(Return(writing.values.number(key, inner)))
        return writing.made(name, Role.VALUE, tuple(given.values()), Number(), None)

    def value(self, name: str, term: Term, values: Sequence[str], truth: bool) -> Routine:
        """The value of any term, of its free locals in this order."""
        writing = RoutineBuilder(self._table, ON_TRIAL)
        scope, parameters = _given(writing, values)
        simple = writing.values.simple(term, scope)
        value = writing.values.truth(simple, scope) if truth else writing.values.any(simple, scope)
        writing.add(Return(value))
        return writing.made(name, Role.VALUE, parameters, TRUTH if truth else value.type, None)

    def change(self, name: str, effects: tuple[Effect, ...], values: Sequence[str]) -> Routine:
        """Effects outside the flow."""
        reasons = self._table.program.reasons

        def refuse(reason: int) -> Abort:
            why = reasons[reason][0] if reason >= 0 else "no reason given"
            return Abort(f"a sentence cannot be obeyed: {why}".replace("{", "{{").replace("}", "}}"), -1)

        manner = FailurePolicy(refuse, lambda message, value: Abort(message, -1, value=value), tells=False)
        writing = RoutineBuilder(self._table, manner)
        scope, parameters = _given(writing, values)
        writing.effects.carry_out(writing.values.simplifier.effects(effects, scope.bounds), scope)
        return writing.made(name, Role.CHANGE, parameters, None, None)


def _given(writing: RoutineBuilder, values: Sequence[str]) -> tuple[Bindings, list[Var]]:
    scope, parameters = NO_LOCALS, []
    for value in values:
        var = writing.parameter(value, Number())
        parameters.append(var)
        scope = scope.having(value, var, ANYTHING)
    return scope, parameters

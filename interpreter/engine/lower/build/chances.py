"""What chance may bring, and how one outcome is drawn.

one of a set             the k-th element, of which every one is equally likely
equal weights            the same, with the set from a table
anything by weights      the outcomes in a list with their weights; a number below all weights together
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.outer import STATEFUL
from interpreter.engine.lower.build.routines import RoutineBuilder
from interpreter.engine.lower.build.scope import Bindings
from interpreter.engine.lower.build.sources import COUNT, none, size_of
from interpreter.engine.lower.code import Abort, Assign, DrawNumber, EmptyList, Push
from interpreter.engine.lower.types import TRUTH, Number, NumberList
from rulelang.graph import shape, terms
from rulelang.graph.bit_sets import members
from rulelang.graph.program import ChanceNode, Parameter
from rulelang.graph.terms import Term

#: What the index of a table that outcomes are drawn from is called while weights are compared.
_DRAWN_FROM: Final = "drawn from"


class ChanceLowering:
    """Writes the draws of one routine. `below` draws a number below a bound."""

    def __init__(
        self, writing: RoutineBuilder, node: ChanceNode, below: Callable[[e.Expression], e.Expression]
    ) -> None:
        self._writing: Final = writing
        self._values: Final = writing.values
        self._body: Final = writing.body
        self._facts: Final[Facts] = writing.table.source.facts
        self._node: Final = node
        self._below: Final = below

    def outcome(self, parameter: Parameter) -> Bindings:
        """Draw an outcome; the scope of what follows from it."""
        domain = self._values.simplifier.domain(parameter.domain)
        elements = self._alike(parameter, domain)
        if elements is None:
            value = self._weighed(parameter, domain)
        else:
            found = self._body.hold("choices", self._values.set(elements))
            count = size_of(found)
            if not isinstance(count, e.Immediate) or not count.value:
                with self._body.when(none(count)):
                    self._nothing()
            value = e.Intrinsic(e.IntrinsicOp.KTH, (found, self._below(count)), (), COUNT)
        bound = self._facts.element(domain)
        var = self._body.new(parameter.name, Number(bound.low, bound.high))
        self._writing.add(Assign(var, value))
        return self._values.base.having(parameter.name, var, bound)

    def _alike(self, parameter: Parameter, domain: terms.Domain) -> Term | None:
        """The set of what can happen, if all of it is equally likely."""
        if not isinstance(domain, terms.Members):
            return None
        if self._node.weight is not None:
            return None if parameter.where is not None else self._even(self._node.weight, parameter, domain)
        if parameter.where is None:
            return domain.set
        return self._values.simple(terms.Filtered(parameter.name, domain, parameter.where))

    def _even(self, weight: Term, parameter: Parameter, domain: terms.Members) -> Term | None:
        """The set of what can happen, where tables say that all of it weighs the same."""
        element = self._facts.element(domain)
        weight = self._values.simplifier.term(weight, {parameter.name: element})
        given, drawn_from = [parameter.name], None
        match domain.set:
            case terms.Const(elements):
                rows = {-1: elements}
            case terms.Entry(table, index) if (among := self._facts.bound(index).among) is not None:
                drawn_from = index
                rows = dict(enumerate(self._facts.tables[table][:-1]))
                rows = {one: elements for one, elements in rows.items() if among >> one & 1}
                weight = shape.exchanged(weight, index, terms.Local(_DRAWN_FROM))
                given.append(_DRAWN_FROM)
            case _:
                return None
        if shape.kinds(weight) & STATEFUL or shape.free_locals(weight) - set(given):
            return None
        weigh = self._facts.tried(weight, given)
        sets: dict[int, int] = {}
        for one, elements in rows.items():
            weights = {value: weigh(value, *(() if drawn_from is None else (one,))) for value in members(elements)}
            if len({found for found in weights.values() if found > 0}) > 1:
                return None
            sets[one] = sum(1 << value for value, found in weights.items() if found > 0)
        if drawn_from is None:
            return terms.Const(sets[-1])
        entries = tuple(sets.get(one, 0) for one in range(max(sets, default=-1) + 1))
        return self._values.simple(terms.Entry(self._facts.invent_table("even chances", (*entries, 0)), drawn_from))

    def _weighed(self, parameter: Parameter, domain: terms.Domain) -> e.Expression:
        outcomes, weights = self._body.new("outcomes", NumberList()), self._body.new("weights", NumberList())
        total = self._body.new("total", COUNT)
        self._writing.add(EmptyList(outcomes), EmptyList(weights), Assign(total, e.number(0)))

        def weigh(value: e.Expression, weight: e.Expression) -> None:
            plus = e.Binary(e.BinaryOp.ADD, total, weight, COUNT)
            self._writing.add(Push(outcomes, value), Push(weights, weight), Assign(total, plus))

        self._writing.outcomes(self._node, parameter, domain, weigh)
        with self._body.when(none(total)):
            self._nothing()
        left, position = self._body.new("left", Number()), self._body.new("position", COUNT)
        self._writing.add(DrawNumber(left, total), Assign(position, e.number(0)))
        weight = e.Intrinsic(e.IntrinsicOp.ITEM, (weights, position), (), COUNT)
        with self._body.loop(e.Binary(e.BinaryOp.GREATER_EQUAL, left, weight, TRUTH)):
            self._writing.add(
                Assign(left, e.Binary(e.BinaryOp.SUBTRACT, left, weight, COUNT)),
                Assign(position, e.Binary(e.BinaryOp.ADD, position, e.number(1), COUNT)),
            )
        return e.Intrinsic(e.IntrinsicOp.ITEM, (outcomes, position), (), COUNT)

    def _nothing(self) -> None:
        title = self._node.title
        self._writing.add(Abort(f"chance has nothing to choose from at: {title}", self._node.number))

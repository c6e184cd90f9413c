"""One routine while it is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from interpreter.engine.lower import code
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.analysis.split_options import OptionPart, split, whole
from interpreter.engine.lower.build.body import Body
from interpreter.engine.lower.build.effects import EffectLowering, FailurePolicy
from interpreter.engine.lower.build.moves import Leaf, MoveLowering
from interpreter.engine.lower.build.routine_table import RoutineTable
from interpreter.engine.lower.build.scope import NO_LOCALS
from interpreter.engine.lower.build.values import TermLowering
from interpreter.engine.lower.types import TRUTH, Number, NumberList, Type
from rulelang.graph import terms
from rulelang.graph.program import ChanceNode, Decide, OptionEdge, Origin, Parameter
from rulelang.graph.terms import Term


class RoutineBuilder:
    """One function while it is written."""

    def __init__(self, table: RoutineTable, manner: FailurePolicy, *, by_variant: bool = False) -> None:
        """`by_variant`: for what is known, so that it pays to write out functions of the rulebook."""
        self.table: Final = table
        self.body: Final = Body()
        simplifier = table.source.simplifier(by_variant=by_variant)
        self.values: Final = TermLowering(table.source, self.body, simplifier, table.derived, table.possible)
        self.effects: Final = EffectLowering(self.values, manner, table.rank)

    def moves(self, node: Decide, number_: int) -> MoveLowering:
        """The legal moves of an option, with what is known here."""
        if not self.values.simplifier.known:
            plan = self.table.plan(node, number_)
        else:
            plan = self.table.plan_of(node.options[number_], self.values.simplifier, self.values.base.bounds)
        return MoveLowering(self.values, self.effects, plan, self.trial(node, number_, whole(plan.option)))

    def trial(self, node: Decide, number_: int, part: OptionPart) -> Callable[[], str]:
        """The routine that tries the choices of an option, or of a part of one, made for what is known here."""
        return lambda: self.table.tries(node, number_, part, self.values.simplifier.known)

    def all_parts(self, node: Decide, number_: int, leaf: Leaf, *, listed: bool = False) -> bool:
        """The legal moves of an option, part by part; do they come in their order? `listed`: not one, but all."""
        if "parts" in self.table.source.without or not self.table.source.is_small:
            self.moves(node, number_).legal(leaf)
            return True
        simplifier, bounds = self.values.simplifier, self.values.base.bounds
        parts = split(node.options[number_], simplifier, self.table.source.facts, bounds)
        in_order = len(parts) <= 1
        for part in parts:
            if part.option.guard == terms.Const(0):
                continue
            plan = self.table.plan_of(part.option, simplifier, bounds)
            moves = MoveLowering(self.values, self.effects, plan, self.trial(node, number_, part), part.values)
            in_order = moves.at_once_or_legal(leaf, listed=listed) and in_order
        return in_order

    def any_of(self, node: Decide, options: Sequence[int]) -> None:
        """Is there a legal move of one of some options?"""
        for number_ in options:
            if node.options[number_].handfuls:
                # A handful is written into a copy, which the other options must not see.
                asked = e.Invoke(self.table.any(node, number_), (), TRUTH)
                self.add(code.If(asked, (code.Return(e.YES),)))
            else:
                self.all_parts(node, number_, lambda *_: self.add(code.Return(e.YES)))
        self.add(code.Return(e.NO))

    def parameter(self, name: str, type_: Type) -> e.Var:
        """A parameter of the function."""
        return self.body.new(name, type_)

    def add(self, *statements: code.Statement) -> None:
        """Statements at the present place."""
        for statement in statements:
            self.body.add(statement)

    def made(
        self, name: str, role: code.Role, parameters: Sequence[e.Var], result: Type | None, origin: Origin | None
    ) -> code.Routine:
        """The function as it is written now."""
        return code.Routine(name, role, tuple(parameters), result, self.body.whole, origin)

    def outcomes(
        self,
        node: ChanceNode,
        parameter: Parameter,
        domain: terms.Domain,
        weigh: Callable[[e.Expression, e.Expression], None],
    ) -> None:
        """What is done with each outcome of chance and its weight, which is above 0."""
        values = self.values
        run: code.Run = values.folds.run(domain, NO_LOCALS)
        if isinstance(domain, terms.Listed | terms.CellList):
            pool = self.body.new("pool", NumberList())
            self.add(code.Gather(pool, run), code.Perform(code.Deed.ORDER, (pool,)))
            run = code.Numbers(pool)
        var, scope = values.folds.element(parameter.name, domain, NO_LOCALS)
        where = terms.Const(1) if parameter.where is None else parameter.where
        with self.body.each(var, run), self.body.when(values.truth(values.simple(where, scope), scope)):
            weight = values.number(values.simple(_weight(node, parameter), scope), scope)
            weight = self.body.hold("weight", weight)
            with self.body.when(e.Binary(e.BinaryOp.GREATER, weight, e.number(0), TRUTH)):
                weigh(var, weight)

    def variables(self, option: OptionEdge) -> list[e.Var]:
        """Parameters of the function for the values of an option."""
        found = []
        for parameter in option.parameters:
            bound = self.table.source.facts.element(parameter.domain)
            type_: Type = NumberList() if parameter.form == "some" else Number(bound.low, bound.high)
            found.append(self.parameter(parameter.name, type_))
        return found


def _weight(node: ChanceNode, parameter: Parameter) -> Term:
    if node.weight is not None:
        return node.weight
    if isinstance(parameter.domain, terms.Tokens):
        token = terms.Local(parameter.name)
        return terms.TokenCount(terms.VarietyOf(token), terms.PlaceOf(token))
    return terms.Const(1)

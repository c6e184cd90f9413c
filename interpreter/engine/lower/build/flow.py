"""Nodes as functions.

actor_12()                 who decides
list_12()                  the codes of the legal moves; `each_12_0` those of one option, one after the other
play_12(code)              carries a move out, and goes on; `take_12_0(values)` the same by its values
at_12()                    what happens at a node by itself
any_12_0(), shown_12()     is a move of the option legal, is the decision put to anybody?
tries_12_0(values)         can the effects be carried out? asks on a copy
completes_9(actor)         can the flow from node 9 be completed? uses up its state
possible_9(...)            the same on a copy with some cells filled
outcomes_7(), happens_7(outcome), place_7()
"""

from __future__ import annotations

from functools import partial
from typing import Final

from interpreter.engine.lower import code
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.build.effects import ON_TRIAL, in_play
from interpreter.engine.lower.build.following import Following
from interpreter.engine.lower.build.routine_table import RoutineTable
from interpreter.engine.lower.build.routines import RoutineBuilder
from interpreter.engine.lower.build.scope import NO_LOCALS, Bindings
from interpreter.engine.lower.build.variants import Variant
from interpreter.engine.lower.types import TRUTH, Number, NumberList
from rulelang.graph import terms
from rulelang.graph.bounds import one_of
from rulelang.graph.program import ChanceNode, Decide, Do, End, Test


class NodeLowering:
    """Writes the functions of nodes."""

    def __init__(self, table: RoutineTable) -> None:
        self._table: Final = table
        self._source: Final = table.source

    def _in_play(self, node: int, *, by_variant: bool = False) -> RoutineBuilder:
        reasons = tuple(text for text, _ in self._source.program.reasons)
        return RoutineBuilder(self._table, in_play(node, reasons), by_variant=by_variant)

    def _on_trial(self, *, by_variant: bool = False) -> RoutineBuilder:
        return RoutineBuilder(self._table, ON_TRIAL, by_variant=by_variant)

    # --------------------------------------------------------------------------------------------------- steps

    def go(self, target: int) -> code.Statement:
        """On to a node."""
        node = self._source.nodes.get(target)
        if node is None:
            return code.Abort("the rules lead nowhere", -1)
        return code.Rest(target) if isinstance(node, End | ChanceNode) else code.Goto(target)

    def step(self, name: str, node: Decide | Do | Test) -> code.Routine:
        """What happens at a node by itself; where that hangs on what is known, in a routine for each variant."""
        variants = [] if isinstance(node, Decide) else self._table.variants.of(node)
        if not isinstance(node, Decide) and not variants:
            return self.step_knowing(name, node, ())
        writing = self._in_play(node.number)
        writing.add(code.Remark(_titled(node), node.origin))
        if isinstance(node, Decide):
            self._at_decide(writing, node)
        else:
            for variant in variants:
                with writing.body.when(_holds(writing, variant)):
                    writing.add(code.Tail(self._table.step_knowing(node, variant), ()))
            writing.add(code.Tail(self._table.step_knowing(node, ()), ()))
        return writing.made(name, code.Role.STEP, (), None, node.origin)

    def step_knowing(self, name: str, node: Do | Test, known: Variant) -> code.Routine:
        """What happens at a node by itself, where something is known."""
        writing = self._in_play(node.number, by_variant=bool(known))
        writing.add(code.Remark(_titled(node), node.origin))
        writing.values.simplifier.known.restore({key: terms.Const(value) for key, value in known})
        Following(writing).inside(node, 0, sure=False)
        return writing.made(name, code.Role.STEP, (), None, node.origin)

    def _at_decide(self, writing: RoutineBuilder, node: Decide) -> None:
        """Stay where something is legal; else pass, or go on."""
        writing.add(code.If(e.Invoke(self._table.shown(node), (), TRUTH), (code.Rest(node.number),)))
        for number_, option in enumerate(node.options):
            if option.role == "pass":
                take = self._table.take(node, number_)
                writing.moves(node, number_).legal(partial(_go_on_with, writing, take))
        if node.otherwise >= 0:
            writing.add(self.go(node.otherwise))
        else:
            writing.add(code.Abort(f"nothing is legal at: {node.title}", node.number, stuck=True))

    # --------------------------------------------------------------------------------------------------- moves

    def actor(self, name: str, node: Decide) -> code.Routine:
        """Who decides."""
        writing = self._on_trial()
        writing.add(code.Return(writing.values.number(writing.values.simple(node.actor))))
        return writing.made(name, code.Role.VALUE, (), self._source.number(node.actor), node.origin)

    def shown(self, name: str, node: Decide, known: Variant) -> code.Routine:
        """Is there a legal move that is no pass?"""
        writing = self._on_trial(by_variant=bool(known))
        writing.values.simplifier.known.restore({key: terms.Const(value) for key, value in known})
        if not known:
            self._ask_variant(name, writing, node)
        asked = [number_ for number_, option in enumerate(node.options) if option.role != "pass"]
        writing.any_of(node, asked)
        return writing.made(name, code.Role.VALUE, (), TRUTH, node.origin)

    def _ask_variant(self, name: str, writing: RoutineBuilder, node: Decide) -> None:
        """The same question is asked of the routine for what is known here, if that is one of few variants."""
        for variant in self._table.variants.of(node):
            shown = self._table.shown(node, {key: terms.Const(value) for key, value in variant})
            if shown == name:
                continue
            with writing.body.when(_holds(writing, variant)):
                writing.add(code.Return(e.Invoke(shown, (), TRUTH)))

    def any(self, name: str, node: Decide, number_: int) -> code.Routine:
        """Is there a legal move of an option?"""
        writing = self._on_trial()
        writing.moves(node, number_).legal(lambda *_: writing.add(code.Return(e.YES)))
        writing.add(code.Return(e.NO))
        return writing.made(name, code.Role.VALUE, (), TRUTH, node.options[number_].origin)

    def each(self, name: str, node: Decide, number_: int) -> code.Routine:
        """The legal moves of one option, one after the other."""
        writing = self._on_trial()
        writing.add(code.Remark(node.options[number_].name, node.options[number_].origin))

        def leaf(values: tuple[e.Expression, ...], _: Bindings) -> None:
            writing.add(code.Offer(number_, None, values))

        writing.moves(node, number_).legal(leaf)
        return writing.made(name, code.Role.EACH, (), None, node.options[number_].origin)

    def take(self, name: str, node: Decide, number_: int) -> code.Routine:
        """Carry a move out, by its values."""
        writing = self._in_play(node.number)
        option = node.options[number_]
        variables = writing.variables(option)
        writing.add(code.Remark(option.name, option.origin))
        following = Following(writing)
        # The move is legal: what it asks for holds.
        following.effects(option.effects, writing.moves(node, number_).scope_of(variables), sure=True)
        following.go(option.target, 0, sure=option.lookahead)
        return writing.made(name, code.Role.STEP, variables, None, option.origin)

    # --------------------------------------------------------------------------------------------------- chance

    def place(self, name: str, node: ChanceNode) -> code.Routine:
        """Which place is shuffled."""
        writing = self._on_trial()
        assert node.shuffles is not None
        writing.add(code.Return(writing.values.number(writing.values.simple(node.shuffles))))
        return writing.made(name, code.Role.VALUE, (), self._source.number(node.shuffles), node.origin)

    def happens(self, name: str, node: ChanceNode) -> code.Routine:
        """An outcome of chance happens."""
        writing = self._in_play(node.number)
        scope = NO_LOCALS
        parameters: list[e.Var] = []
        if node.shuffles is not None:
            order = writing.parameter("order", NumberList())
            place = writing.values.number(writing.values.simple(node.shuffles))
            writing.add(code.Perform(code.Deed.REARRANGE, (place, order)))
            parameters.append(order)
        else:
            bound = one_of(0, nothing=True)
            if node.parameter is not None:
                bound = self._source.facts.element(node.parameter.domain)
            outcome = writing.parameter("outcome", Number(bound.low, bound.high))
            parameters.append(outcome)
            if node.parameter is not None:
                scope = scope.having(node.parameter.name, outcome, bound)
        following = Following(writing)
        following.effects(node.effects, scope, sure=False)
        following.go(node.target, 0, sure=False)
        return writing.made(name, code.Role.STEP, parameters, None, node.origin)

    def outcomes(self, name: str, node: ChanceNode) -> code.Routine:
        """The outcomes with their weights."""
        writing = self._on_trial()
        assert node.parameter is not None
        domain = writing.values.simplifier.domain(node.parameter.domain)
        writing.outcomes(node, node.parameter, domain, lambda value, weight: writing.add(code.Weigh(value, weight)))
        return writing.made(name, code.Role.LIST, (), None, node.origin)


def _go_on_with(writing: RoutineBuilder, take: str, values: tuple[e.Expression, ...], _: Bindings) -> None:
    writing.add(code.Tail(take, values))


def _titled(node: Decide | Do | Test) -> str:
    return f"{node.number}: {' '.join(node.title.split())}"


def _holds(writing: RoutineBuilder, variant: Variant) -> e.Expression:
    """Do cells hold what they hold in a variant?"""
    tests = [terms.Compare("==", terms.Cell(region, terms.Const(index)), terms.Const(value))
             for (region, index), value in variant]  # fmt: skip
    return writing.values.truth(terms.And(tuple(tests)))

"""Looking ahead: what may be chosen, whether a choice can be carried out, whether the flow can be completed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.engine.lower import code
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.analysis.ahead import is_asked
from interpreter.engine.lower.analysis.plans import all_tried
from interpreter.engine.lower.build.effects import ON_TRIAL
from interpreter.engine.lower.build.following import SHORT, Following
from interpreter.engine.lower.build.moves import MoveLowering
from interpreter.engine.lower.build.routine_table import RoutineTable
from interpreter.engine.lower.build.routines import RoutineBuilder
from interpreter.engine.lower.build.values import Filled
from interpreter.engine.lower.build.variants import Variant
from interpreter.engine.lower.rewrite import statements
from interpreter.engine.lower.types import TRUTH, Number, NumberList
from rulelang.graph import terms
from rulelang.graph.access import Key
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, OptionEdge, Test
from rulelang.graph.terms import Term

#: Whoever decides first is the one who is asked (the actor of a look-ahead query).
ANYBODY: Final = -2


class LookLowering:
    """Writes the routines that look ahead."""

    def __init__(self, table: RoutineTable) -> None:
        self._table: Final = table
        self._source: Final = table.source
        self._actor: Final = Number(ANYBODY, table.program.players - 1, "player")

    def tries(self, name: str, node: Decide, option: OptionEdge, known: Variant) -> code.Routine:
        """Can the effects of a move be carried out, and the move be completed? Every sentence is asked: those who try
        a move know different things of the state, and so they ask different things before."""
        writing = RoutineBuilder(self._table, ON_TRIAL, by_variant=bool(known))
        writing.values.simplifier.known.restore({key: terms.Const(value) for key, value in known})
        variables = writing.variables(option)
        actor: e.Expression = e.number(ANYBODY)
        if option.lookahead:
            actor = writing.body.hold("actor", writing.values.number(writing.values.simple(node.actor)))
        writing.add(code.Copy())
        moves = MoveLowering(writing.values, writing.effects, all_tried(option), lambda: name)
        scope = moves.scope_of(variables)
        trial = _Trial(self, writing, actor)
        trial.effects(option.effects, scope, sure=False)
        if option.lookahead:
            trial.go(option.target, 0, sure=False)
        else:
            writing.add(code.Return(e.YES))
        return writing.made(name, code.Role.ATTEMPT, variables, TRUTH, option.origin)

    def fits(self, name: str, node: Decide, number_: int, given: int, begun: bool) -> code.Routine:
        """Is there a legal move that begins with some values (and whose next handful begins with some members)?"""
        writing = RoutineBuilder(self._table, ON_TRIAL)
        variables = writing.variables(node.options[number_])[:given]
        members = writing.parameter("begun", NumberList()) if begun else None
        moves = writing.moves(node, number_)
        moves.legal(lambda *_: writing.add(code.Return(e.YES)), variables, members)
        writing.add(code.Return(e.NO))
        parameters = [*variables, *([members] if members is not None else [])]
        return writing.made(name, code.Role.VALUE, parameters, TRUTH, node.options[number_].origin)

    def next(self, name: str, node: Decide, number_: int, given: int) -> code.Routine:
        """What may be picked next (for a handful: what may be in it)."""
        writing = RoutineBuilder(self._table, ON_TRIAL)
        option = node.options[number_]
        variables = writing.variables(option)[:given]
        writing.moves(node, number_).next_values(
            variables, lambda value: writing.add(code.Offer(number_, None, (value,)))
        )
        return writing.made(name, code.Role.EACH, variables, None, option.origin)

    def completing(self, target: int, actor: e.Expression, known: Mapping[Key, Term]) -> e.Expression:
        """The question whether the flow from a node can be completed."""
        node = self._source.nodes.get(target)
        if node is None or isinstance(node, End | ChanceNode) or node.rest:
            return e.YES
        if isinstance(node, Decide) and node.otherwise >= 0:
            return e.YES
        return e.Invoke(self._table.completes(node, known), (actor,), TRUTH, uses_up=True)

    def possible(self, name: str, target: int, cells: tuple[Filled, ...], known: Variant) -> code.Routine:
        """Can the option or procedure entered at a node be carried out, some cells filled?"""
        writing = RoutineBuilder(self._table, ON_TRIAL, by_variant=bool(known))
        parameters: list[e.Var] = []
        stores: list[code.Statement] = []
        for filled in cells:
            region = self._source.region(filled.region)
            index: e.Expression = e.number(filled.index or 0)
            if filled.index is None:
                index = writing.parameter("cell", Number(0, region.length - 1))
            value: e.Expression = e.Immediate(filled.value or 0, self._source.cell(region))
            if filled.value is None:
                value = writing.parameter(filled.region, self._source.cell(region))
            parameters += [one for one in (index, value) if isinstance(one, e.Var)]
            stores.append(code.Store(region.name, region.base, region.length, index, value))
        writing.add(code.Copy(), *stores)
        node = self._source.nodes.get(target)
        if node is None:
            writing.add(code.Return(e.YES))
        else:
            writing.values.simplifier.known.restore({key: terms.Const(value) for key, value in known})
            _Trial(self, writing, e.number(ANYBODY)).here(node)
        return writing.made(name, code.Role.ATTEMPT, parameters, TRUTH, None)

    def completes(self, name: str, node: Node, known: Variant) -> code.Routine:
        """Can the flow from a node be completed?"""
        writing = RoutineBuilder(self._table, ON_TRIAL, by_variant=bool(known))
        writing.values.simplifier.known.restore({key: terms.Const(value) for key, value in known})
        actor = writing.parameter("actor", self._actor)
        _Trial(self, writing, actor).here(node)
        return writing.made(name, code.Role.TRIAL, (actor,), TRUTH, node.origin)


class _Trial(Following):
    """The way on from a move that is tried: up to where it is completed."""

    def __init__(self, looking: LookLowering, writing: RoutineBuilder, actor: e.Expression) -> None:
        super().__init__(writing)
        self._looking: Final = looking
        self._actor: Final = actor

    def here(self, node: Node) -> None:
        """The way on from a node that is come to."""
        match node:
            case Do() | Test():
                self.inside(node, 0, sure=False)
            case Decide():
                self._decide(node)
            case _:
                self._body.add(code.Return(e.YES))

    def go(self, target: int, depth: int, *, sure: bool) -> None:
        """The way on to a node; a move is completed where it comes to rest."""
        if self._asked(target) == e.YES:
            self._body.add(code.Return(e.YES))
        else:
            super().go(target, depth, sure=sure)

    def go_if(self, condition: Term, target: int, depth: int, *, sure: bool) -> None:
        """The same; a way that was found possible to the end is not tried again."""
        if is_asked(condition, target) and self._source.facts.tries_less:
            self._body.add(code.Return(e.YES))
        else:
            super().go_if(condition, target, depth, sure=sure)

    def arrive(self, node: Node, *, sure: bool) -> None:
        """What follows is asked of a routine of its own, if it is not short."""
        if isinstance(node, Decide) and self._source.is_small:
            base = self._values.base
            with self._body.inside() as block:
                self._decide(node)
            self._values.base = base
            if sum(1 for _ in statements(tuple(block))) <= SHORT:
                self._body.extend(block)
                return
        self._body.add(code.Return(self._asked(node.number)))

    def _asked(self, target: int) -> e.Expression:
        return self._looking.completing(target, self._actor, self._values.simplifier.known)

    def _decide(self, node: Decide) -> None:
        if node.otherwise >= 0:
            self._body.add(code.Return(e.YES))
            return
        decides = self._values.number(self._values.simple(node.actor))
        if self._actor not in (e.number(ANYBODY), decides):
            somebody = e.Binary(e.BinaryOp.UNEQUAL, self._actor, e.number(ANYBODY), TRUTH)
            other = e.Binary(e.BinaryOp.UNEQUAL, self._actor, decides, TRUTH)
            with self._body.when(somebody), self._body.when(other):
                self._body.add(code.Return(e.YES))
        # A window is open to somebody else's business: it completes no move.
        asked = [number_ for number_, option in enumerate(node.options) if not option.window]
        self._writing.any_of(node, asked)

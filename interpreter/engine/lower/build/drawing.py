"""The routines of random games: at each place a move is drawn, every legal one equally likely, or chance decides.

What is drawn may be found not to be legal; then it is drawn again, which leaves every legal move equally likely. After
many misses, and where nothing can be drawn, the legal moves are listed.
"""

from __future__ import annotations

from contextlib import ExitStack
from functools import partial
from typing import Final

from interpreter.engine.lower import code
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.analysis.split_options import split
from interpreter.engine.lower.build.chances import ChanceLowering
from interpreter.engine.lower.build.effects import in_play
from interpreter.engine.lower.build.following import Following
from interpreter.engine.lower.build.moves import MoveLowering
from interpreter.engine.lower.build.places import ProgramPoint
from interpreter.engine.lower.build.routine_table import RoutineTable
from interpreter.engine.lower.build.routines import RoutineBuilder
from interpreter.engine.lower.build.scope import NO_LOCALS, Bindings
from interpreter.engine.lower.build.sources import COUNT, ChoiceSource, SourceLowering, highest, none
from interpreter.engine.lower.types import TRUTH, Number
from rulelang.graph import terms
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, Test
from rulelang.tuning.fast_dataclass import replace

#: Draws that may miss before the legal moves are listed.
_MISSES: Final = 40

#: Players are told apart where it is not known which one a cell holds.
_MOST_PLAYERS: Final = 4


class DrawLowering:
    """Writes the routine of one place."""

    def __init__(self, table: RoutineTable, place: ProgramPoint) -> None:
        self._table: Final = table
        self._source: Final = table.source
        self._place: Final = place
        reasons = tuple(text for text, _ in table.program.reasons)
        manner = replace(in_play(place.node.number, reasons), tells=False, trusts=True)
        self._writing: Final = RoutineBuilder(table, manner, by_variant=True)
        self._values: Final = self._writing.values
        self._following: Final = _Roads(self._writing)

    def routine(self, name: str) -> code.Routine:
        """What happens at the place."""
        node = self._place.node
        known = {key: terms.Const(value) for key, value in self._place.known}
        self._values.simplifier.known.restore(known)
        told = "".join(f", {' '.join(key[0].split())} is {value}" for key, value in self._place.known)
        self._writing.add(code.Remark(f"{node.number}: {' '.join(getattr(node, 'title', 'the end').split())}{told}",
                                 node.origin))  # fmt: skip
        match node:
            case Decide():
                self._decide(node)
            case ChanceNode():
                self._chance(node)
            case Do() | Test():
                self._following.inside(node, 0, sure=self._place.sure)
            case End():
                pass
        return self._writing.made(name, code.Role.DRAW, (), None, node.origin)

    # ------------------------------------------------------------------------------------------------- deciding

    def _decide(self, node: Decide) -> None:
        found = self._sources(node)
        if found is None:
            self._writing.add(code.DrawListed(node.number))
            return
        proper = [source for source in found if source.plan.option.role != "pass"]
        passes = [source for source in found if source.plan.option.role == "pass"]
        exact = all(source.exact for source in proper)
        if exact and len(proper) == 1 and not passes:
            self._only(node, proper[0])
        elif exact:
            self._straight(node, proper, passes)
        else:
            self._until_it_fits(node, proper, passes)

    def _sources(self, node: Decide) -> list[ChoiceSource] | None:
        """The choices of all options in parts; None where only a list can tell them."""
        found: list[ChoiceSource] = []
        simplifier, bounds = self._values.simplifier, self._values.base.bounds
        for number_, option in enumerate(node.options):
            for part in split(option, simplifier, self._source.facts, bounds):
                if part.option.guard is not None and self._values.simple(part.option.guard) == terms.Const(0):
                    continue
                plan = self._table.plan_of(part.option, simplifier, bounds)
                trial = self._writing.trial(node, number_, part)
                moves = MoveLowering(self._values, self._writing.effects, plan, trial, part.values)
                fits = partial(self._fits, node, number_)
                lowering = SourceLowering(self._values, moves, part.values, fits)
                if not lowering.countable:
                    return None
                source = lowering.source()
                found += [] if source is None else [source]
        return found

    def _fits(self, node: Decide, number_: int, values: tuple[e.Expression, ...]) -> e.Expression:
        return e.Invoke(self._table.fits(node, number_, len(values)), values, TRUTH)

    def _only(self, node: Decide, source: ChoiceSource) -> None:
        """One kind of choices, all of them legal."""
        if not isinstance(source.count, e.Immediate):
            with self._writing.body.when(none(source.count)):
                self._nothing(node)
        if source.draw is not None:
            self._take(source, source.draw())
            return
        drawn = self._drawn("number", source.count)
        with ExitStack() as stack:
            self._take(source, source.bind(stack, drawn))

    def _straight(self, node: Decide, proper: list[ChoiceSource], passes: list[ChoiceSource]) -> None:
        """Choices of several kinds, all of them legal; passing is one where something else is legal."""
        total = self._total(proper)
        if total == e.number(0):
            self._pass_by(node, passes)
            return
        if not isinstance(total, e.Immediate):
            with self._writing.body.when(none(total)):
                self._pass_by(node, passes)
        if all(source.exact for source in passes):
            total = self._total([*proper, *passes]) if passes else total
            self._among([*proper, *passes], self._drawn("number", total))
        else:
            self._writing.add(code.DrawListed(node.number))

    def _until_it_fits(self, node: Decide, proper: list[ChoiceSource], passes: list[ChoiceSource]) -> None:
        body = self._writing.body
        limit = self._total(proper)
        total = limit
        for source in passes:
            total = self._plus(total, source.count)
        with body.when(e.Binary(e.BinaryOp.GREATER, total, e.number(0), TRUTH)):
            attempt = body.new("attempt", Number(1, _MISSES))
            with body.each(attempt, code.CountUp(e.number(1), e.number(_MISSES))):
                drawn = self._drawn("number", total)
                if passes:
                    # Nobody passes where nothing else is legal: then it happens by itself.
                    last = e.Binary(e.BinaryOp.GREATER_EQUAL, drawn, limit, TRUTH)
                    with body.when(last):
                        shown = e.Invoke(self._table.shown(node, self._values.simplifier.known), (), TRUTH)
                        with body.when(e.negated(shown)):
                            body.add(code.Break())
                self._among([*proper, *passes], drawn)
        self._writing.add(code.DrawListed(node.number))

    def _among(self, sources: list[ChoiceSource], drawn: e.Expression) -> None:
        """Take the choice with a number, counted through several kinds of choices."""
        before: e.Expression = e.number(0)
        body = self._writing.body
        for position, source in enumerate(sources):
            left = drawn if before == e.number(0) else e.Binary(e.BinaryOp.SUBTRACT, drawn, before, COUNT)
            upto = self._plus(before, source.count)
            with ExitStack() as stack:
                if position < len(sources) - 1:
                    above = e.Binary(e.BinaryOp.GREATER_EQUAL, drawn, before, TRUTH)
                    below = e.Binary(e.BinaryOp.LESS, drawn, upto, TRUTH)
                    leaves = position == 0 or all(one.exact for one in sources[:position])
                    tests = (below,) if leaves else (above, below)
                    for test in tests:
                        stack.enter_context(body.when(test))
                elif not all(one.exact for one in sources[:-1]):
                    stack.enter_context(body.when(e.Binary(e.BinaryOp.GREATER_EQUAL, drawn, before, TRUTH)))
                self._take(source, source.bind(stack, left))
            before = upto

    def _plus(self, first: e.Expression, second: e.Expression) -> e.Expression:
        if first == e.number(0):
            return second
        if isinstance(first, e.Immediate) and isinstance(second, e.Immediate):
            return e.number(first.value + second.value)
        one, other = highest(first), highest(second)
        both = COUNT if one is None or other is None else Number(0, one + other)
        return self._writing.body.hold("upto", e.Binary(e.BinaryOp.ADD, first, second, both))

    def _total(self, sources: list[ChoiceSource]) -> e.Expression:
        total: e.Expression = e.number(0)
        for source in sources:
            total = self._plus(total, source.count)
        return total

    def _drawn(self, name: str, bound: e.Expression) -> e.Expression:
        if bound == e.number(1):
            return e.number(0)
        most = highest(bound)
        var = self._writing.body.new(name, COUNT if most is None else Number(0, max(most - 1, 0)))
        self._writing.add(code.DrawNumber(var, bound))
        return var

    def _take(self, source: ChoiceSource, scope: Bindings, *, moved: bool = True) -> None:
        """Carry out what was drawn, which is legal."""
        values, option = self._values, source.plan.option
        known, base = dict(values.simplifier.known), values.base
        for condition in source.plan.conditions:
            self._following.assume(values.simple(condition, scope), scope)
        self._following.moved = moved
        self._following.effects(option.effects, scope, sure=True)
        self._following.go(option.target, 0, sure=option.lookahead)
        self._following.moved = False
        values.simplifier.known.restore(known)
        values.base = base

    def _pass_by(self, node: Decide, passes: list[ChoiceSource]) -> None:
        """Nothing is legal but to pass, which then happens by itself and is no move."""
        if not all(source.exact for source in passes):
            self._writing.add(code.DrawListed(node.number))
            return
        for source in passes:
            with ExitStack() as stack:
                stack.enter_context(self._writing.body.when(e.negated(none(source.count))))
                self._take(source, source.bind(stack, e.number(0)), moved=False)
        if not any(source.count == e.number(1) for source in passes):
            self._stuck(node)

    def _nothing(self, node: Decide) -> None:
        """Nothing is legal that is no pass."""
        if any(option.role == "pass" for option in node.options):
            self._writing.add(code.DrawListed(node.number))
        else:
            self._stuck(node)

    def _stuck(self, node: Decide) -> None:
        """Nothing at all is legal."""
        if node.otherwise >= 0:
            known = dict(self._values.simplifier.known)
            self._following.go(node.otherwise, 0, sure=False)
            self._values.simplifier.known.restore(known)
        else:
            self._writing.add(code.Abort(f"nothing is legal at: {node.title}", node.number, stuck=True))

    # --------------------------------------------------------------------------------------------------- chance

    def _chance(self, node: ChanceNode) -> None:
        scope = NO_LOCALS
        if node.shuffles is not None:
            place = self._values.number(self._values.simple(node.shuffles))
            self._writing.add(code.Perform(code.Deed.SHUFFLE, (place,)))
        elif node.parameter is not None:
            below = partial(self._drawn, "number")
            scope = ChanceLowering(self._writing, node, below).outcome(node.parameter)
        self._following.effects(node.effects, scope, sure=False)
        self._following.go(node.target, 0, sure=False)


class _Roads(Following):
    """The way on from a draw to the next place."""

    def __init__(self, writing: RoutineBuilder) -> None:
        super().__init__(writing)
        self._places: Final = writing.table.places
        #: Was a move made on the way?
        self.moved = False

    def arrive(self, target: Node, *, sure: bool) -> None:
        """On at another place."""
        known = self._values.simplifier.known
        live = self._places.live(target.number)
        fixed = {key: value.value for key in live if isinstance(value := known.get(key), terms.Const)}
        if self._places.are_many:
            foreseen = self._places.foreseen(target.number)
            fixed = {key: value for key, value in fixed.items() if (key, value) in foreseen or self._is_player(key)}
        unknown = [key for key in sorted(live) if key not in fixed and self._is_player(key)]
        if unknown:
            region, index = unknown[0]
            cell = self._values.number(terms.Cell(region, terms.Const(index)))
            for player in range(self._source.program.players):
                asked = e.Binary(e.BinaryOp.EQUAL, cell, e.number(player), TRUTH)
                with self._body.when(asked):
                    self._at(target, {**fixed, unknown[0]: player}, sure=sure)
        self._at(target, fixed, sure=sure)

    def _at(self, target: Node, fixed: dict[tuple[str, int], int], *, sure: bool) -> None:
        sure = sure and isinstance(target, Do | Test) and not target.rest
        place = self._places.number(ProgramPoint(target, tuple(sorted(fixed.items())), sure))
        self._body.add(code.Arrive(place, self.moved))

    def _is_player(self, key: tuple[str, int]) -> bool:
        region = self._source.region(key[0])
        is_one = region.kind == "number" and region.elements == "player"
        return is_one and self._source.program.players <= _MOST_PLAYERS

"""Python for what happens at one place of a random game: a random move or chance, then the flow up to the next place.

How the flow goes on, and where numbers of the state are kept, is up to the `Road`: whole games in one function
(`whole_game`), or one function for each place (`places`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from interpreter.engine.generate.cells import NO_NAMES, Cells, Scoped
from interpreter.engine.generate.chances import Chances
from interpreter.engine.generate.choose import Chooser
from interpreter.engine.generate.effects import Effects, Manner
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.generate.holding import hold
from interpreter.engine.generate.kit import Key, Kit
from interpreter.engine.generate.looking import Looking
from interpreter.engine.generate.options import Options
from interpreter.engine.generate.ways import Way, ways_of
from interpreter.engine.lower.analysis.algebra import is_atom
from interpreter.engine.lower.analysis.knowledge import Knowledge
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.lower.build.following import without_requirements
from interpreter.engine.python.writer import Names
from rulelang.graph import shape, terms
from rulelang.graph.program import Chance, Decide, Do, End, Node, Test
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import replace


class Road(Protocol):
    """The way from one place of a random game to the next."""

    @property
    def cells(self) -> Cells:
        """How the numbers of the state are reached."""

    @property
    def names(self) -> Names:
        """Names of the function that is being written."""

    @property
    def counts_moves(self) -> bool:
        """Does the function itself count the moves?"""

    @property
    def small(self) -> int | None:
        """Functions of the rulebook up to this weight are written out (None: as everywhere)."""

    def go(self, target: int, step: Step, *, moved: bool) -> None:
        """Write the way on to another node."""

    def follows(self, key: Key) -> bool:
        """Is a cell's value followed without being written?"""

    def settle(self, effect: Effect, step: Step) -> None:
        """Before an effect: write what is known and going to change."""

    @property
    def looking(self) -> Looking | None:
        """Writes the functions that look ahead; None where they are those of the first module."""

    def trial(self, way: Way, node: Decide, known: Mapping[Key, Term]) -> str:
        """The function that tries whether a way can be carried out; raises `Unfit` if there can be none."""

    def listing(self, name: str) -> str:
        """The generator of an option's moves; raises `Unfit` if it cannot be called here."""


class Step:
    """Writes what happens at one place, up to where it goes on."""

    def __init__(
        self,
        kit: Kit,
        road: Road,
        known: Mapping[Key, Term],
        depth: int = 0,
        base: Scoped = NO_NAMES,
        *,
        sure: bool = False,
        moved: bool = False,
    ) -> None:
        self.kit: Final = kit
        self.depth: Final = depth
        self._facts: Final = kit.facts
        self._writer: Final = kit.writer
        self._road: Final = road
        self.expressions: Final = Expressions(kit.facts, kit.writer, road.names, road.cells, kit.module)
        self.expressions.simplifier = Simplifier(kit.facts, known, kit.tracked, road.small)
        self.expressions.base = base
        self.expressions.looking = road.looking
        #: Inside a move that was found legal no sentence can fail, so that none is checked again.
        self.sure = sure
        #: A move was made on the way to this place, in the same function.
        self._moved: Final = moved

    @property
    def known(self) -> Knowledge:
        """What is known of cells at this point."""
        return self.expressions.simplifier.known

    def node(self, node: Node) -> None:
        """Everything at one node."""
        if isinstance(node, End | Chance | Decide) or node.rest:
            self.sure = False
        title = " ".join(getattr(node, "title", "the end").split())
        self._writer.write(f"# {node.number}: {title}")
        with self._writer.from_(node.origin):
            match node:
                case Decide():
                    self._decide(node)
                case Chance():
                    scope = Chances(self.expressions).draw(node)
                    self._effects(node.number, node.effects, scope, node.target)
                    self._go(node.target, moved=False)
                case Do():
                    self._effects(node.number, node.effects, self.expressions.base, node.target)
                    self._go(node.target, moved=False)
                case Test():
                    self._test(node)
                case End():
                    self._go(node.number, moved=False)

    def _go(self, target: int, *, moved: bool) -> None:
        if target < 0:
            self.kit.nodes.write_nowhere()
        else:
            self._road.go(target, self, moved=moved or self._moved)

    def _test(self, node: Test) -> None:
        before, base = dict(self.known), self.expressions.base
        for condition, target in node.arms:
            simple = self.expressions.simple(condition)
            if isinstance(simple, terms.Const):
                if not simple.value:
                    continue
                self._go(target, moved=False)
                return
            with self._writer.block(f"if {self.expressions.truth(simple).text}:"):
                self._go(target, moved=False)
            self._restore(before, base)
        self._go(node.otherwise, moved=False)

    def _restore(self, known: Mapping[Key, Term], base: Scoped) -> None:
        self.known.restore(known)
        self.expressions.base = base

    # ------------------------------------------------------------------------------------------------ effects

    def _effects(self, node: int, effects: tuple[Effect, ...], scope: Scoped, target: int) -> None:
        """Effects one after the other, with what is known following them."""
        fault = self.kit.module.helper("Fault")
        writer = Effects(self.expressions, Manner(f"raise {fault}(REASONS[{{}}], {node})"))
        simplifier = self.expressions.simplifier
        if self.sure:
            effects = without_requirements(effects)
        waiting = list(effects)
        while waiting:
            effect = waiting.pop(0)
            if isinstance(effect, terms.Name):
                named = simplifier.term(effect.value, scope.bounds)
                if is_atom(named):
                    waiting = [shape.substitute(later, {effect.name: named}) for later in waiting]
                    continue
            if not isinstance(effect, terms.Put):
                self._road.settle(effect, self)
            simple = simplifier.effects((effect,), scope.bounds)
            match simple:
                case (terms.Put(region, terms.Const(index), value) as put,) if (region, index) in self.kit.tracked:
                    live = self.kit.liveness.before_effects(waiting, self.kit.liveness.after(target))
                    if not isinstance(value, terms.Const) and (region, index) in live:
                        scope = hold((region, index), value, self.expressions, scope)
                        put = replace(put, value=self.known[region, index])
                    if not self._road.follows((region, index)):
                        scope = writer.carry_out((put,), scope)
                case _:
                    scope = writer.carry_out(simple, scope)

    # ------------------------------------------------------------------------------------------------ decide

    def _decide(self, node: Decide) -> None:
        expressions = self.expressions
        before, base = dict(self.known), expressions.base
        options = Options(expressions, lambda option: f"tries_{node.number}_{node.options.index(option)}")
        ways = ways_of(node, expressions)

        def taken(way: Way, scope: Scoped, moved: bool) -> None:
            self._restore(before, base)
            if moved and self._road.counts_moves:
                self._writer.write("moves += 1")
            self.sure = True
            self._effects(node.number, way.plan.option.effects, scope, way.plan.option.target)
            self.sure = way.plan.option.lookahead
            self._go(way.plan.option.target, moved=moved)

        def nothing() -> None:
            self._restore(before, base)
            self.sure = False
            if node.otherwise >= 0:
                self._go(node.otherwise, moved=False)
            else:
                title = " ".join(node.title.split())
                stuck = self.kit.module.helper("Stuck")
                self._writer.write(f"raise {stuck}({f'nothing is legal at: {title}'!r}, {node.number})")

        Chooser(
            expressions,
            options,
            lambda way: self._road.trial(way, node, before),
            lambda way: self._road.listing(f"options_{way.name}"),
        ).choose(ways, taken, nothing)

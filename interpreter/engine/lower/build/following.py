"""The flow behind a move, written into the routine that makes it, with what is known of cells on the way.

    you known to be 0, turn := after[turn], ...     becomes   turn <- 1, and whatever hangs on it worked out
    Do -> Test -> Do -> Decide                      becomes   one routine, up to where somebody decides

Inside a move that was found legal no sentence can fail, up to the end of the move: none is asked again.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.engine.lower.analysis.algebra import is_atom
from interpreter.engine.lower.build.found_possible import FoundPossible
from interpreter.engine.lower.build.routines import RoutineBuilder
from interpreter.engine.lower.build.scope import Bindings
from interpreter.engine.lower.code import Abort, Assign, Assume, Goto, If, Remark, Rest
from interpreter.engine.lower.expressions import Immediate, Invoke, Var
from interpreter.engine.lower.types import TRUTH
from rulelang.graph import shape, terms
from rulelang.graph.program import ChanceNode, Decide, Do, End, Node, Test
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import replace

#: Nodes written into one routine, one behind the other, and the statements after which no more are: of a large rulebook
#: fewer, because there many routines come to the same nodes. To write them once is waited for less, and no slower.
_DEEPEST: Final = 12
_LONGEST: Final = 200
_LONGEST_OF_LARGE: Final = 30

#: Whether a decision is put to anybody is asked in place if that takes so many statements at most.
SHORT: Final = 40


class Following:
    """Writes the way on from a move."""

    def __init__(self, writing: RoutineBuilder) -> None:
        self._writing: Final = writing
        self._values: Final = writing.values
        self._source: Final = writing.values.source
        self._body: Final = writing.body
        self._begin: Final = writing.body.size
        self._longest: Final = _LONGEST if self._source.is_small else _LONGEST_OF_LARGE
        #: The decision that lies ahead and that is known to offer a choice; -1 if none is.
        self._open = -1

    # ------------------------------------------------------------------------------------------------- effects

    def effects(self, effects: Sequence[Effect], scope: Bindings, *, sure: bool) -> None:
        """Effects one after the other, with what is known following them."""
        simplifier = self._values.simplifier
        waiting = list(effects)
        #: What was required since something was last changed.
        required = set[Term]()
        while waiting:
            effect = waiting.pop(0)
            if isinstance(effect, terms.Require):
                effect = replace(effect, condition=simplifier.term(effect.condition, scope.bounds))
                required |= {effect.condition, *_parts(effect.condition)}
                if sure:
                    self.assume(effect.condition, scope)
                    continue
            elif not isinstance(effect, terms.Name):
                required.clear()
            if sure:
                (effect,) = without_requirements((effect,))
            if isinstance(effect, terms.Name):
                named = simplifier.term(effect.value, scope.bounds)
                if isinstance(named, terms.IfElse) and named.condition in required:
                    named = named.then
                if sure and self._writing.effects.trusts and isinstance(named, terms.IfElse):
                    named = self._moved(effect.name, named, waiting, scope)
                if is_atom(named):
                    waiting = [shape.substitute(later, {effect.name: named}) for later in waiting]
                    continue
            simple = simplifier.effects((effect,), scope.bounds)
            match simple:
                case (terms.Put(region, terms.Const(index), value) as put,) if (region, index) in self._source.tracked:
                    if not isinstance(value, terms.Const):
                        scope = self._hold((region, index), value, scope)
                        put = replace(put, value=simplifier.known[region, index])
                    scope = self._writing.effects.carry_out((put,), scope)
                case _:
                    scope = self._writing.effects.carry_out(simple, scope)

    def _moved(self, name: str, value: terms.IfElse, later: Sequence[Effect], scope: Bindings) -> Term:
        """What has a name, where it may be nothing and is moved later: then it is something."""
        if value.otherwise != terms.Const(-1) or not any(_moves(effect, name) for effect in later):
            return value
        self.assume(value.condition, scope)
        return value.then

    def assume(self, condition: Term, scope: Bindings) -> None:
        """A condition is known to hold."""
        with self._body.inside() as block:
            value = self._values.truth(condition, scope)
        if not block and not isinstance(value, Immediate):
            self._body.add(Assume(value))

    def _hold(self, key: tuple[str, int], value: Term, scope: Bindings) -> Bindings:
        """Keep a value in a variable; from now on that is what is known of the cell."""
        if isinstance(value, terms.TokenAt) and isinstance(value.variety, terms.Const):
            # Variety and place stay apart: what follows asks for one of them mostly.
            scope, place = self._held(key[0], value.place, scope)
            self._values.simplifier.known[key] = replace(value, place=place)
            return scope
        scope, local = self._held(key[0], value, scope)
        self._values.simplifier.known[key] = local
        return scope

    def _held(self, region: str, value: Term, scope: Bindings) -> tuple[Bindings, Term]:
        found = self._values.any(value, scope, meant_as_set=self._source.region(region).kind == "set")
        if isinstance(found, Immediate):
            return scope, terms.Const(found.value)
        var = found
        if not isinstance(found, Var):
            var = self._body.new(region, found.type)
            self._body.add(Assign(var, found))
        assert isinstance(var, Var)
        bound, held = self._source.facts.bound(value, scope.bounds), f"{region} in {var.name}"
        self._values.base = self._values.base.having(held, var, bound)
        return scope.having(held, var, bound), terms.Local(held)

    # --------------------------------------------------------------------------------------------------- nodes

    def go(self, target: int, depth: int, *, sure: bool) -> None:
        """The way on to a node."""
        node = self._source.nodes.get(target)
        match node:
            case None:
                self._body.add(Abort("the rules lead nowhere", -1))
            case Do() | Test() if depth < _DEEPEST and self._fits(node):
                self._body.add(Remark(f"{target}: {' '.join(node.title.split())}", node.origin))
                self.inside(node, depth + 1, sure=sure and not node.rest)
            case _:
                self.arrive(node, sure=sure)

    def go_if(self, condition: Term, target: int, depth: int, *, sure: bool) -> None:
        """The way on to a node where a condition holds."""
        found = FoundPossible(self._writing.table)
        self._open = found.decision(condition, target, self._values.simplifier.known)
        self.go(target, depth, sure=sure)
        self._open = -1

    def arrive(self, node: Node, *, sure: bool) -> None:
        """The routine ends at a node; `sure`: no sentence can fail on the way from there."""
        match node:
            case End() | ChanceNode():
                self._body.add(Rest(node.number))
            case Decide():
                self._shown(node)
            case Do() | Test():
                self._body.add(Goto(node.number))

    def _fits(self, node: Node) -> bool:
        return node.number in self._source.entered_once or self._body.size - self._begin < self._longest

    def inside(self, node: Do | Test, depth: int, *, sure: bool) -> None:
        """What happens at a node by itself, and the way on from it."""
        if isinstance(node, Do):
            self.effects(node.effects, self._values.base, sure=sure)
            self.go(node.target, depth, sure=sure)
            return
        known, base = dict(self._values.simplifier.known), self._values.base
        for condition, target in node.arms:
            simple = self._values.simple(condition)
            if isinstance(simple, terms.Const):
                if simple.value:
                    self.go_if(condition, target, depth, sure=sure)
                    return
                continue
            test = self._values.truth(simple)
            with self._body.inside() as block:
                self.go_if(condition, target, depth, sure=sure)
            self._body.add(If(test, tuple(block)))
            self._values.simplifier.known.restore(known)
            self._values.base = base
        self.go(node.otherwise, depth, sure=sure)

    def _shown(self, node: Decide) -> None:
        """Is the decision put to anybody? Else the node itself tells how the flow goes on."""
        if node.number == self._open:
            self._body.add(Rest(node.number))
            return
        asked = [number for number, option in enumerate(node.options) if option.role != "pass"]
        before, base = self._body.size, self._values.base
        with self._body.inside() as block:
            few = self._source.is_small and self._body.size - self._begin < self._longest
            if few and not any(option.handfuls for option in node.options):
                for number in asked:
                    self._writing.all_parts(node, number, lambda *_: self._body.add(Rest(node.number)))
        short = 0 < self._body.size - before <= SHORT
        if short:
            self._body.extend(block)
        else:
            shown = Invoke(self._writing.table.shown(node, self._values.simplifier.known), (), TRUTH)
            self._body.add(If(shown, (Rest(node.number),)))
        self._values.base = base
        self._body.add(Goto(node.number))


def without_requirements(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Effects whose sentences are known to be obeyed."""
    kept: list[Effect] = []
    for effect in effects:
        match effect:
            case terms.Require():
                pass
            case terms.When(condition, then, otherwise):
                kept.append(terms.When(condition, without_requirements(then), without_requirements(otherwise)))
            case terms.ForIn(name, domain, body):
                kept.append(terms.ForIn(name, domain, without_requirements(body)))
            case _:
                kept.append(effect)
    return tuple(kept)


def _parts(condition: Term) -> tuple[Term, ...]:
    return condition.parts if isinstance(condition, terms.And) else ()


def _moves(effect: Effect, name: str) -> bool:
    """Does an effect move what has a name?"""
    match effect:
        case terms.MoveTokens(variety, _, _, count):
            return count == terms.Const(1) and variety == terms.VarietyOf(terms.Local(name))
        case terms.MovePiece(piece, _, _):
            return piece == terms.Local(name)
        case _:
            return False

"""Walks over neighbours: those of which one thing is asked end early, those in one direction are shifts."""

from __future__ import annotations

from typing import Final

from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.analysis.algebra import both_of
from interpreter.engine.lower.analysis.walking import goals_beside, only_step
from interpreter.engine.lower.build.scope import Bindings
from interpreter.engine.lower.build.term_context import TermContext
from interpreter.engine.lower.code import Assign
from interpreter.engine.lower.types import TRUTH, BitSet
from rulelang.graph import terms
from rulelang.graph.terms import Domain, Term


class WalkLowering:
    """Lowers walks of one function."""

    def __init__(self, values: TermContext) -> None:
        self._values: Final = values
        self._facts: Final = values.source.facts
        self._short: Final = "walks" not in values.source.without

    def reached(self, walk: terms.Reached, type_: BitSet, scope: Bindings) -> e.Expression:
        """All that can be walked to."""
        start, through = self._values.set(walk.start, scope), self._values.set(walk.through, scope)
        step = only_step(self._facts.tables[walk.neighbours]) if self._short else None
        if step is None:
            return e.Intrinsic(e.IntrinsicOp.REACHED, (start, through), (walk.neighbours,), type_)
        length, able = step
        body = self._values.body
        within = body.hold("within", through)
        fresh, seen = body.new("fresh", type_), body.new("seen", type_)
        op = e.BinaryOp.SHIFT_UP if length > 0 else e.BinaryOp.SHIFT_DOWN
        going = e.Binary(e.BinaryOp.INTERSECTION, fresh, e.Immediate(able, type_), type_)
        body.add(Assign(fresh, start))
        body.add(Assign(seen, e.Binary(e.BinaryOp.INTERSECTION, fresh, within, type_)))
        with body.loop(e.Unary(e.UnaryOp.ANY, fresh, TRUTH)):
            moved = e.Binary(op, going, e.number(abs(length)), type_)
            body.add(Assign(fresh, e.Binary(e.BinaryOp.INTERSECTION, moved, within, type_)))
            body.add(Assign(seen, e.Binary(e.BinaryOp.UNION, seen, fresh, type_)))
        return seen

    def meets(self, elements: Term, scope: Bindings) -> e.Expression | None:
        """Has a set an element? Told where it is what a walk comes to among some goals."""
        if not isinstance(elements, terms.Both) or not self._short:
            return None
        walk = next((part for part in elements.parts if isinstance(part, terms.Reached)), None)
        if walk is None or only_step(self._facts.tables[walk.neighbours]) is not None:
            return None
        goals = both_of(tuple(part for part in elements.parts if part is not walk))
        return self._asked(e.IntrinsicOp.MEETS, walk, goals, (int(self._facts.is_mutual(walk.neighbours)),), scope)

    def touches(self, name: str, domain: Domain, body: Term, scope: Bindings) -> e.Expression | None:
        """Is there something a walk comes to for which a condition holds? Told where that is to lie beside goals."""
        if not isinstance(domain, terms.Members) or not isinstance(domain.set, terms.Reached) or not self._short:
            return None
        every = (1 << len(self._facts.tables[domain.set.neighbours]) - 1) - 1
        goals = goals_beside(name, domain.set, body, every)
        return None if goals is None else self._asked(e.IntrinsicOp.TOUCHES, domain.set, goals, (), scope)

    def _asked(
        self, op: e.IntrinsicOp, walk: terms.Reached, goals: Term, static: tuple[int, ...], scope: Bindings
    ) -> e.Expression:
        given = tuple(self._values.set(one, scope) for one in (walk.start, walk.through, goals))
        return e.Intrinsic(op, given, (walk.neighbours, *static), TRUTH)

"""Values put into cells of the state, kept in variables of their own that stand for the cells from then on."""

from __future__ import annotations

from interpreter.engine.generate.cells import Scoped
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.generate.kit import Key
from rulelang.graph import terms
from rulelang.graph.terms import Term
from rulelang.tuning.fast_dataclass import replace


def hold(key: Key, value: Term, expressions: Expressions, scope: Scoped) -> Scoped:
    """Keep a value in a variable; from now on that is what is known of the cell."""
    if isinstance(value, terms.TokenAt) and isinstance(value.variety, terms.Const):
        # Variety and place stay apart: what follows asks for one of them mostly.
        scope, place = _held(key[0], value.place, expressions, scope)
        expressions.simplifier.known[key] = replace(value, place=place)
        return scope
    scope, local = _held(key[0], value, expressions, scope)
    expressions.simplifier.known[key] = local
    return scope


def _held(region: str, value: Term, expressions: Expressions, scope: Scoped) -> tuple[Scoped, terms.Local]:
    """A value in a variable, and the local that stands for it everywhere from now on."""
    text = expressions.value(value, scope)
    if not text.text.isidentifier() or expressions.cells.can_change(text):
        text = expressions.assign(region, text)
    bound = expressions.facts.bound(value, scope.bounds)
    held = f"{region} in {text.text}"
    expressions.base = expressions.base.having(held, text, bound)
    return scope.having(held, text, bound), terms.Local(held)

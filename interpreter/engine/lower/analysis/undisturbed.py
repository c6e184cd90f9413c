"""Conditions that need not be asked behind effects, since they held before, and the effects come nowhere near what they
look at.

    a knight moves; no enemy sees the king      surely, if none did before, and neither the knight was in his sight
                                                nor a man that it captures
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from interpreter.engine.lower.analysis.algebra import FALSE, NO_SET, and_of, both_of, either_of
from interpreter.engine.lower.analysis.facts import Facts
from rulelang.graph import shape, terms
from rulelang.graph.access import Key
from rulelang.graph.certain import Around
from rulelang.graph.terms import Const, Term
from rulelang.graph.total import is_total
from rulelang.graph.watched import NOWHERE, Traffic, Watched, change_of, has_grown


class Undisturbed:
    """Looks at conditions in the middle of effects."""

    def __init__(
        self,
        facts: Facts,
        simplify: Callable[[Term], Term],
        lost: set[str],
        put: Mapping[Key, Term],
        held: Mapping[Key, Around],
    ) -> None:
        """`lost`: regions of which nothing else is known; `put`: what other cells hold, in terms of the state before
        the effects; `held`: the same of sets of places, at least and at most."""
        self._facts: Final = facts
        self._simplify: Final = simplify
        self._tokens: Final = facts.token_regions
        self._changed: Final = frozenset((lost | {region for region, _ in put}) & self._tokens)
        counts = ((key, new) for key, new in put.items() if key[0] in self._tokens - lost)
        self._growing: Final = frozenset(key for key, new in counts if has_grown(new, _cell(key)))
        self._changes: Final = self._told(held)

    def sure_of(self, condition: Term) -> Term:
        """What makes certain that a condition holds still, as a condition on the state before the effects."""
        asked = Watched(self._facts, self._changes, self._growing, self._changed, self._simplify, self._facts.fresh)
        watched = asked.places(condition)
        if watched is None or shape.free_locals(condition):
            return FALSE
        if watched == NOWHERE:
            return condition
        # Where the condition does not hold, everything is watched.
        everything = Const((1 << len(self._facts.layout.places)) - 1)
        each = [terms.IfElse(condition, self._simplify(one), everything) for one in (watched.taken, watched.added)]
        if not all(is_total(one, self._facts) for one in each):
            return FALSE
        leave, come = (self._facts.invent_function("watched", "set", one) for one in each)
        away: list[Term] = [terms.Compare("!=", leave, everything)]
        # What is said to leave a set leaves it only if it is there.
        away += [_apart(part, both_of((leave, either_of(tuple(sets))))) for part, sets in self._taken().items()]
        if watched.added != NO_SET:
            added = [part for change in self._changes.values() for part in _parts(change.added)]
            away += [_apart(part, come) for part in added]
        return self._simplify(and_of(tuple(away)))

    def _taken(self) -> dict[Term, list[Term]]:
        """From which sets each place is taken away."""
        found: dict[Term, list[Term]] = {}
        for key, change in self._changes.items():
            for part in _parts(change.taken):
                found.setdefault(part, []).append(_cell(key))
        return found

    def _told(self, held: Mapping[Key, Around]) -> dict[Key, Traffic]:
        """How sets of places differ from what they were before the effects, as far as that can be said."""
        found: dict[Key, Traffic] = {}
        for key, (least, most) in held.items():
            if key[0] not in self._tokens or self._facts.region(key[0]).kind != "set" or most is None:
                continue
            smaller, larger = change_of(least, _cell(key)), change_of(most, _cell(key))
            if smaller is not None and larger is not None:
                found[key] = smaller.and_(larger)
        return found


def _cell(key: Key) -> Term:
    return terms.Cell(key[0], Const(key[1]))


def _parts(places: Term) -> tuple[Term, ...]:
    if isinstance(places, terms.Either):
        return places.parts
    return () if places == NO_SET else (places,)


def _apart(places: Term, others: Term) -> Term:
    if isinstance(places, terms.Single):
        return terms.Not(terms.Holds(others, places.element))
    return terms.Compare("==", terms.Both((places, others)), NO_SET)

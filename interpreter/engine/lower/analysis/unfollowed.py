"""What loops and forks over moves of tokens may take from the sets of places that hold them, and add to them.

    for each x in near & b: when ...: move what lies on x to the box      takes at most near & b from each set

Where a move is made, from where and to where, may hang on what was moved before; what it may take and add does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from interpreter.engine.lower.analysis.algebra import NO_SET
from interpreter.engine.lower.analysis.facts import Facts
from rulelang.graph import shape, terms
from rulelang.graph.access import Key, every_effect
from rulelang.graph.bounds import ANYTHING, Bound, Scope
from rulelang.graph.certain import Around, Certain
from rulelang.graph.terms import Const, Effect, Members, Term
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Moved:
    """Tokens of some varieties may go from one of some places to another."""

    varieties: int
    sources: Term
    targets: Term


@dataclass(frozen=True, slots=True)
class _Loops:
    """What the locals of the loops around an effect stand for."""

    within: Mapping[str, Term]
    #: Tokens: of which varieties, at which places.
    tokens: Mapping[str, tuple[int, Term]]
    scope: Scope


class Unfollowed:
    """Looks at one effect. `ready` makes what it reads, but for tokens, into terms about the state before all effects
    (None: nobody knows), `exact` those with tokens."""

    def __init__(
        self, facts: Facts, scope: Scope, ready: Callable[[Term], Term | None], exact: Callable[[Term], Term | None]
    ) -> None:
        self._facts: Final = facts
        self._scope: Final = scope
        self._ready: Final = ready
        self._exact: Final = exact
        layout = facts.program.layout
        self._all_varieties: Final = (1 << len(layout.varieties)) - 1
        self._all_places: Final = (1 << len(layout.places)) - 1

    def around(self, effect: Effect, before: Callable[[Key], Around]) -> dict[Key, Around]:
        """What the sets hold behind an effect, by what they held before it."""
        once = list(self._moves((effect,), {}, effect))
        sets = {variety: key for variety in range(self._all_varieties.bit_length()) if (key := self.key(variety))}
        held = {variety: before(key) for variety, key in sets.items()}
        during: dict[Key, Around] = {}
        for variety, key in sets.items():
            least, most = held[variety]
            shrinks, grows = (self._of(once, variety, taken=taken) != NO_SET for taken in (True, False))
            during[key] = (NO_SET if shrinks else least, None if grows else most)
        found: dict[Key, Around] = {}
        moves = list(self._moves((effect,), during, effect))
        for variety, key in sets.items():
            taken, added = self._of(moves, variety, taken=True), self._of(moves, variety, taken=False)
            least, most = held[variety]
            found[key] = (
                least if taken == NO_SET else terms.Without(least, taken),
                most if most is None or added == NO_SET else terms.Either((most, added)),
            )
        return found

    def key(self, variety: int) -> Key | None:
        """The cell with the set of places of a variety."""
        store = self._facts.program.layout.tokens[variety]
        if store.set_cell < 0:
            return None
        cell = self._facts.cell(store.set_cell)
        assert isinstance(cell.index, Const)
        return cell.region, cell.index.value

    def _of(self, moves: list[Moved], variety: int, *, taken: bool) -> Term:
        """All places that moves may take a variety from (or add it to), of those its set tells of."""
        here = self._facts.program.layout.tokens[variety].set_places
        found = [move.sources if taken else move.targets for move in moves if move.varieties >> variety & 1]
        kept = [one for one in found if not isinstance(one, Const) or one.value & here]
        return terms.Either(tuple(dict.fromkeys(kept))) if kept else NO_SET

    def _moves(self, effects: tuple[Effect, ...], cells: Mapping[Key, Around], whole: Effect) -> Iterator[Moved]:
        named = {one.name for one in every_effect((whole,)) if isinstance(one, terms.Name | terms.ForIn)}
        yield from self._inside(effects, cells, frozenset(named), _Loops({}, {}, self._scope))

    def _inside(
        self, effects: tuple[Effect, ...], cells: Mapping[Key, Around], named: frozenset[str], loops: _Loops
    ) -> Iterator[Moved]:
        for effect in effects:
            match effect:
                case terms.When(_, then, otherwise):
                    yield from self._inside((*then, *otherwise), cells, named, loops)
                case terms.ForIn(_, _, body):
                    yield from self._inside(body, cells, named, self._entered(effect, cells, named, loops))
                case terms.MoveTokens():
                    yield self._moved(effect, loops)
                case _:
                    pass

    def _entered(self, loop: terms.ForIn, cells: Mapping[Key, Around], named: frozenset[str], loops: _Loops) -> _Loops:
        scope = {**loops.scope, loop.name: self._facts.element(loop.domain, loops.scope)}
        match loop.domain:
            case Members(elements):
                within = {**loops.within, loop.name: self._most(elements, cells, named, loops)}
                return _Loops(within, loops.tokens, scope)
            case terms.Tokens(varieties, places):
                known = self._facts.inside(varieties, loops.scope)
                looks = self._all_varieties if known is None else known
                token = (looks, self._most(places, cells, named, loops))
                return _Loops(loops.within, {**loops.tokens, loop.name: token}, scope)
            case _:
                return _Loops(loops.within, loops.tokens, scope)

    def _most(self, elements: Term, cells: Mapping[Key, Around], named: frozenset[str], loops: _Loops) -> Term:
        """What a set that a loop goes over may hold, whatever the loops around it have done."""

        def exact(term: Term) -> Term | None:
            if shape.regions(term) & self._facts.token_regions or named & shape.free_locals(term):
                return None
            return self._exact(term)

        asked = Certain(exact, lambda term: self._facts.inside(term, loops.scope), cells, loops.within)
        ready = self._ready(elements)
        found = None if ready is None else asked.high(ready)
        return Const(self._all_places) if found is None else found

    def _moved(self, move: terms.MoveTokens, loops: _Loops) -> Moved:
        match move.variety:
            case terms.VarietyOf(terms.Local(name)) if name in loops.tokens:
                looks = loops.tokens[name][0]
            case _:
                among = self._bound(move.variety, loops).among
                looks = self._all_varieties if among is None else among & self._all_varieties
        return Moved(looks, self._where(move.source, loops), self._where(move.target, loops))

    def _where(self, place: Term, loops: _Loops) -> Term:
        match place:
            case terms.PlaceOf(terms.Local(name)) if name in loops.tokens:
                return loops.tokens[name][1]
            case terms.Local(name) if name in loops.within:
                return loops.within[name]
            case Const(value):
                return Const(1 << value if value >= 0 else 0)
            case _:
                among = self._bound(place, loops).among
                return Const(self._all_places if among is None else among)

    def _bound(self, term: Term, loops: _Loops) -> Bound:
        ready = self._ready(term)
        return ANYTHING if ready is None else self._facts.bound(ready, loops.scope)

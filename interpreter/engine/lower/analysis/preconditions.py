"""What must hold before effects so that none of their sentences fails, or None where only trying tells.

x := 3; require a > 0           becomes   a > 0
a := a - 1; require a >= 0      becomes   a - 1 >= 0
when c: require d               becomes   not c, or d
move pieces; require count = 2  becomes   None: try it on a copy
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from interpreter.engine.lower.analysis.algebra import FALSE, TRUE, and_of, or_of
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.split_tokens import split_loop
from interpreter.engine.lower.analysis.stored import Stored
from interpreter.engine.lower.analysis.undisturbed import Undisturbed
from interpreter.engine.lower.analysis.unfollowed import Unfollowed
from rulelang.graph import shape, terms
from rulelang.graph.access import Key, every_effect, named_writes
from rulelang.graph.bounds import NO_SCOPE, Scope
from rulelang.graph.certain import Around, Certain, WhenAsked
from rulelang.graph.terms import Const, Effect, Term
from rulelang.graph.walk import all_parts, exchange
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: What binds a name in some of its parts.
_BINDERS: Final = (*shape.FOLDS, terms.Leading, terms.Bind)

#: What reads tokens and does not name the cells.
_READING_TOKENS: Final = (terms.Apply, terms.TokenCount, terms.TokenPlaces, terms.Tokens)

#: Behind more loops over tokens than this nothing is certain of them in any game we know, and finding out takes long.
_MOST_UNFOLLOWED: Final = 4

#: Terms that grow beyond this by going back through effects are tried out instead.
_HEAVIEST: Final = 200

#: Beyond this, terms about what is chosen take their time.
_HEAVY: Final = 12


def preconditions(effects: tuple[Effect, ...], facts: Facts) -> tuple[Term, ...] | None:
    """Conditions on the state before the effects and on their free locals."""
    before = Before(facts)
    conditions: list[Term] = []
    for position, effect in enumerate(effects):
        if not any(_can_fail(later) for later in effects[position:]):
            break
        found = before.conditions(effect)
        if found is None:
            return None
        conditions += found
        before.note(effect)
    return tuple(conditions)


def _bound_inside(term: Term) -> set[str]:
    return {part.name for part in shape.parts_once(term) if isinstance(part, _BINDERS)}


def _can_fail(effect: Effect) -> bool:
    return terms.Require in shape.kinds(effect)


@dataclass
class Before:
    """Rewrites terms in the middle of effects into terms about the state before them."""

    facts: Facts
    stored: Stored = field(default_factory=Stored)
    #: Regions changed in a way that cannot be followed.
    lost: set[str] = field(default_factory=set)
    #: Of sets of places that were changed so, what they hold at least and at most.
    around: Mapping[Key, Around] = field(default_factory=dict)
    names: dict[str, Term] = field(default_factory=dict)
    #: Pieces that may lie elsewhere than before, as a set (-1: all).
    moved: int = 0
    #: How terms are simplified at the place before the effects, and the bounds of their locals there.
    simplify: Callable[[Term], Term] | None = None
    scope: Scope = field(default_factory=dict)
    #: How many effects on the way did something to tokens that cannot be followed.
    unfollowed: int = 0
    #: Where a number was out of range on the way.
    faulty: tuple[Term, ...] = ()
    #: What sentences on the way require: it holds behind them.
    required: frozenset[Term] = frozenset()

    def conditions(self, effect: Effect) -> list[Term] | None:
        """What one effect needs; None if it cannot be told beforehand."""
        match effect:
            case terms.Require(condition, _):
                found = self.back(condition)
                if found is None or self._sooner_told(condition, found):
                    return None
                return [or_of((*self.faulty, found))]
            case terms.When(condition, then, otherwise) if _can_fail(effect):
                test = self.back(condition)
                if test is None:
                    return None
                needs: list[Term] = []
                for branch, spared in ((then, terms.Not(test)), (otherwise, test)):
                    inner = self._branch(branch)
                    if inner is None:
                        return None
                    needs += [terms.Or((spared, need)) for need in inner]
                return needs
            case terms.ForIn() if _can_fail(effect):
                return None
            case _:
                return []

    def _sooner_told(self, condition: Term, exact: Term) -> bool:
        """Is it quicker to ask what makes a condition certain, once for all choices?"""
        if self.simplify is None or shape.weight(exact) <= _HEAVY or not shape.free_locals(exact):
            return False
        sure = self.sure_of(condition)
        return sure != FALSE and not shape.free_locals(sure)

    def _branch(self, effects: tuple[Effect, ...]) -> list[Term] | None:
        inner = self.inside()
        needs: list[Term] = []
        for effect in effects:
            found = inner.conditions(effect)
            if found is None:
                return None
            needs += found
            inner.note(effect)
        return needs

    def inside(self) -> Before:
        """The same knowledge, for one branch."""
        return replace(self, stored=self.stored.copy(), lost=set(self.lost), names=dict(self.names))

    def note(self, effect: Effect) -> None:
        """Remember what an effect changes."""
        match effect:
            case terms.Name(name, value):
                found = self.back(value)
                if found is None:
                    self.names.pop(name, None)
                    self.lost.add(f"local {name}")
                else:
                    self.names[name] = found
                    self.lost.discard(f"local {name}")
            case terms.Put(region, index, value) if region not in self.lost:
                self._put(region, self.back(index), self.back(value))
            case terms.MovePiece(piece):
                self._lose_piece(piece, self.scope)
            case terms.MoveTokens():
                moved = [self.back(term) for term in (effect.variety, effect.source, effect.target, effect.count)]
                if not self._follow(moved, None):
                    self._lose_tokens(effect)
            case terms.ForIn(_, terms.Tokens(), _) if self._follow_loop(effect):
                pass
            case terms.When() if self._follow_fork(effect):
                pass
            case terms.When() | terms.ForIn():
                self._not_followed(effect)
            case terms.Require(condition):
                found = self.back(condition)
                if isinstance(found, terms.TruthTerm):
                    # Nothing else: what is required as a truth, such as a set, stands for more than a truth elsewhere.
                    self.required |= {found}
            case terms.Tell():
                pass
            case _:
                for region in named_writes(effect):
                    self._lose(region)

    def _put(self, region: str, index: Term | None, value: Term | None) -> None:
        if index is None or value is None or not self.stored.put(region, index, value):
            self._lose(region)
        if value is not None:
            self.faulty += self._out_of_range(region, value)

    def _out_of_range(self, region: str, value: Term) -> tuple[Term, ...]:
        """Where a number does not fit into its cell: that is a fault, and such a move is legal."""
        room, bound = self.facts.region(region), self.facts.bound(value, self.scope)
        if room.role != "counter" or room.kind != "number":
            return ()
        below = bound.low is None or bound.low < room.low
        above = bound.high is None or bound.high > room.high
        lower, higher = terms.Compare("<", value, Const(room.low)), terms.Compare(">", value, Const(room.high))
        return ((lower,) if below else ()) + ((higher,) if above else ())

    def _not_followed(self, effect: terms.When | terms.ForIn) -> None:
        """A loop or a fork: what it writes is lost, but of tokens something is known still."""
        for region in named_writes(effect):
            self._lose(region)
        for one in every_effect((effect,)):
            if isinstance(one, terms.MovePiece):
                self._lose_piece(one.piece, NO_SCOPE)
        if terms.MoveTokens in shape.kinds(effect):
            self._lose_tokens(effect)

    def _lose_piece(self, piece: Term, scope: Scope) -> None:
        """A piece moves; which one it is can be told from where the effects begin, or only from what it can be."""
        known = self.back(piece)
        self.moved |= self.facts.elements(piece) if known is None else self.facts.elements(known, scope)

    def _lose_tokens(self, effect: Effect) -> None:
        """What an effect did to tokens is known only so far."""
        inner = self.inside()
        self.unfollowed += 1
        for name in self.facts.token_regions:
            self._lose(name)
        if self.unfollowed > _MOST_UNFOLLOWED:
            self.around = {}
            return
        for one in every_effect((effect,)):
            if isinstance(one, terms.Name | terms.ForIn):
                inner.names.pop(one.name, None)
        sets = Unfollowed(self.facts, self.scope, inner.ready, inner.exact)
        self.around = WhenAsked(lambda: sets.around(effect, inner.held))

    def _follow_fork(self, effect: terms.When) -> bool:
        """A fork of which it can be told where it goes: only that side is carried out, or each cell holds what it holds
        behind the one or the other."""
        test = self.back(effect.condition)
        if test is None:
            return False
        sides = []
        for taken, spared in ((effect.then, FALSE), (effect.otherwise, TRUE)):
            side = self.inside()
            if test != spared:
                for one in taken:
                    side.note(one)
            sides.append(side)
        if any((side.unfollowed, side.moved) != (self.unfollowed, self.moved) for side in sides):
            return False
        first, second = sides
        for side, held in zip(sides, (test, terms.Not(test)), strict=True):
            self.faulty += tuple(and_of((held, one)) for one in side.faulty if one not in self.faulty)
        unclear = self.stored.fork(test, first.stored, second.stored)
        for region in (first.lost | second.lost | unclear) - self.lost:
            self._lose(region)
        return True

    def _follow_loop(self, effect: terms.ForIn) -> bool:
        """A loop that only moves the tokens it goes through."""
        domain = effect.domain
        assert isinstance(domain, terms.Tokens)
        varieties, places = self.back(domain.varieties), self.back(domain.places)
        if self.simplify is None or varieties is None or places is None:
            return False
        split = split_loop(
            terms.ForIn(effect.name, terms.Tokens(varieties, places), effect.body), self.facts, self.scope
        )
        if split is None:
            return False
        for part in split:
            assert isinstance(part, terms.When)
            asked = self.simplify(part.condition)
            for move in part.then:
                assert isinstance(move, terms.MoveTokens)
                moved = [self.back(term) for term in (move.variety, move.source, move.target, move.count)]
                if not self._follow(moved, self.back(part.condition), asked):
                    self._lose_tokens(effect)
        return True

    def _follow(self, moved: list[Term | None], condition: Term | None, asked: Term | None = None) -> bool:
        """What a move of tokens puts into the cells of their places, if that can be said. `asked`: the condition in
        terms of the state in the middle of the effects."""
        variety, source, target, count = moved
        if source is None or target is None or count is None or not isinstance(variety, Const):
            return False
        left = self._cell_of(variety.value, source)
        right = self._cell_of(variety.value, target)
        if left is None or right is None or any(name in self.lost for (name, _), _ in (left, right)):
            return False
        for (key, is_set), place, sign in ((left, source, "-"), (right, target, "+")):
            old = self.stored.value(key[0], Const(key[1]))
            if not is_set:
                new: Term = terms.Arithmetic("+" if sign == "+" else "-", old, count)
            elif sign == "-":
                new = terms.Without(old, terms.Single(place))
                if asked == terms.Holds(terms.Cell(key[0], Const(key[1])), place):
                    # Where nothing is, nothing is taken away.
                    self.stored.known[key] = new
                    continue
            elif count == Const(1):
                new = terms.Either((old, terms.Single(place)))
            else:
                return False
            self.stored.known[key] = new if condition is None else terms.IfElse(condition, new, old)
        return True

    def _cell_of(self, variety: int, place: Term) -> tuple[tuple[str, int], bool] | None:
        """The cell that holds tokens of a variety at a place, and whether it is a set."""
        store = self.facts.program.layout.tokens[variety]
        among = self.facts.bound(place, self.scope).among
        number = -1
        if among is not None and store.set_cell >= 0 and among & ~store.set_places == 0:
            number = store.set_cell
        elif isinstance(place, Const):
            number = store.counts.get(place.value, -1)
        if number < 0:
            return None
        cell = self.facts.cell(number)
        assert isinstance(cell.index, Const)
        return (cell.region, cell.index.value), number == store.set_cell

    def _lose(self, region: str) -> None:
        self.lost.add(region)
        self.stored.lose(region)

    def back(self, term: Term) -> Term | None:
        """The term about the state before the effects, or None."""
        if self._reads_moved(term):
            return None
        if self.stored or self.lost:
            for part in shape.parts_once(term):
                if isinstance(part, terms.Possible) or self._reads_lost(part):
                    return None
        if self._captures(term):
            return None
        changed = self._put_in(term, tokens=False)
        if self.simplify is not None:
            # Folds over tokens become cells here; those stand for what the moves left there.
            changed = self.simplify(changed)
        if self.stored.known and any(map(self._reads_unnamed, shape.parts_once(changed))):
            return None
        changed = self._put_in(changed, tokens=True)
        if self.simplify is not None:
            changed = self.simplify(changed)
            if self.required:
                changed = self.simplify(exchange(changed, self._as_required))
        return changed if shape.weight(changed) <= _HEAVIEST else None

    def _as_required(self, part: shape.Part) -> shape.Part | None:
        return TRUE if part in self.required else None

    def sure(self, effect: Effect) -> Term:
        """What makes certain that no sentence of an effect fails, where `conditions` cannot tell; a truth about the
        state before the effects."""
        match effect:
            case terms.Require(condition, _):
                return self.sure_of(condition)
            case terms.When(condition, then, otherwise):
                first, second = self._sure_of_all(then), self._sure_of_all(otherwise)
                spared, taken = self.sure_of(terms.Not(condition)), self.sure_of(condition)
                return and_of((or_of((spared, first)), or_of((taken, second))))
            case _:
                return FALSE if _can_fail(effect) else TRUE

    def _sure_of_all(self, effects: tuple[Effect, ...]) -> Term:
        inner, parts = self.inside(), list[Term]()
        for effect in effects:
            parts.append(inner.sure(effect))
            inner.note(effect)
        return and_of(tuple(parts))

    def sure_of(self, condition: Term) -> Term:
        """What makes certain that a condition will hold."""
        ready = self.ready(condition) if self.facts.tries_less else None
        if ready is None or self.simplify is None or self._captures_around(ready):
            return FALSE
        sets = Certain(self.exact, lambda term: self.facts.inside(term, self.scope), self.around, {})
        found = self.simplify(sets.sure(ready))
        if found == FALSE or (shape.weight(found) > _HEAVY and shape.free_locals(found)):
            held = {key: self.held(key) for key in (*self.stored.known, *self.around)}
            other = Undisturbed(self.facts, self.simplify, self.lost, self.stored.known, held).sure_of(ready)
            too_heavy = found == FALSE or shape.weight(found) > _HEAVIEST
            found = other if too_heavy or (other != FALSE and not shape.free_locals(other)) else found
        return found if shape.weight(found) <= _HEAVIEST else FALSE

    def ready(self, term: Term) -> Term | None:
        """A term with what was put into cells that hold no tokens, as simple as can be; None where what it reads is
        lost."""
        if self.simplify is None or terms.Possible in shape.kinds(term):
            return None
        lost = self.lost - self.facts.token_regions
        if self._reads_moved(term) or lost & (
            self.facts.reads(term) | {f"local {name}" for name in shape.free_locals(term)}
        ):
            return None
        if any(self._reads_put(part) for part in shape.parts_once(term)):
            return None
        # Asked last, since what the sets hold is found out for it.
        if self._captures(term) or self._captures_around(term):
            return None
        return self.simplify(self._put_in(term, tokens=False))

    def exact(self, term: Term) -> Term | None:
        """A term that is ready, with what was put into the cells of tokens; None where it reads others."""
        for part in shape.parts_once(term):
            if isinstance(part, _READING_TOKENS) or (isinstance(part, terms.Cell) and self._reads_lost(part)):
                return None
        return self._put_in(term, tokens=True)

    def held(self, key: Key) -> Around:
        """What a set of places holds now, at least and at most."""
        if key[0] in self.lost:
            return self.around.get(key, (FALSE, None))
        held = self.stored.value(key[0], Const(key[1]))
        return held, held

    def _reads_moved(self, term: Term) -> bool:
        """Does it matter to a term where a piece lies that was moved?"""
        return bool(self.moved and self.moved & self.facts.pieces_read(term))

    def _captures(self, term: Term) -> bool:
        """Would names inside a term be taken for others in what is put into it?"""
        inside = _bound_inside(term)
        return bool(inside) and any(
            inside & shape.free_locals(value) for value in (*self.names.values(), *self.stored.terms())
        )

    def _captures_around(self, term: Term) -> bool:
        """The same of what sets hold at least and at most."""
        inside = _bound_inside(term)
        return bool(inside) and any(
            value is not None and inside & shape.free_locals(value) for pair in self.around.values() for value in pair
        )

    def _reads_put(self, part: shape.Part) -> bool:
        """Does a part read cells that hold no tokens, of which some were written, without saying which?"""
        written = self.stored.regions() - self.facts.token_regions
        match part:
            case terms.Cell(region, index):
                return region in written and self._is_doubtful(region, index)
            case terms.CellList(region):
                return region in written
            case terms.Apply(function):
                return not written.isdisjoint(self.facts.reads(self.facts.functions[function].body))
            case _:
                return False

    def _put_in(self, term: Term, *, tokens: bool) -> Term:
        """Cells exchanged for what was put there: those of tokens, or all others and the names."""
        regions = self.facts.token_regions
        names = frozenset[str]() if tokens else frozenset(self.names)
        written = {region for region in self.stored.regions() if (region in regions) == tokens}

        def instead(part: shape.Part) -> shape.Part | None:
            if written.isdisjoint(shape.regions(part)) and names.isdisjoint(shape.free_locals(part)):
                return part
            if isinstance(part, terms.Local) and not tokens:
                return self.names.get(part.name, part)
            if isinstance(part, terms.Cell) and (part.region in regions) == tokens:
                return self._now_in(part)
            return None

        return exchange(term, instead)

    def _now_in(self, cell: terms.Cell) -> Term | None:
        """What a cell holds, where something was put into its region; None where its number has to be looked into."""
        if cell.region not in self.stored.regions():
            return cell if isinstance(cell.index, Const) else None
        index = self.back(cell.index)
        assert index is not None
        return self.stored.value(cell.region, index)

    def _is_doubtful(self, region: str, index: Term) -> bool:
        """Nobody knows whether a cell is one of those that were written."""
        if region not in self.stored.regions():
            return False
        found = self.back(index)
        return found is None or self.stored.is_doubtful(region, found)

    def _is_touched(self, function: str) -> bool:
        """Does a derived value read anything that was written, except tokens whose moves were followed?"""
        body = self.facts.functions[function].body
        written = self.stored.regions() - self.facts.token_regions
        for part in all_parts(body):
            if isinstance(part, terms.Possible) or (isinstance(part, terms.Apply) and self._is_touched(part.function)):
                return True
            if isinstance(part, terms.Cell | terms.CellList) and part.region in written | self.lost:
                return True
            tokens = isinstance(part, terms.TokenCount | terms.TokenPlaces | terms.Tokens)
            if tokens and any(region in self.lost for region in self.facts.token_regions):
                return True
        return False

    def _reads_unnamed(self, part: shape.Part) -> bool:
        """Does a part read tokens in a way that does not name their cells, after some were moved?"""
        if isinstance(part, terms.Apply):
            return True
        if isinstance(part, terms.Cell):
            return part.region in self.facts.token_regions and self._is_doubtful(part.region, part.index)
        if not isinstance(part, terms.TokenCount | terms.TokenPlaces | terms.Tokens):
            return False
        return not self.stored.regions().isdisjoint(self.facts.token_regions)

    def _reads_lost(self, part: shape.Part) -> bool:
        match part:
            case terms.Apply(function, _):
                return self.simplify is None or self._is_touched(function)
            case terms.Local(name):
                return f"local {name}" in self.lost
            case terms.Cell(region, index):
                return region in self.lost or self._is_doubtful(region, index)
            case terms.CellList(region, _, _):
                return region in self.lost or region in self.stored.regions()
            case terms.TokenCount() | terms.TokenPlaces() | terms.Tokens():
                return any(region in self.lost for region in self.facts.token_regions)
            case _:
                return False

"""Folds over tokens taken apart by variety, so that sets of places remain.

is there a token of {0, 1} at P where c     becomes   is there a place of P & places of 0 where c, or of P & places of 1
the sum over tokens of ...                  becomes   the sum of those sums
is there a token of table[you] ...          becomes   one such question for each player there is
for each token of {0, 1} at {x}: move it    becomes   if x holds a 0: move it; if x holds a 1: move it
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeAlias

from interpreter.engine.lower.analysis.facts import Facts
from rulelang.graph import shape, terms
from rulelang.graph.bit_sets import members
from rulelang.graph.bounds import Scope
from rulelang.graph.terms import Const, Domain, Effect, Members, Term
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import replace

#: More varieties than that are left to a loop, and so are more places that count their tokens.
_MOST_VARIETIES: Final = 16
_MOST_COUNTED: Final = 3

#: More varieties at one place are gone through in a loop.
_MOST_AT_PLACE: Final = 4

#: A value that says which varieties are looked at may have at most so many possibilities.
_MOST_CASES: Final = 4

#: A variety, the set of places where its tokens lie, and the places that count them.
Piece: TypeAlias = tuple[int, Term, list[int]]


def split_fold(term: terms.AnyIn | terms.AllIn | terms.SumIn, facts: Facts, scope: Scope) -> Term | None:
    """The fold as one fold over places for each variety, or None where that does not pay."""
    domain = term.domain
    assert isinstance(domain, terms.Tokens)
    at_place = _at_one_place(term, facts, scope)
    if at_place is not None:
        return at_place
    pieces = pieces_of(domain, facts, scope)
    if pieces is None:
        return None
    if isinstance(term, terms.AllIn):
        found = split_fold(terms.AnyIn(term.name, domain, terms.Not(term.body)), facts, scope)
        return None if found is None else terms.Not(found)
    parts: list[Term] = []
    for variety, places, counted in pieces:
        place = f"{term.name} place"
        here = terms.TokenAt(Const(variety), terms.Local(place))
        body = shape.substitute(term.body, {term.name: here})
        parts.append(replace(term, name=place, domain=Members(places), body=body))
        for number in counted:
            there: Term = terms.Compare(">", terms.TokenCount(Const(variety), Const(number)), Const(0))
            there = terms.And((terms.Holds(domain.places, Const(number)), there))
            token = Const(variety + len(facts.program.layout.varieties) * number)
            inner = shape.substitute(term.body, {term.name: token})
            is_sum = isinstance(term, terms.SumIn)
            parts.append(terms.IfElse(there, inner, Const(0)) if is_sum else terms.And((there, inner)))
    if isinstance(term, terms.AnyIn):
        return terms.Or(tuple(parts))
    total: Term = Const(0)
    for part in parts:
        total = terms.Arithmetic("+", total, part)
    return total


def _at_one_place(term: terms.AnyIn | terms.AllIn | terms.SumIn, facts: Facts, scope: Scope) -> Term | None:
    """A fold over the tokens of one place, which is known in play only: each variety is counted there."""
    varieties, place, kept = _at_known_place(term.domain, facts, scope)
    if not varieties or kept != "counts":
        return None
    token = terms.Local(term.name)
    number = terms.TokenCount(terms.VarietyOf(token), terms.PlaceOf(token))
    parts: list[Term] = []
    for variety in varieties:
        count = terms.TokenCount(Const(variety), place)
        body = shape.substitute(term.body, {term.name: terms.TokenAt(Const(variety), place)})
        there = terms.Compare(">", count, Const(0))
        if isinstance(term, terms.SumIn):
            # Where there is none, their number is 0.
            parts.append(count if term.body == number else terms.IfElse(there, body, Const(0)))
        else:
            parts.append(terms.And((there, body if isinstance(term, terms.AnyIn) else terms.Not(body))))
    if not isinstance(term, terms.SumIn):
        found = terms.Or(tuple(parts))
        return found if isinstance(term, terms.AnyIn) else terms.Not(found)
    total, *others = parts
    for part in others:
        total = terms.Arithmetic("+", total, part)
    return total


def _at_known_place(
    domain: Domain, facts: Facts, scope: Scope
) -> tuple[list[int], Term, Literal["counts", "sets", ""]]:
    """The varieties and the place of tokens at one place, and whether it counts each of them or holds one of each at
    most; no varieties where it is not like that."""
    match domain:
        case terms.Tokens(Const(varieties), terms.Single(terms.Local() as place)):
            where = facts.bound(place, scope)
            known = list(members(varieties))
            if not where.never_nothing or where.among is None or not 0 < len(known) <= _MOST_AT_PLACE:
                return [], place, ""
            places, stores = set(members(where.among)), list(facts.stores(varieties))
            if all(places <= set(store.counts) for store in stores):
                return known, place, "counts"
            if all(store.set_cell >= 0 and not where.among & ~store.set_places for store in stores):
                return known, place, "sets"
            return [], place, ""
        case _:
            return [], Const(-1), ""


def split_cases(
    term: terms.AnyIn | terms.AllIn | terms.SumIn, facts: Facts, scope: Scope, simplify: Callable[[Term], Term]
) -> Term | None:
    """The fold as one fold for each thing its varieties may be, where one value decides and each can be split."""
    domain = term.domain
    assert isinstance(domain, terms.Tokens)
    chosen = {part for part in all_parts(domain.varieties) if isinstance(part, terms.Entry)}
    if isinstance(domain.varieties, Const) or len(chosen) != 1:
        return None
    (entry,) = chosen
    bound, entries = facts.bound(entry.index, scope), facts.tables[entry.table]
    if bound.among is None or isinstance(entry.index, Const):
        return None
    # Beyond the last entry nothing is ever looked up.
    cases = [*members(bound.among & ((1 << len(entries) - 1) - 1)), *(() if bound.never_nothing else (-1,))]
    if len(cases) > _MOST_CASES:
        return None
    found: Term | None = None
    for case in cases:
        varieties = simplify(shape.exchanged(domain.varieties, entry, Const(entries[case])))
        tokens = replace(domain, varieties=varieties)
        if pieces_of(tokens, facts, scope) is None and not _at_known_place(tokens, facts, scope)[0]:
            return None
        one = replace(term, domain=tokens)
        found = one if found is None else terms.IfElse(terms.Compare("==", entry.index, Const(case)), one, found)
    return found


def split_first(term: terms.FirstIn, facts: Facts, scope: Scope) -> Term | None:
    """The first token of one variety in one place, without a loop."""
    domain = term.domain
    assert isinstance(domain, terms.Tokens)
    varieties, here, _ = _at_known_place(domain, facts, scope)
    if varieties:
        # Of tokens at one place the first variety comes first.
        first: Term = Const(-1)
        for variety in reversed(varieties):
            there = terms.Compare(">", terms.TokenCount(Const(variety), here), Const(0))
            one = terms.TokenAt(Const(variety), here)
            condition = terms.And((there, shape.substitute(term.body, {term.name: one})))
            first = terms.IfElse(condition, one, first)
        return first
    pieces = pieces_of(domain, facts, scope)
    if pieces is None or len(pieces) != 1 or not isinstance(domain.places, Const):
        return None
    variety, _, _ = pieces[0]
    places = list(members(domain.places.value))
    if len(places) != 1:
        return None
    token = Const(variety + len(facts.program.layout.varieties) * places[0])
    there = terms.Compare(">", terms.TokenCount(Const(variety), Const(places[0])), Const(0))
    return terms.IfElse(terms.And((there, shape.substitute(term.body, {term.name: token}))), token, Const(-1))


def split_loop(effect: terms.ForIn, facts: Facts, scope: Scope) -> tuple[Effect, ...] | None:
    """A loop that moves the tokens of one place, without the loop."""
    domain = effect.domain
    if not isinstance(domain, terms.Tokens):
        return None
    token = terms.Local(effect.name)
    own = all(isinstance(inner, terms.MoveTokens) and inner.variety == terms.VarietyOf(token) for inner in effect.body)
    place = _only_place(domain.places)
    pieces = pieces_of(domain, facts, scope)
    if not own or place is None or pieces is None or any(counted for _, _, counted in pieces):
        return None
    found: list[Effect] = []
    if not facts.bound(place, scope).never_nothing:
        # Where something lies, there is a place.
        place = terms.Arithmetic("max", place, Const(0))
    for variety, places, _ in pieces:
        here = terms.TokenAt(Const(variety), place)
        # On a place for single tokens there is one of them.
        count = terms.TokenCount(terms.VarietyOf(token), terms.PlaceOf(token))
        alone = tuple(shape.exchanged(inner, count, Const(1)) for inner in effect.body)
        body = tuple(shape.substitute(inner, {effect.name: here}) for inner in alone)
        found.append(terms.When(terms.Not(terms.Not(places)), body))
    return tuple(found)


def _only_place(places: Term) -> Term | None:
    parts = places.parts if isinstance(places, terms.Both) else (places,)
    singles = [part.element for part in parts if isinstance(part, terms.Single)]
    return singles[0] if singles else None


def pieces_of(domain: terms.Tokens, facts: Facts, scope: Scope) -> list[Piece] | None:
    """For each variety: the set of places where its tokens lie, and the places that count them."""
    if not isinstance(domain.varieties, Const) or domain.varieties.value.bit_count() > _MOST_VARIETIES:
        return None
    inside = facts.inside(domain.places, scope)
    if inside is None:
        return None
    return list(_all_pieces(domain, inside, facts)) if _few_counted(domain, inside, facts) else None


def _few_counted(domain: terms.Tokens, inside: int, facts: Facts) -> bool:
    assert isinstance(domain.varieties, Const)
    return all(
        sum(1 for place in store.counts if inside >> place & 1) <= _MOST_COUNTED
        for store in facts.stores(domain.varieties.value)
    )


def _all_pieces(domain: terms.Tokens, inside: int, facts: Facts) -> Iterator[Piece]:
    assert isinstance(domain.varieties, Const)
    for variety in members(domain.varieties.value):
        store = facts.program.layout.tokens[variety]
        counted = [place for place in sorted(store.counts) if inside >> place & 1]
        held = terms.TokenPlaces(Const(1 << variety)) if store.set_cell >= 0 else Const(0)
        yield variety, terms.Both((domain.places, held)), counted

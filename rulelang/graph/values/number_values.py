"""Between which bounds a number lies.

A number is looked at in two ways, and both are true: by what it is made of, part by part; and as a sum of atoms (see
`atoms`), where equal parts cancel each other out, `a plus the smaller of b and c` is looked at for b and for c, and
facts about sums are of use.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import Final, Self, get_args

from rulelang.graph import terms as t
from rulelang.graph.bit_sets import members as bits_of
from rulelang.graph.bounds import ANYTHING as ANY_VALUE
from rulelang.graph.bounds import Bound, exactly
from rulelang.graph.program import Program
from rulelang.graph.terms import SetTerm, Term
from rulelang.graph.terms.fingerprints import MODULUS
from rulelang.graph.values.atoms import Atoms
from rulelang.graph.values.cell_values import CONDITIONS, EVERYBODY, NO_NAMES, Names
from rulelang.graph.values.counts import Counts
from rulelang.graph.values.intervals import (
    ALWAYS,
    ANYTHING,
    FAR,
    NEVER,
    PERHAPS,
    TRUTHS,
    Range,
    added,
    both,
    calculated,
    hull,
    near,
    scaled,
    span,
)
from rulelang.graph.values.known_facts import NOTHING_KNOWN, KnownFacts

_DEEPEST: Final = 6
_PATIENCE: Final = 150
"""So many sums are looked at for one answer; after that, what is known of their parts has to do."""


class NumberValues(Counts):
    """Numbers of one program."""

    def __init__(self, program: Program, faces: Range = ANYTHING, held: Mapping[str, Range] | None = None) -> None:
        super().__init__(program, faces, held)
        self.atoms = Atoms(self.functions, len(program.layout.pieces))
        self._shared: dict[str, int] = {}
        self._deep = 0
        self._work = 0
        self._plain: dict[object, Range] = {}
        self._bounds: dict[object, Bound] = {}

    def rested(self) -> Self:
        """Ready for another question: how long one may take is limited."""
        self._work = 0
        return self

    @abstractmethod
    def assume(
        self, condition: Term, facts: KnownFacts, truth: bool = True, names: Names = NO_NAMES, depth: int = 3
    ) -> KnownFacts | None:
        """What is known once a condition holds (or does not); None if it cannot be so."""

    # ------------------------------------------------------------------ numbers

    def number(self, term: Term, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> Range:
        """The least and the greatest value; of a truth, 0 for no and 1 for yes; of a set, as a number whose bits are
        its members."""
        if type(term) is t.Const:
            return term.value, term.value
        asked: object = term
        if facts is NOTHING_KNOWN:
            asked, names = self.asked(term, names)
        elif names:
            return self._number(term, names, facts)
        answers = self._answers(facts)
        known = answers.get(asked)
        if known is None:
            known = self._number(term, names, facts)
            if not self.settling and self._deep == 0:
                answers[asked] = known
        return known

    def bound(self, term: Term, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> Bound:
        """What the value of a term can be, as a number and as a set."""
        asked = None
        if facts is NOTHING_KNOWN:
            asked, names = self.asked(term, names)
            known = self._bounds.get(asked)
            if known is not None:
                return known
        low, high = self.number(term, names, facts)
        inside, among = self.members(term, names, facts), self.elements(term, names, facts)
        if inside >= 0:
            low, high = max(low, 0), min(high, inside) if high < FAR else inside
        found = Bound(None if low <= -FAR else low, None if high >= FAR and inside < 0 else high,
                      None if inside < 0 else inside, None if among < 0 else among)  # fmt: skip
        if asked is not None and not self.settling:
            self._bounds[asked] = found
        return found

    def _answers(self, facts: KnownFacts) -> dict[object, Range]:
        return self._plain if facts is NOTHING_KNOWN else facts.answers

    def _number(self, term: Term, names: Names, facts: KnownFacts) -> Range:
        if type(term) in CONDITIONS:
            return TRUTHS[self.judged(term, names, facts)]
        if self.in_play and isinstance(term, t.Arithmetic) and term.operation in "+-*" and (facts.bounds or not names):
            parts, rest = self.atoms.sum_of(term)
            return self.of_sum(parts, rest, facts, names)
        found = self._alone(term, names, facts)
        return both(found, self.told(term, facts)) if facts.bounds and found[0] != found[1] else found

    def told(self, term: Term, facts: KnownFacts) -> Range:
        """Between what a term is said to lie by the facts alone."""
        return facts.of({self.atoms.number(term): 1}) if facts.bounds else ANYTHING

    def counted(self, term: Term, facts: KnownFacts) -> Range:
        """Between what a count lies, by the facts about it alone and together with others: `this plus that` and
        `this minus that` are twice this."""
        atom = self.atoms.number(term)
        low, high = facts.of({atom: 1})
        for parts, bounds in facts.pairs(atom):
            (other, factor), *_ = (part for part in parts if part[0] != atom)
            another = self.atoms.term(other)
            if isinstance(another, t.TokenCount) and isinstance(another.variety, t.Const):
                most = self.supplies[another.variety.value]
                low = max(low, bounds[0] - most if factor == 1 else bounds[0])
            against = facts.bounds.get(frozenset(((atom, 1), (other, -factor))))
            if against is not None:
                twice = added(bounds, against)
                low = max(low, -(-twice[0] // 2)) if twice[0] > -FAR else low
                high = min(high, twice[1] // 2) if twice[1] < FAR else high
        return low, high

    def least_of_all(self, terms: Iterable[Term], facts: KnownFacts) -> int:
        """The least that several terms are together, by what the facts say."""
        parts = {self.atoms.number(term): 1 for term in terms}
        return max(0, facts.of(parts)[0], sum(max(0, self.number(term, NO_NAMES, facts)[0]) for term in terms))

    def _alone(self, term: Term, names: Names, facts: KnownFacts) -> Range:
        """A term by what it is made of."""
        ask = _FORMS.get(type(term))
        return ask(self, term, names, facts) if ask is not None else ANYTHING

    def _local(self, term: t.Local, names: Names, facts: KnownFacts) -> Range:
        return span(names.get(term.name, ANY_VALUE))

    def _of_cell(self, term: t.Cell, names: Names, facts: KnownFacts) -> Range:
        found = self.cell_range(term.region, term.index, names, facts)
        if facts.bounds and term.region in self._shared:
            return both(found, facts.of({self._shared[term.region]: 1}))
        return found

    def everybodys(self, region: str) -> int:
        """The atom that stands for a counter of all its holders."""
        if region not in self._shared:
            self._shared[region] = self.atoms.number(t.Cell(region, EVERYBODY))
        return self._shared[region]

    def _of_entry(self, term: t.Entry, names: Names, facts: KnownFacts) -> Range:
        return span(self.bound_of_entry(term.table, self.index(term.index, names, facts)))

    def _of_arithmetic(self, term: t.Arithmetic, names: Names, facts: KnownFacts) -> Range:
        return calculated(term.operation, self.number(term.left, names, facts), self.number(term.right, names, facts))

    def _of_choice(self, term: t.IfElse, names: Names, facts: KnownFacts) -> Range:
        which = self.truth(term.condition, names, facts)
        if which != PERHAPS:
            return self.number(term.then if which == ALWAYS else term.otherwise, names, facts)
        known, named = self.if_there(term.condition, names, facts)
        return hull(self.number(term.then, named, known), self.number(term.otherwise, names, facts))

    def if_there(self, condition: Term, names: Names, facts: KnownFacts) -> tuple[KnownFacts, Names]:
        """What is known where a value is only asked for if something is there, not nothing."""
        match condition:
            case t.Compare(">=", t.Cell(region, t.Const(0) as index), t.Const(0)) if region not in facts.cells:
                return facts.with_cells({region: ((0, self.cell_range(region, index, names, facts)[1]),)}), names
            case t.Compare(">=", t.Local(name), t.Const(0)) if name in names:
                there = names[name]
                return facts, {**names, name: Bound(max(0, there.low or 0), there.high, there.inside, there.among)}
            case _:
                return facts, names

    def _of_binding(self, term: t.Bind, names: Names, facts: KnownFacts) -> Range:
        if names or not facts.bounds:
            return self.number(term.body, {**names, term.name: self.bound(term.value, names, facts)}, facts)
        value = self.number(term.value, names, facts)
        known = facts.learning({self.atoms.number(t.Local(term.name)): 1}, value)
        return self.number(term.body, names, known or facts)

    def _applied(self, term: t.Apply, names: Names, facts: KnownFacts) -> Range:
        function = self.functions.get(term.function)
        if function is None:
            return ANYTHING
        given = tuple(self.bound(one, names, facts) for one in term.arguments)
        inside = facts if facts.cells or facts.sets else NOTHING_KNOWN
        answers = inside.definitions if inside is not NOTHING_KNOWN else {}
        key = term.function, given
        known = answers.get(key)
        if known is None:
            if self._inner >= self.deepest:
                return TRUTHS[PERHAPS] if function.kind == "truth" else ANYTHING
            self._inner += 1
            known = self.number(function.body, dict(zip(function.parameters, given, strict=False)), inside)
            self._inner -= 1
            if not self.settling:
                answers[key] = known
        return known

    def _size(self, term: t.Size, names: Names, facts: KnownFacts) -> Range:
        return self.population(term.set, names, facts)

    def _end_of_set(self, term: t.Lowest | t.Highest, names: Names, facts: KnownFacts) -> Range:
        mask, known = self.members(term.set, names, facts), self.certain(term.set, names, facts)
        most = mask.bit_length() - 1 if mask >= 0 else FAR
        if known <= 0:
            return -1, most
        if type(term) is t.Highest:
            return known.bit_length() - 1, most
        return (mask & -mask).bit_length() - 1 if mask > 0 else 0, (known & -known).bit_length() - 1

    def _token(self, term: t.TokenAt, names: Names, facts: KnownFacts) -> Range:
        (variety, kind), (place, where) = (self.number(one, names, facts) for one in (term.variety, term.place))
        low = 0 if variety >= 0 and place >= 0 else -1
        return low, near(kind + len(self.supplies) * where) if max(kind, where) < FAR else FAR

    def _variety(self, term: t.VarietyOf, names: Names, facts: KnownFacts) -> Range:
        low, high = self.number(term.token, names, facts)
        return (low % len(self.supplies),) * 2 if low == high >= 0 else (-1, len(self.supplies) - 1)

    def _place(self, term: t.PlaceOf, names: Names, facts: KnownFacts) -> Range:
        low, high = self.number(term.token, names, facts)
        return (low // len(self.supplies),) * 2 if low == high >= 0 else (-1, len(self.layout.places) - 1)

    def _count_of_tokens(self, term: t.TokenCount, names: Names, facts: KnownFacts) -> Range:
        low, high = self.number(term.variety, names, facts)
        varieties = range(max(low, 0), min(high, len(self.supplies) - 1) + 1)
        if low == high and len(varieties) == 1 and (facts.cells or facts.sets or facts.bounds):
            place = self.number(term.place, names, facts)
            if place[0] == place[1] >= 0:
                return self.token_count(low, place[0], facts)
        return 0, max((self.supplies[variety] for variety in varieties), default=0)

    def _of_fingerprint(self, term: t.Fingerprint, names: Names, facts: KnownFacts) -> Range:
        return 0, near(MODULUS - 1)

    def _total(self, term: t.SumIn, names: Names, facts: KnownFacts) -> Range:
        domain, body = term.domain, term.body
        if isinstance(domain, t.Tokens) and _counts_tokens(body):
            found = self.tokens(domain.varieties, domain.places, names, facts)
            if type(body) is t.IfElse:
                return self._tokens_that(term.name, domain, body, found[1], names, facts)
            return found
        low, high = self.number(body, self.with_element(term.name, domain, names, facts), facts)
        if (low, high) == ANYTHING:
            return ANYTHING
        fewest, most = self.count(domain, names, facts)
        ends = [near(value * times) for value in (low, high) for times in (fewest, most)]
        return min(ends), max(ends)

    def _tokens_that(
        self, name: str, domain: t.Tokens, body: t.IfElse, most: int, names: Names, facts: KnownFacts
    ) -> Range:
        """How many tokens are so: those of each look in each place are asked about, if they are few."""
        places, sorts = self.members(domain.places, names, facts), self.members(domain.varieties, names, facts)
        times = places.bit_count() * sorts.bit_count()
        if not (facts.cells or facts.sets) or min(places, sorts) < 0 or not self.has_room_for(times):
            return 0, most
        sure = self.certain(domain.places, names, facts), self.certain(domain.varieties, names, facts)
        low = high = 0
        with self.asking(times):
            for place, look in product(bits_of(places & ((1 << len(self.layout.places)) - 1)), bits_of(sorts)):
                one = exactly(look + len(self.supplies) * place)
                answer = self.truth(body.condition, {**names, name: one}, facts)
                there = self.token_count(look, place, facts) if answer != NEVER else (0, 0)
                low += there[0] if answer == ALWAYS and sure[0] >> place & sure[1] >> look & 1 else 0
                high += there[1]
        return low, min(most, high)

    def _best(self, term: t.BestIn, names: Names, facts: KnownFacts) -> Range:
        best = self.number(term.body, self.with_element(term.name, term.domain, names, facts), facts)
        return hull(best, self.number(term.default, names, facts))

    def _first(self, term: t.FirstIn, names: Names, facts: KnownFacts) -> Range:
        first = self.element(term.domain, names, facts)
        low, high = span(first)
        inside = {**names, term.name: first}
        among = self.elements(term, names, facts)
        if among >= 0:
            low, high = max(low, (among & -among).bit_length() - 1), min(high, among.bit_length() - 1)
        found = self.truth(term.body, inside, facts) == ALWAYS and self.emptiness(term.domain, names, facts) == NEVER
        return low if found else min(low, -1), high

    def _set(self, term: Term, names: Names, facts: KnownFacts) -> Range:
        mask = self.members(term, names, facts)
        if facts.sets:
            # So many members, whichever they are, are at least the lowest bits.
            high = mask if mask >= 0 else FAR
            some = (1 << self.population(term, names, facts)[0]) - 1
            return max(self.certain(term, names, facts), min(some, high)), high
        return (0, mask) if mask >= 0 else (0, FAR)

    # --------------------------------------------------------------------- sums

    def of_sum(self, parts: Mapping[int, int], rest: int, facts: KnownFacts, names: Names = NO_NAMES) -> Range:
        """The bounds of a sum, by those of its parts and by what is known of them together."""
        if not parts:
            return rest, rest
        found = facts.of(parts)
        self._work += 1
        if self._deep < _DEEPEST and self._work < _PATIENCE:
            self._deep += 1
            branched = self._branched(parts, facts, names)
            found = both(found, branched if branched is not None else self._added(parts, facts, names))
            for known, bounds in facts.bounds.items():
                if 1 < len(known) <= len(parts) and all(parts.get(part) == factor for part, factor in known):
                    left = {part: factor for part, factor in parts.items() if (part, factor) not in known}
                    found = both(found, added(bounds, self._added(left, facts, names)))
            self._deep -= 1
        return added(found, (rest, rest))

    def _added(self, parts: Mapping[int, int], facts: KnownFacts, names: Names) -> Range:
        total: Range = (0, 0)
        for part, factor in parts.items():
            single = self._single(part, names, facts)
            total = added(total, scaled(single, factor))
        return total

    def _single(self, part: int, names: Names, facts: KnownFacts) -> Range:
        """The bounds of one part."""
        term = self.atoms.term(part)
        if names:
            return self._number(term, names, facts)
        answers = self._answers(facts)
        known = answers.get(part)
        if known is not None:
            return known
        found = self._alone(term, names, facts) if type(term) not in CONDITIONS else self._number(term, names, facts)
        if facts.bounds:
            found = both(facts.of({part: 1}), found)
            for parts, bounds in facts.pairs(part):
                (other, factor), *_ = (one for one in parts if one[0] != part)
                rest = self.number(self.atoms.term(other))
                found = both(found, added(bounds, scaled(rest, -factor)))
        if not self.settling and self._deep <= 1:
            answers[part] = found
        return found

    def _branched(self, parts: Mapping[int, int], facts: KnownFacts, names: Names) -> Range | None:
        """`this plus the smaller of that and those` is the smaller of two sums."""
        for part, factor in parts.items():
            match self.atoms.term(part):
                case t.Arithmetic(("min" | "max") as operation, left, right):
                    others = {other: times for other, times in parts.items() if other != part}
                    one, two = (self._joined(others, side, factor, facts, names) for side in (left, right))
                    pick = min if (operation == "min") == (factor > 0) else max
                    return pick(one[0], two[0]), pick(one[1], two[1])
                case t.IfElse(condition, then, otherwise):
                    others = {other: times for other, times in parts.items() if other != part}
                    found = [
                        self._joined(others, side, factor, known, names)
                        for side, known in (
                            (then, self.assume(condition, facts, True, names)),
                            (otherwise, self.assume(condition, facts, False, names)),
                        )
                        if known is not None
                    ]
                    return found[0] if len(found) == 1 else hull(found[0], found[1]) if found else None
                case _:
                    pass
        return None

    def _joined(self, others: Mapping[int, int], side: Term, factor: int, facts: KnownFacts, names: Names) -> Range:
        more, rest = self.atoms.sum_of(side)
        parts = dict(others)
        for part, times in more.items():
            parts[part] = parts.get(part, 0) + times * factor
        left = {part: times for part, times in parts.items() if times}
        return self.of_sum(left, rest * factor, facts, names)


def _counts_tokens(body: Term) -> bool:
    """Is it the number of tokens of the look that is gone through?"""
    if isinstance(body, t.IfElse) and body.otherwise == t.Const(0):
        body = body.then
    return isinstance(body, t.TokenCount) and not isinstance(body.variety, t.Local)


_FORMS: Final[dict[type, Callable[..., Range]]] = {
    t.Local: NumberValues._local,
    t.Cell: NumberValues._of_cell,
    t.Entry: NumberValues._of_entry,
    t.Arithmetic: NumberValues._of_arithmetic,
    t.IfElse: NumberValues._of_choice,
    t.Bind: NumberValues._of_binding,
    t.Apply: NumberValues._applied,
    t.Size: NumberValues._size,
    t.Lowest: NumberValues._end_of_set,
    t.Highest: NumberValues._end_of_set,
    t.VarietyOf: NumberValues._variety,
    t.PlaceOf: NumberValues._place,
    t.TokenAt: NumberValues._token,
    t.TokenCount: NumberValues._count_of_tokens,
    t.Fingerprint: NumberValues._of_fingerprint,
    t.SumIn: NumberValues._total,
    t.BestIn: NumberValues._best,
    t.FirstIn: NumberValues._first,
    **dict.fromkeys(get_args(SetTerm), NumberValues._set),
}

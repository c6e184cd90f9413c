"""How many members a set has, how many elements a domain, and how many tokens lie somewhere."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable

from rulelang.graph import terms as t
from rulelang.graph.bit_sets import common_to, union_of
from rulelang.graph.terms import Domain, Term
from rulelang.graph.values.cell_values import NO_NAMES, Names
from rulelang.graph.values.intervals import ALWAYS, FAR, NEVER, PERHAPS, Range, hull, near
from rulelang.graph.values.known_facts import NOTHING_KNOWN, KnownFacts
from rulelang.graph.values.set_values import Sets


class Counts(Sets):
    """Counts of one program."""

    def emptiness(self, domain: Domain, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> int:
        """Is there nothing in a domain?"""
        fewest, most = self.count(domain, names, facts)
        return NEVER if fewest > 0 else ALWAYS if most <= 0 else PERHAPS

    # --------------------------------------------------------------------- counts

    def count(self, domain: Domain, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> Range:
        """Between how many elements a domain has."""
        match domain:
            case t.Members(of):
                return self.population(of, names, facts)
            case t.Between(low, high):
                first, last = self.number(low, names, facts), self.number(high, names, facts)
                return max(0, near(last[0] - first[1] + 1)), max(0, near(last[1] - first[0] + 1))
            case t.Listed(table):
                return 0, max((len(one) for one in self.lists.get(table, ())), default=0)
            case t.CellList(region):
                known = self.layout.regions.get(region)
                return 0, known.length if known is not None else FAR
            case t.Tokens(varieties, places):
                if not self.members(varieties, names, facts) or not self.members(places, names, facts):
                    return 0, 0
                looks = self.tokens_among(varieties, places, names, facts).bit_count()
                fewest = int(self.tokens(varieties, places, names, facts)[0] > 0)
                # One look of each sort in each place: of a space that is not known there is still only one.
                sorts, spots = (self.population(one, names, facts)[1] for one in (varieties, places))
                return fewest, min(looks, sorts * spots, self.supply_among(varieties, names))

    def population(self, of: Term, names: Names = NO_NAMES, facts: KnownFacts = NOTHING_KNOWN) -> Range:
        """Between how many members a set has."""
        fewest, most = self._population(of, names, facts)
        if facts.bounds:
            told = self.told(t.Size(of), facts)
            fewest, most = max(fewest, told[0]), min(most, told[1])
            if fewest <= 0 and self.told(of, facts)[0] > 0:
                fewest = 1
        if type(of) is not t.Const:
            mask = self.members(of, names, facts)
            if mask >= 0:
                most = min(most, mask.bit_count())
            if facts.sets:
                fewest = max(fewest, self.certain(of, names, facts).bit_count())
        return fewest, most

    def _population(self, of: Term, names: Names, facts: KnownFacts) -> Range:
        match of:
            case t.Const(value):
                return (value.bit_count(), value.bit_count()) if value >= 0 else (0, FAR)
            case t.Single(element):
                return int(self.number(element, names, facts)[0] >= 0), 1
            case t.Both(parts):
                return self._common(parts, names, facts)
            case t.Either(parts):
                counts = [self.population(part, names, facts) for part in parts]
                return max(low for low, _ in counts), near(sum(high for _, high in counts))
            case t.Without(left, right):
                whole, gone = self.population(left, names, facts), self.population(right, names, facts)
                return max(0, whole[0] - gone[1]), whole[1]
            case t.Cell(region, index):
                return self._held(region, index, names, facts)
            case t.Entry(table, index):
                return self.sizes_of_entry(table, self.index(index, names, facts)) or (0, FAR)
            case t.Leading(_, domain):
                fewest, most = self.count(domain, names, facts)
                return int(fewest > 0), most
            case t.Filtered(name, domain, body) if (lying := in_order(name, domain, body)) is not None:
                return self.population(lying, names, facts)
            case t.Filtered(_, domain) | t.WhileIn(_, domain):
                return 0, self.count(domain, names, facts)[1]
            case t.TokenPlaces(varieties):
                return self._occupied(varieties, names, facts)
            case t.IfElse(_, then, otherwise):
                return hull(self.population(then, names, facts), self.population(otherwise, names, facts))
            case _:
                return 0, FAR

    def _common(self, parts: tuple[Term, ...], names: Names, facts: KnownFacts) -> Range:
        """What all sets have in common. Of a place's contents only what can be among the rest is left out."""
        most = min(self.population(part, names, facts)[1] for part in parts)
        fewest = 0
        for part in parts if facts.sets else ():
            if isinstance(part, t.Cell):
                content = self.content(part.region, part.index, names, facts)
                others = [other for other in parts if other is not part]
                if content is not None:
                    others_certain = common_to(self.certain(other, names, facts) for other in others)
                    fewest = max(fewest, content[2] - (content[1] & ~others_certain).bit_count())
        return fewest, most

    def _held(self, region: str, index: Term, names: Names, facts: KnownFacts) -> Range:
        content = self.content(region, index, names, facts)
        if content is not None:
            return content[2], content[3]
        known = self.layout.regions.get(region)
        if region != "contents":
            return 0, known.high if known is not None else FAR
        pieces = len(self.layout.pieces)
        low, high = self.number(index, names, facts)
        limit = self.layout.places[low].limit if 0 <= low == high < len(self.layout.places) else -1
        return 0, min(limit, pieces) if limit >= 0 else pieces

    # --------------------------------------------------------------------- tokens

    def _occupied(self, varieties: Term, names: Names, facts: KnownFacts) -> Range:
        """How many spaces hold a token: no more than there are tokens that do not lie anywhere else."""
        mask = self.varieties(varieties, names, facts)
        most = sum(self.token_places(variety, facts)[3] for variety in mask)
        least = 0
        if facts.bounds:
            elsewhere = [
                t.TokenCount(t.Const(variety), t.Const(place))
                for variety in mask
                for place in self.layout.tokens[variety].counts
            ]
            least = self.least_of_all(elsewhere, facts)
        return 0, near(min(most, sum(self.supplies[variety] for variety in mask) - least))

    @abstractmethod
    def least_of_all(self, terms: Iterable[Term], facts: KnownFacts) -> int:
        """The least that several terms are together, by what the facts say."""

    def supply_among(self, varieties: Term, names: Names = NO_NAMES) -> int:
        """The most tokens of several varieties together."""
        sets = list(varieties.parts) if isinstance(varieties, t.Both) else [varieties]
        mask = (1 << len(self.supplies)) - 1
        choices = [[mask]]
        for one in sets:
            if isinstance(one, t.Entry):
                choices.append([mask & value for value in self.tables[one.table]])
            else:
                choices = [[known & self.members(one, names) for known in choice] for choice in choices]
                mask &= self.members(one, names)
        return min(max((self._all_of(chosen & mask) for chosen in one), default=0) for one in choices)

    def _all_of(self, varieties: int) -> int:
        return near(sum(supply for number, supply in enumerate(self.supplies) if varieties >> number & 1))

    def tokens(self, varieties: Term, places: Term, names: Names, facts: KnownFacts) -> Range:
        """Between how many tokens of some varieties lie in some places."""
        among = self.members(places, names, facts) & ((1 << len(self.layout.places)) - 1)
        most = self.supply_among(varieties, names)
        if facts.bounds and isinstance(places, t.Single) and self._is_free(varieties, places.element, facts):
            return 0, 0
        spaces = union_of(self.layout.tokens[one].set_places for one in self.varieties(varieties, names, facts))
        if among & ~spaces == 0:
            most = min(most, among.bit_count())
        if not facts.cells and not facts.sets:
            return 0, most
        fewest = 0
        total = 0
        certain = self.certain(places, names, facts)
        sure = self.certain(varieties, names, facts)
        for variety in self.varieties(varieties, names, facts):
            store = self.layout.tokens[variety]
            there, may, _, _ = self.token_places(variety, facts)
            fewest += (there & certain).bit_count() if sure >> variety & 1 else 0
            total += (may & among).bit_count()
            for place in store.counts:
                if among >> place & 1:
                    low, high = self.token_count(variety, place, facts)
                    fewest += low if sure >> variety & 1 and certain >> place & 1 else 0
                    total += high
        return fewest, min(most, total)

    def _is_free(self, varieties: Term, space: Term, facts: KnownFacts) -> bool:
        """Is it known that none of these tokens lies on a space?"""
        return self.told(t.Holds(t.TokenPlaces(varieties), space), facts)[1] < 1

    def token_count(self, variety: int, place: int, facts: KnownFacts) -> Range:
        """Between how many tokens of a variety lie in a place."""
        store = self.layout.tokens[variety]
        if store.set_places >> place & 1:
            certain, may, _, _ = self.token_places(variety, facts)
            found = certain >> place & 1, may >> place & 1
        elif place in store.counts:
            name = f"tokens {variety} counted"
            known = facts.cells.get(name)
            found = (0, self.supplies[variety])
            if known is not None:
                found = known[store.counts[place] - self.layout.regions[name].base]
        else:
            return 0, 0
        if facts.bounds:
            low, high = self.counted(t.TokenCount(t.Const(variety), t.Const(place)), facts)
            return max(found[0], low), min(found[1], high)
        return found

    @abstractmethod
    def counted(self, term: Term, facts: KnownFacts) -> Range:
        """Between what a count lies, by the facts about it alone and together with others."""


def in_order(name: str, domain: Domain, body: Term) -> Term | None:
    """What lies in an ordered place and is in a set, as a set; None if something else is meant."""
    match domain, body:
        case t.CellList("order", t.Entry("order start", place)), t.Holds(of, t.Local(element)) if element == name:
            there = t.Cell("contents", place)
            return of if isinstance(of, t.Both) and there in of.parts else t.Both((there, of))
        case t.CellList("order", t.Entry("order start", place)), t.Const(1):
            return t.Cell("contents", place)
        case _:
            return None

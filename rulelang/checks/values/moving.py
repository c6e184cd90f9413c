"""The state as it is kept in facts: cells that get values, pieces and tokens that move.

Where no state is kept (a look back begins anywhere), nothing happens here.
"""

from __future__ import annotations

from rulelang.graph import terms as t
from rulelang.graph.bit_sets import members, set_of
from rulelang.graph.layout import Region
from rulelang.graph.roles import FrameRole
from rulelang.graph.terms import Term
from rulelang.graph.values.assume import Values, with_member
from rulelang.graph.values.intervals import FAR, Range, hull
from rulelang.graph.values.known_facts import Content, KnownFacts


class Moving:
    """Changes of the state of one program."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.layout = values.layout
        self._every_place = (1 << len(values.layout.places)) - 1
        self._counts: dict[int, bool] = {}

    # --------------------------------------------------------------------- cells

    def put(self, region: Region, index: Term, value: Term, kept: KnownFacts, facts: KnownFacts) -> KnownFacts:
        """A cell gets a value."""
        cells, sets = facts.cells.get(region.name), facts.sets.get(region.name)
        if cells is not None:
            new = self.values.number(value, {}, facts)
            if region.role == "counter":
                new = max(new[0], region.low), min(new[1], region.high)
            at = self._indices(index, len(cells), facts)
            changed = tuple(
                one
                if number not in at
                else new
                if len(at) == 1
                else hull(one, self._there(region, index, number, value, facts))
                for number, one in enumerate(cells)
            )
            return kept.with_cells({region.name: changed}) if new[0] <= new[1] else kept
        if sets is not None:
            least, most = self.values.population(value, {}, facts)
            may = self.values.members(value, {}, facts)
            if may < 0:
                return self.unknown(kept, region.name)
            content = self.values.certain(value, {}, facts), may, least, min(most, may.bit_count())
            at = self._indices(index, len(sets), facts)
            return kept.with_sets({region.name: _each(sets, at, content)})
        return kept

    def _there(self, region: Region, index: Term, number: int, value: Term, facts: KnownFacts) -> Range:
        """The value a cell gets if it is the one meant."""
        known = self.values.learn(facts, index, (number, number)) or facts
        low, high = self.values.number(value, {}, known)
        return (max(low, region.low), min(high, region.high)) if region.role == "counter" else (low, high)

    def _indices(self, index: Term, length: int, facts: KnownFacts) -> range:
        low, high = self.values.number(index, {}, facts)
        return range(max(low, 0), min(high, length - 1) + 1)

    def remembered(self, region: str, index: Term, value: Term, kept: KnownFacts) -> KnownFacts:
        """`you become Ready`: you are among the ready ones."""
        cell = t.Cell(region, index)
        match value:
            case t.Either((first, t.Single(element))) | t.Either((t.Single(element), first)) if first == cell:
                answer = 1, 1
            case t.Without(first, t.Single(element)) if first == cell:
                answer = 0, 0
            case t.Const(known) if self.layout.regions[region].frame is FrameRole.OPTIONS_USED:
                # `choose up to 2:` begins with none of its options used.
                for number in range(self.layout.regions[region].high):
                    bit = known >> number & 1
                    kept = self.values.learn(kept, t.Holds(cell, t.Const(number)), (bit, bit)) or kept
                return kept
            case _:
                return kept
        for one in self._alike(element, kept):
            kept = self.values.learn(kept, t.Holds(cell, one), answer) or kept
        return kept

    def _alike(self, element: Term, facts: KnownFacts) -> list[Term]:
        """An element, and the cells that are known to hold the same."""
        atom = self.values.atoms.number(element)
        found = [element]
        for parts, bounds in facts.pairs(atom):
            if bounds == (0, 0):
                found += [self.values.atoms.term(other) for other, factor in parts if other != atom and factor == -1]
        return found

    def unknown(self, facts: KnownFacts, name: str) -> KnownFacts:
        """Nothing is known of a region any more, but what it can hold at all."""
        if name == "tokens":
            for one in (*facts.cells, *facts.sets):
                facts = self.unknown(facts, one) if self.layout.regions[one].role == "tokens" else facts
            return facts
        region = self.layout.regions.get(name)
        if region is None:
            return facts
        if name in facts.cells:
            return facts.with_cells({name: (self.values.region_range(name),) * region.length})
        if name in facts.sets:
            return facts.with_sets({name: self.anything(region)})
        return facts

    def anything(self, region: Region) -> tuple[Content, ...]:
        """What the sets of a region can hold at all."""
        everything = (1 << max(region.high, 0)) - 1
        if region.name != "contents":
            return ((0, everything, 0, region.high),) * region.length
        return tuple(
            (0, everything, 0, min(place.limit, region.high) if place.limit >= 0 else region.high)
            for place in self.layout.places
        )

    # --------------------------------------------------------------------- pieces

    def piece(self, piece: Term, place: Term, kept: KnownFacts, facts: KnownFacts) -> KnownFacts:
        """One piece goes to a place."""
        contents = facts.sets.get("contents")
        if contents is None:
            return kept
        pieces = (1 << len(self.layout.pieces)) - 1
        for alike in self._alike(piece, facts):
            pieces &= self.values.elements(alike, {}, facts)
        targets = self.values.elements(place, {}, facts) & self._every_place
        sources = set_of(number for number, content in enumerate(contents) if content[1] & pieces)
        home = self._home(piece, facts)
        if home & sources:
            sources &= home
        return kept.with_sets({"contents": self._moved(contents, pieces, sources, targets)})

    def _home(self, piece: Term, facts: KnownFacts) -> int:
        """Where a piece lies that was chosen from a place."""
        found = self._every_place
        for parts, bounds in facts.bounds.items():
            if bounds[0] >= 1 and len(parts) == 1:
                term = self.values.atoms.term(next(iter(parts))[0])
                match term:
                    case t.Holds(t.Cell("contents", index), element) if element == piece:
                        found &= self.values.elements(index, {}, facts)
                    case _:
                        pass
        return found

    @staticmethod
    def _moved(contents: tuple[Content, ...], pieces: int, sources: int, targets: int) -> tuple[Content, ...]:
        found = list(contents)
        one = pieces.bit_count() == 1
        left = sources.bit_count() == 1 and not sources & targets
        for number in members(sources):
            certain, may, least, most = found[number]
            may = may & ~pieces if one and left else may
            certain &= ~pieces
            least = max(0, least - 1, certain.bit_count())
            found[number] = certain, may, least, max(0, min(most - 1 if left else most, may.bit_count()))
        sure = targets.bit_count() == 1
        for number in members(targets):
            certain, may, least, most = found[number]
            arrives = sure and not sources & targets
            certain = certain | pieces if one and sure else certain
            may |= pieces
            found[number] = certain, may, max(least + arrives, certain.bit_count()), min(most + 1, may.bit_count())
        if one and sure:
            for number, (certain, may, least, most) in enumerate(found):
                if may & pieces and not targets >> number & 1:
                    rest = may & ~pieces
                    found[number] = certain & ~pieces, rest, least, min(most, rest.bit_count())
        return tuple(found)

    # --------------------------------------------------------------------- tokens

    def is_a_count(self, atom: int) -> bool:
        """Is it how many tokens of one sort lie in one place?"""
        if atom not in self._counts:
            term = self.values.atoms.term(atom)
            self._counts[atom] = (
                isinstance(term, t.TokenCount) and isinstance(term.variety, t.Const) and isinstance(term.place, t.Const)
            )
        return self._counts[atom]

    def shifted(self, move: t.MoveTokens, facts: KnownFacts) -> dict[int, Range] | None:
        """How the counts change of which facts may speak; None if it is not plain which."""
        varieties, sources, targets = self._ends(move, facts)
        if len(varieties) != 1 or len(sources) != 1:
            return None
        low, high = self.values.number(move.count, {}, facts)
        found = {self._atom(varieties[0], sources[0]): (-high, -low)}
        for target in targets:
            atom = self._atom(varieties[0], target)
            if atom in found:
                return None
            found[atom] = (low, high) if len(targets) == 1 else (0, high)
        return found

    def _atom(self, variety: int, place: int) -> int:
        return self.values.atoms.number(t.TokenCount(t.Const(variety), t.Const(place)))

    def _ends(self, move: t.MoveTokens, facts: KnownFacts) -> tuple[list[int], list[int], list[int]]:
        varieties = self.values.elements(move.variety, {}, facts) & ((1 << len(self.layout.varieties)) - 1)
        sources = self.values.elements(move.source, {}, facts) & self._every_place
        targets = self.values.elements(move.target, {}, facts) & self._every_place
        return list(members(varieties)), list(members(sources)), list(members(targets))

    def tokens(self, move: t.MoveTokens, facts: KnownFacts) -> KnownFacts:
        """Tokens go from here to there."""
        if not facts.cells:
            return facts
        varieties, sources, targets = self._ends(move, facts)
        low, high = self.values.number(move.count, {}, facts)
        low, high = max(low, 0), max(high, 0)
        one = len(varieties) == 1
        for variety in varieties:
            facts = self._counted(facts, variety, sources, (-high, -low if one and len(sources) == 1 else 0))
            facts = self._counted(facts, variety, targets, (low if one and len(targets) == 1 else 0, high))
            facts = self._spaced(facts, variety, sources, targets, low if one else 0, high)
        return facts

    def _counted(self, facts: KnownFacts, variety: int, places: list[int], change: Range) -> KnownFacts:
        name = f"tokens {variety} counted"
        known = list(facts.cells.get(name, ()))
        store = self.layout.tokens[variety]
        supply = self.values.supplies[variety]
        for place in places:
            if place in store.counts and known:
                at = store.counts[place] - self.layout.regions[name].base
                low, high = known[at]
                known[at] = max(0, min(low + change[0], supply)), max(0, min(high + change[1], supply))
        return facts.with_cells({name: tuple(known)}) if known else facts

    def _spaced(
        self, facts: KnownFacts, variety: int, sources: list[int], targets: list[int], low: int, high: int
    ) -> KnownFacts:
        """Spaces that lose or get a token."""
        name = f"tokens {variety} on spaces"
        if name not in facts.sets or not high:
            return facts
        content = facts.sets[name][0]
        spaces = self.layout.tokens[variety].set_places
        left, reached = ([place for place in places if spaces >> place & 1] for places in (sources, targets))
        if low and len(sources) == 1 and left:
            content = with_member(content, left[0], False)
        else:
            content = content[0] & ~set_of(left), content[1], max(0, content[2] - bool(left)), content[3]
        if low and left and len(left) == len(sources):
            content = content[0], content[1], content[2], max(0, min(content[3], facts.sets[name][0][3] - 1))
        if low and len(targets) == 1 and reached:
            content = with_member(content, reached[0], True)
            content = content[0], content[1], content[2], min(content[3] + 1, content[1].bit_count())
        elif reached:
            arrives = bool(low and len(reached) == len(targets))
            may = content[1] | set_of(reached)
            content = content[0], may, content[2] + arrives, min(content[3] + 1, may.bit_count())
        certain, may, least, most = content
        return facts.with_sets({name: ((certain, may, max(least, certain.bit_count()), max(most, least)),)})

    def some_tokens(self, move: t.MoveTokens, variety: int, place: int, count: Range, facts: KnownFacts) -> KnownFacts:
        """A number of tokens that is not known exactly: all there are."""
        low, high = count
        _, _, targets = self._ends(move, facts)
        facts = self._counted(facts, variety, targets, (low if len(targets) == 1 else 0, high))
        facts = self._counted(facts, variety, [place], (-FAR, -FAR))
        facts = self._spaced(facts, variety, [place], targets, 0, high)
        name = f"tokens {variety} on spaces"
        if self.layout.tokens[variety].set_places >> place & 1 and name in facts.sets:
            facts = facts.with_sets({name: (with_member(facts.sets[name][0], place, False),)})
        return facts


def _each(sets: tuple[Content, ...], at: range, content: Content) -> tuple[Content, ...]:
    found = list(sets)
    for number in at:
        if len(at) == 1:
            found[number] = content
        else:
            certain, may, least, most = found[number]
            found[number] = (
                certain & content[0], may | content[1], min(least, content[2]), max(most, content[3])
            )  # fmt: skip
    return tuple(found)

"""What the value of every term can be in any state that the layout allows, whether play comes to it or not.

Executors may rely on this: a position may have been made by hand, and hold more tokens than there are, or more pieces
in a place than fit.
"""

from __future__ import annotations

from rulelang.graph.bit_sets import union_of
from rulelang.graph.bounds import NO_SCOPE, Scope
from rulelang.graph.terms import Term
from rulelang.graph.values.assume import Values
from rulelang.graph.values.cell_values import Names
from rulelang.graph.values.intervals import FAR, Range
from rulelang.graph.values.known_facts import KnownFacts


class AnyState(Values):
    """Values of one program by its layout and tables alone."""

    deepest = 100
    in_play = False

    def region_range(self, name: str) -> Range:
        """Between what all cells of a region lie."""
        region = self.layout.regions[name]
        if region.kind == "number":
            return region.low, region.high
        everything = self.all_of_region(name)
        return 0, everything if everything >= 0 else FAR

    def all_of_region(self, name: str) -> int:
        """All that the sets of a region can hold; of tokens, the places that are kept as sets."""
        everything = super().all_of_region(name)
        if everything < 0 or self.layout.regions[name].role != "tokens":
            return everything
        return union_of(store.set_places for store in self.layout.tokens)

    def _supply(self, variety: int) -> int:
        return FAR

    def _held(self, region: str, index: Term, names: Names, facts: KnownFacts) -> Range:
        return 0, self.layout.regions[region].high

    def tokens(self, varieties: Term, places: Term, names: Names, facts: KnownFacts) -> Range:
        """Between how many tokens of some varieties lie in some places."""
        return 0, FAR

    def inside(self, term: Term, scope: Scope = NO_SCOPE) -> int | None:
        """A set that contains the value of a term, if one is known."""
        found = self.members(term, scope)
        return None if found < 0 else found

    def largest(self, term: Term, scope: Scope = NO_SCOPE) -> int | None:
        """How many elements a set can have at most, if that is known."""
        most = self.population(term, scope)[1]
        return None if most >= FAR else most

"""Facts: between which bounds sums of values lie at one moment of the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rulelang.checks.numbers.linear import ANYTHING, Combination, Interval, combination, hull, narrowed, scaled
from rulelang.values import dataclass, field


@dataclass(frozen=True, slots=True)
class Facts:
    """Bounds of sums. What is not among them may be anything its own bounds allow."""

    known: Mapping[Combination, Interval] = field(default_factory=dict)

    def of(self, parts: Mapping[int, int]) -> Interval:
        """Bounds of a sum, if it is one of those known."""
        return self.known.get(combination(parts), ANYTHING)

    def learning(self, parts: Mapping[int, int], interval: Interval) -> Facts | None:
        """With one more bound; None if it contradicts what is known."""
        both = narrowed(self.of(parts), interval)
        if both is None:
            return None
        opposite = {part: -factor for part, factor in parts.items()}
        return Facts({**self.known, combination(parts): both, combination(opposite): scaled(both, -1)})

    def without(self, stale: Callable[[Combination], bool]) -> Facts:
        """Without all that is stale."""
        if not self.known:
            return self
        kept = {parts: bounds for parts, bounds in self.known.items() if not stale(parts)}
        return self if len(kept) == len(self.known) else Facts(kept)

    def or_else(self, other: Facts) -> Facts:
        """What is known if one or the other holds."""
        if self is other:
            return self
        found = {}
        for parts, bounds in self.known.items():
            if parts in other.known:
                both = hull(bounds, other.known[parts])
                if both != ANYTHING:
                    found[parts] = both
        return Facts(found)

    def copied(self, source: int, target: int) -> Facts:
        """What is known of one atom is also known of another that has just become equal to it."""
        found = dict(self.known)
        for parts, bounds in self.known.items():
            factors = dict(parts)
            if source in factors and target not in factors:
                factors[target] = factors.pop(source)
                found[combination(factors)] = bounds
        return Facts(found)


NOTHING_KNOWN = Facts()

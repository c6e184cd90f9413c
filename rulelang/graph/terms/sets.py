"""Sets of elements, and tokens: where they are and how many."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulelang.tuning.fast_dataclass import hash_consed

if TYPE_CHECKING:
    from rulelang.graph.terms import Term


@hash_consed(frozen=True, slots=True)
class Holds:
    """Is `element` in `set`? Nothing is in no set."""

    set: Term
    element: Term


@hash_consed(frozen=True, slots=True)
class Single:
    """The set of one element; of nothing, the empty set."""

    element: Term


@hash_consed(frozen=True, slots=True)
class Both:
    """Intersection."""

    parts: tuple[Term, ...]


@hash_consed(frozen=True, slots=True)
class Either:
    """Union."""

    parts: tuple[Term, ...]


@hash_consed(frozen=True, slots=True)
class Without:
    """Difference."""

    left: Term
    right: Term


@hash_consed(frozen=True, slots=True)
class Size:
    """How many elements a set has."""

    set: Term


@hash_consed(frozen=True, slots=True)
class Lowest:
    """The element with the lowest number, or nothing."""

    set: Term


@hash_consed(frozen=True, slots=True)
class Highest:
    """The element with the highest number, or nothing."""

    set: Term


@hash_consed(frozen=True, slots=True)
class Reached:
    """All elements of `through` that can be walked to from the set `start` by steps of `neighbours` (a table of sets)
    inside `through`. The start itself need not lie in `through`; what of it does belongs to the result."""

    start: Term
    neighbours: str
    through: Term


@hash_consed(frozen=True, slots=True)
class InLine:
    """All that can be seen along straight lines from the element `start`: of each list from `start * directions` on,
    `directions` of them, in the table of lists `rays`, the elements up to and with the first that is not in
    `through`. From nothing nothing is seen."""

    start: Term
    rays: str
    directions: int
    through: Term


@hash_consed(frozen=True, slots=True)
class HasLine:
    """Does `set` contain one of the static lines (sets) listed for `index` in a table of tuples of sets?"""

    set: Term
    lines: str
    index: Term


@hash_consed(frozen=True, slots=True)
class VarietyOf:
    """The variety of a token; nothing of nothing."""

    token: Term


@hash_consed(frozen=True, slots=True)
class PlaceOf:
    """The place of a token; nothing of nothing."""

    token: Term


@hash_consed(frozen=True, slots=True)
class TokenAt:
    """The token of a variety at a place, as a token number (whether one is there or not)."""

    variety: Term
    place: Term


@hash_consed(frozen=True, slots=True)
class TokenCount:
    """How many tokens of a variety lie in a place; 0 where the layout has no cell for them."""

    variety: Term
    place: Term


@hash_consed(frozen=True, slots=True)
class TokenPlaces:
    """The places (of those stored as a set) that hold a token of one of the varieties of a set."""

    varieties: Term

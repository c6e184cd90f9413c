"""What looks at many elements: the domains they come from, the folds over them, and the look-ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from rulelang.tuning.fast_dataclass import hash_consed

if TYPE_CHECKING:
    from rulelang.graph.terms import Put, Term


@hash_consed(frozen=True, slots=True)
class Members:
    """The elements of a set, lowest first."""

    set: Term


@hash_consed(frozen=True, slots=True)
class Between:
    """The numbers from `low` to `high`, both included."""

    low: Term
    high: Term


@hash_consed(frozen=True, slots=True)
class Listed:
    """The static list at `index` of a table of tuples, in its order (a ray of squares, a ring from somewhere on)."""

    table: str
    index: Term


@hash_consed(frozen=True, slots=True)
class CellList:
    """The members of an ordered group of cells: region cell `start` holds the length, the members follow.
    `backwards` begins with the last one."""

    region: str
    start: Term
    backwards: bool = False


@hash_consed(frozen=True, slots=True)
class Tokens:
    """Each token look present: all (variety, place) pairs with a count of at least one, varieties and places from sets,
    as token numbers in ascending order. Equal tokens in one place are one element; `TokenCount` tells how many."""

    varieties: Term
    places: Term


Domain: TypeAlias = Members | Between | Listed | CellList | Tokens


@hash_consed(frozen=True, slots=True)
class AnyIn:
    """Does `body` hold for some element?"""

    name: str
    domain: Domain
    body: Term


@hash_consed(frozen=True, slots=True)
class AllIn:
    """Does `body` hold for every element?"""

    name: str
    domain: Domain
    body: Term


@hash_consed(frozen=True, slots=True)
class SumIn:
    """The sum of `body` over all elements (counting is the sum of truths)."""

    name: str
    domain: Domain
    body: Term


@hash_consed(frozen=True, slots=True)
class BestIn:
    """The greatest (or least) `body`, or `default` when there is no element."""

    name: str
    domain: Domain
    body: Term
    greatest: bool
    default: Term


@hash_consed(frozen=True, slots=True)
class FirstIn:
    """The first element in the order of the domain for which `body` holds, or nothing."""

    name: str
    domain: Domain
    body: Term


@hash_consed(frozen=True, slots=True)
class Filtered:
    """The set of all elements for which `body` holds."""

    name: str
    domain: Domain
    body: Term


@hash_consed(frozen=True, slots=True)
class WhileIn:
    """The set of the leading elements of an ordered domain for which `body` holds: stops at the first that fails."""

    name: str
    domain: Domain
    body: Term


@hash_consed(frozen=True, slots=True)
class Leading:
    """The set of the elements that come first by `keys` (compared in order; True means the highest wins)."""

    name: str
    domain: Domain
    keys: tuple[tuple[bool, Term], ...]


@hash_consed(frozen=True, slots=True)
class Possible:
    """Can the option or procedure entered at `node` be carried out now, its slots filled by `fill`? The look-ahead
    query."""

    node: int
    fill: tuple[Put, ...]

"""The intermediate form between the graph and whatever executes it: typed, finite, free of Python objects.

Every value is a small integer or a set of small integers:

* an element (a piece, a place, a member of a kind, a player, a direction) is its number; `nothing` is -1;
* a token is `variety + varieties * place` (tokens have no identity, only a look and a place);
* a truth is 0 or 1;
* a set of elements is a bit set (bit i stands for element i).

Tables are static arrays with one extra entry at the end, which is the answer for `nothing` (index -1). A cell read or
written outside its region is a fault of the rulebook, and so is a move of nothing or to nowhere: the reference executor
raises it, faster ones may not notice. Terms are total otherwise, so parts may be evaluated in any order. A back end
needs: these terms, the effects below, the layout (`layout.py`) and the nodes (`program.py`).
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.values import dataclass, field

# ---------------------------------------------------------------- plain terms


@dataclass(frozen=True, slots=True)
class Const:
    """A number, an element, a truth or a set known when the graph is built."""

    value: int


@dataclass(frozen=True, slots=True)
class Local:
    """A variable bound by a fold, a loop, a parameter of an option or of a function."""

    name: str


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of the state: the cell at `index` of a region of the layout (the index counts from the region's
    base)."""

    region: str
    index: Term


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a static table; index -1 gives the table's last entry, the answer for nothing."""

    table: str
    index: Term


@dataclass(frozen=True, slots=True)
class Arithmetic:
    """`//` rounds down, `/^` rounds up; `min` and `max` take the smaller and the larger; division by zero gives 0.
    `site` numbers where a division is written (`Compilation.sites`); it has no meaning for play."""

    operation: Literal["+", "-", "*", "//", "/^", "min", "max"]
    left: Term
    right: Term
    site: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two numbers."""

    operation: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Not:
    """Truth turned round."""

    inside: Term


@dataclass(frozen=True, slots=True)
class And:
    """True when all parts are; parts are looked at from left to right."""

    parts: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """True when one part is; parts are looked at from left to right."""

    parts: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class IfElse:
    """One of two values."""

    condition: Term
    then: Term
    otherwise: Term


@dataclass(frozen=True, slots=True)
class Bind:
    """`body` with `name` standing for `value`."""

    name: str
    value: Term
    body: Term


@dataclass(frozen=True, slots=True)
class Apply:
    """The value of a derived function (`program.functions`)."""

    function: str
    arguments: tuple[Term, ...]


# ----------------------------------------------------------------------- sets


@dataclass(frozen=True, slots=True)
class Holds:
    """Is `element` in `set`? Nothing is in no set."""

    set: Term
    element: Term


@dataclass(frozen=True, slots=True)
class Single:
    """The set of one element; of nothing, the empty set."""

    element: Term


@dataclass(frozen=True, slots=True)
class Both:
    """Intersection."""

    parts: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Union."""

    parts: tuple[Term, ...]


@dataclass(frozen=True, slots=True)
class Without:
    """Difference."""

    left: Term
    right: Term


@dataclass(frozen=True, slots=True)
class Size:
    """How many elements a set has."""

    set: Term


@dataclass(frozen=True, slots=True)
class Lowest:
    """The element with the lowest number, or nothing."""

    set: Term


@dataclass(frozen=True, slots=True)
class Highest:
    """The element with the highest number, or nothing."""

    set: Term


@dataclass(frozen=True, slots=True)
class Reached:
    """All elements of `through` that can be walked to from the set `start` by steps of `neighbours` (a table of sets)
    inside `through`. The start itself need not lie in `through`; what of it does belongs to the result."""

    start: Term
    neighbours: str
    through: Term


@dataclass(frozen=True, slots=True)
class InLine:
    """All that can be seen along straight lines from the element `start`: of each list from `start * directions` on,
    `directions` of them, in the table of lists `rays`, the elements up to and with the first that is not in
    `through`. From nothing nothing is seen."""

    start: Term
    rays: str
    directions: int
    through: Term


@dataclass(frozen=True, slots=True)
class HasLine:
    """Does `set` contain one of the static lines (sets) listed for `index` in a table of tuples of sets?"""

    set: Term
    lines: str
    index: Term


# --------------------------------------------------------------------- tokens


@dataclass(frozen=True, slots=True)
class VarietyOf:
    """The variety of a token; nothing of nothing."""

    token: Term


@dataclass(frozen=True, slots=True)
class PlaceOf:
    """The place of a token; nothing of nothing."""

    token: Term


@dataclass(frozen=True, slots=True)
class TokenAt:
    """The token of a variety at a place, as a token number (whether one is there or not)."""

    variety: Term
    place: Term


@dataclass(frozen=True, slots=True)
class TokenCount:
    """How many tokens of a variety lie in a place; 0 where the layout has no cell for them."""

    variety: Term
    place: Term


@dataclass(frozen=True, slots=True)
class TokenPlaces:
    """The places (of those stored as a set) that hold a token of one of the varieties of a set."""

    varieties: Term


# -------------------------------------------------------------------- domains


@dataclass(frozen=True, slots=True)
class Members:
    """The elements of a set, lowest first."""

    set: Term


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers from `low` to `high`, both included."""

    low: Term
    high: Term


@dataclass(frozen=True, slots=True)
class Listed:
    """The static list at `index` of a table of tuples, in its order (a ray of squares, a ring from somewhere on)."""

    table: str
    index: Term


@dataclass(frozen=True, slots=True)
class Sequence:
    """The members of an ordered group of cells: region cell `start` holds the length, the members follow.
    `backwards` begins with the last one."""

    region: str
    start: Term
    backwards: bool = False


@dataclass(frozen=True, slots=True)
class Tokens:
    """Each token look present: all (variety, place) pairs with a count of at least one, varieties and places from sets,
    as token numbers in ascending order. Equal tokens in one place are one element; `TokenCount` tells how many."""

    varieties: Term
    places: Term


Domain: TypeAlias = Members | Span | Listed | Sequence | Tokens

# ---------------------------------------------------------------------- folds


@dataclass(frozen=True, slots=True)
class AnyIn:
    """Does `body` hold for some element?"""

    name: str
    domain: Domain
    body: Term


@dataclass(frozen=True, slots=True)
class AllIn:
    """Does `body` hold for every element?"""

    name: str
    domain: Domain
    body: Term


@dataclass(frozen=True, slots=True)
class SumIn:
    """The sum of `body` over all elements (counting is the sum of truths)."""

    name: str
    domain: Domain
    body: Term


@dataclass(frozen=True, slots=True)
class BestIn:
    """The greatest (or least) `body`, or `default` when there is no element."""

    name: str
    domain: Domain
    body: Term
    greatest: bool
    default: Term


@dataclass(frozen=True, slots=True)
class FirstIn:
    """The first element in the order of the domain for which `body` holds, or nothing."""

    name: str
    domain: Domain
    body: Term


@dataclass(frozen=True, slots=True)
class Filtered:
    """The set of all elements for which `body` holds."""

    name: str
    domain: Domain
    body: Term


@dataclass(frozen=True, slots=True)
class WhileIn:
    """The set of the leading elements of an ordered domain for which `body` holds: stops at the first that fails."""

    name: str
    domain: Domain
    body: Term


@dataclass(frozen=True, slots=True)
class Leading:
    """The set of the elements that come first by `keys` (compared in order; True means the highest wins)."""

    name: str
    domain: Domain
    keys: tuple[tuple[bool, Term], ...]


@dataclass(frozen=True, slots=True)
class Possible:
    """Can the option or procedure entered at `node` be carried out now, its slots filled by `fill`? The look-ahead
    query."""

    node: int
    fill: tuple[Put, ...]


Term: TypeAlias = (
    Const | Local | Cell | Entry | Arithmetic | Compare | Not | And | Or | IfElse | Bind | Apply
    | Holds | Single | Both | Either | Without | Size | Lowest | Highest | Reached | InLine | HasLine
    | VarietyOf | PlaceOf | TokenAt | TokenCount | TokenPlaces
    | AnyIn | AllIn | SumIn | BestIn | FirstIn | Filtered | WhileIn | Leading | Possible
)  # fmt: skip

# -------------------------------------------------------------------- effects


@dataclass(frozen=True, slots=True)
class Put:
    """Write one cell. `site` numbers the sentence that changes a counter (`Compilation.sites`); it has no meaning for
    play."""

    region: str
    index: Term
    value: Term
    site: int = field(default=-1, compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class Name:
    """Give a value a local name for the effects that follow in the same list."""

    name: str
    value: Term


@dataclass(frozen=True, slots=True)
class Require:
    """The sentence cannot be obeyed unless the condition holds: whatever led here is not legal. `reason` numbers
    `program.reasons`."""

    condition: Term
    reason: int


@dataclass(frozen=True, slots=True)
class When:
    """Effects under a condition. `reason` numbers the author's sentence in `program.reasons`, if there is one."""

    condition: Term
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()
    reason: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class ForIn:
    """Effects for each element; the domain is evaluated once, before the first turn."""

    name: str
    domain: Domain
    body: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class MovePiece:
    """An individual piece goes to a place: `at`, `contents` and the sequences of ordered places follow.
    A piece that stays in an ordered place is taken out first and put back at `end`.
    `end` says where in an ordered place: "top" is where pieces arrive: on a pile, or behind the last of a row."""

    piece: Term
    place: Term
    end: Literal["top", "bottom"] = "top"


@dataclass(frozen=True, slots=True)
class MoveTokens:
    """`count` tokens of one variety go from a place to another. Fewer there, or a place that cannot hold them, is a
    fault."""

    variety: Term
    source: Term
    target: Term
    count: Term


@dataclass(frozen=True, slots=True)
class Append:
    """Add a value to a sequence (a list or a handful)."""

    region: str
    start: Term
    value: Term


@dataclass(frozen=True, slots=True)
class SortInto:
    """Write the elements of a domain into a sequence, ordered by `keys` (True: highest first); ties keep the
    domain's order."""

    region: str
    start: Term
    name: str
    domain: Domain
    keys: tuple[tuple[bool, Term], ...]


@dataclass(frozen=True, slots=True)
class Tell:
    """Something the log reports: `event` numbers `program.events`, with values and the set of players who learn the
    values."""

    event: int
    values: tuple[Term, ...]
    audience: Term


Effect: TypeAlias = Put | Name | Require | When | ForIn | MovePiece | MoveTokens | Append | SortInto | Tell

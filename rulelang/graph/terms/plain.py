"""Numbers, truths and names: what is computed from values one at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from rulelang.tuning.fast_dataclass import field, hash_consed

if TYPE_CHECKING:
    from rulelang.graph.terms import Term


@hash_consed(frozen=True, slots=True)
class Const:
    """A number, an element, a truth or a set known when the graph is built."""

    value: int


@hash_consed(frozen=True, slots=True)
class Local:
    """A variable bound by a fold, a loop, a parameter of an option or of a function."""

    name: str


@hash_consed(frozen=True, slots=True)
class Cell:
    """One number of the state: the cell at `index` of a region of the layout (the index counts from the region's
    base)."""

    region: str
    index: Term


@hash_consed(frozen=True, slots=True)
class Entry:
    """One entry of a static table; index -1 gives the table's last entry, the answer for nothing."""

    table: str
    index: Term


@hash_consed(frozen=True, slots=True)
class Arithmetic:
    """`//` rounds down, `/^` rounds up; `min` and `max` take the smaller and the larger; division by zero gives 0.
    `site` numbers where a division is written (`Compilation.sites`). It has no meaning for play, but two places where
    the same is divided are two terms: one may be asked about first, the other not."""

    operation: Literal["+", "-", "*", "//", "/^", "min", "max"]
    left: Term
    right: Term
    site: int = field(default=-1, kw_only=True)


Comparison: TypeAlias = Literal["==", "!=", "<", "<=", ">", ">="]

#: What holds where a comparison does not, and what says the same with its sides exchanged.
NEGATED: Final[dict[Comparison, Comparison]] = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED: Final[dict[Comparison, Comparison]] = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


@hash_consed(frozen=True, slots=True)
class Compare:
    """A comparison of two numbers."""

    operation: Comparison
    left: Term
    right: Term


@hash_consed(frozen=True, slots=True)
class Not:
    """Truth turned round."""

    inside: Term


@hash_consed(frozen=True, slots=True)
class And:
    """True when all parts are; parts are looked at from left to right."""

    parts: tuple[Term, ...]


@hash_consed(frozen=True, slots=True)
class Or:
    """True when one part is; parts are looked at from left to right."""

    parts: tuple[Term, ...]


@hash_consed(frozen=True, slots=True)
class IfElse:
    """One of two values."""

    condition: Term
    then: Term
    otherwise: Term


@hash_consed(frozen=True, slots=True)
class Bind:
    """`body` with `name` standing for `value`."""

    name: str
    value: Term
    body: Term


@hash_consed(frozen=True, slots=True)
class Apply:
    """The value of a derived function (`program.functions`)."""

    function: str
    arguments: tuple[Term, ...]

"""Expressions: what is worked out at once, without a loop, without a change of the state.

All are total: a division by zero gives 0, a table's last entry answers for the index -1, nothing (-1) is in no set.
Both sides of an operation may be worked out in any order; only `Logic` and `Select` leave parts out.
"""

from __future__ import annotations

from enum import Enum
from operator import eq, ge, gt, le, lt, ne
from typing import TypeAlias

from interpreter.engine.lower.types import TRUTH, Number, Truth, Type
from rulelang.tuning.fast_dataclass import hash_consed


class UnaryOp(Enum):
    """Operations on one value."""

    NOT = "not"
    ANY = "any"
    """Has a set an element?"""
    SIZE = "size"
    LOWEST = "lowest"
    """The lowest element of a set, or -1."""
    HIGHEST = "highest"
    SINGLE = "single"
    """The set of one element; of -1, the empty set."""
    NEGATE = "negate"


class BinaryOp(Enum):
    """Operations on two values: numbers, comparisons (numbers, or two sets by == and !=), sets."""

    ADD = "+"
    SUBTRACT = "-"
    MULTIPLY = "*"
    DIVIDE = "//"
    DIVIDE_UP = "/^"
    REMAINDER = "%"
    """Of a divisor above 0; never negative."""
    MIN = "min"
    MAX = "max"
    EQUAL = "=="
    UNEQUAL = "!="
    LESS = "<"
    LESS_EQUAL = "<="
    GREATER = ">"
    GREATER_EQUAL = ">="
    INTERSECTION = "&"
    UNION = "|"
    DIFFERENCE = "without"
    HAS = "has"
    """Is the element on the right in the set on the left?"""
    SHIFT_UP = "<<"
    """Every element of a set, so much higher; the right side is known."""
    SHIFT_DOWN = ">>"


class IntrinsicOp(Enum):
    """What every target offers as a function: the arguments, and what is `static` (known by name or number)."""

    REACHED = "reached"
    """(start set, through set; table of neighbours): all that can be walked to."""
    MEETS = "meets"
    """(start set, through set, goals; table of neighbours, 1 if all are mutual): does the walk come to one of the
    goals?"""
    TOUCHES = "touches"
    """(start set, through set, goals; table of neighbours): is something walked to a neighbour of one of the goals?"""
    IN_LINE = "in_line"
    """(origin, through set; lists, directions): what is seen along the rays."""
    HAS_LINE = "has_line"
    """(set, index; lists of sets): is one of the lines inside the set?"""
    TOKEN_COUNT = "token_count"
    """(variety, place): how many lie there; 0 of nothing, nowhere, and where none can be."""
    TOKEN_PLACES = "token_places"
    """(set of varieties): the places, of those stored as a set, that hold one."""
    FINGERPRINT = "fingerprint"
    """(factor ...; how many factors each product has): the sum of the products, modulo the modulus."""
    LENGTH = "length"
    """(list): how many numbers it has."""
    MEMBERS = "members"
    """(list): its numbers as a set."""
    IN_LIST = "in_list"
    """(list, number): is the number in the list?"""
    CAN_HOLD = "can_hold"
    """(variety, place, count): may a place get so many tokens more? Where a set tells what is there, a single one."""
    IN_HANDFULS = "in_handfuls"
    """(list, pool, fewest, most; tokens, alike, limited): is this one of the handfuls?"""
    KTH = "kth"
    """(set, number): the element with so many smaller ones in the set, which has more than that."""
    ITEM = "item"
    """(list, number): the number at this position, the first at 0."""
    COUNT_HANDFULS = "count_handfuls"
    """(pool, fewest, most; tokens, alike, limited): how many handfuls there are."""
    NTH_HANDFUL = "nth_handful"
    """(number, pool, fewest, most; tokens, alike, limited): the handful with this number below the count."""


@hash_consed(frozen=True, slots=True)
class Immediate:
    """A value known when the code is made."""

    value: int
    type: Type


@hash_consed(frozen=True, slots=True)
class Var:
    """A variable of the function, or one of its parameters."""

    name: str
    type: Type


@hash_consed(frozen=True, slots=True)
class Load:
    """The cell `base + index` of the state, in a region of so many cells."""

    region: str
    base: int
    length: int
    index: Expression
    type: Type


@hash_consed(frozen=True, slots=True)
class LoadEntry:
    """An entry of a static table; its last one for the index -1."""

    table: str
    index: Expression
    type: Type


@hash_consed(frozen=True, slots=True)
class Unary:
    """An operation on one value."""

    op: UnaryOp
    operand: Expression
    type: Type


@hash_consed(frozen=True, slots=True)
class Binary:
    """An operation on two values."""

    op: BinaryOp
    left: Expression
    right: Expression
    type: Type


@hash_consed(frozen=True, slots=True)
class Logic:
    """All of the parts (or one of them: `any_of`), looked at from left to right and no further than needed."""

    any_of: bool
    parts: tuple[Expression, ...]

    @property
    def type(self) -> Type:
        return TRUTH


@hash_consed(frozen=True, slots=True)
class Select:
    """One of two values; the other is not worked out."""

    condition: Expression
    then: Expression
    otherwise: Expression
    type: Type


@hash_consed(frozen=True, slots=True)
class Invoke:
    """The value of a function of the module, which looks at the state and does not change it. `uses_up`: it may leave
    anything in the state, which nobody asks for any more."""

    function: str
    arguments: tuple[Expression, ...]
    type: Type
    uses_up: bool = False


@hash_consed(frozen=True, slots=True)
class Intrinsic:
    """The value of a function that every target offers."""

    op: IntrinsicOp
    arguments: tuple[Expression, ...]
    static: tuple[str | int, ...]
    type: Type


Expression: TypeAlias = (
    Immediate | Var | Load | LoadEntry | Unary | Binary | Logic | Select | Invoke | Intrinsic
)  # fmt: skip


def number(value: int) -> Immediate:
    """A known number."""
    return Immediate(value, Number(value, value))


YES = Immediate(1, TRUTH)
NO = Immediate(0, TRUTH)


def negated(condition: Expression) -> Expression:
    """The opposite of a truth."""
    match condition:
        case Immediate(value):
            return NO if value else YES
        case Unary(UnaryOp.NOT, inside):
            return inside
        case Binary(op, left, right) if op in _OPPOSITE:
            return Binary(_OPPOSITE[op], left, right, TRUTH)
        case _:
            return Unary(UnaryOp.NOT, condition, TRUTH)


def compared(op: BinaryOp, left: Expression, right: Expression) -> Expression:
    """A comparison; of a truth with a known number, the truth itself."""
    if isinstance(left.type, Truth) and isinstance(right, Immediate):
        holds = {value: _COMPARED[op](value, right.value) for value in (0, 1)}
        if holds[0] == holds[1]:
            return YES if holds[0] else NO
        return left if holds[1] else negated(left)
    return Binary(op, left, right, TRUTH)


def all_of(parts: tuple[Expression, ...]) -> Expression:
    """Do all hold?"""
    kept = tuple(part for part in parts if part != YES)
    if NO in kept:
        return NO
    return YES if not kept else kept[0] if len(kept) == 1 else Logic(False, kept)


def any_of(parts: tuple[Expression, ...]) -> Expression:
    """Does one hold?"""
    kept = tuple(part for part in parts if part != NO)
    if YES in kept:
        return YES
    return NO if not kept else kept[0] if len(kept) == 1 else Logic(True, kept)


_COMPARED = {
    BinaryOp.EQUAL: eq,
    BinaryOp.UNEQUAL: ne,
    BinaryOp.LESS: lt,
    BinaryOp.LESS_EQUAL: le,
    BinaryOp.GREATER: gt,
    BinaryOp.GREATER_EQUAL: ge,
}
_OPPOSITE = {
    BinaryOp.EQUAL: BinaryOp.UNEQUAL,
    BinaryOp.UNEQUAL: BinaryOp.EQUAL,
    BinaryOp.LESS: BinaryOp.GREATER_EQUAL,
    BinaryOp.GREATER_EQUAL: BinaryOp.LESS,
    BinaryOp.GREATER: BinaryOp.LESS_EQUAL,
    BinaryOp.LESS_EQUAL: BinaryOp.GREATER,
}

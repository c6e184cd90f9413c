"""Small routines for the pairs of passes, written by hand."""

from __future__ import annotations

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Role, Routine, Statement
from interpreter.engine.lower.expressions import (
    Binary,
    BinaryOp,
    Expression,
    Immediate,
    Load,
    Unary,
    UnaryOp,
    Var,
    number,
)
from interpreter.engine.lower.types import TRUTH, BitSet, Number

BOARD = BitSet(64)
X = Var("x", Number(0, 63))
Y = Var("y", Number(0, 63))
A = Var("a", TRUTH)
B = Var("b", TRUTH)


def cell(index: int) -> Load:
    """A number of the state."""
    return Load("cells", 0, 10, number(index), Number(-1, 9))


def squares(index: int) -> Load:
    """A set of the state."""
    return Load("squares", 10, 4, number(index), BOARD)


def put(index: int, value: Expression) -> code.Store:
    """Write a number."""
    return code.Store("cells", 0, 10, number(index), value)


def put_squares(index: int, value: Expression) -> code.Store:
    """Write a set."""
    return code.Store("squares", 10, 4, number(index), value)


def has(elements: Expression, element: Expression) -> Expression:
    """Is an element in a set?"""
    return Binary(BinaryOp.HAS, elements, element, TRUTH)


def single(element: Expression) -> Expression:
    """The set of one element."""
    return Unary(UnaryOp.SINGLE, element, BOARD)


def fault() -> Statement:
    """The rulebook is wrong."""
    return code.Abort("wrong", 1)


def offer(var: Var, stride: int, base: int) -> code.Offer:
    """A move with a code."""
    product = Binary(BinaryOp.MULTIPLY, var, number(stride), Number())
    return code.Offer(0, Binary(BinaryOp.ADD, product, number(base), Number()), (var,))


def routine(*body: Statement, role: Role = Role.STEP) -> Routine:
    """A routine of some statements."""
    return Routine("one", role, (), None, tuple(body))


def when(condition: Expression, *then: Statement, otherwise: Block = ()) -> code.If:
    """Statements under a condition."""
    return code.If(condition, tuple(then), otherwise)


def every(elements: Expression, *body: Statement) -> code.For:
    """Statements for each `x` of a set."""
    return code.For(X, code.Elements(elements), tuple(body))


NO_SET = Immediate(0, BitSet(0))

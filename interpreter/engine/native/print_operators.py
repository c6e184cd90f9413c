"""C for operations on one or two values: numbers with what is known of their range, sets word by word."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from interpreter.engine.lower.expressions import Binary, BinaryOp, Expression, Immediate, Unary, UnaryOp
from interpreter.engine.lower.types import BitSet, Type
from interpreter.engine.native.values import BIT, I32, I64, SUMS, WORD, Value, clipped, number, within

if TYPE_CHECKING:
    from interpreter.engine.native.print_expressions import CExpressionPrinter

_COMPARISONS: Final = {
    BinaryOp.EQUAL: "==",
    BinaryOp.UNEQUAL: "!=",
    BinaryOp.LESS: "<",
    BinaryOp.LESS_EQUAL: "<=",
    BinaryOp.GREATER: ">",
    BinaryOp.GREATER_EQUAL: ">=",
}
_SET_OPS: Final = {BinaryOp.INTERSECTION: ("both", "&"), BinaryOp.UNION: ("either", "|")}


class OperatorPrinter:
    """Prints operations, for the expressions they stand in."""

    def __init__(self, printer: CExpressionPrinter) -> None:
        self._printer: Final = printer

    # -------------------------------------------------------------------------------------------------- one value

    def unary(self, value: Unary) -> Value:
        """An operation on one value."""
        op, type_ = value.op, value.type
        match op:
            case UnaryOp.NOT | UnaryOp.ANY:
                return Value(self._printer.truth(value), 0, BIT, BIT)
            case UnaryOp.NEGATE:
                found = self._printer.number(value.operand)
                zero = number(0)
                return self._printer.narrowed(self._summed("-", zero, found), type_)
            case UnaryOp.SINGLE:
                found = self._printer.number(value.operand)
                words = self._printer.types.words(type_)
                self._printer.used.add(f"wide {words}")
                size = min(max(found.sure[1] + 1, 0), WORD * words)
                if words == 1 and within(found.sure, (0, WORD - 1)):
                    return Value(f"((rl_u64)1 << {found.text})", 1, size=size)
                return Value(f"rl_single{words}({found.text})", words, size=size)
            case UnaryOp.SIZE | UnaryOp.LOWEST | UnaryOp.HIGHEST:
                return self._of_set(op, value.operand, type_)
            case _:
                assert_never(op)

    def _of_set(self, op: UnaryOp, operand: Expression, type_: Type) -> Value:
        found = self._printer.any(operand)
        if not found.words:
            found = self._printer.set(operand, 1)
        sure = (0, found.size) if op is UnaryOp.SIZE else (-1, found.size - 1)
        text = f"rl_{op.value}{found.words}({found.text})"
        return self._printer.narrowed(Value(text, 0, sure, sure), type_)

    # ------------------------------------------------------------------------------------------------- two values

    def binary(self, value: Binary) -> Value:
        """An operation on two values, which may leave the type it has."""
        op = value.op
        match op:
            case BinaryOp.INTERSECTION | BinaryOp.UNION | BinaryOp.DIFFERENCE | BinaryOp.SHIFT_UP | BinaryOp.SHIFT_DOWN:
                return self._on_sets(value)
            case BinaryOp.HAS:
                return self._has(value.left, value.right)
            case BinaryOp.EQUAL | BinaryOp.UNEQUAL if _is_set(value.left) or _is_set(value.right):
                return self._same_sets(value)
            case BinaryOp.ADD | BinaryOp.SUBTRACT | BinaryOp.MULTIPLY:
                left, right = self._printer.number(value.left), self._printer.number(value.right)
                return self._summed(op.value, left, right)
            case BinaryOp.DIVIDE | BinaryOp.DIVIDE_UP | BinaryOp.REMAINDER:
                return self._divided(op, self._printer.number(value.left), self._printer.number(value.right))
            case BinaryOp.MIN | BinaryOp.MAX:
                return _extreme(op, self._printer.number(value.left), self._printer.number(value.right))
            case _:
                left, right = self._printer.number(value.left), self._printer.number(value.right)
                return Value(f"({left.text} {_COMPARISONS[op]} {right.text})", 0, BIT, BIT)

    def _summed(self, sign: str, left: Value, right: Value) -> Value:
        combine = SUMS[sign]
        trust, sure = combine(left.trust, right.trust), combine(left.sure, right.sure)
        if not within(trust, I64):
            self._printer.can_fail = True
            name = {"+": "add", "-": "subtract", "*": "multiply"}[sign]
            text = f"rl_{name}(c, {left.text}, {right.text})"
            return Value(text, 0, clipped(*trust), clipped(*sure), 0, is_wide=True)
        narrow = within(trust, I32) and not left.is_wide and not right.is_wide
        first = left.text if narrow or left.is_wide else f"(rl_i64){left.text}"
        sure = clipped(*sure) if within(sure, I64) else I64
        return Value(f"({first} {sign} {right.text})", 0, trust, sure, 0, not narrow)

    def _divided(self, op: BinaryOp, left: Value, right: Value) -> Value:
        most = max(abs(left.trust[0]), abs(left.trust[1]))
        sure = (-(most + 1), most + 1) if within(left.sure, left.trust) else I64
        wide = left.is_wide or right.is_wide
        plain = left.sure[0] >= 0 and right.sure[0] > 0
        if op is BinaryOp.REMAINDER:
            range_ = (0, max(right.sure[1] - 1, 0))
            if plain:
                return Value(f"({left.text} % {right.text})", 0, range_, range_, 0, wide)
            return Value(f"rl_remainder({left.text}, {right.text})", 0, range_, range_, 0, is_wide=True)
        if plain and op is BinaryOp.DIVIDE:
            range_ = (left.sure[0] // right.sure[1], left.sure[1] // right.sure[0])
            return Value(f"({left.text} / {right.text})", 0, range_, range_, 0, wide)
        if right.sure[0] <= -1:
            self._printer.can_fail = True
        name = "divide" if op is BinaryOp.DIVIDE else "divide_up"
        if right.sure[0] > 0 and left.sure[0] >= -1 and op is BinaryOp.DIVIDE:
            sure = (left.sure[0], left.sure[1] // right.sure[0])
        return Value(f"rl_{name}(c, {left.text}, {right.text})", 0, sure, sure, 0, is_wide=True)

    def _has(self, elements: Expression, element: Expression) -> Value:
        found, one = self._printer.any(elements), self._printer.number(element)
        if not found.words:
            found = self._printer.set(elements, 1)
        if found.words == 1 and within(one.sure, (0, WORD - 1)):
            return Value(f"(rl_i32)({found.text} >> {one.text} & 1)", 0, BIT, BIT)
        return Value(f"rl_has{found.words}({found.text}, {one.text})", 0, BIT, BIT)

    def _same_sets(self, value: Binary) -> Value:
        words = max(self._printer.words(value.left), self._printer.words(value.right))
        left, right = self._printer.set(value.left, words), self._printer.set(value.right, words)
        sign = "!" if value.op is BinaryOp.UNEQUAL else ""
        if words == 1:
            return Value(f"({left.text} {sign or '='}= {right.text})", 0, BIT, BIT)
        return Value(f"{sign}rl_same{words}({left.text}, {right.text})", 0, BIT, BIT)

    def _on_sets(self, value: Binary) -> Value:
        op, words = value.op, max(self._printer.types.words(value.type), 1)
        if op in (BinaryOp.SHIFT_UP, BinaryOp.SHIFT_DOWN):
            # Bits may move from word to word: nothing is cut off before.
            operand = self._printer.set(value.left, max(words, self._printer.words(value.left)))
            assert isinstance(value.right, Immediate)
            by = value.right.value
            up = op is BinaryOp.SHIFT_UP
            size = operand.size + by if up else max(operand.size - by, 0)
            if operand.words == 1:
                text = f"({operand.text} {op.value} {by})" if by < WORD else "0ULL"
            else:
                text = f"rl_{'up' if up else 'down'}{operand.words}({operand.text}, {by})"
            return self._printer.as_words(Value(text, operand.words, size=min(size, WORD * operand.words)), words)
        left, right = self._printer.set(value.left, words), self._printer.set(value.right, words)
        self._printer.used.add(f"wide {words}")
        if op is BinaryOp.DIFFERENCE:
            text = f"({left.text} & ~{right.text})" if words == 1 else f"rl_without{words}({left.text}, {right.text})"
            return Value(text, words, size=left.size, least=left.least)
        name, sign = _SET_OPS[op]
        closer, wider = (min, max) if op is BinaryOp.INTERSECTION else (max, min)
        size, least = closer(left.size, right.size), wider(left.least, right.least)
        text = f"({left.text} {sign} {right.text})" if words == 1 else f"rl_{name}{words}({left.text}, {right.text})"
        return Value(text, words, size=size, least=least)


def _is_set(value: Expression) -> bool:
    return isinstance(value.type, BitSet)


def _extreme(op: BinaryOp, left: Value, right: Value) -> Value:
    pick = min if op is BinaryOp.MIN else max
    trust = pick(left.trust[0], right.trust[0]), pick(left.trust[1], right.trust[1])
    sure = pick(left.sure[0], right.sure[0]), pick(left.sure[1], right.sure[1])
    return Value(f"rl_{op.value}({left.text}, {right.text})", 0, trust, sure, 0, is_wide=True)

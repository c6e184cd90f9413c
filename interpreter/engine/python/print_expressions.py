"""Python for lowered expressions."""

from __future__ import annotations

from typing import Final, assert_never

from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.types import BitSet, Number, Truth
from interpreter.engine.python.coded import NARROW
from interpreter.engine.python.names import PythonNames
from interpreter.engine.python.walks import BIT
from interpreter.engine.python.writer import Level, PythonText
from rulelang.graph.bit_sets import members
from rulelang.graph.terms.fingerprints import MODULUS

#: Operations that are one sign in Python: the sign, how tightly it binds, and how tightly its sides must.
_SIGNS: Final = {
    e.BinaryOp.ADD: ("+", Level.SUM, Level.SUM, Level.PRODUCT),
    e.BinaryOp.SUBTRACT: ("-", Level.SUM, Level.SUM, Level.PRODUCT),
    e.BinaryOp.MULTIPLY: ("*", Level.PRODUCT, Level.PRODUCT, Level.SIGN),
    e.BinaryOp.REMAINDER: ("%", Level.PRODUCT, Level.PRODUCT, Level.SIGN),
    e.BinaryOp.EQUAL: ("==", Level.COMPARE, Level.UNION, Level.UNION),
    e.BinaryOp.UNEQUAL: ("!=", Level.COMPARE, Level.UNION, Level.UNION),
    e.BinaryOp.LESS: ("<", Level.COMPARE, Level.UNION, Level.UNION),
    e.BinaryOp.LESS_EQUAL: ("<=", Level.COMPARE, Level.UNION, Level.UNION),
    e.BinaryOp.GREATER: (">", Level.COMPARE, Level.UNION, Level.UNION),
    e.BinaryOp.GREATER_EQUAL: (">=", Level.COMPARE, Level.UNION, Level.UNION),
    e.BinaryOp.INTERSECTION: ("&", Level.BOTH, Level.BOTH, Level.SHIFT),
    e.BinaryOp.UNION: ("|", Level.UNION, Level.UNION, Level.EXCLUSIVE),
    e.BinaryOp.SHIFT_UP: ("<<", Level.SHIFT, Level.SHIFT, Level.SUM),
    e.BinaryOp.SHIFT_DOWN: (">>", Level.SHIFT, Level.SHIFT, Level.SUM),
}

#: Intrinsics that are a function of the runtime, and whether it is given the state.
_FUNCTIONS: Final = {
    e.IntrinsicOp.TOKEN_COUNT: ("token_count", True),
    e.IntrinsicOp.TOKEN_PLACES: ("token_places", True),
    e.IntrinsicOp.CAN_HOLD: ("can_hold", True),
}


#: Intrinsics that Python answers with a truth.
_TRUTHS: Final = frozenset({
    e.IntrinsicOp.HAS_LINE, e.IntrinsicOp.IN_LIST, e.IntrinsicOp.IN_HANDFULS, e.IntrinsicOp.MEETS, e.IntrinsicOp.TOUCHES
})  # fmt: skip


class ExpressionPrinter:
    """Prints expressions; notes which names of the module they use."""

    def __init__(self, names: PythonNames) -> None:
        self.names: Final = names
        #: Variables for handfuls that were counted in this function, by what they are taken from.
        self.counted: Final[dict[str, str]] = {}

    # --------------------------------------------------------------------------------------------------- truth

    def truth(self, value: e.Expression) -> PythonText:
        """An expression that Python takes for true exactly when the value is."""
        match value:
            case e.Immediate(number, _):
                return PythonText(str(bool(number)))
            case e.Unary(e.UnaryOp.NOT, operand, _):
                return PythonText(f"not {self.truth(operand).at(Level.NOT)}", Level.NOT)
            case e.Unary(e.UnaryOp.ANY, operand, _):
                return self.value(operand)
            case e.Binary(e.BinaryOp.HAS, left, right, _):
                return self._has(left, right)
            case e.Logic(any_of, parts):
                word, level = (" or ", Level.OR) if any_of else (" and ", Level.AND)
                return PythonText(word.join(self.truth(part).at(Level(level + 1)) for part in parts), level)
            case e.Select(condition, then, otherwise, _):
                first, second = self.truth(then).at(Level.OR), self.truth(otherwise).at(Level.CHOICE)
                return PythonText(f"{first} if {self.truth(condition).at(Level.OR)} else {second}", Level.CHOICE)
            case e.Intrinsic(op, _, _, _) if op in _TRUTHS:
                return self._intrinsic(value)
            case _:
                return self._plain(value)

    def _has(self, elements: e.Expression, element: e.Expression) -> PythonText:
        inside, one = self.value(elements), self.value(element)
        low, high = _limits(element)
        if low is not None and low >= -1 and high is not None and high < len(BIT) - 1:
            return PythonText(f"{inside.at(Level.BOTH)} & {self.names.helper('BIT')}[{one.text}]", Level.BOTH)
        if low is not None and low >= 0:
            return PythonText(f"{inside.at(Level.SHIFT)} >> {one.at(Level.SUM)} & 1", Level.BOTH)
        return PythonText(f"{inside.at(Level.BOTH)} & {self.names.helper('bit')}({one.text})", Level.BOTH)

    # -------------------------------------------------------------------------------------------------- values

    def value(self, value: e.Expression) -> PythonText:
        """An expression for the exact value: a truth is 1 or 0."""
        if isinstance(value, e.Binary) and value.op is e.BinaryOp.HAS and (_limits(value.right)[0] or 0) >= 0:
            low = _limits(value.right)[0]
            if low is not None:
                inside, one = self.value(value.left), self.value(value.right)
                return PythonText(f"{inside.at(Level.SHIFT)} >> {one.at(Level.SUM)} & 1", Level.BOTH)
        if isinstance(value.type, Truth) and not isinstance(
            value, e.Immediate | e.Var | e.Load | e.LoadEntry | e.Invoke
        ):
            return PythonText(f"1 if {self.truth(value).at(Level.OR)} else 0", Level.CHOICE)
        return self._plain(value)

    def _plain(self, value: e.Expression) -> PythonText:
        match value:
            case e.Immediate(number, type_):
                return constant(number, is_set=isinstance(type_, BitSet))
            case e.Var(name, _):
                return PythonText(name)
            case e.Load(_, base, _, index, _):
                return PythonText(f"state[{self.cell(base, index)}]")
            case e.LoadEntry(table, index, _):
                return PythonText(f"{self.names.table(table)}[{self.value(index).text}]")
            case e.Unary(op, operand, _):
                return self._unary(op, operand)
            case e.Binary(op, left, right, _):
                return self._binary(op, left, right)
            case e.Select(condition, then, otherwise, _):
                first, second = self.value(then).at(Level.OR), self.value(otherwise).at(Level.CHOICE)
                return PythonText(f"{first} if {self.truth(condition).at(Level.OR)} else {second}", Level.CHOICE)
            case e.Invoke(function, arguments, _):
                given = "".join(f", {self.value(one).text}" for one in arguments)
                return PythonText(f"{self.names.function(function)}(state{given})")
            case e.Intrinsic():
                return self._intrinsic(value)
            case e.Logic():
                return self.value(value)
            case _:
                assert_never(value)

    def cell(self, base: int, index: e.Expression) -> str:
        """The number of a cell."""
        first = self.names.cell(base)
        if isinstance(index, e.Immediate):
            if first.isdigit():
                return str(base + index.value)
            return f"{first} + {index.value}" if index.value else first
        text = self.value(index)
        return text.text if first == "0" else f"{first} + {text.at(Level.PRODUCT)}"

    def _unary(self, op: e.UnaryOp, operand: e.Expression) -> PythonText:
        inner = self.value(operand)
        match op:
            case e.UnaryOp.NEGATE:
                return PythonText(f"-{inner.at(Level.SIGN)}", Level.SIGN)
            case e.UnaryOp.SIZE:
                return PythonText(f"{_dotted(inner)}.bit_count()")
            case e.UnaryOp.HIGHEST:
                return PythonText(f"{_dotted(inner)}.bit_length() - 1", Level.SUM)
            case e.UnaryOp.LOWEST:
                return PythonText(f"({inner.at(Level.BOTH)} & -{inner.at(Level.SIGN)}).bit_length() - 1", Level.SUM)
            case e.UnaryOp.SINGLE:
                low, high = _limits(operand)
                if low is not None and low >= -1 and high is not None and high < len(BIT) - 1:
                    return PythonText(f"{self.names.helper('BIT')}[{inner.text}]")
                if low is not None and low >= 0:
                    return PythonText(f"1 << {inner.at(Level.SUM)}", Level.SHIFT)
                return PythonText(f"{self.names.helper('bit')}({inner.text})")
            case e.UnaryOp.NOT | e.UnaryOp.ANY:
                return self.value(e.Unary(op, operand, Truth()))
            case _:
                assert_never(op)

    def _binary(self, op: e.BinaryOp, left: e.Expression, right: e.Expression) -> PythonText:
        if op in _SIGNS:
            sign, level, before, after = _SIGNS[op]
            return PythonText(f"{self.value(left).at(before)} {sign} {self.value(right).at(after)}", level)
        first, second = self.value(left), self.value(right)
        match op:
            case e.BinaryOp.DIFFERENCE:
                return PythonText(f"{first.at(Level.BOTH)} & ~{second.at(Level.SIGN)}", Level.BOTH)
            case e.BinaryOp.MIN | e.BinaryOp.MAX:
                sign = "<" if op is e.BinaryOp.MIN else ">"
                if first.is_name and second.is_name:
                    return PythonText(
                        f"{first.text} if {first.text} {sign} {second.text} else {second.text}", Level.CHOICE
                    )
                return PythonText(f"{op.value}({first.text}, {second.text})")
            case e.BinaryOp.DIVIDE | e.BinaryOp.DIVIDE_UP:
                low, _ = _limits(right)
                if low is None or low <= 0:
                    helper = self.names.helper("divided" if op is e.BinaryOp.DIVIDE else "divided_up")
                    return PythonText(f"{helper}({first.text}, {second.text})")
                if op is e.BinaryOp.DIVIDE:
                    return PythonText(f"{first.at(Level.PRODUCT)} // {second.at(Level.SIGN)}", Level.PRODUCT)
                return PythonText(f"-(-{first.at(Level.SIGN)} // {second.at(Level.SIGN)})", Level.SIGN)
            case _:
                return self._has(left, right)

    def _intrinsic(self, value: e.Intrinsic) -> PythonText:
        texts = [self.value(argument) for argument in value.arguments]
        helper = self.names.helper
        match value.op:
            case e.IntrinsicOp.REACHED:
                table = self.names.table(str(value.static[0]))
                return PythonText(f"{helper('reached')}({texts[0].text}, {table}, {texts[1].text})")
            case e.IntrinsicOp.MEETS | e.IntrinsicOp.TOUCHES:
                return self._walk(value, texts)
            case e.IntrinsicOp.IN_LINE:
                seen = self.names.sights(str(value.static[0]), int(value.static[1]))
                return PythonText(f"{seen}({texts[0].text}, {texts[1].text})")
            case e.IntrinsicOp.HAS_LINE:
                asked = self.names.lined(str(value.static[0]))
                return PythonText(f"{asked}({texts[0].text}, {texts[1].text})")
            case e.IntrinsicOp.FINGERPRINT:
                return self._fingerprint(texts, [int(count) for count in value.static])
            case e.IntrinsicOp.LENGTH:
                return PythonText(f"len({texts[0].text})")
            case e.IntrinsicOp.MEMBERS:
                return PythonText(f"sum(map({helper('bit')}, {texts[0].text}))")
            case e.IntrinsicOp.IN_LIST:
                return PythonText(f"{texts[1].at(Level.UNION)} in {texts[0].at(Level.UNION)}", Level.COMPARE)
            case e.IntrinsicOp.KTH:
                return self._kth(value, texts)
            case e.IntrinsicOp.ITEM:
                return PythonText(f"{texts[0].text}[{texts[1].text}]")
            case e.IntrinsicOp.IN_HANDFULS:
                return PythonText(f"{helper('is_handful')}({texts[0].text}, {self._handfuls(value, texts[1:])})")
            case e.IntrinsicOp.COUNT_HANDFULS:
                return PythonText(f"{self._every_handful(value, texts)}.count")
            case e.IntrinsicOp.NTH_HANDFUL:
                return PythonText(f"{helper('nth_handful')}({self._every_handful(value, texts[1:])}, {texts[0].text})")
            case _:
                name, _ = _FUNCTIONS[value.op]
                return PythonText(f"{helper(name)}({', '.join(['state', *(text.text for text in texts)])})")

    def _walk(self, value: e.Intrinsic, texts: list[PythonText]) -> PythonText:
        """A question about a walk: from one place it is told sooner; what is joined to known goals is remembered."""
        table, mutual = str(value.static[0]), value.op is e.IntrinsicOp.MEETS and value.static[1]
        match value.arguments:
            case (e.Unary(e.UnaryOp.SINGLE, element, _), _, e.Immediate(goals, _)) if mutual:
                joins = self.names.walk("joins", table, goals)
                return PythonText(f"{joins}({self.value(element).text}, {texts[1].text})")
            case (e.Unary(e.UnaryOp.SINGLE, element, _), _, _) if value.op is e.IntrinsicOp.TOUCHES:
                touches = self.names.walk("touching", table)
                return PythonText(f"{touches}({self.value(element).text}, {texts[1].text}, {texts[2].text})")
            case _:
                given = f"{texts[0].text}, {self.names.table(table)}, {texts[1].text}, {texts[2].text}"
                return PythonText(f"{self.names.helper(value.op.value)}({given})")

    def _kth(self, value: e.Intrinsic, texts: list[PythonText]) -> PythonText:
        """Small sets are remembered with their elements."""
        size = value.arguments[0].type.size if isinstance(value.arguments[0].type, BitSet) else None
        if isinstance(value.arguments[0], e.Immediate):
            listed = ", ".join(map(str, members(value.arguments[0].value)))
            return PythonText(f"({listed},)[{texts[1].text}]")
        if size is not None and size <= NARROW:
            return PythonText(f"{self.names.helper('MEMBERS')}[{texts[0].text}][{texts[1].text}]")
        return PythonText(f"{self.names.helper('kth')}({texts[0].text}, {texts[1].text})")

    def count_once(self, value: e.Intrinsic, name: str) -> str:
        """Handfuls that are kept in a variable from here on, since one of them will be asked for: its line."""
        text = self._every_handful(value, [self.value(argument) for argument in value.arguments])
        self.counted[text] = f"_all_{name}"
        return f"_all_{name} = {text}"

    def _every_handful(self, value: e.Intrinsic, texts: list[PythonText]) -> str:
        text = f"{self.names.helper('all_handfuls')}({self._handfuls(value, texts)})"
        return self.counted.get(text, text)

    def _handfuls(self, value: e.Intrinsic, texts: list[PythonText]) -> str:
        tokens, alike, limited = value.static
        most = texts[2].text if limited else "None"
        return self.pool(texts[0].text, texts[1].text, most, tokens=bool(tokens), alike=bool(alike))

    def pool(self, pool: str, fewest: str, most: str, *, tokens: bool, alike: bool) -> str:
        """What handfuls are taken from, as arguments."""
        copies = f"{self.names.helper('token_copies')}(state, {pool})" if tokens else "None"
        lower = f"{self.names.helper('lower_twins')}(state, {pool})" if alike else "None"
        return f"{pool}, {copies}, {lower}, {fewest}, {most}"

    def _fingerprint(self, texts: list[PythonText], counts: list[int]) -> PythonText:
        products, position = [], 0
        for count in counts:
            factors = texts[position : position + count]
            position += count
            products.append(" * ".join(factor.at(Level.SIGN) for factor in factors) or "1")
        return PythonText(f"({' + '.join(products) or 0}) % {MODULUS}", Level.PRODUCT)


def constant(value: int, *, is_set: bool = False) -> PythonText:
    """A number; large ones are sets, and read better in base sixteen."""
    if value < 0:
        return PythonText(str(value), Level.SIGN)
    return PythonText(hex(value)) if is_set and value >= 4096 else PythonText(str(value))


def _limits(value: e.Expression) -> tuple[int | None, int | None]:
    if isinstance(value.type, Number):
        return value.type.low, value.type.high
    return (0, 1) if isinstance(value.type, Truth) else (None, None)


def _dotted(text: PythonText) -> str:
    """An expression before a dot: numbers need brackets there."""
    return f"({text.text})" if text.text.isdigit() else text.at(Level.ATOM)

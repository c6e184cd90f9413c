"""C for lowered expressions. What goes wrong in the middle of one is noted in the context, a harmless value takes its
place, and the statement asks once at its end (`can_fail`)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.types import BitSet, NumberList, Truth, Type
from interpreter.engine.native.layout import Field, StateLayout
from interpreter.engine.native.print_intrinsics import IntrinsicPrinter
from interpreter.engine.native.print_operators import OperatorPrinter
from interpreter.engine.native.tables import Tables, constant, signed
from interpreter.engine.native.values import (
    BIT,
    I32,
    I64,
    WORD,
    Interval,
    Types,
    Value,
    interval_of,
    number,
    within,
    words_of,
)
from rulelang.graph.values.intervals import both, hull
from rulelang.tuning.fast_dataclass import dataclass, replace

#: What is used of the runtime besides its core.
Used = set[str]


@dataclass(frozen=True, slots=True)
class Callee:
    """A routine as it is called."""

    parameters: tuple[Type, ...]
    result: Type | None
    can_fail: bool
    is_trial: bool = False
    number: int = -1


class CExpressionPrinter:
    """Prints expressions of one program. `loose` are the variables of the routine that is printed now that may hold
    something outside their type for a while."""

    def __init__(
        self, state: StateLayout, types: Types, tables: Tables, callees: Mapping[str, Callee], used: Used
    ) -> None:
        self.state: Final = state
        self.types: Final = types
        self.tables: Final = tables
        self._callees: Final = callees
        self.used: Final = used
        self.loose: frozenset[str] = frozenset()
        #: Variables of which more is known than their types say: sums.
        self.known: dict[str, Interval] = {}
        self.intrinsics: Final = IntrinsicPrinter(self)
        self._operators: Final = OperatorPrinter(self)
        #: Does a statement that was printed from here on need the question whether something is wrong?
        self.can_fail = False

    # -------------------------------------------------------------------------------------------------- values

    def number(self, value: e.Expression) -> Value:
        """An expression as a number."""
        found = self.any(value)
        if found.words:
            return Value(f"(rl_i64)rl_word{found.words}({found.text}, 0)", is_wide=True)
        return found

    def set(self, value: e.Expression, words: int) -> Value:
        """An expression as a set of so many words."""
        if isinstance(value, e.Immediate):
            return self.constant(value.value, words)
        if isinstance(value, e.Select) and isinstance(value.type, BitSet):
            first, second = self.set(value.then, words), self.set(value.otherwise, words)
            text = f"({self.truth(value.condition)} ? {first.text} : {second.text})"
            return Value(text, words, size=max(first.size, second.size))
        found = self.any(value)
        if not found.words:
            found = Value(f"(rl_u64){found.text}", 1, size=WORD)
        return self.as_words(found, words)

    def as_words(self, value: Value, words: int) -> Value:
        """A set in so many words."""
        if value.words == words:
            return value
        self.used.add(f"convert {value.words} {words}")
        text = f"rl_{value.words}_to_{words}({value.text})"
        return Value(text, words, size=min(value.size, WORD * words), least=value.least)

    def constant(self, value: int, words: int) -> Value:
        """A known set."""
        value = max(value, 0)
        if words == 1:
            text = constant(value & ((1 << WORD) - 1), 1)
            return Value(text, 1, size=value.bit_length(), least=_lowest(value))
        self.used.add(f"wide {words}")
        if value == 0:
            return Value(f"rl_none{words}()", words, size=0)
        table = self.tables.given(f"set {value} {words}", (value,), words)
        return Value(f"{table.name}[0]", words, size=value.bit_length(), least=_lowest(value))

    def list(self, value: e.Expression) -> str:
        """A list, by its address."""
        assert isinstance(value, e.Var)
        assert isinstance(value.type, NumberList)
        return f"&{variable_name(value)}"

    def truth(self, value: e.Expression) -> str:
        """An expression that is not 0 exactly when the value is true."""
        match value:
            case e.Immediate(known, _):
                return "1" if known else "0"
            case e.Unary(e.UnaryOp.NOT, operand, _):
                return f"!{_bracketed(self.truth(operand))}"
            case e.Unary(e.UnaryOp.ANY, operand, _):
                return self._any_element(operand)
            case e.Logic(any_of, parts):
                sign = " || " if any_of else " && "
                return f"({sign.join(map(self.truth, parts))})"
            case e.Select(condition, then, otherwise, Truth()):
                return f"({self.truth(condition)} ? {self.truth(then)} : {self.truth(otherwise)})"
            case _:
                found = self.any(value)
                return f"rl_any{found.words}({found.text})" if found.words else found.text

    def _any_element(self, operand: e.Expression) -> str:
        match operand:
            case e.Select(condition, then, e.Immediate(0), _):
                return f"({self.truth(condition)} && {self._any_element(then)})"
            case e.Binary(e.BinaryOp.DIFFERENCE, e.Intrinsic(e.IntrinsicOp.IN_LINE) as lines, spared, _):
                asked = self.intrinsics.goes_beyond(lines, spared)
                if asked is not None:
                    return asked
            case _:
                pass
        found = self.any(operand)
        if found.words > 1:
            return f"rl_any{found.words}({found.text})"
        return f"({found.text} != 0)"

    def any(self, value: e.Expression) -> Value:
        """An expression as what it is."""
        match value:
            case e.Immediate(known, BitSet()):
                return self.constant(known, words_of(known.bit_length()))
            case e.Immediate(known, _):
                return number(known)
            case e.Var():
                return self.variable(value)
            case e.Load():
                return self.load(value)
            case e.LoadEntry():
                return self._lookup(value)
            case e.Unary():
                return self._operators.unary(value)
            case e.Binary():
                return self.narrowed(self._operators.binary(value), value.type)
            case e.Select(condition, then, otherwise, type_):
                if isinstance(type_, BitSet):
                    return self.set(value, self.types.words(type_))
                test, first, second = self.truth(condition), self.any(then), self.any(otherwise)
                text = f"({test} ? {first.text} : {second.text})"
                trust, sure = hull(first.trust, second.trust), hull(first.sure, second.sure)
                found = Value(text, 0, trust, sure, 0, first.is_wide or second.is_wide)
                return self.narrowed(found, type_)
            case e.Logic():
                return Value(self.truth(value), 0, BIT, BIT)
            case e.Invoke():
                return self._invoke(value)
            case e.Intrinsic():
                return self.narrowed(self.intrinsics.value(value), value.type)
            case _:
                assert_never(value)

    def narrowed(self, value: Value, type_: Type) -> Value:
        """A value, as far as its type tells more of it."""
        if value.words:
            return value
        return replace(value, trust=both(value.trust, interval_of(type_)))

    def variable(self, var: e.Var) -> Value:
        """A variable."""
        type_, is_loose = var.type, var.name in self.loose
        if isinstance(type_, BitSet):
            words = self.types.words(type_)
            return Value(variable_name(var), words, size=WORD * words if is_loose else self.types.size(type_))
        if var.name in self.known:
            trust = self.known[var.name]
            return Value(variable_name(var), 0, trust, trust, 0, not within(trust, I32))
        trust = interval_of(type_)
        wide = not within(trust, I32)
        return Value(variable_name(var), 0, trust, (I64 if wide else I32) if is_loose else trust, 0, wide)

    def kind(self, var: e.Var) -> str:
        """The C type of a variable."""
        if var.name in self.known:
            return "rl_i32" if within(self.known[var.name], I32) else "rl_i64"
        return self.types.name(var.type)

    # --------------------------------------------------------------------------------------------------- cells

    def load(self, value: e.Load) -> Value:
        """One cell."""
        text, field = self.cell(value.region, value.index, is_set=isinstance(value.type, BitSet))
        if field.words:
            return Value(text, field.words, size=field.size)
        return Value(text, 0, field.range, field.range, 0, field.c_type == "rl_i64")

    def cell(self, region: str, index: e.Expression, *, is_set: bool) -> tuple[str, Field]:
        """A cell and the field it is in."""
        if region == "tokens" and region not in self.state.layout.regions:
            return self._token_cell(index, is_set=is_set)
        slot = self.state.slot(region)
        found = self.index(self.number(index), slot.length)
        start = f"{slot.start} + " if slot.start else ""
        return f"s->{slot.field.name}[{start}{found}]", slot.field

    def _token_cell(self, index: e.Expression, *, is_set: bool) -> tuple[str, Field]:
        """A cell of tokens by its number: tables of such numbers are turned into tables of places in the field."""
        field = self.state.sets if is_set else self.state.counts
        assert field is not None
        regions = {cell for region, slot in self.state.cells() if slot.field is field
                   for cell in range(region.base, region.base + region.length)}  # fmt: skip

        def position(cell: int) -> int:
            return self.state.token_cells[cell] if cell in regions else -1

        if isinstance(index, e.LoadEntry):
            table = self.tables.cells(index.table, field.name, position)
            where = self.number(index.index)
            range_ = table.within(*where.sure)
            if range_[0] == range_[1] >= 0 and within(where.sure, (-1, table.count - 1)):
                return f"s->{field.name}[{range_[0]}]", field
            entry = f"{table.name}[{self.table_index(where, table.count)}]"
            if range_[0] < 0:
                self.can_fail = True
                entry = f"rl_at(c, {entry}, {field.length})"
            return f"s->{field.name}[{entry}]", field
        known = self.tables.given(f"every {field.name}", [*map(position, range(self.state.layout.size)), -1])
        self.can_fail = True
        entry = f"{known.name}[{self.table_index(self.number(index), known.count)}]"
        return f"s->{field.name}[rl_at(c, {entry}, {field.length})]", field

    def index(self, index: Value, length: int) -> str:
        """An index into so many cells, checked where it has to be."""
        if within(index.sure, (0, length - 1)):
            return index.text
        self.can_fail = True
        return f"rl_at(c, {index.text}, {length})"

    def table_index(self, index: Value, count: int) -> str:
        """Where the entry of a table is, the entry for nothing first."""
        if index.sure == index.trust and index.sure[0] == index.sure[1] and within(index.sure, (-1, count - 1)):
            return str(index.sure[0] + 1)
        if within(index.sure, (-1, count - 1)):
            return f"{index.text} + 1"
        self.can_fail = True
        return f"rl_in(c, {index.text}, {count}) + 1"

    def _lookup(self, value: e.LoadEntry) -> Value:
        index = self.number(value.index)
        if isinstance(value.type, BitSet):
            words = self.types.words(value.type)
            table = self.tables.sets(value.table, words)
            self.used.add(f"wide {words}")
            return Value(f"{table.name}[{self.table_index(index, table.count)}]", words, size=table.size)
        table = self.tables.numbers(value.table)
        range_ = table.within(*index.sure)
        if range_[0] == range_[1] and within(index.sure, (-1, table.count - 1)):
            return number(range_[0])
        wide = not within(table.range, I32)
        text = f"{table.name}[{self.table_index(index, table.count)}]"
        return self.narrowed(Value(text, 0, range_, range_, 0, wide), value.type)

    def row(self, lists: str, index: e.Expression) -> tuple[str, str, Interval]:
        """A static list: its table, where it is, and what its elements are."""
        table = self.tables.rows(lists)
        return table.name, self.table_index(self.number(index), table.count), table.range

    def words(self, value: e.Expression) -> int:
        """The words an expression has as a set."""
        if isinstance(value, e.Immediate):
            return words_of(max(value.value, 0).bit_length())
        return max(1, self.any(value).words)

    # --------------------------------------------------------------------------------------------------- calls

    def callee(self, name: str) -> Callee:
        """A routine as it is called."""
        return self._callees[name]

    def _invoke(self, value: e.Invoke) -> Value:
        callee = self._callees[value.function]
        self.can_fail = self.can_fail or callee.can_fail
        if callee.is_trial:
            return Value(f"rl_trial(c, s, {callee.number}, {self.number(value.arguments[0]).text})", 0, BIT, BIT)
        given = map(self.argument, value.arguments, callee.parameters)
        text = f"{function_name(value.function)}({', '.join(['c', 's', *given])})"
        if isinstance(callee.result, BitSet):
            words = self.types.words(callee.result)
            return Value(text, words, size=WORD * words)
        trust = interval_of(callee.result) if callee.result is not None else I64
        wide = not within(trust, I32)
        sure = BIT if isinstance(callee.result, Truth) else I64 if wide else I32
        return Value(text, 0, trust, sure, 0, wide)

    def argument(self, value: e.Expression, type_: Type) -> str:
        """What is given to a routine for a parameter of a type."""
        if isinstance(type_, NumberList):
            return self.list(value)
        if isinstance(type_, BitSet):
            return self.set(value, self.types.words(type_)).text
        found, wanted = self.number(value), interval_of(type_)
        if within(found.sure, wanted):
            return found.text
        self.can_fail = True
        cast = "(rl_i32)" if within(wanted, I32) else ""
        return f"{cast}rl_fit(c, {found.text}, {signed(wanted[0])}, {signed(wanted[1])})"


def function_name(name: str) -> str:
    """A routine in C."""
    return f"f_{name}"


def variable_name(var: e.Var) -> str:
    """A variable in C."""
    return f"v_{var.name}"


def _lowest(elements: int) -> int:
    return max((elements & -elements).bit_length() - 1, 0)


def _is_set(value: e.Expression) -> bool:
    return isinstance(value.type, BitSet)


def _bracketed(text: str) -> str:
    return text if text.isidentifier() or text.startswith(("(", "!")) or text.endswith(")") else f"({text})"

"""C for the procedures of the target, and for sorting: what changes lists, pieces and tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Deed
from interpreter.engine.lower.expressions import Expression
from interpreter.engine.native.tables import signed

if TYPE_CHECKING:
    from interpreter.engine.native.print_routines import RoutinePrinter


class DeedPrinter:
    """Prints deeds for the routine that is printed."""

    def __init__(self, printer: RoutinePrinter) -> None:
        self._printer: Final = printer

    def sort(self, statement: code.SortList) -> None:
        """A list by some keys."""
        printer = self._printer
        name, var, keys = printer.declare(statement.list), printer.declare(statement.var), statement.keys
        printer.takes_memory()
        count, number = len(keys), printer.label()
        with printer.inside(""):
            printer.write(f"rl_i32 k_{number};")
            printer.write(f"rl_i64 *keys, before_{number} = c->scratch_used;")
            printer.write(f"keys = rl_take(c, 8 * (rl_i64){count} * {name}.used);")
            printer.write(f"if (!keys) return {printer.nothing()};")
            with printer.inside(f"for (k_{number} = 0; k_{number} < {name}.used; k_{number}++)"):
                printer.element(statement.var, f"{name}.at[k_{number}]")
                for position, (highest, key) in enumerate(keys):
                    # The complement turns the order around, and never leaves the range.
                    found = printer.values.number(key)
                    sign = "~(rl_i64)" if highest else ""
                    printer.write(f"keys[k_{number} * {count} + {position}] = {sign}{found.text};")
                printer.checked()
            printer.write(f"rl_sort(&{name}, keys, {count});")
            printer.write(f"c->scratch_used = before_{number};")
        assert var

    def perform(self, deed: Deed, arguments: tuple[Expression, ...], static: tuple[str | int, ...]) -> None:
        """One procedure."""
        printer, values = self._printer, self._printer.values
        match deed:
            case Deed.MOVE_PIECE:
                values.used.add("pieces")
                given = ", ".join(values.number(argument).text for argument in arguments)
                printer.write(f"rl_move_piece(c, s, {given});")
            case Deed.ADD_TOKENS:
                values.used.add("tokens")
                given = ", ".join(values.number(argument).text for argument in arguments)
                printer.write(f"rl_add_tokens(c, s, {given});")
            case Deed.REARRANGE:
                values.used.add("pieces")
                place, order = arguments
                printer.write(f"rl_rearrange(c, s, {values.number(place).text}, {values.list(order)});")
            case Deed.WRITE_LIST:
                self._write_list(arguments[0], values.list(arguments[1])[1:], str(static[0]))
            case Deed.ORDER:
                printer.write(f"rl_order({values.list(arguments[0])});")
                return
            case Deed.SHUFFLE:
                values.used.add("pieces")
                printer.write(f"rl_shuffle(c, s, {values.number(arguments[0]).text});")
            case Deed.LOWEST_ALIKE:
                values.used.add("twins")
                printer.write(f"rl_lowest_alike(c, s, {values.list(arguments[0])});")
            case _:
                assert_never(deed)
        values.can_fail = True

    def _write_list(self, start: Expression, name: str, region: str) -> None:
        printer = self._printer
        slot = printer.values.state.slot(region)
        field = slot.field
        low, high = signed(field.range[0]), signed(field.range[1])
        with printer.inside(""):
            printer.write("rl_i32 k;")
            printer.write(f"rl_i64 start = {printer.values.number(start).text};")
            printer.write(f"if (start < 0 || start >= {slot.length} - (rl_i64){name}.used) rl_outside(c);")
            with printer.inside("else"):
                at = f"s->{field.name}[{slot.start} + start"
                printer.write(f"{at}] = ({field.c_type})rl_fit(c, {name}.used, {low}, {high});")
                printer.write(f"for (k = 0; k < {name}.used; k++)")
                printer.write(f"    {at} + 1 + k] = ({field.c_type})rl_fit(c, {name}.at[k], {low}, {high});")

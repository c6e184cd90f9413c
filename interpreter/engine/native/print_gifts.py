"""C for what a routine gives back: legal moves, outcomes of chance, events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, assert_never

from interpreter.engine.lower import code
from interpreter.engine.lower.expressions import Expression
from interpreter.engine.lower.types import NumberList

if TYPE_CHECKING:
    from interpreter.engine.native.print_routines import RoutinePrinter


class GiftPrinter:
    """Prints what is given back, for the routine that is printed."""

    def __init__(self, printer: RoutinePrinter) -> None:
        self._printer: Final = printer

    def give(self, statement: code.Offer | code.OfferSets | code.SortOffers | code.Weigh | code.Report) -> None:
        """One statement."""
        printer, values = self._printer, self._printer.values
        match statement:
            case code.Offer(_, number, _) if number is not None:
                printer.write(f"rl_offer(c, {values.number(number).text});")
                printer.fails()
            case code.Offer(option, _, given):
                self._record(option, given)
            case code.OfferSets(sets, bases, stride):
                printer.loops.offer_sets(sets, bases, stride)
                printer.fails()
            case code.SortOffers():
                printer.write("rl_sort_codes(c->found.at, c->found.used);")
            case code.Weigh(value, weight):
                first, second = values.number(value).text, values.number(weight).text
                printer.write(f"rl_tell(c, &c->found, {first});")
                printer.write(f"rl_tell(c, &c->found, {second});")
                values.can_fail = True
            case code.Report(event, told, audience):
                with printer.inside("if (c->logs)"):
                    printer.write(f"rl_tell(c, &c->log, {event});")
                    printer.write(f"rl_tell(c, &c->log, {len(told)});")
                    for one in (*map(values.any, told), values.set(audience, values.words(audience))):
                        name = f"set{one.words}(c, " if one.words else "number(c, "
                        printer.write(f"rl_tell_{name}{one.text});")
                values.can_fail = True
            case _:
                assert_never(statement)

    def _record(self, option: int, given: Sequence[Expression]) -> None:
        """A move as a record."""
        printer, values = self._printer, self._printer.values
        lists = [values.list(one)[1:] for one in given if isinstance(one.type, NumberList)]
        texts = ["" if isinstance(one.type, NumberList) else values.number(one).text for one in given]
        length = " + ".join([str(1 + len(given)), *(f"{name}.used" for name in lists)])
        values.can_fail = True
        with printer.inside("if (rl_is_wanted(c))"):
            printer.write(f"rl_i64 *at = rl_more(c, &c->found, 1 + {length});")
            printer.write(f"if (!at) return {printer.nothing()};")
            printer.write(f"*at++ = {length};")
            printer.write(f"*at++ = {option};")
            for one, text in zip(given, texts, strict=True):
                if text:
                    printer.write(f"*at++ = {text};")
                    continue
                name = values.list(one)[1:]
                printer.write("{ rl_i32 k;")
                printer.write(f"*at++ = {name}.used;")
                printer.write(f"for (k = 0; k < {name}.used; k++) *at++ = {name}.at[k]; }}")
            printer.write("(void)at;")

"""C for what every target offers as a function."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from interpreter.engine.lower.expressions import Expression, Intrinsic, IntrinsicOp
from interpreter.engine.lower.types import BitSet
from interpreter.engine.native.values import BIT, I32, I64, WORD, Value
from rulelang.graph.terms.fingerprints import MODULUS

if TYPE_CHECKING:
    from interpreter.engine.native.print_expressions import CExpressionPrinter


class IntrinsicPrinter:
    """Prints calls of the runtime; the rest of an expression is left to `ExpressionPrinter`."""

    def __init__(self, printer: CExpressionPrinter) -> None:
        self._printer: Final = printer
        #: What takes handfuls in the routine that is printed now.
        self.takers: Final[list[str]] = []
        #: What has counted the handfuls of a pool.
        self._counted: Final[dict[tuple[object, ...], str]] = {}

    def begin(self) -> None:
        """Another routine is printed."""
        self.takers.clear()
        self._counted.clear()

    def value(self, value: Intrinsic) -> Value:
        """A call."""
        printer, arguments = self._printer, value.arguments
        match value.op:
            case IntrinsicOp.REACHED | IntrinsicOp.IN_LINE | IntrinsicOp.HAS_LINE:
                return self._on_board(value)
            case IntrinsicOp.MEETS | IntrinsicOp.TOUCHES:
                return self._walk(value)
            case IntrinsicOp.FINGERPRINT:
                return Value(self._fingerprint(value), 0, (0, MODULUS - 1), (0, MODULUS - 1), 0, is_wide=True)
            case IntrinsicOp.LENGTH:
                length = f"{printer.list(arguments[0])[1:]}.used"
                return Value(length, 0, (0, I32[1]), (0, I32[1]))
            case IntrinsicOp.MEMBERS:
                words = self._words(value)
                printer.used.add(f"members {words}")
                return Value(f"rl_members{words}({printer.list(arguments[0])})", words, size=WORD * words)
            case IntrinsicOp.IN_LIST:
                asked = printer.number(arguments[1]).text
                return _truth(f"rl_in_list({printer.list(arguments[0])}, {asked})")
            case IntrinsicOp.IN_HANDFULS:
                return self._in_handfuls(value)
            case IntrinsicOp.TOKEN_PLACES:
                words = printer.words(arguments[0])
                printer.used.add(f"token_places {words}")
                found = printer.state.stored_words
                text = f"rl_token_places{words}(c, s, {printer.set(arguments[0], words).text})"
                return Value(text, found, size=WORD * found)
            case IntrinsicOp.TOKEN_COUNT | IntrinsicOp.CAN_HOLD:
                printer.used.add("tokens")
                printer.can_fail = True
                given = ", ".join(printer.number(argument).text for argument in arguments)
                name = "rl_token_count" if value.op is IntrinsicOp.TOKEN_COUNT else "rl_can_hold"
                text = f"{name}(c, s, {given})"
                if value.op is IntrinsicOp.CAN_HOLD:
                    return _truth(text)
                range_ = printer.state.token_range
                return Value(text, 0, range_, range_, 0, is_wide=False)
            case IntrinsicOp.KTH:
                elements = printer.set(arguments[0], printer.words(arguments[0]))
                printer.used.add(f"wide {elements.words}")
                # Of fewer elements the first of all numbers is given.
                inside = (0, max(elements.size - 1, 0))
                nth = printer.number(arguments[1]).text
                return Value(f"rl_kth{elements.words}({elements.text}, {nth})", 0, inside, inside)
            case IntrinsicOp.ITEM:
                printer.can_fail = True
                nth = printer.number(arguments[1]).text
                return Value(f"rl_item(c, {printer.list(arguments[0])}, {nth})", 0, I32, I32)
            case IntrinsicOp.COUNT_HANDFULS:
                return self._count_handfuls(value)
            case IntrinsicOp.NTH_HANDFUL:
                raise AssertionError("a handful is a list")

    def _words(self, value: Expression) -> int:
        words = self._printer.types.words(value.type)
        assert isinstance(value.type, BitSet)
        self._printer.used.add(f"wide {words}")
        return words

    def _on_board(self, value: Intrinsic) -> Value:
        """Walks and lines."""
        printer, arguments = self._printer, value.arguments
        name = str(value.static[0])
        if value.op is IntrinsicOp.HAS_LINE:
            words = printer.words(arguments[0])
            runs = printer.tables.runs(name) if words == 1 else None
            if runs is not None:
                index = printer.table_index(printer.number(arguments[1]), runs.count)
                return _truth(f"{runs.name}({printer.set(arguments[0], 1).text}, {index})")
            table = printer.tables.lined(name, words)
            printer.used.update((f"wide {words}", f"has_line {words}"))
            inside = printer.set(arguments[0], words).text
            index = printer.table_index(printer.number(arguments[1]), table.count)
            return _truth(f"rl_has_line{words}({inside}, {table.name}, {table.name}_from + {index})")
        words = self._words(value)
        if value.op is IntrinsicOp.REACHED:
            table = printer.tables.sets(name, words)
            printer.used.add(f"reached {words}")
            start, through = (printer.set(one, words).text for one in arguments)
            text = f"rl_reached{words}({start}, {table.name} + 1, {table.count}, {through})"
            return Value(text, words, size=WORD * words)
        rays = self._rays(value)
        if rays is not None:
            printer.used.add(f"rays {words}")
            return Value(f"rl_rays{words}({rays})", words, size=WORD * words)
        table, wanted = printer.tables.rows(name), printer.words(arguments[1])
        printer.used.update((f"wide {wanted}", f"in_line {words} {wanted}"))
        origin, through = printer.number(arguments[0]).text, printer.set(arguments[1], wanted).text
        rows = f"{table.name}, {table.name}_from + 1, {table.count}, {value.static[1]}"
        return Value(f"rl_in_line{words}_{wanted}({origin}, {rows}, {through})", words, size=WORD * words)

    def _rays(self, value: Intrinsic) -> str | None:
        """What lines of sets are asked with: where from, which they are, and through what."""
        printer, words, directions = self._printer, self._words(value), int(value.static[1])
        origin, through = value.arguments
        if printer.words(through) != words:
            return None
        found = printer.tables.rays(str(value.static[0]), directions, words)
        if found is None:
            return None
        table, ascends = found
        places = f"{table.name} + 1, {table.count // directions}, {directions}, {ascends}"
        return f"{printer.number(origin).text}, {places}, {printer.set(through, words).text}"

    def goes_beyond(self, lines: Intrinsic, spared: Expression) -> str | None:
        """Does anything lie on some lines that is not in a set? Found without going along all of them; None where the
        lines are no sets."""
        rays, words = self._rays(lines), self._words(lines)
        if rays is None or self._printer.words(spared) > words:
            return None
        self._printer.used.add(f"rays_beyond {words}")
        return f"rl_rays_beyond{words}({rays}, {self._printer.set(spared, words).text})"

    def _walk(self, value: Intrinsic) -> Value:
        """A question about a walk."""
        printer, name, op = self._printer, str(value.static[0]), value.op.value
        words = max(map(printer.words, value.arguments))
        table = printer.tables.sets(name, words)
        printer.used.update((f"wide {words}", f"{op} {words}"))
        start, through, goals = (printer.set(one, words).text for one in value.arguments)
        return _truth(f"rl_{op}{words}({start}, {table.name} + 1, {table.count}, {through}, {goals})")

    def _in_handfuls(self, value: Intrinsic) -> Value:
        tokens, alike, limited = (bool(one) for one in value.static)
        printer, arguments = self._printer, value.arguments
        taker, ready = self.taker(tokens=tokens, alike=alike)
        handful, pool = printer.list(arguments[0]), printer.list(arguments[1])
        fewest = printer.number(arguments[2]).text
        most = printer.number(arguments[3]).text if limited else "0"
        printer.can_fail = True
        asked = f"rl_is_handful(&{taker}, {handful}, {pool}, {fewest}, {most}, {int(limited)})"
        return _truth(f"({ready}(c, s, &{taker}, {pool}) && {asked})")

    def _count_handfuls(self, value: Intrinsic) -> Value:
        tokens, alike, limited = (bool(one) for one in value.static)
        printer = self._printer
        taker, ready = self.taker(tokens=tokens, alike=alike)
        pool, fewest, *most = value.arguments
        self._counted[printer.list(pool), value.static] = taker
        given = [printer.list(pool), printer.number(fewest).text, printer.number(most[0]).text if limited else "0"]
        printer.can_fail = True
        counted = f"rl_count_handfuls(c, &{taker}, {', '.join(given)}, {int(limited)})"
        text = f"({ready}(c, s, &{taker}, {given[0]}) ? {counted} : 0)"
        return Value(text, 0, (0, I64[1]), (0, I64[1]), 0, is_wide=True)

    def nth_handful(self, value: Intrinsic) -> tuple[str, str]:
        """What has counted the handfuls of which one is wanted, and its number. Each pool is counted once; how many of
        it are taken may be told by other variables by then."""
        number, pool, *_ = value.arguments
        return self._counted[self._printer.list(pool), value.static], self._printer.number(number).text

    def taker(self, *, tokens: bool, alike: bool) -> tuple[str, str]:
        """Something that takes handfuls, and the function that makes it ready for a pool."""
        name = f"taker_{len(self.takers)}"
        self.takers.append(name)
        kind = "tokens" if tokens else "pieces" if alike else "plain"
        self._printer.used.update(("handfuls", "tokens" if tokens else "twins" if alike else "handfuls"))
        return name, f"rl_ready_{kind}"

    def _fingerprint(self, value: Intrinsic) -> str:
        self._printer.used.add("fingerprint")
        products, position = [], 0
        for count in (int(one) for one in value.static):
            factors = [self._factor(one) for one in value.arguments[position : position + count]]
            position += count
            product = factors[0] if factors else "1"
            for factor in factors[1:]:
                product = f"rl_times({product}, {factor})"
            products.append(product)
        found = products[0] if products else "0"
        for product in products[1:]:
            found = f"rl_plus({found}, {product})"
        return f"(rl_i64){found}"

    def _factor(self, factor: Expression) -> str:
        found = self._printer.any(factor)
        if found.words == 1:
            return f"rl_residue_of_word({found.text})"
        if found.words:
            self._printer.used.add(f"residue {found.words}")
            return f"rl_residue{found.words}({found.text})"
        if found.sure[0] >= 0 and found.sure[1] < MODULUS:
            return f"(rl_u64){found.text}"
        return f"rl_residue({found.text})"


def _truth(text: str) -> Value:
    return Value(text, 0, BIT, BIT)

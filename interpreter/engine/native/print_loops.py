"""C for loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, assert_never

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Break, For, If, Run
from interpreter.engine.lower.expressions import Expression, Immediate, Var
from interpreter.engine.lower.types import Number
from interpreter.engine.native.values import I32, WORD, Interval, Value

if TYPE_CHECKING:
    from interpreter.engine.native.print_routines import RoutinePrinter


class LoopPrinter:
    """Prints loops of one routine after the other; the statements inside are left to `RoutinePrinter`."""

    def __init__(self, printer: RoutinePrinter) -> None:
        self._printer: Final = printer
        #: How the loops around the present place are left: by a label, or plainly ("").
        self._around: Final[list[str]] = []

    def leave(self) -> None:
        """Out of the innermost loop."""
        label = self._around[-1]
        self._printer.write(f"goto {label};" if label else "break;")

    def while_(self, condition: Expression, body: Block) -> None:
        """As long as a condition holds."""
        printer = self._printer
        self._around.append("")
        with printer.inside("for (;;)"):
            printer.write(f"if (!({printer.condition(condition)})) break;")
            printer.block(body)
        self._around.pop()

    def gather(self, list_: Var, over: Run) -> None:
        """A list of all that a run gives."""
        printer = self._printer
        name = printer.declare(list_)
        printer.write(f"{name}.used = 0;")
        if isinstance(over, code.TokenRun):
            self._list_tokens(name, over)
            return
        if isinstance(over, code.Numbers):
            printer.write(f"rl_push_all(c, &{name}, {printer.values.list(over.list)});")
            printer.values.can_fail = True
            return
        var = Var(f"gathered_{printer.label()}", _ELEMENT)
        self._over(var, over, (code.Push(list_, var),))

    def loop(self, statement: For) -> None:
        """A loop over a run."""
        self._over(statement.var, statement.over, statement.body)

    def _over(self, var: Var, over: Run, body: Block) -> None:
        printer, values = self._printer, self._printer.values
        match over:
            case code.Elements(elements):
                self._elements(var, elements, body)
            case code.CountUp(low, high):
                number = printer.label()
                first, last = values.number(low), values.number(high)
                sure = (first.sure[0], max(last.sure[1], first.sure[0]))
                with printer.inside(""):
                    printer.write(f"rl_i64 k_{number} = {first.text}, end_{number} = {last.text};")
                    printer.checked()
                    head = f"for (; k_{number} <= end_{number} && k_{number} < RL_MOST; k_{number}++)"
                    kind = printer.values.types.name(var.type)
                    self._plain(head, var, f"{'(rl_i32)' if kind == 'rl_i32' else ''}k_{number}", sure, body)
            case code.StaticList(lists, index):
                name, at, range_ = values.row(lists, index)
                number = printer.label()
                with printer.inside(""):
                    printer.write(f"rl_i32 k_{number}, end_{number};")
                    printer.write(f"rl_i64 row_{number} = {at};")
                    printer.checked()
                    printer.write(f"k_{number} = {name}_from[row_{number}];")
                    printer.write(f"end_{number} = {name}_from[row_{number} + 1];")
                    head = f"for (; k_{number} < end_{number}; k_{number}++)"
                    self._plain(head, var, f"{name}[k_{number}]", range_, body)
            case code.CellRun():
                self._cells(var, over, body)
            case code.TokenRun():
                self._tokens(var, over, body)
            case code.Numbers(found):
                number, name = printer.label(), values.list(found)[1:]
                with printer.inside(""):
                    printer.write(f"rl_i32 k_{number};")
                    head = f"for (k_{number} = 0; k_{number} < {name}.used; k_{number}++)"
                    self._plain(head, var, f"{name}.at[k_{number}]", I32, body)
            case code.Handfuls():
                self._handfuls(var, over, body)
            case _:
                assert_never(over)

    def _plain(self, head: str, var: Var, text: str, sure: Interval, body: Block, tail: str = "") -> None:
        """One C loop, which `break` leaves."""
        printer = self._printer
        self._around.append("")
        with printer.inside(head, tail):
            printer.element(var, text, sure)
            printer.block(body)
        self._around.pop()

    # ---------------------------------------------------------------------------------------------------- sets

    def _elements(self, var: Var, elements: Expression, body: Block) -> None:
        values = self._printer.values
        if isinstance(elements, Immediate) and elements.value.bit_count() <= 1:
            if elements.value > 0:
                only = elements.value.bit_length() - 1
                self._plain("do", var, str(only), (only, only), body, "while (0);")
            return
        found = values.any(elements)
        if not found.words:
            found = values.set(elements, 1)
        self._bits(var, found, body)

    def _bits(self, var: Var, found: Value, body: Block) -> None:
        """A loop over the elements of a set, lowest first."""
        printer, number = self._printer, self._printer.label()
        text, words, sure = found.text, found.words, (found.least, max(found.size - 1, found.least))
        with printer.inside(""):
            if words == 1:
                printer.write(f"rl_u64 w_{number} = {text};")
                printer.checked()
                head = f"for (; w_{number}; w_{number} &= w_{number} - 1)"
                self._plain(head, var, f"rl_low(w_{number})", sure, body)
                return
            printer.write(f"rl_i32 k_{number};")
            printer.write(f"rl_u64 w_{number};")
            printer.write(f"rl_s{words} set_{number} = {text};")
            printer.checked()
            label = f"out_{number}" if _is_left(body) else ""
            self._around.append(label)
            printer.write(f"for (k_{number} = 0; k_{number} < {words}; k_{number}++)")
            with printer.inside(
                f"for (w_{number} = set_{number}.w[k_{number}]; w_{number}; w_{number} &= w_{number} - 1)"
            ):
                printer.element(var, f"{WORD} * k_{number} + rl_low(w_{number})", sure)
                printer.block(body)
            self._around.pop()
            if label:
                printer.write(f"{label}:;")

    def offer_sets(self, sets: Sequence[Expression], bases: Sequence[int], stride: int) -> None:
        """A legal move for every element of some sets."""
        printer, values = self._printer, self._printer.values
        words = max(values.words(one) for one in sets)
        given = [values.set(one, words) for one in sets]
        number = printer.label()
        times = f"(rl_i64){stride} * " if stride != 1 else "(rl_i64)"
        with printer.inside(""):
            names = [f"offered_{number}_{position}" for position in range(len(sets))]
            for name, one in zip(names, given, strict=True):
                printer.write(f"rl_s{words} {name} = {one.text};")
            printer.checked()
            every = names[0]
            for name in names[1:]:
                every = f"({every} | {name})" if words == 1 else f"rl_either{words}({every}, {name})"
            # Room for all there could be: what is no move is written over by the next, so that nothing branches.
            printer.write(f"rl_s{words} all_{number} = {every};")
            printer.write(f"rl_i64 many_{number} = {len(sets)}LL * rl_size{words}(all_{number}), used_{number} = 0;")
            printer.write(f"rl_i64 *at_{number} = rl_more(c, &c->found, many_{number} + 1);")
            printer.write(f"rl_i32 k_{number}, one_{number};")
            printer.write(f"rl_u64 w_{number};")
            printer.write(f"if (!at_{number}) return {printer.nothing()};")
            printer.write(f"for (k_{number} = 0; k_{number} < {words}; k_{number}++)")
            word = f"rl_word{words}(all_{number}, k_{number})"
            with printer.inside(f"for (w_{number} = {word}; w_{number}; w_{number} &= w_{number} - 1)"):
                printer.write(f"one_{number} = {WORD} * k_{number} + rl_low(w_{number});")
                for name, base in zip(names, bases, strict=True):
                    asked = f"rl_has{words}({name}, one_{number})" if len(names) > 1 else "1"
                    printer.write(f"at_{number}[used_{number}] = {base} + {times}one_{number};")
                    printer.write(f"used_{number} += {asked};")
            printer.write(f"c->found.used -= many_{number} + 1 - used_{number};")

    # --------------------------------------------------------------------------------------- cells, tokens, handfuls

    def _cells(self, var: Var, over: code.CellRun, body: Block) -> None:
        """The members of a sequence; what changes meanwhile is not looked at where a snapshot is wanted."""
        printer, values = self._printer, self._printer.values
        slot = values.state.slot(over.region)
        number = printer.label()
        cell = f"s->{slot.field.name}[{slot.start} + start_{number}"
        with printer.inside(""):
            printer.write(f"rl_i64 k_{number}, many_{number}, start_{number} = {values.number(over.start).text};")
            printer.checked()
            printer.write(f"start_{number} = rl_at(c, start_{number}, {slot.length});")
            printer.write(f"many_{number} = {cell}];")
            printer.write(f"if (many_{number} < 0 || many_{number} >= {slot.length} - start_{number}) rl_outside(c);")
            values.can_fail = True
            printer.checked()
            member = f"{cell} + 1 + k_{number}]"
            if over.snapshot:
                printer.takes_memory()
                printer.declared[f"kept_{number}"] = "struct rl_list"
                printer.write(f"kept_{number}.used = 0;")
                printer.write(f"for (k_{number} = 0; k_{number} < many_{number}; k_{number}++)")
                printer.write(f"    rl_push(c, &kept_{number}, {member});")
                values.can_fail = True
                printer.checked()
                member = f"kept_{number}.at[k_{number}]"
            head = f"for (k_{number} = 0; k_{number} < many_{number}; k_{number}++)"
            if over.backwards:
                head = f"for (k_{number} = many_{number} - 1; k_{number} >= 0; k_{number}--)"
            self._plain(head, var, member, slot.field.range, body)

    def _tokens(self, var: Var, over: code.TokenRun, body: Block) -> None:
        """The tokens there are; as they are before the loop begins, where the loop changes them."""
        printer, number = self._printer, self._printer.label()
        kinds, varieties, places = self._token_run(over)
        if not over.snapshot:
            last = max(len(printer.values.state.layout.varieties) * places.size - 1, 0)
            with printer.inside(""):
                printer.write(f"struct rl_tokens{kinds} run_{number};")
                printer.write(f"rl_i32 token_{number};")
                printer.write(f"rl_tokens_begin{kinds}(&run_{number}, {varieties.text}, {places.text});")
                printer.checked()
                head = f"while ((token_{number} = rl_next_token{kinds}(c, s, &run_{number})) >= 0)"
                self._plain(head, var, f"token_{number}", (0, last), body)
            return
        name = f"tokens_{number}"
        printer.declared[name] = "struct rl_list"
        self._list_tokens(name, over)
        with printer.inside(""):
            printer.write(f"rl_i32 k_{number};")
            head = f"for (k_{number} = 0; k_{number} < {name}.used; k_{number}++)"
            self._plain(head, var, f"{name}.at[k_{number}]", I32, body)

    def _token_run(self, over: code.TokenRun) -> tuple[int, Value, Value]:
        """The words of a set of varieties, the varieties, and the places."""
        values = self._printer.values
        kinds = values.words(over.varieties)
        values.used.update(("tokens", f"each_token {kinds}", f"wide {kinds}"))
        return kinds, values.set(over.varieties, kinds), values.set(over.places, values.state.place_words)

    def _list_tokens(self, name: str, over: code.TokenRun) -> None:
        """The tokens there are, added to a list."""
        printer = self._printer
        kinds, varieties, places = self._token_run(over)
        printer.values.used.add(f"list_tokens {kinds}")
        printer.takes_memory()
        printer.write(f"{name}.used = 0;")
        printer.write(f"rl_list_tokens{kinds}(c, s, &{name}, {varieties.text}, {places.text});")
        printer.values.can_fail = True
        printer.checked()

    def _handfuls(self, var: Var, over: code.Handfuls, body: Block) -> None:
        """Handfuls of a pool, in their order."""
        printer, values = self._printer, self._printer.values
        printer.takes_memory()
        taker, ready = values.intrinsics.taker(tokens=over.tokens, alike=over.alike)
        pool, name = values.list(over.pool), printer.declare(var)
        fewest = values.number(over.fewest).text
        most = "0" if over.most is None else values.number(over.most).text
        begun = "0" if over.begun is None else values.list(over.begun)
        printer.write(f"{ready}(c, s, &{taker}, {pool});")
        limited = int(over.most is not None)
        if is_counted(code.For(var, over, body)):
            # Counted, or one of them found, without going through all others.
            with printer.inside("if (c->only)"):
                asked = f"rl_wanted_handful(c, &{taker}, {pool}, {fewest}, {most}, {limited})"
                with printer.inside(f"if ({asked})"):
                    printer.write(f"{name} = {taker}.chosen;")
                    printer.block(body)
            printer.write("else")
        begins = f"rl_handfuls_begin(c, &{taker}, {pool}, {fewest}, {most}, {limited}, {begun})"
        self._around.append("")
        with printer.inside(f"for ({begins}; rl_handfuls_next(c, &{taker});)"):
            printer.write(f"{name} = {taker}.chosen;")
            printer.block(body)
        self._around.pop()
        values.can_fail = True
        printer.checked()


_ELEMENT: Final = Number()


def is_counted(statement: code.Statement) -> bool:
    """Is each of some handfuls a legal move, so that nothing needs to be known of them but how many there are?"""
    match statement:
        case code.For(var, code.Handfuls(begun=None), body):
            told = [one for one in body if not isinstance(one, code.Remark)]
            return len(told) == 1 and isinstance(told[0], code.Offer) and told[0].values == (var,)
        case _:
            return False


def _is_left(body: Block) -> bool:
    """Does a body break out of its loop?"""
    return any(
        isinstance(one, Break) or (isinstance(one, If) and (_is_left(one.then) or _is_left(one.otherwise)))
        for one in body
    )

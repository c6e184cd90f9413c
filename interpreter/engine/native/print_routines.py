"""C for lowered routines: statements. A statement whose expressions can fail is followed by the question whether
something is wrong; every routine gives back something harmless then."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final, assert_never

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Role, Routine, Statement
from interpreter.engine.lower.expressions import Expression, Intrinsic, Invoke, Var
from interpreter.engine.lower.rewrite import exits
from interpreter.engine.lower.types import BitSet, NumberList
from interpreter.engine.native.messages import Messages
from interpreter.engine.native.print_deeds import DeedPrinter
from interpreter.engine.native.print_expressions import CExpressionPrinter, function_name, variable_name
from interpreter.engine.native.print_gifts import GiftPrinter
from interpreter.engine.native.print_loops import LoopPrinter
from interpreter.engine.native.sums import sums
from interpreter.engine.native.tables import signed
from interpreter.engine.native.undo import Span, Undo, puts_back
from interpreter.engine.native.values import I32, WORD, Value, interval_of, within
from rulelang.tuning.fast_dataclass import dataclass

#: What a routine that leads to another trial gives back: its number and this.
ANOTHER: Final = 2

#: Names that are read somewhere, and not only given a value.
_READ: Final = re.compile(r"\b([a-z]\w*)\b(?! = )")


@dataclass(frozen=True, slots=True)
class PrintedRoutine:
    """A routine in C: its head, what it is made of, and whether something can go wrong in it."""

    head: str
    lines: tuple[str, ...]
    can_fail: bool


class RoutinePrinter:
    """Prints the routines of one program, one after the other."""

    def __init__(self, expressions: CExpressionPrinter, messages: Messages, undo: Undo) -> None:
        self.values: Final = expressions
        self._messages: Final = messages
        self._undo: Final = undo
        self.loops: Final = LoopPrinter(self)
        self._gifts: Final = GiftPrinter(self)
        self._deeds: Final = DeedPrinter(self)
        self.lines: list[str] = []
        self._depth = 1
        self._can_fail = False
        self._loosened: set[str] = set()
        #: What the printed routine needs: variables by their C types, labels of loops that are left, a truth to test.
        self.declared: dict[str, str] = {}
        self._tests = False
        self._takes_memory = False
        self._routine: Routine | None = None
        self._puts_back = False
        self._kept: tuple[Span, ...] | None = None
        self._labels = 0

    # ------------------------------------------------------------------------------------------------- routines

    def routine(self, routine: Routine) -> PrintedRoutine:
        """One routine."""
        loose: set[str] = set()
        self.values.loose, self.values.known = frozenset(), {}
        self.values.known = sums(routine.body, self.values)
        while True:
            self._begin(routine, frozenset(loose))
            self._block(routine.body)
            if self._loosened <= loose:
                break
            loose |= self._loosened
        return self._whole(routine)

    def _begin(self, routine: Routine, loose: frozenset[str]) -> None:
        self._routine = routine
        self.values.loose = loose
        self.values.intrinsics.begin()
        self.values.can_fail = False
        self.lines, self._depth, self._labels = [], 1, 0
        self._can_fail = self._tests = self._takes_memory = False
        self._puts_back = puts_back(routine)
        self._kept = self._undo.spans(routine) if self._puts_back else None
        self._loosened, self.declared = set(), {}

    def _whole(self, routine: Routine) -> PrintedRoutine:
        name, result = function_name(routine.name), self._result(routine)
        given = ", ".join(["struct rl_ctx *c", "struct state *s", *map(self._parameter, routine.parameters)])
        releases = self._takes_memory or self._puts_back or bool(self.values.intrinsics.takers)
        can_fail = self._can_fail or releases
        lists = [var for var in routine.parameters if isinstance(var.type, NumberList)]
        read = set(_READ.findall("\n".join(self.lines)))
        quiet = [one for one in ("c", "s") if one not in read]
        quiet += [one for one in (*self.declared, *map(variable_name, routine.parameters)) if one not in read]
        lines = [
            *(f"    {kind} {var} = {_zero(kind)};" for var, kind in self.declared.items()),
            *(f"    struct rl_handfuls {taker} = {{0}};" for taker in self.values.intrinsics.takers),
            *(f"    struct rl_list {variable_name(var)} = *{var.name}_given;" for var in lists),
            *(["    rl_i32 test = 0;"] if self._tests else []),
            *(["    struct state *const given = s;"] if self._puts_back and self._kept is None else []),
            *(f"    (void){one};" for one in quiet),
            *self.lines,
            *([] if exits(routine.body) else [f"    return {self.nothing()};"]),
        ]
        forgives = routine.role is Role.ATTEMPT and can_fail
        head = f"static {result} {name}({given})"
        if not releases and not forgives:
            return PrintedRoutine(head, (head, "{", *lines, "}"), can_fail)
        passed = ["c", "s"]
        passed += [f"{var.name}_given" if var in lists else variable_name(var) for var in routine.parameters]
        keep, put_back = self._keeping()
        outer = [
            head, "{", "    rl_i64 mark = c->scratch_used;", f"    {result} found;", *keep,
            *([f"    if (c->fault) return {self.nothing()};"] if forgives else []),
            f"    found = {name}_inside({', '.join(passed)});", *put_back, "    c->scratch_used = mark;",
            *(["    if (rl_forgiven(c))", "        return 1;"] if forgives else []), "    return found;", "}",
        ]  # fmt: skip
        inner = f"static {result} {name}_inside({given})"
        return PrintedRoutine(head, (inner, "{", *lines, "}", "", *outer), can_fail=True)

    def _keeping(self) -> tuple[list[str], list[str]]:
        """What is kept before a trial, and put back behind it."""
        before, after = [], []
        for number, (start, end) in enumerate(self._kept or ()):
            self.values.used.add(f"kept {end - start}")
            kind, there = f"struct rl_kept{end - start}", f"((rl_u8 *)s + {start})"
            before.append(f"    {kind} kept{number} = *({kind} *){there};")
            after.append(f"    *({kind} *){there} = kept{number};")
        return before, after

    def _result(self, routine: Routine) -> str:
        match routine.role:
            case Role.VALUE | Role.DRAW if routine.result is not None:
                return self.values.types.name(routine.result)
            case _:
                return "rl_i32"

    def _parameter(self, var: Var) -> str:
        if isinstance(var.type, NumberList):
            return f"const struct rl_list *{var.name}_given"
        return f"{self.values.types.name(var.type)} {variable_name(var)}"

    def nothing(self) -> str:
        """What is given back when something is wrong."""
        routine = self._routine
        assert routine is not None
        match routine.role:
            case Role.VALUE:
                return self.values.types.nothing(routine.result)
            case Role.STEP:
                return "-1"
            case _:
                return "0"

    # ------------------------------------------------------------------------------------------------ writing

    def write(self, line: str) -> None:
        """One line."""
        self.lines.append("    " * self._depth + line)

    @contextmanager
    def inside(self, head: str, tail: str = "") -> Iterator[None]:
        """A block of C."""
        self.write(f"{head} {{" if head else "{")
        self._depth += 1
        yield
        self._depth -= 1
        self.write(f"}} {tail}" if tail else "}")

    def declare(self, var: Var) -> str:
        """A variable that is declared in the routine."""
        name = variable_name(var)
        if self._routine is None or var not in self._routine.parameters:
            self.declared[name] = self.values.kind(var)
        return name

    def label(self) -> int:
        """A number that is used once in a routine."""
        self._labels += 1
        return self._labels

    def checked(self) -> None:
        """The question whether something is wrong, if what was printed could."""
        if self.values.can_fail:
            self._can_fail = True
            self.values.can_fail = False
            self.write(f"if (c->fault) return {self.nothing()};")

    def fails(self) -> None:
        """Something can go wrong here, and whoever called asks whether it did."""
        self._can_fail = True

    def condition(self, condition: Expression) -> str:
        """A condition ready to be asked."""
        text = self.values.truth(condition)
        if not self.values.can_fail:
            return text
        self._tests = True
        self.write(f"test = {text};")
        self.checked()
        return "test"

    def takes_memory(self) -> None:
        """The routine uses scratch memory, which is released at its end."""
        self._takes_memory = True
        self._can_fail = True

    # --------------------------------------------------------------------------------------------- statements

    def block(self, block: Block) -> None:
        """Statements one after the other."""
        self._block(block)

    def _block(self, block: Block) -> None:
        for statement in block:
            self._statement(statement)
            self.checked()

    def _statement(self, statement: Statement) -> None:
        match statement:
            case code.Assign(var, value):
                self._assign(var, value)
            case code.Store():
                self._store(statement)
            case code.If(condition, then, otherwise):
                with self.inside(f"if ({self.condition(condition)})"):
                    self._block(then)
                if otherwise:
                    with self.inside("else"):
                        self._block(otherwise)
            case code.For():
                self.loops.loop(statement)
            case code.While(condition, body):
                self.loops.while_(condition, body)
            case code.Break():
                self.loops.leave()
            case code.Continue():
                self.write("continue;")
            case code.DrawNumber(var, bound):
                self._draw(var, bound)
            case (
                code.Return() | code.Goto() | code.Rest() | code.Tail() | code.Abort() | code.Finish() | code.Arrive()
                | code.DrawListed()
            ):  # fmt: skip
                self._leave(statement)
            case code.Assume(condition):
                self._assume(condition)
            case code.Copy():
                self._copy()
            case code.Remark(said, _):
                self.write(f"/* {_remark(said)} */")
            case code.Offer() | code.OfferSets() | code.SortOffers() | code.Weigh() | code.Report():
                self._gifts.give(statement)
            case code.EmptyList(found):
                self.write(f"{self.declare(found)}.used = 0;")
            case code.Push(found, value):
                self.takes_memory()
                self.write(f"rl_push(c, &{self.declare(found)}, {self.values.number(value).text});")
                self.values.can_fail = True
            case code.Gather(found, over):
                self.takes_memory()
                self.loops.gather(found, over)
            case code.SortList():
                self._deeds.sort(statement)
            case code.Perform(deed, arguments, static):
                self._deeds.perform(deed, arguments, static)
            case _:
                assert_never(statement)

    def _assign(self, var: Var, value: Expression) -> None:
        name, type_ = self.declare(var), var.type
        if isinstance(type_, BitSet):
            words = self.values.types.words(type_)
            found = self.values.set(value, words)
            if found.size > self.values.types.size(type_):
                self._loosened.add(var.name)
            self.write(f"{name} = {found.text};")
            return
        if isinstance(type_, NumberList):
            assert isinstance(value, Intrinsic)
            self.takes_memory()
            taker, number = self.values.intrinsics.nth_handful(value)
            self.write(f"rl_nth_handful(c, &{taker}, {number});")
            self.write(f"{name} = {taker}.chosen;")
            self.values.can_fail = True
            return
        found = self.values.number(value)
        self.hold(var, found)
        self.write(f"{name} = {self.narrowed(found, self.values.kind(var))};")

    def _draw(self, var: Var, bound: Expression) -> None:
        name, below = self.declare(var), self.values.number(bound)
        trust, sure = ((0, max(one[1] - 1, 0)) for one in (below.trust, below.sure))
        found = Value(f"rl_draw(c, {below.text})", 0, trust, sure, 0, is_wide=True)
        self.hold(var, found)
        self.write(f"{name} = {self.narrowed(found, self.values.kind(var))};")

    def hold(self, var: Var, value: Value) -> None:
        """A variable gets a value: it is loose if that may be outside its type."""
        if var.name not in self.values.known and not within(value.sure, interval_of(var.type)):
            self._loosened.add(var.name)

    def narrowed(self, value: Value, kind: str) -> str:
        """A number as a C type."""
        if kind == "rl_i64" or (kind == "rl_i32" and not value.is_wide):
            return value.text
        return f"({kind}){value.text}"

    def _store(self, statement: code.Store) -> None:
        values = self.values
        is_set = isinstance(statement.value.type, BitSet) or self._is_set_region(statement.region)
        target, field = values.cell(statement.region, statement.index, is_set=is_set)
        if field.words:
            found = values.set(statement.value, field.words)
            text = found.text
            if found.size > field.size and field.size < WORD * field.words:
                every = values.constant((1 << field.size) - 1, field.words).text
                text = f"({text} & {every})" if field.words == 1 else f"rl_both{field.words}({text}, {every})"
            self.write(f"{target} = {text};")
            return
        found = values.number(statement.value)
        if within(found.sure, field.range):
            self.write(f"{target} = {self.narrowed(found, field.c_type)};")
        else:
            values.can_fail = True
            low, high = signed(field.range[0]), signed(field.range[1])
            self.write(f"{target} = ({field.c_type})rl_fit(c, {found.text}, {low}, {high});")

    def _is_set_region(self, name: str) -> bool:
        regions = self.values.state.layout.regions
        return name in regions and regions[name].kind == "set"

    def _assume(self, condition: Expression) -> None:
        if self._routine is not None and self._routine.role is Role.STEP:
            text = self.values.truth(condition)
            self.values.can_fail = True
            self.write(f"if (!c->trusted && !({text})) rl_wrong(c, RL_ILLEGAL, -1, -1, 0);")

    def _copy(self) -> None:
        if self._kept is not None:
            return
        self.takes_memory()
        with self.inside("if (s == given)"):
            self.write("struct state *copy = rl_take(c, sizeof *copy);")
            self.write(f"if (!copy) return {self.nothing()};")
            self.write("*copy = *s;")
            self.write("s = copy;")

    # ------------------------------------------------------------------------------------------------ ways out

    def _leave(
        self, statement: code.Return | code.Goto | code.Rest | code.Tail | code.Abort | code.Finish | code.Arrive
        | code.DrawListed,
    ) -> None:  # fmt: skip
        values = self.values
        match statement:
            case code.Return(value):
                self._return(value)
            case code.Goto(node):
                self.write(f"return {node};")
            case code.Rest(node):
                self.write(f"s->{values.state.node.name}[0] = {node};")
                self.write("return -1;")
            case code.Tail(function, arguments):
                callee = values.callee(function)
                given = ", ".join(["c", "s", *map(values.argument, arguments, callee.parameters)])
                self.checked()
                self._can_fail = self._can_fail or callee.can_fail
                self.write(f"return {function_name(function)}({given});")
            case code.Abort(message, node, stuck, value):
                self._can_fail = True
                kind = "RL_STUCK" if stuck else "RL_FAULT"
                given_value = "0" if value is None else values.number(value).text
                values.can_fail = False
                number = self._messages.number(message, stuck=stuck)
                self.write(f"rl_wrong(c, {kind}, {node}, {number}, {given_value});")
                self.write(f"return {self.nothing()};")
            case code.Finish():
                self.write("return 0;")
            case code.Arrive(place, moved):
                self.write(f"return {place if moved else ~place};")
            case code.DrawListed(node):
                self._can_fail = True
                self.write(f"return rl_draw_listed(c, s, {node});")
            case _:
                assert_never(statement)

    def _return(self, value: Expression) -> None:
        routine, values = self._routine, self.values
        assert routine is not None
        if routine.role is Role.TRIAL and isinstance(value, Invoke):
            callee = values.callee(value.function)
            if callee.is_trial and value.arguments == routine.parameters:
                self.write(f"return {callee.number + ANOTHER};")
                return
        if isinstance(routine.result, BitSet):
            text = values.set(value, values.types.words(routine.result)).text
        elif routine.role in {Role.VALUE, Role.DRAW}:
            found = values.number(value)
            text = self.narrowed(found, self._result(routine))
        else:
            text = values.truth(value)
        # Whoever called asks whether something was wrong.
        self._can_fail = self._can_fail or values.can_fail
        values.can_fail = False
        self.write(f"return {text};")

    def element(self, var: Var, text: str, sure: tuple[int, int] = I32) -> None:
        """A variable of a loop gets its next value, which is looked at if it could be outside its type."""
        name = self.declare(var)
        kind = self.values.kind(var)
        range_ = interval_of(var.type)
        if within(sure, range_):
            self.write(f"{name} = {text};")
            return
        self.values.can_fail = True
        cast = "(rl_i32)" if kind == "rl_i32" else ""
        self.write(f"{name} = {cast}rl_fit(c, {text}, {signed(range_[0])}, {signed(range_[1])});")
        self.checked()


def _zero(kind: str) -> str:
    return "{{0}}" if kind.startswith("rl_s") and kind != "rl_s1" else "{0}" if kind.startswith("struct") else "0"


def _remark(text: str) -> str:
    return (
        " ".join(text.replace("*/", "* /").replace("/*", "/ *").split())
        .encode("ascii", "replace")
        .decode()
        .replace("?", ".")
    )

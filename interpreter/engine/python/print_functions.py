"""Python for lowered functions. It decides nothing: whatever could be written in two ways was decided before."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, assert_never

from interpreter.engine.lower import code
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.code import Block, Deed, Role, Routine, Run, Statement
from interpreter.engine.lower.rewrite import exits, statements
from interpreter.engine.lower.types import BitSet
from interpreter.engine.python.coded import NARROW, room_of
from interpreter.engine.python.names import PythonNames
from interpreter.engine.python.print_expressions import ExpressionPrinter
from interpreter.engine.python.writer import Level, Writer
from rulelang.graph.bit_sets import members

#: What routines are given besides the state: the log, or what chance is drawn with.
_ALSO_GIVEN: Final = {Role.STEP: ("log",), Role.DRAW: ("_source", "_random")}

#: Sets of up to so many known elements are written as a tuple.
_FEW: Final = 16


class Printer:
    """Prints functions into a writer. `node_cell` is the cell that says where the game stands."""

    def __init__(self, names: PythonNames, node_cell: int) -> None:
        self.names: Final = names
        self.writer: Final = Writer()
        self._node_cell: Final = node_cell
        #: Is the routine that is printed given the log, and does it collect what it lists?
        self._logs = self._collects = False
        #: Is all that it offers, one after the other, told at once?
        self._at_once = False
        self._expressions: Final = ExpressionPrinter(names)
        self._write: Final = self.writer.write
        self._block: Final = self.writer.block

    def function(self, function: Routine) -> None:
        """One function."""
        self._logs = function.role is Role.STEP
        self._expressions.counted.clear()
        given = [var.name for var in function.parameters]
        first = ["state", *_ALSO_GIVEN.get(function.role, ())]
        self._write("")
        self._write("")
        with self._block(f"def {self.names.function(function.name)}({', '.join([*first, *given])}):"):
            if function.role is Role.ATTEMPT:
                with self._block("try:"):
                    self._statements(function.body)
                with self._block(f"except ({self.names.helper('Fault')}, IndexError):"):
                    self._write("return 1")
            elif function.role is Role.LIST:
                self._collects = any(map(_is_collected, statements(function.body)))
                if self._collects:
                    self._write("_found = []")
                self._statements(function.body)
                if not exits(function.body):
                    self._write(self._collected)
            elif function.role is Role.EACH:
                self._at_once = _offers_handfuls(function.body)
                self._statements(function.body)
                self._write("return ()" if self._at_once else "yield from ()")
            else:
                self._statements(function.body)

    # ---------------------------------------------------------------------------------------------- statements

    @property
    def _collected(self) -> str:
        return "return _found" if self._collects else "return []"

    def _statements(self, block: Block) -> None:
        for statement in block:
            self._statement(statement)
            if isinstance(statement, code.OfferSets) and statement.alone:
                return

    def _statement(self, statement: Statement) -> None:
        value, truth = self._expressions.value, self._expressions.truth
        match statement:
            case code.Assign(var, new):
                if isinstance(new, e.Intrinsic) and new.op is e.IntrinsicOp.COUNT_HANDFULS:
                    self._write(self._expressions.count_once(new, var.name))
                self._change(var.name, var, new)
            case code.Store(_, base, length, index, new):
                target = f"state[{self._expressions.cell(base, index)}]"
                self._change(target, e.Load(statement.region, base, length, index, new.type), new)
            case code.If():
                self._if(statement)
            case code.For(_, over, (code.Offer(option, None),)) if self._at_once:
                self._write(f"return {self.names.helper('moves_of_handfuls')}({option}, {self._run(over)})")
            case code.For(var, over, body):
                with self._block(f"for {var.name} in {self._run(over)}:"):
                    self._statements(body)
            case code.While(condition, body):
                with self._block(f"while {truth(condition).text}:"):
                    self._statements(body)
            case code.Break() | code.Continue():
                self._write(type(statement).__name__.lower())
            case code.Return(new):
                self._write(f"return {value(new).text}")
            case code.Goto(node):
                self._write(f"return {node}")
            case code.Rest(node):
                self._write(f"state[{self.names.cell(self._node_cell)}] = {node}")
                self._write("return -1")
            case code.DrawNumber(var, bound):
                self._write(f"{var.name} = int(_random() * {value(bound).at(Level.SIGN)})")
            case code.Arrive(place, moved):
                self._write(f"return {place}" if moved else f"return {~place}")
            case code.DrawListed(node):
                self._write(f"return {self.names.helper('draw_listed')}(state, {node}, _random)")
            case code.Tail(function, arguments):
                given = "".join(f", {value(one).text}" for one in arguments)
                log = ", log" if self._logs else ""
                self._write(f"return {self.names.function(function)}(state{log}{given})")
            case code.Abort():
                self._abort(statement)
            case code.Assume():
                pass
            case code.Copy():
                self._write("state = state.copy()")
            case code.Remark(said, origin):
                self.writer.origin = origin or self.writer.origin
                self._write(f"# {' '.join(said.split())}".rstrip())
            case _:
                self._tell_or_list(statement)

    def _tell_or_list(
        self, statement: code.Offer | code.Weigh | code.Report | code.EmptyList | code.Push | code.Gather
        | code.SortList | code.Perform | code.OfferSets | code.SortOffers | code.Finish,
    ) -> None:  # fmt: skip
        value = self._expressions.value
        match statement:
            case code.Offer(_, number, _) if number is not None:
                self._write(f"_found.append({value(number).text})")
            case code.Offer(option, _, values):
                self._write(f"yield {_tuple([str(option), *(value(one).text for one in values)])}")
            case code.OfferSets(sets, bases, stride, alone):
                # Sets that are certainly empty have no elements that are possible.
                size = max(1, *(one.type.size or 0 if isinstance(one.type, BitSet) else 0 for one in sets))
                placed = [f"({value(one).text}) << {room_of(size) * number}" for number, one in enumerate(sets[1:], 1)]
                given = " | ".join([value(sets[0]).at(Level.UNION if placed else Level.CHOICE), *placed])
                if len(sets) == 1 and size <= NARROW:
                    found = f"{self.names.codes(bases, stride, 0)}[{given}]"
                else:
                    codes = self.names.lazy_codes if alone else self.names.codes
                    found = f"{codes(bases, stride, size)}({given})"
                self._write(f"return {found}" if alone else f"_found += {found}")
            case code.SortOffers():
                self._write("_found.sort()")
            case code.Finish():
                self._write(self._collected)
            case code.Weigh(one, weight):
                self._write(f"_found.append(({value(one).text}, {value(weight).text}))")
            case code.Report(event, values, audience):
                with self._block("if log is not None:"):
                    told = _tuple([value(one).text for one in values])
                    name = self.names.helper("Told")
                    self._write(f"log.append({name}({event}, {told}, {value(audience).text}))")
            case code.EmptyList(found):
                self._write(f"{found.name} = []")
            case code.Push(found, one):
                self._write(f"{found.name}.append({value(one).text})")
            case code.Gather(found, over):
                self._write(f"{found.name} = {self._run(over)}")
            case code.SortList(found, var, keys):
                ranks = [
                    f"-{value(key).at(Level.SIGN)}" if highest else value(key).at(Level.OR) for highest, key in keys
                ]
                key = ranks[0] if len(ranks) == 1 else _tuple(ranks)
                self._write(f"{found.name} = sorted({found.name}, key=lambda {var.name}: {key})")
            case code.Perform(deed, arguments, static):
                self._perform(deed, arguments, static)
            case _:
                assert_never(statement)

    def _change(self, target: str, old: e.Expression, new: e.Expression) -> None:
        """`a = a | b` is written `a |= b`."""
        if isinstance(new, e.Binary) and new.left == old:
            right = self._expressions.value(new.right)
            match new.op:
                case e.BinaryOp.ADD | e.BinaryOp.SUBTRACT | e.BinaryOp.UNION | e.BinaryOp.INTERSECTION:
                    self._write(f"{target} {new.op.value}= {right.text}")
                    return
                case e.BinaryOp.DIFFERENCE:
                    self._write(f"{target} &= ~{right.at(Level.SIGN)}")
                    return
                case _:
                    pass
        self._write(f"{target} = {self._expressions.value(new).text}")

    def _if(self, statement: code.If) -> None:
        with self._block(f"if {self._expressions.truth(statement.condition).text}:"):
            self._statements(statement.then)
        match statement.otherwise:
            case ():
                pass
            case (code.If() as other,):
                before = len(self.writer.lines)
                self._if(other)
                first = self.writer.lines[before]
                self.writer.lines[before] = type(first)(first.depth, f"el{first.text}", first.origin)
            case _:
                with self._block("else:"):
                    self._statements(statement.otherwise)

    def _abort(self, statement: code.Abort) -> None:
        kind = self.names.helper("Stuck" if statement.stuck else "Fault")
        message = repr(statement.message)
        if statement.value is not None:
            message += f".format({self._expressions.value(statement.value).text})"
        elif not statement.stuck and "{{" in statement.message:
            message = repr(statement.message.replace("{{", "{").replace("}}", "}"))
        self._write(f"raise {kind}({message}, {statement.node})")

    def _perform(self, deed: Deed, arguments: Sequence[e.Expression], static: Sequence[str | int]) -> None:
        texts = [self._expressions.value(argument).text for argument in arguments]
        helper = self.names.helper
        match deed:
            case Deed.MOVE_PIECE:
                self._write(f"{helper('move_piece')}(state, {texts[0]}, {texts[1]}, {texts[2] == '1'})")
            case Deed.ADD_TOKENS:
                self._write(f"{helper('add_tokens')}(state, {', '.join(texts)})")
            case Deed.SHUFFLE:
                order = f"{helper('shuffled_order')}(state, {texts[0]}, _source)"
                self._write(f"{helper('rearrange')}(state, {texts[0]}, {order})")
            case Deed.REARRANGE:
                self._write(f"{helper('rearrange')}(state, {', '.join(texts)})")
            case Deed.WRITE_LIST:
                base, found = int(static[1]), texts[1]
                self._write(f"state[{self._expressions.cell(base, arguments[0])}] = len({found})")
                begin = self._expressions.cell(base + 1, arguments[0])
                self._write(f"state[{begin}:{begin} + len({found})] = {found}")
            case Deed.ORDER:
                self._write(f"{texts[0]} = sorted(set({texts[0]}))")
            case Deed.LOWEST_ALIKE:
                self._write(f"{texts[0]} = {helper('lowest_alike')}(state, {texts[0]})")
            case _:
                assert_never(deed)

    # --------------------------------------------------------------------------------------------------- loops

    def _run(self, run: Run) -> str:
        """What a loop runs over, as an expression."""
        value = self._expressions.value
        match run:
            case code.Elements(e.Immediate(elements, _)) if elements.bit_count() <= _FEW:
                return _tuple([str(one) for one in members(elements)])
            case code.Elements(elements):
                return f"{self.names.helper('MEMBERS')}[{value(elements).text}]"
            case code.CountUp(low, e.Immediate(high, _)):
                return f"range({value(low).text}, {high + 1})"
            case code.CountUp(low, high):
                return f"range({value(low).text}, {value(high).at(Level.SUM)} + 1)"
            case code.StaticList(lists, index):
                return f"{self.names.listed(lists)}[{value(index).text}]"
            case code.CellRun(_, base, start, backwards, _):
                begin = self._expressions.cell(base + 1, start)
                length = self._expressions.cell(base, start)
                return f"state[{begin}:{begin} + state[{length}]]{'[::-1]' if backwards else ''}"
            case code.TokenRun(varieties, places, _):
                return f"{self.names.helper('tokens')}(state, {value(varieties).text}, {value(places).text})"
            case code.Numbers(found):
                return found.name
            case code.Handfuls(pool, fewest, most, tokens, alike, begun):
                limit = "None" if most is None else value(most).text
                given = self._expressions.pool(pool.name, value(fewest).text, limit, tokens=tokens, alike=alike)
                beginning = f", {begun.name}" if begun is not None else ""
                return f"{self.names.helper('handfuls')}({given}{beginning})"
            case _:
                assert_never(run)


def _is_collected(statement: Statement) -> bool:
    """Does a statement add to a list? Sets that are offered alone are the whole of it."""
    if isinstance(statement, code.OfferSets):
        return not statement.alone
    return isinstance(statement, code.Offer | code.Weigh)


def _offers_handfuls(block: Block) -> bool:
    """Is nothing offered but each of some handfuls? Then a function is none that yields: who asks gets them all."""
    loops = [one for one in statements(block) if isinstance(one, code.For | code.While) and _offers(one.body)]
    match loops:
        case [code.For(var, code.Handfuls(), (code.Offer(values=(value,)),))]:
            return value == var and len(_offers(block)) == 1
        case _:
            return False


def _offers(block: Block) -> list[Statement]:
    return [one for one in statements(block) if isinstance(one, code.Offer)]


def _tuple(texts: Sequence[str]) -> str:
    return f"({', '.join(texts)}{',' if len(texts) == 1 else ''})"

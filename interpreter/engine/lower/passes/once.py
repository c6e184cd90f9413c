"""What is worked out several times is worked out once and kept in a variable.

<board>@4[0] <- <board>@4[0] | single(x)         board = <board>@4[0] | single(x)
if any(<board>@4[0] & a): rest at 5     becomes  <board>@4[0] <- board
if any(<board>@4[0] & b): rest at 6              if any(board & a): rest at 5
                                                 if any(board & b): rest at 6

Two walks do the same thing step by step: the first counts how often a value is asked for as long as it holds, the
second writes those down that pay. A cell that a loop reads and leaves as it is, is read before the loop.
"""

from __future__ import annotations

from operator import is_
from typing import Final

from interpreter.engine.lower import code
from interpreter.engine.lower import expressions as e
from interpreter.engine.lower.code import Block, Routine, Statement
from interpreter.engine.lower.names import identifier
from interpreter.engine.lower.passes.changes import Changed, changes_of, depends_on, flowing, goes_on
from interpreter.engine.lower.passes.kept_values import are_alike, is_quick, may_be_kept, same_each_time
from interpreter.engine.lower.rewrite import inside, operands, statements, with_operands
from interpreter.engine.lower.types import TRUTH, Truth, Type
from rulelang.tuning.fast_dataclass import replace

#: What asking once more saves. A value pays from 1 on.
_ASKED_AGAIN: Final = 1.0
_READ_AGAIN: Final = 0.6

#: How often a loop is thought to be run through.
_TURNS: Final = 3

#: What variables are called.
_NAMES: Final = {
    e.UnaryOp.SIZE: "size", e.UnaryOp.SINGLE: "single", e.UnaryOp.LOWEST: "lowest", e.UnaryOp.HIGHEST: "highest",
    e.BinaryOp.INTERSECTION: "both", e.BinaryOp.UNION: "union", e.BinaryOp.DIFFERENCE: "left", e.BinaryOp.ADD: "total",
}  # fmt: skip

#: Of these the printers know more if they see what set a walk starts from.
_WALKS: Final = frozenset({e.IntrinsicOp.MEETS, e.IntrinsicOp.TOUCHES, e.IntrinsicOp.REACHED})


class _Slot:
    """A value that holds from here on: its variable, once it has one, and what was saved by asking for that."""

    __slots__ = ("depth", "saved", "var")

    def __init__(self, depth: int, var: e.Var | None = None) -> None:
        self.depth = depth
        self.var = var
        self.saved = 0.0


def with_values_kept(routine: Routine) -> Routine:
    """A routine that works nothing out twice, where that pays."""
    taken, types = {var.name for var in routine.parameters}, dict[int, Type]()

    for statement in statements(routine.body):
        if isinstance(statement, code.Assign | code.DrawNumber | code.For):
            taken.add(statement.var.name)
        for part in (part for value in operands(statement) for part in inside(value)):
            if isinstance(part, e.Var):
                taken.add(part.name)
            elif isinstance(part, e.Load):
                types[part.base] = part.type
    counting = _Walk(None, taken, types)
    body = counting.block(routine.body)
    worth = [slot.saved >= 1 for slot in counting.slots]
    return replace(routine, body=_Walk(worth, taken, types).block(routine.body) if any(worth) else body)


class _Walk:
    """One walk through a routine. `worth` tells of each value, in the order in which they come, whether it pays to keep
    it; None: that is what the walk finds out."""

    def __init__(self, worth: list[bool] | None, taken: set[str], types: dict[int, Type]) -> None:
        self._worth: Final = worth
        #: The types of cells that are read somewhere, by their regions' bases.
        self._types: Final = types
        self._taken: Final = {"state", "log", *taken}
        self.slots: Final[list[_Slot]] = []
        self._depth = 0
        #: Values that hold where the walk is, with where they are kept.
        self._held: dict[e.Expression, _Slot] = {}
        #: The variables that such values were made of, or are kept in, and the cells (None: any).
        self._asked_for: Final = set[e.Var]()
        self._cells_asked_for: Final = set[int | None]()
        #: What has to be written before the statement the walk is at.
        self._before: list[Statement] = []

    # ---------------------------------------------------------------------------------------------- statements

    def block(self, block: Block) -> Block:
        """A block, statement by statement."""
        outer, found = self._before, list[Statement]()
        for statement in block:
            self._before = []
            new = self._statement(statement)
            found += self._before
            found.append(new)
        self._before = outer
        return tuple(found)

    def _statement(self, statement: Statement) -> Statement:
        match statement:
            case code.If(condition, then, otherwise):
                return self._if(statement, condition, then, otherwise)
            case code.For() | code.While():
                return self._loop(statement)
            case code.Store(region, base, length, index, value):
                place, new = self._value(index), self._value(value)
                kept = self._held.get(value)
                self._forget(changes_of((statement,)))
                slot = kept or (_Slot(self._depth, value) if isinstance(value, e.Var) else None)
                type_ = self._types.get(base)
                if slot is not None and type_ is not None and are_alike(type_, value.type):
                    self._hold(e.Load(region, base, length, index, type_), slot)
                return replace(statement, index=place, value=new)
            case code.Assign(var, value):
                new = self._value(value, own=True)
                self._forget(Changed(frozenset(), frozenset({var})))
                if may_be_kept(value) and value not in self._held and var not in depends_on(value)[1]:
                    self._hold(value, _Slot(self._depth, var))
                return replace(statement, value=new)
            case code.Offer(_, number, _) if number is not None:
                return replace(statement, code=self._value(number))
            case code.Report() | code.SortList():
                self._forget(changes_of((statement,)))
                return statement
            case _:
                done = with_operands(statement, self._value)
                self._forget(changes_of((statement,)))
                return done

    def _if(self, statement: code.If, condition: e.Expression, then: Block, otherwise: Block) -> Statement:
        parts = condition.parts if isinstance(condition, e.Logic) and not condition.any_of and not otherwise else None
        tests = [self._value(condition if parts is None else parts[0])]
        besides = dict(self._held)
        # Without another way, what comes behind `and` may be worked out between two questions.
        between: list[list[Statement]] = [[]]
        outer = self._before
        for part in (parts or ())[1:]:
            self._before = []
            tests.append(self._value(part))
            between.append(self._before)
        self._before = outer
        first = self.block(then)
        after_first, self._held = self._held, besides
        second = self.block(otherwise)
        if goes_on(then):
            if goes_on(otherwise):
                held = self._held
                self._held = {value: slot for value, slot in after_first.items() if held.get(value) is slot}
            else:
                self._held = after_first
        if parts is None:
            return replace(statement, condition=tests[0], then=first, otherwise=second)
        return _nested(tests, between, first)

    def _loop(self, statement: code.For | code.While) -> Statement:
        over = with_operands(statement.over, self._value) if isinstance(statement, code.For) else None
        changed = changes_of(flowing(statement.body))
        if isinstance(statement, code.For):
            changed = replace(changed, variables=changed.variables | {statement.var})
        self._forget(changed)
        for value in same_each_time(statement, changed):
            self._value(value)
        before = dict(self._held)
        self._depth += 1
        test = self._value(statement.condition, sure=False) if isinstance(statement, code.While) else None
        body = self.block(statement.body)
        self._depth -= 1
        self._held = before
        self._forget(changes_of(statements(statement.body)))
        if isinstance(statement, code.For):
            assert over is not None
            return replace(statement, over=over, body=body)
        assert test is not None
        return replace(statement, condition=test, body=body)

    def _hold(self, value: e.Expression, slot: _Slot) -> None:
        self._held[value] = slot
        cells, variables = depends_on(value)
        self._asked_for.update(variables)
        self._cells_asked_for.update({None} if cells is None else cells)
        if slot.var is not None:
            self._asked_for.add(slot.var)

    def _forget(self, changed: Changed) -> None:
        if changed.may_touch(self._cells_asked_for) or not changed.variables.isdisjoint(self._asked_for):
            self._held = {
                value: slot
                for value, slot in self._held.items()
                if not changed.touches(value) and (slot.var is None or slot.var not in changed.variables)
            }

    # ------------------------------------------------------------------------------------------------- values

    def _value(self, value: e.Expression, *, sure: bool = True, own: bool = False) -> e.Expression:
        """A value with its parts from where they are kept. `sure`: it is worked out at this statement in any case.
        `own`: the statement keeps it in a variable of its own."""
        if isinstance(value, e.Var | e.Immediate):
            return value
        slot = self._held.get(value)
        if slot is not None:
            saved = _READ_AGAIN if is_quick(value) else _ASKED_AGAIN
            slot.saved += saved * _TURNS if self._depth > slot.depth else saved
            return value if slot.var is None else slot.var
        match value:
            case e.Logic(_, parts):
                tests = [self._value(one, sure=sure and not position) for position, one in enumerate(parts)]
                new: e.Expression = value if all(map(is_, tests, parts)) else replace(value, parts=tuple(tests))
            case e.Select(condition, then, otherwise):
                new = replace(
                    value,
                    condition=self._value(condition, sure=sure),
                    then=self._value(then, sure=False),
                    otherwise=self._value(otherwise, sure=False),
                )
            case e.Load(_, _, _, index) | e.LoadEntry(_, index):
                part = self._value(index, sure=sure)
                new = value if part is index else replace(value, index=part)
            case e.Unary(_, operand):
                part = self._value(operand, sure=sure)
                new = value if part is operand else replace(value, operand=part)
            case e.Binary(e.BinaryOp.HAS, left, e.Var() as right):
                new = self._has(left, right, sure=sure)
            case e.Binary(_, left, right):
                first, second = self._value(left, sure=sure), self._value(right, sure=sure)
                same = first is left and second is right
                new = value if same else _settled(replace(value, left=first, right=second))
            case e.Intrinsic(op, (e.Unary(e.UnaryOp.SINGLE, element) as start, *others)) if op in _WALKS:
                begun = replace(start, operand=self._value(element, sure=sure))
                new = replace(value, arguments=(begun, *(self._value(one, sure=sure) for one in others)))
            case e.Invoke(_, arguments) | e.Intrinsic(_, arguments):
                given = [self._value(one, sure=sure) for one in arguments]
                new = value if all(map(is_, given, arguments)) else replace(value, arguments=tuple(given))
        if not sure or own or not may_be_kept(value):
            return new
        return self._noted(value, new)

    def _has(self, left: e.Expression, right: e.Var, *, sure: bool) -> e.Expression:
        """Is an element in a set? If the set of this one element is kept: have the two anything in common?"""
        type_ = left.type
        inside, element = self._value(left, sure=sure), self._value(right, sure=sure)
        single = self._value(e.Unary(e.UnaryOp.SINGLE, right, type_), sure=sure)
        if single.type == type_ and isinstance(single, e.Var):
            return e.Unary(e.UnaryOp.ANY, e.Binary(e.BinaryOp.INTERSECTION, inside, single, type_), TRUTH)
        return e.Binary(e.BinaryOp.HAS, inside, element, TRUTH)

    def _noted(self, value: e.Expression, new: e.Expression) -> e.Expression:
        number, slot = len(self.slots), _Slot(self._depth)
        self.slots.append(slot)
        self._hold(value, slot)
        if self._worth is None or not self._worth[number]:
            return new
        slot.var = e.Var(self._name(value), value.type)
        self._before.append(code.Assign(slot.var, new))
        return slot.var

    def _name(self, value: e.Expression) -> str:
        match value:
            case e.Load(region) | e.LoadEntry(region):
                stem = identifier(" ".join(region.split()))
            case e.Unary(op) | e.Binary(op):
                stem = _NAMES.get(op, "value")
            case e.Invoke(function):
                stem = f"is_{identifier(function)}" if isinstance(value.type, Truth) else identifier(function)
            case _:
                stem = "value"
        name, count = stem, 1
        while name in self._taken:
            count += 1
            name = f"{stem}_{count}"
        self._taken.add(name)
        return name


def _settled(value: e.Binary) -> e.Expression:
    """What has turned out to be the same on both sides is equal."""
    if isinstance(value.left, e.Var) and value.left == value.right:
        if value.op in {e.BinaryOp.EQUAL, e.BinaryOp.LESS_EQUAL, e.BinaryOp.GREATER_EQUAL}:
            return e.YES
        if value.op in {e.BinaryOp.UNEQUAL, e.BinaryOp.LESS, e.BinaryOp.GREATER}:
            return e.NO
    return value


def _nested(tests: list[e.Expression], between: list[list[Statement]], then: Block) -> code.If:
    """Questions one inside the other where something is worked out between them."""
    together: list[e.Expression] = []
    for test, before in zip(reversed(tests), reversed(between), strict=True):
        together.insert(0, test)
        if before:
            then = (*before, code.If(_all(together), then))
            together = []
    return code.If(_all(together), then)


def _all(tests: list[e.Expression]) -> e.Expression:
    return tests[0] if len(tests) == 1 else e.Logic(False, tuple(tests))

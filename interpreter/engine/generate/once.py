"""What a function works out several times is worked out once, and kept in a variable.

    if free & ~(a | b):                  union = a | b
        ...                      ->      if free & ~union:
    chosen = (a | b) << 7                    ...
                                         chosen = union << 7

Every value has a number: two expressions with one number have one value, because a variable or a cell that is written
gets a new number. What is moved to the front cannot fail: it is made of whole numbers, variables and cells by set
algebra. Tables and pure functions of the runtime are moved only from where they are asked in any case.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from interpreter.engine.generate.rewriting import Rewriting, Shared
from interpreter.engine.python.writer import Line, Names

#: Functions of the runtime that write into the state they are given.
_CHANGING: Final = frozenset({"add_tokens", "move_piece", "rearrange"})

#: Functions of the runtime that always give the same for the same numbers.
_PURE: Final = frozenset({"reached", "bit", "meets", "touches"})
_PURE_STEMS: Final = ("seen_", "joins_")

#: Tables: they never change.
_TABLES: Final = ("TABLE_", "LISTS_")

#: A cell is kept in a variable if it is read at least so often.
_CELL_READS: Final = 3

_STATE: Final = "state"

_WORD: Final = re.compile(r"[A-Za-z_]\w*")

_OPERATIONS: Final[dict[type[ast.operator], str]] = {
    ast.BitOr: "union", ast.BitAnd: "both", ast.BitXor: "either", ast.LShift: "shifted", ast.RShift: "shifted",
}  # fmt: skip

#: No value of its own: it cannot be shared.
_NONE: Final = -1


@dataclass(slots=True)
class _World:
    """The numbers of the values of variables and cells at one point; `other_cells` stands for those not named."""

    variables: dict[str, int]
    cells: dict[int, int]
    other_cells: int

    def copy(self) -> _World:
        return _World(self.variables.copy(), self.cells.copy(), self.other_cells)


class Unknown(Exception):
    """A statement of a kind that is not followed."""


def once(lines: Sequence[Line], taken: frozenset[str], cell_name: Callable[[int], str]) -> list[Line]:
    """Lines of whole functions, with what is worked out several times in variables."""
    found: list[Line] = []
    for function in _functions(lines):
        found += _Function(function, taken, cell_name).rewritten()
    return found


def _functions(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines from one function on to the next."""
    part: list[Line] = []
    for line in lines:
        if line.depth == 0 and part and (line.text.startswith("def ") or part[0].text.startswith("def ")):
            yield part
            part = []
        part.append(line)
    if part:
        yield part


class _Function:
    def __init__(self, lines: list[Line], taken: frozenset[str], cell_name: Callable[[int], str]) -> None:
        self._lines: Final = lines
        self._taken: Final = taken
        self._cell_name: Final = cell_name
        self._count = 0
        self._numbers: dict[object, int] = {}
        self._of_node: dict[ast.expr, tuple[int, bool]] = {}
        self._world: _World = _World({}, {}, self._new())
        #: What is known in the blocks around the present place, the innermost last.
        self._known: list[dict[int, Shared]] = [{}]
        self._all: list[Shared] = []
        self._line = 0
        #: All that is written in the function, with the calls that write into the state, from the first line on.
        self._targets: list[ast.expr] = []
        self._target_lines: list[int] = []

    def _new(self) -> int:
        self._count += 1
        return self._count

    # ------------------------------------------------------------------------------------------------ result

    def rewritten(self) -> list[Line]:
        """The lines of the function."""
        if not self._lines[0].text.startswith("def "):
            return self._lines
        source = "\n".join(map(str, self._lines))
        tree = ast.parse(source)
        (function,) = tree.body
        assert isinstance(function, ast.FunctionDef)
        self._targets = sorted(_targets(function.body), key=lambda target: target.lineno)
        self._target_lines = [target.lineno for target in self._targets]
        try:
            self._block(function.body)
        except Unknown:
            return self._lines
        shared = [one for one in self._all if len(one.uses) + 1 >= _least(one)]
        if not shared:
            return self._lines
        names = Names(self._taken.union(_WORD.findall(source)))
        exchanged: dict[ast.expr, Shared] = {}
        before: dict[int, list[Shared]] = {}
        for one in shared:
            one.name = names.new(one.hint)
            exchanged.update(dict.fromkeys((one.node, *one.uses), one))
            before.setdefault(one.line, []).append(one)
        return Rewriting(self._lines, exchanged, before).lines()

    # ------------------------------------------------------------------------------------------------ statements

    def _block(self, statements: Iterable[ast.stmt]) -> bool:
        """Statements one after the other, in a block of their own; does the flow leave at its end?"""
        self._known.append({})
        leaves = False
        for statement in statements:
            self._line = statement.lineno
            leaves = self._statement(statement)
        self._known.pop()
        return leaves

    def _statement(self, statement: ast.stmt) -> bool:
        match statement:
            case ast.Assign(targets=[target], value=value):
                self._visit(value, sure=True)
                self._assign(target, value)
            case ast.AugAssign(target=target, value=value):
                self._visit(value, sure=True)
                self._assign(target, None)
            case ast.Expr(value=value):
                self._visit(value, sure=True)
            case ast.Return(value=value) | ast.Raise(exc=value):
                if value is not None:
                    self._visit(value, sure=True)
                return True
            case ast.Break() | ast.Continue():
                return True
            case ast.Pass():
                pass
            case ast.If():
                return self._if(statement)
            case ast.For() | ast.While():
                self._loop(statement)
            case ast.Try():
                self._try(statement)
            case ast.FunctionDef(name=name):
                self._world.variables[name] = self._new()
            case _:
                raise Unknown
        return False

    def _assign(self, target: ast.expr, value: ast.expr | None) -> None:
        match target:
            case ast.Name(id=name) if name == _STATE:
                if not _is_copy(value):
                    self._forget_cells()
            case ast.Name(id=name):
                number = _NONE if value is None else self._number(value)[0]
                self._world.variables[name] = self._new() if number == _NONE else number
            case ast.Tuple(elts=elements):
                for element in elements:
                    self._assign(element, None)
            case ast.Starred(value=inner):
                self._assign(inner, None)
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                if name == _STATE:
                    if isinstance(index, ast.Constant) and isinstance(index.value, int):
                        self._world.cells[index.value] = self._new()
                    else:
                        self._forget_cells()
            case _:
                raise Unknown

    def _forget_cells(self) -> None:
        self._world.cells.clear()
        self._world.other_cells = self._new()

    def _if(self, statement: ast.If) -> bool:
        """An `if` with all its `elif`: what their tests need is worked out before the first."""
        line = self._line
        ends: list[_World] = []
        here: ast.If = statement
        while True:
            self._line = line
            self._visit(here.test, sure=here is statement)
            start = self._world.copy()
            if not self._block(here.body):
                ends.append(self._world)
            self._world = start
            if len(here.orelse) == 1 and isinstance(here.orelse[0], ast.If) and self._is_elif(here.orelse[0]):
                here = here.orelse[0]
                continue
            break
        if not self._block(here.orelse) or not here.orelse:
            ends.append(self._world)
        if not ends:
            return True
        self._world = self._joined(ends)
        return False

    def _is_elif(self, statement: ast.If) -> bool:
        return self._lines[statement.lineno - 1].text.startswith("elif ")

    def _joined(self, worlds: list[_World]) -> _World:
        """What is known where several ways meet."""
        first, *others = worlds
        for other in others:
            for name in first.variables.keys() | other.variables.keys():
                if first.variables.get(name) != other.variables.get(name):
                    first.variables[name] = self._new()
            if first.other_cells != other.other_cells:
                first.cells.clear()
                first.other_cells = self._new()
                continue
            for cell in first.cells.keys() | other.cells.keys():
                if first.cells.get(cell) != other.cells.get(cell):
                    first.cells[cell] = self._new()
        return first

    def _loop(self, statement: ast.For | ast.While) -> None:
        if isinstance(statement, ast.For):
            self._visit(statement.iter, sure=True)
        self._change_all(statement)
        if isinstance(statement, ast.While):
            self._visit(statement.test, sure=False, first=False)
        else:
            self._assign(statement.target, None)
        after = self._world.copy()
        self._block(statement.body)
        self._world = after
        self._change_all(statement)
        if statement.orelse:
            self._block(statement.orelse)
            for inner in statement.orelse:
                self._change_all(inner)

    def _try(self, statement: ast.Try) -> None:
        self._block(statement.body)
        for handler in statement.handlers:
            self._change_all(statement)
            self._block(handler.body)
        self._change_all(statement)

    def _change_all(self, statement: ast.stmt) -> None:
        """Whatever a statement may write has a new value."""
        last = statement.end_lineno or statement.lineno
        for target in self._targets[bisect_left(self._target_lines, statement.lineno) :]:
            if target.lineno > last:
                break
            if isinstance(target, ast.Call):
                self._forget_cells()
            elif isinstance(target, ast.Name) and target.id == _STATE:
                self._world.variables[_STATE] = self._new()
                self._forget_cells()
            else:
                self._assign(target, None)

    # ------------------------------------------------------------------------------------------------ expressions

    def _visit(self, node: ast.expr, *, sure: bool, first: bool = True) -> None:
        """Find values in an expression. `sure`: it is worked out in any case; `first`: values can be kept from here."""
        number, is_safe = self._number(node)
        if number != _NONE and (hint := self._hint(node)):
            for known in reversed(self._known):
                if number in known:
                    known[number].uses.append(node)
                    return
            if first and (sure or is_safe):
                shared = Shared(node, self._line, hint)
                self._all.append(shared)
                self._known[-1][number] = shared
        match node:
            case ast.BoolOp(values=[head, *others]):
                self._visit(head, sure=sure, first=first)
                for other in others:
                    self._visit(other, sure=False, first=first)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                self._visit(test, sure=sure, first=first)
                self._visit(body, sure=False, first=first)
                self._visit(orelse, sure=False, first=first)
            case ast.Compare(left=left, comparators=[right]):
                self._visit(left, sure=sure, first=first)
                self._visit(right, sure=sure, first=first)
            case ast.ListComp() | ast.GeneratorExp() | ast.SetComp() | ast.Lambda() | ast.Name() | ast.Constant():
                pass
            case _:
                for inner in ast.iter_child_nodes(node):
                    if isinstance(inner, ast.expr):
                        self._visit(inner, sure=sure, first=first)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CHANGING:
                    self._forget_cells()

    def _hint(self, node: ast.expr) -> str:
        """What a variable for a value would be called; nothing where it is not worth one."""
        match node:
            case ast.BinOp(op=operation):
                return _OPERATIONS[type(operation)]
            case ast.Call(func=ast.Attribute()):
                return "size"
            case ast.Call(func=ast.Name(id=name)):
                return name.split("_")[0]
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Constant(value=int() as cell)) if name == _STATE:
                return self._cell_name(cell)
            case _:
                return ""

    def _number(self, node: ast.expr) -> tuple[int, bool]:
        """The number of a value, and whether it can be worked out anywhere without failing."""
        found = self._of_node.get(node)
        if found is None:
            found = self._of_node[node] = self._numbered(node)
        return found

    def _numbered(self, node: ast.expr) -> tuple[int, bool]:
        match node:
            case ast.Constant(value=int() as value):
                return self._same(("constant", value)), True
            case ast.Name(id=name):
                if name not in self._world.variables:
                    self._world.variables[name] = self._same(("name", name))
                return self._world.variables[name], True
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return self._entry(name, index)
            case ast.BinOp(left=left, op=operation, right=right) if type(operation) in _OPERATIONS:
                if isinstance(operation, ast.LShift | ast.RShift) and not isinstance(right, ast.Constant):
                    return _NONE, False
                return self._combined(type(operation).__name__, (left, right))
            case ast.UnaryOp(op=ast.Invert(), operand=inner):
                return self._combined("~", (inner,))
            case ast.Call(func=ast.Attribute(value=inner, attr="bit_count"), args=[]):
                return self._combined("size", (inner,))
            case ast.Call(func=ast.Name(id=name), args=given) if name in _PURE or name.startswith(_PURE_STEMS):
                return self._combined(name, given)[0], False
            case _:
                return _NONE, False

    def _entry(self, name: str, index: ast.expr) -> tuple[int, bool]:
        if name == _STATE:
            if not isinstance(index, ast.Constant) or not isinstance(index.value, int):
                return _NONE, False
            cell = index.value
            if cell not in self._world.cells:
                self._world.cells[cell] = self._same((self._world.other_cells, cell))
            return self._world.cells[cell], True
        if name.startswith(_TABLES) or name == "BIT":
            return self._combined(name, (index,))[0], False
        return _NONE, False

    def _combined(self, name: str, parts: Sequence[ast.expr]) -> tuple[int, bool]:
        numbers = [self._number(part) for part in parts]
        if any(number == _NONE for number, _ in numbers):
            return _NONE, False
        key = (name, *(number for number, _ in numbers))
        return self._same(key), all(is_safe for _, is_safe in numbers)

    def _same(self, key: object) -> int:
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = self._new()
        return found


def _targets(statements: Iterable[ast.stmt]) -> Iterator[ast.expr]:
    """What statements write, and the calls that write into the state."""
    for statement in statements:
        match statement:
            case ast.Assign(targets=targets):
                yield from targets
            case ast.AugAssign(target=target):
                yield target
            case ast.Expr(value=ast.Call(func=ast.Name(id=name)) as call) if name in _CHANGING:
                yield call
            case ast.For(target=target, body=body, orelse=orelse):
                yield target
                yield from _targets((*body, *orelse))
            case ast.While(test=ast.NamedExpr(target=target), body=body, orelse=orelse):
                yield target
                yield from _targets((*body, *orelse))
            case ast.While(body=body, orelse=orelse) | ast.If(body=body, orelse=orelse):
                yield from _targets((*body, *orelse))
            case ast.Try(body=body, handlers=handlers):
                yield from _targets((*body, *(inner for handler in handlers for inner in handler.body)))
            case _:
                pass


def _least(shared: Shared) -> int:
    return _CELL_READS if isinstance(shared.node, ast.Subscript) else 2


def _is_copy(value: ast.expr | None) -> bool:
    match value:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="copy")) if name == _STATE:
            return True
        case _:
            return False

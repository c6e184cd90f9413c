"""Cells in variables: those that code always names by known numbers, and that nothing it calls looks at."""

from __future__ import annotations

from typing import Final

from interpreter.engine.lower import code, expressions
from interpreter.engine.lower.build.routine_table import RoutineTable
from interpreter.engine.lower.code import Assign, Block, Deed, Statement, Store
from interpreter.engine.lower.expressions import Immediate, Invoke, Load, Var, number
from interpreter.engine.lower.names import identifier
from interpreter.engine.lower.rewrite import LOOKING, inside, mapped, operands, statements
from rulelang.graph.layout import Region
from rulelang.tuning.fast_dataclass import dataclass

#: Procedures that change lists alone.
_ON_LISTS: Final = frozenset({Deed.ORDER})


@dataclass(slots=True)
class _Uses:
    """The cells that are read and written by known numbers, and those that have to stay in the state."""

    read: set[int]
    written: set[int]
    fixed: set[int]


def in_registers(body: Block, table: RoutineTable) -> tuple[Block, Block]:
    """Code with its cells in variables, and what writes them back."""
    uses = _Uses(set(), set(), set())
    _collect(body, table, uses, set())
    regions = {region.base + index: region for region in table.program.layout.regions.values()
               for index in range(region.length)}  # fmt: skip
    kept = sorted((uses.read | uses.written) - uses.fixed)
    names = {
        statement.var.name for statement in statements(body) if isinstance(statement, code.Assign | code.DrawNumber)
    }
    variables: dict[int, Var] = {}
    for cell in kept:
        name = _name(regions[cell], cell)
        while name in names:
            name += "_"
        names.add(name)
        variables[cell] = Var(name, table.source.cell(regions[cell]))

    def change(part: object) -> object:
        match part:
            case Load(_, base, _, Immediate(index, _), _) if base + index in variables:
                return variables[base + index]
            case Store(_, base, _, Immediate(index, _), value) if base + index in variables:
                return Assign(variables[base + index], value)
            case _:
                return part

    unread = {cell for cell in kept if regions[cell].role == "frame" and cell not in uses.read}
    useless = {variables[cell] for cell in unread}
    inner = _without(mapped(body, change), useless)
    lasting = [cell for cell in kept if cell in uses.written and regions[cell].role != "frame"]
    loaded = [cell for cell in kept if cell in uses.read or cell in lasting]
    loads = tuple(Assign(variables[cell], _load(regions[cell], cell, table)) for cell in loaded)
    back = tuple(_store(regions[cell], cell, variables[cell]) for cell in lasting)
    return (*loads, *inner), back


def _collect(block: Block, table: RoutineTable, uses: _Uses, followed: set[str]) -> None:
    every = set(range(table.program.layout.size))
    for statement in statements(block):
        match statement:
            case Store(_, base, length, index, _):
                if isinstance(index, Immediate):
                    uses.written |= _known(base, length, index.value)
                else:
                    uses.fixed |= set(range(base, base + length))
            case code.Perform(deed, _, _) if deed not in _ON_LISTS:
                uses.fixed |= every
            case code.For(_, over, _) | code.Gather(_, over):
                _collect_run(over, table, uses, every)
            case code.Copy() | code.Report():
                uses.fixed |= every
            case _:
                pass
        for operand in operands(statement):
            for part in inside(operand):
                match part:
                    case Load(_, base, length, index, _):
                        if isinstance(index, Immediate):
                            uses.read |= _known(base, length, index.value)
                        else:
                            uses.fixed |= set(range(base, base + length))
                    case expressions.Intrinsic(op, _, _, _) if op in LOOKING:
                        uses.fixed |= every
                    case expressions.Intrinsic(expressions.IntrinsicOp.COUNT_HANDFULS, _, _, _):
                        uses.fixed |= every
                    case Invoke(function, _, _) if function not in followed:
                        followed.add(function)
                        inner = _Uses(set(), set(), set())
                        _collect(table[function].body, table, inner, followed)
                        uses.fixed |= inner.read | inner.written | inner.fixed
                    case _:
                        pass


def _known(base: int, length: int, index: int) -> set[int]:
    """The cell of a known number. A list that is always empty has no first place; code that looks there is never
    reached."""
    return {base + index} if 0 <= index < length else set()


def _collect_run(run: code.Run, table: RoutineTable, uses: _Uses, every: set[int]) -> None:
    match run:
        case code.CellRun(region, _, _, _, _):
            found = table.program.layout.regions[region]
            uses.fixed |= set(range(found.base, found.base + found.length))
        case code.TokenRun() | code.Handfuls():
            uses.fixed |= every
        case _:
            pass


def _without(block: Block, useless: set[Var]) -> Block:
    """A block that does not give values to some variables."""

    def change(part: object) -> object:
        match part:
            case code.If(condition, then, otherwise):
                return code.If(condition, _kept(then, useless), _kept(otherwise, useless))
            case code.For(var, over, body):
                return code.For(var, over, _kept(body, useless))
            case code.While(condition, body):
                return code.While(condition, _kept(body, useless))
            case _:
                return part

    return _kept(mapped(block, change), useless)


def _kept(block: Block, useless: set[Var]) -> Block:
    return tuple(one for one in block if not (isinstance(one, Assign) and one.var in useless))


def _name(region: Region, cell: int) -> str:
    name = " ".join(region.name.split())
    return identifier(name if region.length == 1 else f"{name} {cell - region.base}")


def _load(region: Region, cell: int, table: RoutineTable) -> Load:
    index = number(cell - region.base)
    return Load(region.name, region.base, region.length, index, table.source.cell(region))


def _store(region: Region, cell: int, var: Var) -> Statement:
    return Store(region.name, region.base, region.length, number(cell - region.base), var)

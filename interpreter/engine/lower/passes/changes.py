"""What statements change, and what values depend on: cells and variables; and where the flow may go on from a block."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from interpreter.engine.lower import code
from interpreter.engine.lower.code import Block, Deed, Statement
from interpreter.engine.lower.expressions import Expression, Immediate, Intrinsic, Invoke, Load, Var
from interpreter.engine.lower.rewrite import LOOKING, blocks_of, exits, inside, statements
from rulelang.tuning.fast_dataclass import dataclass

#: Procedures that change lists alone.
_ON_LISTS: Final = frozenset({Deed.ORDER, Deed.LOWEST_ALIKE})


@dataclass(frozen=True, slots=True)
class Changed:
    """What may have another value afterwards: cells (None: any), and variables."""

    cells: frozenset[int] | None
    variables: frozenset[Var]

    def may_touch(self, cells: set[int | None]) -> bool:
        """May some cells (None: any) hold something else afterwards?"""
        if not self.cells or not cells:
            return self.cells is None and bool(cells)
        return None in cells or not self.cells.isdisjoint(cells)

    def touches(self, value: Expression) -> bool:
        """May a value be another one afterwards?"""
        cells, variables = depends_on(value)
        if not self.variables.isdisjoint(variables):
            return True
        if cells is None:
            return self.cells is None or bool(self.cells)
        return bool(cells) if self.cells is None else not self.cells.isdisjoint(cells)


def goes_on(block: Block) -> bool:
    """May what follows a block come next?"""
    return not exits(block) and not (block and isinstance(block[-1], code.Break))


def _leaves(block: Block) -> bool:
    """Does a block always leave the routine, so that no loop around it goes on?"""
    return exits(block) and not any(isinstance(one, code.Continue | code.Break) for one in statements(block))


def flowing(block: Block) -> Iterator[Statement]:
    """The statements of a block after which a loop around it may go on."""
    for statement in block if not _leaves(block) else ():
        yield statement
        for inner in blocks_of(statement):
            yield from flowing(inner)


def changes_of(block: Iterable[Statement]) -> Changed:
    """What some statements change, each by itself."""
    cells: set[int] | None = set()
    variables: set[Var] = set()
    for statement in block:
        match statement:
            case code.Store(_, base, length, index, _) if cells is not None:
                cells |= {base + index.value} if isinstance(index, Immediate) else set(range(base, base + length))
            case code.Assign(var, _) | code.DrawNumber(var, _) | code.For(var, _, _):
                variables.add(var)
            case code.EmptyList(found) | code.Push(found, _) | code.Gather(found, _) | code.SortList(found, _, _):
                variables.add(found)
            case code.Perform(deed, arguments, _):
                variables |= {one for one in arguments if isinstance(one, Var)}
                cells = cells if deed in _ON_LISTS else None
            case _:
                pass
    return Changed(None if cells is None else frozenset(cells), frozenset(variables))


@lru_cache(maxsize=1 << 14)
def depends_on(value: Expression) -> tuple[frozenset[int] | None, frozenset[Var]]:
    """The cells (None: any) and the variables a value depends on."""
    cells: set[int] | None = set()
    variables: set[Var] = set()
    for part in inside(value):
        match part:
            case Load(_, base, length, index) if cells is not None:
                cells |= {base + index.value} if isinstance(index, Immediate) else set(range(base, base + length))
            case Var():
                variables.add(part)
            case Invoke():
                cells = None
            case Intrinsic(op) if op in LOOKING:
                cells = None
            case _:
                pass
    return None if cells is None else frozenset(cells), frozenset(variables)

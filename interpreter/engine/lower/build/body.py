"""The statements of one function while it is written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from interpreter.engine.lower.code import Assign, Block, For, If, Run, Statement, While
from interpreter.engine.lower.expressions import YES, Expression, Immediate, Var
from interpreter.engine.lower.names import identifier
from interpreter.engine.lower.types import Type

#: What every target calls its own parameters.
_RESERVED: Final = frozenset({"state", "log"})


class Body:
    """Collects statements, block inside block, and gives names to variables: each is different in its function."""

    def __init__(self) -> None:
        self._blocks: list[list[Statement]] = [[]]
        #: How many statements were written, those that were dropped again among them.
        self.size = 0
        self._taken: set[str] = set(_RESERVED)

    def new(self, name: str, type_: Type) -> Var:
        """A variable that is not in use yet, called like the name of a local."""
        stem = identifier(name.split(" #", maxsplit=1)[0])
        found, number = stem, 1
        while found in self._taken:
            number += 1
            found = f"{stem}_{number}"
        self._taken.add(found)
        return Var(found, type_)

    def add(self, statement: Statement) -> None:
        """One statement at the present place."""
        self._blocks[-1].append(statement)
        self.size += 1

    def hold(self, name: str, value: Expression) -> Expression:
        """Something that costs nothing to read twice."""
        if isinstance(value, Var | Immediate):
            return value
        var = self.new(name, value.type)
        self.add(Assign(var, value))
        return var

    @contextmanager
    def inside(self) -> Iterator[list[Statement]]:
        """Statements that are collected apart."""
        block: list[Statement] = []
        self._blocks.append(block)
        yield block
        self._blocks.pop()

    @contextmanager
    def when(self, condition: Expression) -> Iterator[None]:
        """What is written meanwhile happens if a condition holds."""
        with self.inside() as block:
            yield
        if condition == YES:
            self._blocks[-1] += block
        else:
            self.add(If(condition, tuple(block)))

    @contextmanager
    def each(self, var: Var, over: Run) -> Iterator[None]:
        """What is written meanwhile happens for each of a run."""
        with self.inside() as block:
            yield
        self.add(For(var, over, tuple(block)))

    @contextmanager
    def loop(self, condition: Expression) -> Iterator[None]:
        """What is written meanwhile happens as long as a condition holds."""
        with self.inside() as block:
            yield
        self.add(While(condition, tuple(block)))

    def extend(self, statements: list[Statement]) -> None:
        """Statements that were collected apart."""
        self._blocks[-1] += statements

    @property
    def whole(self) -> Block:
        """All statements of the function."""
        return tuple(self._blocks[0])

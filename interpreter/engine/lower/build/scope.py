"""The locals of a term at one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from interpreter.engine.lower.expressions import Expression
from rulelang.graph.bounds import Bound
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Bindings:
    """What stands for each local, and what it can be."""

    values: Mapping[str, Expression]
    bounds: Mapping[str, Bound]

    def having(self, name: str, value: Expression, bound: Bound) -> Bindings:
        """One more local."""
        return Bindings({**self.values, name: value}, {**self.bounds, name: bound})


NO_LOCALS: Final = Bindings({}, {})

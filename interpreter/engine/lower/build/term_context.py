"""What the parts of lowering terms ask of the whole: inside a fold or a walk a term is lowered like any other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from interpreter.engine.lower.build.body import Body
from interpreter.engine.lower.build.scope import Bindings
from interpreter.engine.lower.build.source import LoweringInput
from interpreter.engine.lower.expressions import Expression, Load
from rulelang.graph.terms import Term


class TermContext(ABC):
    """One function while its terms are lowered."""

    def __init__(self, source: LoweringInput, body: Body) -> None:
        self.source: Final = source
        self.body: Final = body

    @abstractmethod
    def number(self, term: Term, scope: Bindings | None = None) -> Expression:
        """A term as a number."""

    @abstractmethod
    def set(self, term: Term, scope: Bindings | None = None) -> Expression:
        """A term as a set."""

    @abstractmethod
    def truth(self, term: Term, scope: Bindings | None = None) -> Expression:
        """A term as a condition."""

    def load(self, region: str, index: Term, scope: Bindings) -> Load:
        """One cell."""
        found = self.source.region(region)
        return Load(region, found.base, found.length, self.number(index, scope), self.source.cell(found))

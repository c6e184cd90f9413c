"""What all that write terms have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Final

from interpreter.engine.generate.cells import Cells, Scoped
from interpreter.engine.generate.globals import Globals
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.simplify import Simplifier
from interpreter.engine.python.walks import BITS
from interpreter.engine.python.writer import Level, Names, Text, Writer
from rulelang.graph.terms import Domain, Term


class TermWriter(ABC):
    """Where terms are written, and with which names."""

    def __init__(self, facts: Facts, writer: Writer, names: Names, cells: Cells, module: Globals) -> None:
        self.facts: Final = facts
        self.writer: Final = writer
        self.names: Final = names
        self.cells: Cells = cells
        self.globals: Final = module
        self.simplifier: Simplifier = Simplifier(facts)

    @abstractmethod
    def simple(self, term: Term, scope: Scoped | None = None) -> Term:
        """The term as it will be written."""

    @abstractmethod
    def value(self, term: Term, scope: Scoped | None = None) -> Text:
        """An expression for the exact value of a term."""

    @abstractmethod
    def truth(self, term: Term, scope: Scoped | None = None) -> Text:
        """An expression that is true exactly when the term is."""

    @abstractmethod
    def name_of(self, term: Term, scope: Scoped, hint: str) -> Text:
        """A value as something that costs nothing to read twice."""

    @abstractmethod
    def loop(self, name: str, domain: Domain, scope: Scoped) -> tuple[Scoped, str]:
        """The scope inside a loop over a domain, and its header."""

    @abstractmethod
    def before_loop(self, name: str, bodies: tuple[Term, ...], scope: Scoped) -> tuple[tuple[Term, ...], Scoped]:
        """Give names to what does not change in a loop."""

    def assign(self, hint: str, text: Text) -> Text:
        """A new variable with a value."""
        name = self.names.new(hint)
        self.writer.write(f"{name} = {text.text}")
        return Text(name)

    def helper(self, name: str) -> str:
        """The Python name of a function or table of the runtime."""
        return self.globals.helper(name)

    def with_state(self, name: str, *arguments: Text, regions: frozenset[str] | None = None) -> Text:
        """A call that gets the whole state: it reads or writes `regions` there (None: any)."""
        self.cells.keep(regions)
        return Text(f"{name}({', '.join([self.cells.state, *(argument.text for argument in arguments)])})")

    def bit(self, element: Term, scope: Scoped) -> Text:
        """The set of one element; the table of bits has 0 at its end, for nothing."""
        bound = self.facts.bound(element, scope.bounds)
        text = self.value(element, scope)
        if bound.low is not None and bound.low >= -1 and bound.high is not None and bound.high < BITS:
            return Text(f"{self.helper('BIT')}[{text.text}]")
        if bound.never_nothing:
            return Text(f"1 << {text.at(Level.SUM)}", Level.SHIFT)
        return Text(f"{self.helper('bit')}({text.text})")

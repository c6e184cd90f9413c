"""Values as they are under certain facts."""

from __future__ import annotations

from collections.abc import Mapping

from rulelang.graph.bounds import Bound
from rulelang.graph.program import Parameter
from rulelang.graph.terms import Domain, Term
from rulelang.graph.values.assume import Values
from rulelang.graph.values.cell_values import Names
from rulelang.graph.values.intervals import Range
from rulelang.graph.values.known_facts import NOTHING_KNOWN


class ValueView:
    """The same questions as to `Values`, while some cells are known to hold certain values."""

    def __init__(self, values: Values, cells: Mapping[str, Range]) -> None:
        self.values = values
        self.facts = values.knowing(cells) if cells else NOTHING_KNOWN

    def number(self, term: Term, names: Names) -> Range:
        """The least and the greatest value."""
        return self.values.number(term, names, self.facts)

    def bound(self, term: Term, names: Names) -> Bound:
        """What the value can be, as a number and as a set."""
        return self.values.bound(term, names, self.facts)

    def members(self, term: Term, names: Names) -> int:
        """A set that holds every member the term can have; -1 if anything may be in it."""
        return self.values.members(term, names, self.facts)

    def elements(self, term: Term, names: Names) -> int:
        """The set of all elements a term can stand for, without nothing; -1 if it may be any."""
        return self.values.elements(term, names, self.facts)

    def with_element(self, name: str, domain: Domain, names: Names) -> dict[str, Bound]:
        """The names, with that of an element of the domain."""
        return self.values.with_element(name, domain, names, self.facts)

    def with_parameters(self, parameters: tuple[Parameter, ...], names: Names) -> dict[str, Bound]:
        """The names, with what may be chosen for each parameter."""
        return self.values.with_parameters(parameters, names, self.facts)

"""Python that lets chance decide in a random game.

one of a set             card = kth(choices, int(random() * choices.bit_count()))
one of a known list      side = (0, 1, 2, 3, 4, 5)[int(random() * 6)]
equal weights            the set of what can happen, from a table
anything by weights      a list of the elements with their weights, and `weighted`
"""

from __future__ import annotations

from typing import Final

from interpreter.engine.generate.cells import Scoped
from interpreter.engine.generate.expressions import Expressions
from interpreter.engine.lower.analysis.outer import STATEFUL
from interpreter.engine.python.writer import Text
from interpreter.engine.storage import members
from rulelang.graph import shape, terms
from rulelang.graph.program import Chance, Parameter
from rulelang.graph.terms import Members, Term

#: What the index of a table that outcomes are drawn from is called while weights are compared.
_DRAWN_FROM: Final = "drawn from"

#: Sets over at most this many elements are remembered with their members.
SMALL_UNIVERSE: Final = 14


class Chances:
    """Writes the draws of one function."""

    def __init__(self, expressions: Expressions) -> None:
        self._expressions: Final = expressions
        self._write: Final = expressions.writer.write
        self._block: Final = expressions.writer.block

    def draw(self, node: Chance) -> Scoped:
        """Lines that draw an outcome; the scope of what follows from it."""
        scope = self._expressions.base
        if node.shuffles is not None:
            self._shuffle(node.shuffles)
            return scope
        if node.parameter is None:
            return scope
        domain = self._expressions.simplifier.domain(node.parameter.domain, scope.bounds)
        bound = self._expressions.facts.element(domain, scope.bounds)
        drawn = self._drawn(node, node.parameter, domain)
        variable = self._expressions.assign(node.parameter.name, drawn)
        return scope.having(node.parameter.name, variable, bound)

    def _shuffle(self, place: Term) -> None:
        expressions = self._expressions
        where = expressions.name_of(expressions.simple(place), expressions.base, "place")
        order = expressions.with_state(expressions.helper("shuffled_order"), where, Text("source"))
        self._write(expressions.with_state(expressions.helper("rearrange"), where, order).text)

    def _drawn(self, node: Chance, parameter: Parameter, domain: terms.Domain) -> Text:
        expressions = self._expressions
        if isinstance(domain, Members) and node.weight is None:
            elements: Term = domain.set
            if parameter.where is not None:
                elements = terms.Filtered(parameter.name, domain, parameter.where)
            return self._member(node, expressions.simple(elements))
        even = self._even(node, parameter, domain)
        if even is not None:
            return self._member(node, even)
        found = expressions.assign("found", Text("[]"))
        self._list(node, parameter, domain, found)
        self._none(node, found)
        return Text(f"{expressions.helper('weighted')}({found.text}, source)")

    def _even(self, node: Chance, parameter: Parameter, domain: terms.Domain) -> Term | None:
        """The set of what can happen, where tables say that all of it weighs the same; None where they do not."""
        if node.weight is None or parameter.where is not None or not isinstance(domain, Members):
            return None
        expressions, scope = self._expressions, self._expressions.base
        facts, element = expressions.facts, expressions.facts.element(domain, scope.bounds)
        inner = scope.having(parameter.name, Text("_"), element)
        weight, given = expressions.simple(node.weight, inner), [parameter.name]
        drawn_from: Term | None = None
        match domain.set:
            case terms.Const(elements):
                rows = {-1: elements}
            case terms.Entry(table, index):
                bound = facts.bound(index, scope.bounds)
                if bound.among is None:
                    return None
                drawn_from = index
                rows = dict(enumerate(facts.tables[table][:-1]))
                rows = {one: elements for one, elements in rows.items() if bound.among >> one & 1}
                weight = shape.exchanged(weight, index, terms.Local(_DRAWN_FROM))
                given.append(_DRAWN_FROM)
            case _:
                return None
        if shape.kinds(weight) & STATEFUL or shape.free_locals(weight) - set(given):
            return None
        weigh = facts.tried(weight, given)
        sets: dict[int, int] = {}
        for one, elements in rows.items():
            weights = {value: weigh(value, *(() if drawn_from is None else (one,))) for value in members(elements)}
            if len({found for found in weights.values() if found > 0}) > 1:
                return None
            sets[one] = sum(1 << value for value, found in weights.items() if found > 0)
        if drawn_from is None:
            return terms.Const(sets[-1])
        entries = tuple(sets.get(one, 0) for one in range(max(sets, default=-1) + 1))
        return expressions.simple(terms.Entry(facts.invent_table("even chances", (*entries, 0)), drawn_from))

    def _member(self, node: Chance, elements: Term) -> Text:
        expressions = self._expressions
        if isinstance(elements, terms.Const) and 0 < elements.value.bit_count() <= SMALL_UNIVERSE:
            listed = list(members(elements.value))
            if len(listed) == 1:
                return Text(str(listed[0]))
            return Text(f"({', '.join(map(str, listed))})[int(random() * {len(listed)})]")
        inside = expressions.facts.inside(elements, expressions.base.bounds)
        text = expressions.value(elements)
        if inside is not None and inside.bit_length() <= SMALL_UNIVERSE:
            found = expressions.assign("found", Text(f"{expressions.helper('MEMBERS')}[{text.text}]"))
            self._none(node, found)
            return Text(f"{found.text}[int(random() * len({found.text}))]")
        choices = expressions.assign("choices", text)
        self._none(node, choices)
        return Text(f"{expressions.helper('kth')}({choices.text}, int(random() * {choices.text}.bit_count()))")

    def _list(self, node: Chance, parameter: Parameter, domain: terms.Domain, found: Text) -> None:
        expressions = self._expressions
        scope = expressions.base
        iterable = expressions.iterable(domain, scope)
        if isinstance(domain, terms.Listed | terms.Sequence):
            iterable = f"sorted(set({iterable}))"
        variable = Text(expressions.names.new(parameter.name))
        inner = scope.having(parameter.name, variable, expressions.facts.element(domain, scope.bounds))
        with self._block(f"for {variable.text} in {iterable}:"):
            if parameter.where is not None:
                test = expressions.truth(expressions.simple(parameter.where, inner), inner)
                with self._block(f"if not ({test.text}):"):
                    self._write("continue")
            weight = expressions.simple(weight_of(node, parameter), inner)
            name = expressions.name_of(weight, inner, "weight")
            with self._block(f"if {name.text} > 0:"):
                self._write(f"{found.text}.append(({variable.text}, {name.text}))")

    def _none(self, node: Chance, found: Text) -> None:
        with self._block(f"if not {found.text}:"):
            fault = self._expressions.helper("Fault")
            title = " ".join(node.title.split())
            self._write(f"raise {fault}({f'chance has nothing to choose from at: {title}'!r}, {node.number})")


def weight_of(node: Chance, parameter: Parameter) -> Term:
    """How much an outcome weighs."""
    if node.weight is not None:
        return node.weight
    if isinstance(parameter.domain, terms.Tokens):
        token = terms.Local(parameter.name)
        return terms.TokenCount(terms.VarietyOf(token), terms.PlaceOf(token))
    return terms.Const(1)

"""Which steps of a game may use a rule in a way in which none has used it before: only these are worth watching.

What a step may come to is read off the graph: from where it begins to the next decision, chance or end, on any way, and
everything that is asked there. Most rules are used in the first games; from then on nearly all steps are quick ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from interpreter.cli.coverage import Coverage, CoveredClause
from rulelang.graph.access import with_definitions
from rulelang.graph.program import ChanceNode, Decide, End, Function, Node, OptionEdge, Program
from rulelang.graph.successors import reached, targets
from rulelang.graph.terms import When


class UntriedRules:
    """Knows for each step the clauses it may use that lack something."""

    def __init__(self, program: Program, coverage: Coverage) -> None:
        self._program: Final = program
        self._coverage: Final = coverage
        self._steps: Final[dict[tuple[int, int], list[CoveredClause]]] = {}
        self._nodes: Final[dict[int, list[CoveredClause]]] = {}

    def after(self, node: Node, number: int = 0) -> bool:
        """May a step from here (by an option of this number) use something that is missing?"""
        known = self._steps.get((node.number, number))
        found = [one for one in (self._of_step(node, number) if known is None else known) if one.missing]
        self._steps[node.number, number] = found
        return bool(found)

    def at_start(self) -> bool:
        """May the way from the beginning to the first decision?"""
        return self.after(self._program.nodes[self._program.entry])

    def _of_step(self, node: Node, number: int) -> list[CoveredClause]:
        if isinstance(node, Decide):
            option = node.options[number]
            here = [*self._asked([option]), *self._coverage.of_option(node, option)]
            starts = [option.target]
        else:
            here, starts = self._of_node(node.number), targets(node)
        there = [clause for one in reached(starts, self._ways) for clause in self._of_node(one)]
        return list({(clause.kind, clause.text, clause.span): clause for clause in (*here, *there)}.values())

    def _ways(self, number: int) -> Iterable[int]:
        """Where play goes on by itself. A decision at which nothing can be chosen is passed by."""
        node = self._program.nodes[number]
        match node:
            case ChanceNode() | End():
                return ()
            case Decide():
                return [option.target for option in node.options if option.role == "pass"] + [node.otherwise]
            case _:
                return targets(node)

    def _of_node(self, number: int) -> list[CoveredClause]:
        if number not in self._nodes:
            node = self._program.nodes[number]
            self._nodes[number] = [*self._coverage.of_node(node), *self._asked([node])]
        return self._nodes[number]

    def _asked(self, where: list[Node] | list[OptionEdge]) -> Iterator[CoveredClause]:
        """The conditions inside effects, and the definitions, also those that others ask for."""
        for part in with_definitions(self._program.functions, *where):
            if isinstance(part, When):
                yield from self._coverage.of_condition(self._program, part)
            elif isinstance(part, Function):
                yield from self._coverage.of_function(part)

"""Python for questions about lines, and for walks from neighbour to neighbour."""

from __future__ import annotations

from typing import Final

from interpreter.engine.generate import walking
from interpreter.engine.generate.cells import Scoped, constant
from interpreter.engine.generate.write_folds import FoldWriter
from interpreter.engine.lower.analysis.algebra import both_of
from interpreter.engine.python.writer import Level, Text
from interpreter.engine.storage import members, union_of
from rulelang.graph import terms
from rulelang.graph.terms import Term

#: Lines through one place are looked up together if they are about so many places at most.
_WIDEST_LINES: Final = 24


class WalkWriter(FoldWriter):
    """Writes lines and walks; the rest of an expression is left to `Expressions`."""

    def has_line(self, elements: Term, lines: str, index: Term, scope: Scoped) -> Text:
        inside = self.value(elements, scope)
        position = self.name_of(index, scope, "position")
        rows = self.facts.lists[lines]
        unions = tuple(union_of(row) for row in rows)
        among = self.facts.bound(index, scope.bounds).among
        asked = unions if among is None else [unions[place] for place in members(among) if place < len(unions)]
        if max((union.bit_count() for union in asked), default=0) <= _WIDEST_LINES:
            around = self.globals.table(self.facts.invent_table(f"around {lines}", unions))
            part = f"{inside.at(Level.BOTH)} & {around}[{position.text}]"
            return Text(f"{self.globals.lined(lines, 'lined')}[{position.text}][{part}]")
        inside = inside if inside.is_name else self.assign("inside", inside)
        found, group, near = self.names.new("found"), self.names.new("group"), self.names.new("around")
        self.writer.write(f"{found} = False")
        groups = f"{self.globals.lined(lines, 'line_groups')}[{position.text}]"
        with (
            self.writer.block(f"for {group}, {near} in {groups}:"),
            self.writer.block(f"if {group}[{inside.text} & {near}]:"),
        ):
            self.writer.write(f"{found} = True")
            self.writer.write("break")
        return Text(found)

    def meets(self, parts: tuple[Term, ...], scope: Scoped) -> Text:
        """Does a walk lead to some of the goals?"""
        walk = next(part for part in parts if isinstance(part, terms.Reached))
        if self.has_one_step(walk.neighbours):
            return self.value(terms.Both(parts), scope)
        goals = both_of(tuple(part for part in parts if part is not walk))
        start = walking.only_start(walk)
        if isinstance(goals, terms.Const) and start is not None and self.facts.is_mutual(walk.neighbours):
            name = self.globals.joins(walk.neighbours, goals.value)
            return Text(f"{name}({self.value(start, scope).text}, {self.value(walk.through, scope).text})")
        return self.walked(walk, goals, "meets", scope)

    def walked(self, walk: terms.Reached, goals: Term, helper: str, scope: Scoped) -> Text:
        """A question about a walk that ends as soon as the answer is known."""
        first, within = self.value(walk.start, scope).text, self.value(walk.through, scope).text
        neighbours = self.globals.table(walk.neighbours)
        return Text(f"{self.helper(helper)}({first}, {neighbours}, {within}, {self.value(goals, scope).text})")

    def _steps(self, neighbours: str) -> dict[int, int]:
        """The distances of neighbours, and who has one there."""
        steps: dict[int, int] = {}
        for place, near in enumerate(self.facts.tables[neighbours][:-1]):
            for goal in members(near):
                steps[goal - place] = steps.get(goal - place, 0) | 1 << place
        return steps

    def has_one_step(self, neighbours: str) -> bool:
        return len(self._steps(neighbours)) == 1

    def filled(self, start: Term, neighbours: str, through: Term, scope: Scoped) -> Text:
        """Walking on by one distance is shifting the set, until it has left the board."""
        ((length, able),) = self._steps(neighbours).items()
        # `fresh` must not be the variable of a cell.
        within = self.name_of(through, scope, "within")
        fresh = self.assign("fresh", self.value(start, scope))
        seen = self.assign("seen", Text(f"{fresh.text} & {within.text}"))
        shift = f"<< {length}" if length > 0 else f">> {-length}"
        everywhere = (self.facts.inside(start, scope.bounds), self.facts.inside(through, scope.bounds))
        can_go = all(inside is not None and inside & ~able == 0 for inside in everywhere)
        moved = fresh.text if can_go else f"({fresh.text} & {constant(able).text})"
        with self.writer.block(f"while {fresh.text} := {moved} {shift} & {within.text}:"):
            self.writer.write(f"{seen.text} |= {fresh.text}")
        return seen

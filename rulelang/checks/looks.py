"""What several checks want to know about one compiled program, worked out once."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from rulelang.checks.course import Course, Step
from rulelang.checks.ranges import Ranges
from rulelang.checks.reading import Reader
from rulelang.graph import Compilation
from rulelang.graph.program import Program


class Look:
    """A program with its course, the ranges of its terms, and what they read."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.reader = Reader(program.functions)

    @cached_property
    def course(self) -> Course:
        """All steps, calls and returns matched."""
        return Course(self.program)

    @cached_property
    def sources(self) -> list[list[Step]]:
        """For every node the steps that lead there from where play comes."""
        found: list[list[Step]] = [[] for _ in self.program.nodes]
        for number in self.course.reached([self.program.entry]):
            for step in self.course.steps[number]:
                found[step.target].append(step)
        return found

    @cached_property
    def ranges(self) -> Ranges:
        """What values terms can have."""
        return Ranges(self.program)


def looks(compilations: Iterable[Compilation]) -> tuple[Look, ...]:
    """One for every number of players and every variant that can be played."""
    return tuple(Look(one.program) for one in compilations if one.program is not None)

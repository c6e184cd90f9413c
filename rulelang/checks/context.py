"""What a check may ask for: the rulebook, what became of it, and what is known of it. Each thing is worked out once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property

from rulelang.checks.program_facts import ProgramFacts, looks
from rulelang.compile import Compilation
from rulelang.diagnostics import Diagnostic
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.tree import nodes as tree


class CheckContext:
    """A rulebook with its compilations: one for every number of players with every combination of variants."""

    def __init__(self, rulebook: WrittenRulebook, compilations: tuple[Compilation, ...]) -> None:
        self.rulebook = rulebook
        self.compilations = compilations
        self._findings: dict[object, tuple[Diagnostic, ...]] = {}

    def findings(self, check: Callable[[CheckContext], Iterator[Diagnostic]]) -> tuple[Diagnostic, ...]:
        """What a check finds; another check may ask for it, too."""
        if check not in self._findings:
            self._findings[check] = tuple(check(self))
        return self._findings[check]

    @cached_property
    def sentences(self) -> tuple[tree.Node, ...]:
        """All that play comes to."""
        return of_play(self.rulebook)

    @cached_property
    def looks(self) -> tuple[ProgramFacts, ...]:
        """What is known of every program. What holds with three players is not proved for two: a check that proves
        something asks all of them."""
        return looks(self.compilations)


_NO_PLAY = (tree.Example, tree.Glossary, tree.PiecesDeclaration, tree.Picture)


def of_play(rulebook: WrittenRulebook) -> tuple[tree.Node, ...]:
    """All that play comes to, item by item: everything but examples, which are many, and tables."""
    return tuple(part for placed in rulebook.items if not isinstance(placed.item, _NO_PLAY) for part in placed.parts)

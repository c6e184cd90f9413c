"""Terms inside terms: as deep as rules need, and no deeper than executors can go."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from rulelang.graph.program import Program
from rulelang.graph.verify.problems import Problem
from rulelang.graph.walk import direct_parts

#: The deepest term of all rulebooks so far has 15 levels.
DEEPEST: Final = 64


def too_deep(program: Program) -> Iterator[Problem]:
    """What has too many levels."""
    for node in program.nodes:
        if _is_deep(node):
            yield Problem(f"node {node.number}", f"a term in it has more than {DEEPEST} levels")
    for name, function in program.functions.items():
        if _is_deep(function):
            yield Problem(f"function {name}", f"it has more than {DEEPEST} levels")
    others = (program.scoring, *(term for _, term, _ in program.invariants), *program.examples)
    if any(map(_is_deep, others)):
        yield Problem("graph", f"a term of the ranking, an invariant or an example has more than {DEEPEST} levels")


def _is_deep(root: Any) -> bool:
    level = [root]
    for _ in range(DEEPEST):
        level = [part for one in level for part in direct_parts(one)]
        if not level:
            return False
    return True

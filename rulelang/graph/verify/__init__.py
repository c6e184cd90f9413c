"""Whether a program that was not compiled here can be played: a graph that a tool changed, or a file.

Every value has the type it should (`node_link/shapes.py`). Here everything that a number or a name refers to is looked
up: cells in the layout, entries of tables, functions and their arguments, locals, nodes, reasons and events. What only
shows when the game is played (an index that is worked out, a loop whose condition never comes) is a fault then, as in
any rulebook.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import Final

from rulelang.graph.program import Program
from rulelang.graph.verify.examples import wrong_examples
from rulelang.graph.verify.layout import wrong_layout
from rulelang.graph.verify.limits import too_deep, too_large, ways_without_end
from rulelang.graph.verify.problems import Problem, Problems
from rulelang.graph.verify.whole import wrong_functions, wrong_nodes, wrong_whole

Look = Callable[[Program], Iterator[Problem]]

#: Each step trusts what those before it have looked at.
_LOOKS: Final[tuple[tuple[Look, ...], ...]] = (
    (wrong_layout, wrong_whole, too_deep),
    (wrong_functions, wrong_nodes, wrong_examples),
    (too_large, ways_without_end),
)

#: So many problems are looked for: whoever reads them mends the first ones first.
_ENOUGH = 1000


def verify(program: Program) -> Problems | None:
    """All that is wrong with a program, or nothing."""
    for looks in _LOOKS:
        found = tuple(islice(_all(looks, program), _ENOUGH))
        if found:
            return Problems(found)
    return None


def _all(looks: tuple[Look, ...], program: Program) -> Iterator[Problem]:
    for look in looks:
        yield from look(program)

"""Which single cells are still going to be read from a node on (`rulelang/graph/liveness.py`).

Those of frames die with the game; all others are read after its end.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from interpreter.engine.lower.analysis.ahead import ends_move
from interpreter.engine.lower.analysis.facts import Facts
from rulelang.graph import terms
from rulelang.graph.access import Key
from rulelang.graph.liveness import Liveness
from rulelang.graph.program import End, OptionEdge


def live_cells(facts: Facts, cells: frozenset[Key]) -> Liveness[Key]:
    """Live cells among those of `cells`, by node."""
    lasting = frozenset(key for key in cells if facts.region(key[0]).role != "frame")
    return Liveness(facts.program.nodes, facts.functions, _SingleCells(cells), lasting)


def live_ahead(facts: Facts, cells: frozenset[Key]) -> Liveness[Key]:
    """The same for those who look ahead: where a move is over, they ask for nothing any more."""
    nodes = [End(node.number, node.origin) if ends_move(node) else node for node in facts.program.nodes]
    return Liveness(nodes, facts.functions, _SingleCells(cells))


class _SingleCells:
    """Cells told apart one by one."""

    def __init__(self, cells: frozenset[Key]) -> None:
        self._cells: Final = cells
        self._of_regions: Final[dict[str, list[Key]]] = {}
        for key in cells:
            self._of_regions.setdefault(key[0], []).append(key)

    def read(self, part: Any) -> Iterable[Key]:
        """The cell itself, or all of its region."""
        if isinstance(part, terms.Cell) and isinstance(part.index, terms.Const):
            key = part.region, part.index.value
            return (key,) if key in self._cells else ()
        return self._of_regions.get(part.region, ())

    def overwritten(self, effect: terms.Effect) -> Iterable[Key]:
        """The cell of a known number that is written."""
        if isinstance(effect, terms.Put) and isinstance(effect.index, terms.Const):
            return ((effect.region, effect.index.value),)
        return ()

    def chosen(self, option: OptionEdge) -> Iterable[Key]:
        """A handful fills some cells of its region, nobody knows how many."""
        return ()

    def told(self, option: OptionEdge) -> Iterable[Key]:
        """Words are made from whole states."""
        return ()

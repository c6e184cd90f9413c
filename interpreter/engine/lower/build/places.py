"""The places of random games: a node, and what is known there of single cells, such as whose turn it is.

The code of a turn is made for each player, with everything that depends on the player worked out. Where a state stands
is found by its cells; from then on the routines themselves tell the next place.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from interpreter.engine.executor import Vector
from interpreter.engine.lower.analysis.tracked import tracked_cells
from interpreter.engine.lower.build.source import LoweringInput
from interpreter.engine.lower.build.variants import Variant, Variants
from rulelang.graph import terms
from rulelang.graph.access import Key, effect_lists
from rulelang.graph.program import ChanceNode, Decide, End, Node, Program
from rulelang.graph.walk import all_parts
from rulelang.tuning.fast_dataclass import dataclass

#: More places are tried again with less of what is known.
_MOST: Final = 100

#: With so many, a place for each element of what is written out takes longer to make than it ever saves.
_MANY: Final = 50

#: The place of a state that is looked at to find where it is.
ANYWHERE: Final = 0


@dataclass(frozen=True, slots=True)
class ProgramPoint:
    """A node, what is known of cells there, and whether no sentence can fail on the way from it."""

    node: Node
    known: Variant
    sure: bool = False


class Places:
    """The places that were come to so far, by their numbers, each with the routine that goes on from it."""

    def __init__(self, source: LoweringInput, promise: Callable[[int], str]) -> None:
        """`promise` promises the routine of a place."""
        self._source: Final = source
        self._promise: Final = promise
        self._facts: Final = source.facts
        self._nodes: Final = source.nodes
        self._cells, self._variants = self._followed()
        #: By the number of the node, which is sooner looked up than the node itself, and the rest of the place.
        self._numbers: Final[dict[tuple[int, Variant, bool], int]] = {}
        #: By number; none has the first.
        self.found: Final[list[ProgramPoint | None]] = [None]

    def _followed(self) -> tuple[frozenset[Key], Variants]:
        """The cells that are followed, and what they can hold."""
        if self._source.is_small and "specialise" not in self._source.without:
            every = tracked_cells(self._facts) - _counting_cells(self._facts.program)
            for cells in (every, tracked_cells(self._facts, frozenset({"player"}))):
                variants = Variants(self._facts, cells)
                if variants.size <= _MOST:
                    return cells, variants
        return frozenset(), Variants(self._facts, frozenset())

    # ------------------------------------------------------------------------------------------------- places

    def number(self, place: ProgramPoint) -> int:
        """The number of a place; its routine is promised."""
        found = self._numbers.setdefault((place.node.number, place.known, place.sure), len(self.found))
        if found == len(self.found):
            self.found.append(place)
        if not isinstance(place.node, End):
            self._promise(found)
        return found

    def live(self, node: int) -> frozenset[Key]:
        """The cells that tell the places of a node apart."""
        return self._variants.live.at[node] if node >= 0 else frozenset()

    @property
    def are_many(self) -> bool:
        """Are there so many that only what is foreseen, and who plays, may make more?"""
        return len(self.found) > _MANY

    def foreseen(self, node: int) -> frozenset[tuple[Key, int]]:
        """What the flow alone tells of cells at a node. What is known only because a loop or a choice is written out
        for each of its elements pays in small games; in others it makes more places than are ever come to often."""
        return frozenset(one for variant in self._variants.at(node) for one in variant)

    def live_ahead(self, node: int) -> frozenset[Key]:
        """Those of them that may be read before the move is over."""
        return self._variants.ahead(node)

    def of(self, state: Vector) -> int:
        """The place a state is at."""
        node = self._nodes[state[self._facts.region("node").base]]
        known = tuple((key, state[self._facts.region(key[0]).base + key[1]]) for key in sorted(self.live(node.number)))
        return self.number(ProgramPoint(node, known if known in self._variants.at(node.number) else ()))

    def told_apart(self, node: int) -> list[Variant]:
        """What may be found in the cells of a state that stands at a node; () stands for anything."""
        asked, found = self.live(node), sorted(self._variants.at(node))
        return [known for known in found if {key for key, _ in known} == asked] or [()]

    def node(self, place: int) -> int:
        """The number of the node of a place."""
        found = self.found[place]
        return -1 if found is None else found.node.number

    @property
    def end(self) -> int:
        """The node at which games end."""
        return next((node.number for node in self._nodes.values() if isinstance(node, End)), -1)

    def every(self) -> dict[int, list[int]]:
        """All places a state can be found at where somebody, or chance, decides: by their nodes."""
        return {
            node.number: [self.number(ProgramPoint(node, known)) for known in self.told_apart(node.number)]
            for node in self._nodes.values()
            if isinstance(node, Decide | ChanceNode | End)
        }


def _counting_cells(program: Program) -> frozenset[Key]:
    """Cells that count: told apart by what they hold, places would never end."""
    found: set[Key] = set()
    for effects in (effects for node in program.nodes for effects in effect_lists(node)):
        for part in all_parts(effects):
            if isinstance(part, terms.Put) and isinstance(part.index, terms.Const):
                inside = [one for one in all_parts(part.value) if isinstance(one, terms.Arithmetic)]
                if any(terms.Cell(part.region, part.index) in all_parts(one) for one in inside):
                    found.add((part.region, part.index.value))
    return frozenset(found)

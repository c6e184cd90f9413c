"""Python that plays random games: by one function for a whole game where the game is small, and by one function for
each place of the flow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from interpreter.engine.generate.globals import Globals
from interpreter.engine.generate.kit import Kit
from interpreter.engine.generate.nodes import Nodes
from interpreter.engine.generate.places import Place, Places
from interpreter.engine.generate.whole_game import WholeGames
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.liveness import Liveness
from interpreter.engine.python.writer import Writer
from rulelang.graph.program import Chance, Decide, End


class Playouts:
    """Writes the functions for random games."""

    def __init__(self, facts: Facts, module: Globals, writer: Writer, nodes: Nodes) -> None:
        self._facts: Final = facts
        self._writer: Final = writer
        nothing = Liveness(facts, frozenset())
        self._kit: Final = Kit(facts, module, writer, nodes, frozenset(), nothing)

    def write(self) -> None:
        """All of it, and the directories of where a game can begin."""
        places = Places(self._kit).write()
        whole = WholeGames(self._kit).write()
        numbers = {node.number: node for node in self._facts.program.nodes}
        self._writer.write("")
        self._writer.write("RANDOM = (")
        for number, (node, _, _) in enumerate(places):
            self._writer.write(f"    {None if isinstance(numbers[node], End) else f'random_{number}'},")
        self._writer.write(")")
        self._writer.write("")
        self._writer.write(f"NODES = {tuple(node for node, _, _ in places)!r}")
        beginnings = [(number, place) for number, place in enumerate(places)
                      if isinstance(numbers[place[0]], Decide | Chance | End)]  # fmt: skip
        self._directory("PLACES", beginnings)
        self._beginning(whole)
        if not whole:
            self._writer.write("")
            self._writer.write("playout = None")

    def _beginning(self, places: Sequence[Place]) -> None:
        """The place of the function for whole games that a state is at."""
        node_cell = self._facts.region("node").base
        self._writer.write("")
        self._writer.write("")
        with self._writer.block("def beginning(state):"):
            for number, (node, known, _) in enumerate(places):
                cells = [f"state[{self._facts.region(name).base + index}] == {value}" for (name, index), value in known]
                with self._writer.block(f"if {' and '.join([f'state[{node_cell}] == {node}', *cells])}:"):
                    self._writer.write(f"return {number}")
            self._writer.write("return -1")

    def _directory(self, name: str, places: Sequence[tuple[int, Place]]) -> None:
        """By node: its places, each with the cells that tell it apart and what they hold."""
        by_node: dict[int, list[tuple[int, Place]]] = {}
        for number, place in places:
            by_node.setdefault(place[0], []).append((number, place))
        self._writer.write("")
        self._writer.write(f"{name} = {{")
        for node, found in by_node.items():
            # The place about which most is known comes first.
            found.sort(key=lambda one: -len(one[1][1]))
            with self._writer.block(f"{node}: ("):
                for number, (_, known, _) in found:
                    cells = tuple((self._facts.region(region).base + index, value) for (region, index), value in known)
                    self._writer.write(f"({number}, {cells!r}),")
            self._writer.write("),")
        self._writer.write("}")

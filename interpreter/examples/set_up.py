"""How a new game stands right after its setup, where nobody chooses anything afterwards."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from interpreter.engine.executor import Cells
from interpreter.engine.reference_flow import Reference
from rulelang.graph.example_steps import Arranged
from rulelang.graph.program import ChanceNode, Do, End, Program
from rulelang.graph.terms import Effect, Put


def set_up(program: Program, random: Random) -> Cells | None:
    """A new game whose next sentence is the first one of the play: first choices, and whatever chance brings.

    The executors run on to the next decision. So a program is played here in which the game is over with the setup.
    """
    last = next((node for node in program.nodes if isinstance(node, Do) and any(map(_begins, node.effects))), None)
    end = next(node for node in program.nodes if isinstance(node, End))
    if last is None:
        return None
    nodes = (replace(node, target=end.number) if node is last else node for node in program.nodes)
    setup = Reference(replace(program, nodes=tuple(nodes)))
    cells = list(setup.start())
    while not setup.is_over(cells):
        if isinstance(setup.node(cells), ChanceNode):
            setup.happen(cells, setup.draw(cells, random))
        else:
            setup.play(cells, next(iter(setup.each_option(cells))))
    cells[program.layout.regions["node"].base] = last.target
    return cells


def only_begins(line: Arranged) -> bool:
    """Does the line only say that the game has begun? A new game says that itself when it is set up."""
    return all(_begins(effect) for effect in line.effects)


def _begins(effect: Effect) -> bool:
    return isinstance(effect, Put) and effect.region == "playing"

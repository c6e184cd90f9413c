"""What all who write random games share."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.execute.generate.facts import Facts
from interpreter.execute.generate.globals import Globals
from interpreter.execute.generate.liveness import Liveness
from interpreter.execute.generate.nodes import Nodes
from interpreter.execute.generate.writer import Writer
from rulelang.graph.terms import Term
from rulelang.values import dataclass

Key: TypeAlias = tuple[str, int]
Known: TypeAlias = dict[Key, Term]


@dataclass(frozen=True, slots=True)
class Kit:
    """The program, the module that is being written, and the cells that are followed through the flow."""

    facts: Facts
    module: Globals
    writer: Writer
    nodes: Nodes
    tracked: frozenset[Key]
    liveness: Liveness

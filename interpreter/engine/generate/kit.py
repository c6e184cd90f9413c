"""What all who write random games share."""

from __future__ import annotations

from typing import TypeAlias

from interpreter.engine.generate.globals import Globals
from interpreter.engine.generate.nodes import Nodes
from interpreter.engine.lower.analysis.facts import Facts
from interpreter.engine.lower.analysis.liveness import Liveness
from interpreter.engine.python.writer import Writer
from rulelang.graph.terms import Term
from rulelang.tuning.fast_dataclass import dataclass

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

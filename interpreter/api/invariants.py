"""The invariants of a rulebook (`always ...`), looked at in a state."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.api.game import Game
from interpreter.explain.wording import StateWording, failing_parts
from rulelang.graph.program import Origin
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Broken:
    """An invariant that does not hold: its sentence, where it stands, and the values of its parts."""

    text: str
    origin: Origin
    values: tuple[tuple[str, str], ...]
    drawing: str

    def __str__(self) -> str:
        where = f"\n  --> {self.origin.span}" if self.origin.span is not None else ""
        return f"not so: {self.text}{where}" + "".join(f"\n  | {line}" for line in self.drawing.splitlines())


def broken_invariants(game: Game, cells: Sequence[int]) -> tuple[Broken, ...]:
    """The invariants that do not hold in a state; look at them at every decision."""
    found = []
    for text, condition, origin in game.program.invariants:
        if not game.executor.evaluate(list(cells), condition):
            for part in failing_parts(game, cells, condition, {}):
                printed = StateWording(game, cells).print(part)
                found.append(Broken(text, origin, printed.pairs(), printed.drawing()))
    return tuple(found)

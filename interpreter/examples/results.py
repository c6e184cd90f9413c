"""How the examples of a rulebook went."""

from __future__ import annotations

from collections.abc import Sequence

from interpreter.engine.executor import Fault
from rulelang.graph.program import Origin
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """What went wrong in an example: the line, the values of its parts, the position, and what could be chosen."""

    message: str
    origin: Origin
    drawing: str = ""
    position: str = ""
    legal: tuple[str, ...] = ()

    def __str__(self) -> str:
        where = f"\n  --> {self.origin.span}" if self.origin.span is not None else ""
        cite = f"\n  = {self.origin.cite}" if self.origin.cite else ""
        drawing = "".join(f"\n  | {line}" for line in self.drawing.splitlines())
        legal = f"\n  possible: {'; '.join(self.legal)}" if self.legal else ""
        position = "".join(f"\n    {line}" for line in self.position.splitlines())
        return f"{self.message}{where}{cite}{drawing}{legal}{position}"


@dataclass(frozen=True, slots=True)
class ExampleResult:
    """One example, for one number of players and choice of variants; `failure` is None if all went as written."""

    title: str
    origin: Origin
    players: int
    variants: tuple[str, ...]
    failure: Failure | None

    @property
    def passed(self) -> bool:
        """Did everything happen as the example says?"""
        return self.failure is None


def fault_text(players: Sequence[str], fault: Fault) -> str:
    """What is wrong, who is concerned, and at which sentence."""
    who = f"{players[fault.seat]}: " if fault.seat >= 0 else ""
    span = fault.said.span if fault.said is not None else None
    return f"{who}{fault.message}" + (f" (line {span.line}: {span.text})" if span is not None else "")

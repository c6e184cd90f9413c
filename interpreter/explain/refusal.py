"""Why a move is refused: the clauses of the rulebook that say no, with the values they looked at. A value, not an
exception."""

from __future__ import annotations

from typing import Literal

from rulelang.graph.program import Origin
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause that refuses: what it asks for, in words, where it stands, and the value of each of its parts."""

    text: str
    origin: Origin | None = None
    values: tuple[tuple[str, str], ...] = ()
    drawing: str = ""

    @property
    def cite(self) -> str:
        """The printed place it comes from."""
        return self.origin.cite if self.origin is not None else ""

    @property
    def where(self) -> str:
        """File, line and column of the clause."""
        return str(self.origin.span) if self.origin is not None and self.origin.span is not None else ""

    @property
    def quote(self) -> str:
        """The sentence of the rulebook, or its first line."""
        if self.origin is None or self.origin.span is None:
            return ""
        return self.origin.span.text.strip().partition("\n")[0]

    def __str__(self) -> str:
        lines = [self.text]
        if self.quote:
            lines.append(f"  > {self.quote}")
        if self.where:
            heading = " > ".join(self.origin.heading) if self.origin is not None else ""
            lines.append(f"  --> {self.where}" + (f" ({heading})" if heading else ""))
        if self.cite:
            lines.append(f"  = {self.cite}")
        if self.drawing:
            lines += [f"  | {line}" for line in self.drawing.splitlines()]
        return "\n".join(lines)


@dataclass(frozen=True, slots=True)
class Refusal:
    """A move that is not legal. `step` is "over", "chance", "unknown", "ambiguous", "turn", "past", "domain", "guard",
    "sentence" or "later"."""

    move: str
    step: str
    clauses: tuple[Clause, ...]
    suggestions: tuple[str, ...] = ()
    """What is possible: all of it, what is called much the same, or its kinds with their numbers."""

    def __bool__(self) -> Literal[False]:
        """A refusal is no success: `if session.apply(...)` tells whether the move was made."""
        return False

    def __str__(self) -> str:
        text = "\n".join([f"{self.move} is not possible:", *(str(clause) for clause in self.clauses)])
        return text + (f"\npossible: {'; '.join(self.suggestions)}" if self.suggestions else "")


# A term in words, and the values of the parts of it that say something.


#: More values than these only make a long list of what nobody asked for.
_MOST = 6


@dataclass(frozen=True, slots=True)
class Printed:
    """A term in words, and each part whose value is worth knowing with that value."""

    text: str = ""
    values: tuple[tuple[str, str], ...] = ()

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Each part with its value, once."""
        return tuple(dict.fromkeys(pair for pair in self.values if pair[0] != pair[1]))

    def drawing(self) -> str:
        """The values, one on a line: `Ann's Chips: 1`."""
        pairs = self.pairs()
        lines = [f"{part}: {value}" for part, value in pairs[:_MOST]]
        return "\n".join([*lines, *([f"and {len(pairs) - _MOST} more"] if len(pairs) > _MOST else [])])

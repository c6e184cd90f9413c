"""How generated code reaches the numbers of the state and the locals of a term."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Protocol

from interpreter.engine.lower.analysis.bounds import Bound, Scope
from interpreter.engine.python.writer import Level, Text
from rulelang.graph.layout import Region
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Scoped:
    """The locals of a term at one place: their Python, and what they can be."""

    texts: Mapping[str, Text]
    bounds: Scope

    def having(self, name: str, text: Text, bound: Bound) -> Scoped:
        """One more local."""
        return Scoped({**self.texts, name: text}, {**self.bounds, name: bound})


NO_NAMES: Final = Scoped({}, {})


class Cells(Protocol):
    """How the generated code reaches the numbers of the state."""

    @property
    def state(self) -> str:
        """The Python name of the flat list."""

    def of(self, state: str) -> Cells:
        """The same cells of another list."""

    def read(self, region: Region, index: Text) -> Text:
        """One number."""

    def base(self, region: Region) -> tuple[str, int]:
        """The Python list that holds a whole region, and where it begins there."""

    def keep(self, regions: frozenset[str] | None) -> None:
        """Some regions (None: all) are reached through the list by code that is not written here."""

    def can_change(self, text: Text) -> bool:
        """Is this expression a variable that stands for a cell?"""

    def target(self, region: Region, index: Text) -> Text | None:
        """Where to write one number; None if nobody will ever read it."""


@dataclass(frozen=True, slots=True)
class Vector:
    """Cells reached through the flat list."""

    state: str = "state"

    def of(self, state: str) -> Cells:
        """The same cells of another list."""
        return Vector(state)

    def read(self, region: Region, index: Text) -> Text:
        """`state[base + index]`."""
        return Text(f"{self.state}[{plus(region.base, index)}]")

    def base(self, region: Region) -> tuple[str, int]:
        """All regions lie in the one list."""
        return self.state, region.base

    def keep(self, regions: frozenset[str] | None) -> None:
        """They are there anyway."""

    def can_change(self, text: Text) -> bool:
        """No variable stands for a cell."""
        return False

    def target(self, region: Region, index: Text) -> Text | None:
        """Every number is written."""
        return self.read(region, index)


def plus(base: int, index: Text) -> str:
    """`base + index`, worked out where both are known."""
    if index.text.isdigit():
        return str(base + int(index.text))
    return index.text if base == 0 else f"{base} + {index.at(Level.PRODUCT)}"


def constant(value: int) -> Text:
    """A number; large ones are sets, and read better in base sixteen."""
    if value < 0:
        return Text(str(value), Level.SIGN)
    return Text(str(value)) if value < 4096 else Text(hex(value))

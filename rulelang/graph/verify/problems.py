"""What is wrong with a graph that somebody wrote or changed: a value, to be shown."""

from __future__ import annotations

from rulelang.tuning.fast_dataclass import dataclass

#: So many problems of one graph are told.
MOST_TOLD = 20


@dataclass(frozen=True, slots=True)
class Problem:
    """Where in the graph, and what."""

    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.where}: {self.message}"


@dataclass(frozen=True, slots=True)
class Problems:
    """Why a graph cannot be played; there is at least one reason."""

    found: tuple[Problem, ...]

    def __str__(self) -> str:
        told = [str(problem) for problem in self.found[:MOST_TOLD]]
        more = len(self.found) - len(told)
        return "\n".join([*told, f"and {more} more"] if more else told)

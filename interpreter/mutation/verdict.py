"""What became of a mutant."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.tuning.fast_dataclass import dataclass

#: `killed`: an example, the check or a game noticed; `survived`: nothing did; `equivalent`: it is the same game;
#: `invalid`: nobody could write it; `timed out`: it goes on without end, which somebody would notice.
Status: TypeAlias = Literal["killed", "survived", "equivalent", "invalid", "timed out"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """One mutant by its key. `by` tells what noticed (the title of an example, the code of a finding), or why it is
    invalid; `reached` how many examples use what it changes."""

    key: str
    status: Status
    by: str = ""
    reached: int = 0
    seconds: float = 0.0


def score(verdicts: list[Verdict]) -> float:
    """The part of the mutants that were noticed, of those that make another game."""
    noticed = sum(verdict.status in ("killed", "timed out") for verdict in verdicts)
    missed = sum(verdict.status == "survived" for verdict in verdicts)
    return noticed / (noticed + missed) if noticed + missed else 1.0

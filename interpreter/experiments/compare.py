"""Two experiments, or two versions of a rulebook, cell by cell: what is different, by how much, and is it luck?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import TypeAlias

from interpreter.experiments.cells import ExperimentCell
from interpreter.experiments.metrics import METRICS, Metric, values
from interpreter.experiments.played import Played
from interpreter.statistics.comparing import MeanDifference, cohens_h, compared, holm
from interpreter.statistics.intervals import ERROR
from rulelang.tuning.fast_dataclass import dataclass

#: A cell and its games.
Games: TypeAlias = tuple[ExperimentCell, Sequence[Played]]


@dataclass(frozen=True, slots=True)
class Compared:
    """One measure in one cell, before and after. `changes` are the other's numbers, `corrected` is `p`, corrected for
    all questions of the comparison; `size` is Cohen's h for shares, d for numbers."""

    cell: str
    changes: str
    players: int
    metric: Metric
    before: float
    after: float
    found: MeanDifference
    corrected: float
    size: float

    @property
    def is_sure(self) -> bool:
        """Is it more than luck?"""
        return self.corrected < ERROR

    @property
    def weight(self) -> str:
        """How much it is, in a word."""
        size = abs(self.size)
        return "hardly" if size < 0.2 else "a little" if size < 0.5 else "clearly" if size < 0.8 else "very much"


def compare(pairs: Iterable[tuple[Games, Games]], metrics: Sequence[Metric] = METRICS) -> list[Compared]:
    """Everything that can be compared in pairs of cells."""
    found: list[
        tuple[tuple[ExperimentCell, ExperimentCell], Metric, Mapping[int, float], Mapping[int, float], MeanDifference]
    ] = []
    for (cell, before), (other, after) in pairs:
        for one in metrics:
            first, second = values(one, before), values(one, after)
            if first and second:
                found.append(((cell, other), one, first, second, compared(first, second)))
    corrected = holm([difference.p for *_, difference in found])
    return [
        _compared(cells, one, first, second, difference, p)
        for (cells, one, first, second, difference), p in zip(found, corrected, strict=True)
    ]


def _compared(
    cells: tuple[ExperimentCell, ExperimentCell],
    one: Metric,
    first: Mapping[int, float],
    second: Mapping[int, float],
    found: MeanDifference,
    p: float,
) -> Compared:
    before, after = fmean(first.values()), fmean(second.values())
    size = cohens_h(before, after) if one.unit == "share" else found.size
    cell, other = cells
    return Compared(cell.name, other.changes, cell.setting.players, one, before, after, found, p, size)


def matched(first: Sequence[Games], second: Sequence[Games]) -> list[tuple[Games, Games]]:
    """Cells of two experiments that are the same but for the rulebook's text, the seed and how closely was looked."""
    by_name = {(one[0].book, one[0].role): one for one in second}
    by_role = {one[0].role: one for one in second}
    pairs = ((one, by_name.get((one[0].book, one[0].role)) or by_role.get(one[0].role)) for one in first)
    return [(one, other) for one, other in pairs if other is not None]


def varied(all_games: Sequence[Games]) -> list[tuple[Games, Games]]:
    """Each cell with a changed number beside the same with the printed one."""
    printed = {(one[0].book, one[0].role[:-1]): one for one in all_games if not one[0].setting.changes}
    changed = [(one, printed.get((one[0].book, one[0].role[:-1]))) for one in all_games if one[0].setting.changes]
    return [(before, one) for one, before in changed if before is not None]

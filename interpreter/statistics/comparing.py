"""Are two samples different, and by how much? Tests, effect sizes, and the correction for asking many questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import asin, inf, sqrt
from statistics import fmean, variance

from interpreter.statistics.distributions import student_quantile, student_tails
from interpreter.statistics.intervals import ERROR, Interval
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class MeanDifference:
    """By how much the second mean is higher: the difference, its interval, how likely one so large would be if there
    was none (`p`), and its size in standard deviations (Cohen's d). `paired`: game by game of the same number."""

    difference: float
    interval: Interval
    p: float
    size: float
    paired: bool
    count: int


def welch(first: Sequence[float], second: Sequence[float], error: float = ERROR) -> MeanDifference:
    """Two samples that have nothing to do with one another (Welch's t-test)."""
    gap = fmean(second) - fmean(first) if first and second else 0.0
    if len(first) < 2 or len(second) < 2:
        return MeanDifference(gap, (-inf, inf), 1.0, 0.0, False, min(len(first), len(second)))
    parts = [variance(one) / len(one) for one in (first, second)]
    spread = sum(parts)
    if spread == 0:
        return _certain(gap, False, min(len(first), len(second)))
    freedom = spread**2 / sum(part**2 / (len(one) - 1) for part, one in zip(parts, (first, second), strict=True))
    half = student_quantile(1 - error / 2, freedom) * sqrt(spread)
    pooled = ((len(first) - 1) * variance(first) + (len(second) - 1) * variance(second)) / (
        len(first) + len(second) - 2
    )
    size = gap / sqrt(pooled) if pooled else 0.0
    p = student_tails(gap / sqrt(spread), freedom)
    return MeanDifference(gap, (gap - half, gap + half), p, size, False, min(len(first), len(second)))


def paired(first: Sequence[float], second: Sequence[float], error: float = ERROR) -> MeanDifference:
    """Two samples in which each value belongs to one of the other (the t-test of the differences)."""
    gaps = [after - before for before, after in zip(first, second, strict=True)]
    if len(gaps) < 2:
        return MeanDifference(fmean(gaps) if gaps else 0.0, (-inf, inf), 1.0, 0.0, True, len(gaps))
    gap, spread = fmean(gaps), variance(gaps) / len(gaps)
    if spread == 0:
        return _certain(gap, True, len(gaps))
    half = student_quantile(1 - error / 2, len(gaps) - 1) * sqrt(spread)
    both = (variance(first) + variance(second)) / 2
    size = gap / sqrt(both) if both else 0.0
    return MeanDifference(
        gap, (gap - half, gap + half), student_tails(gap / sqrt(spread), len(gaps) - 1), size, True, len(gaps)
    )


def _certain(gap: float, is_paired: bool, count: int) -> MeanDifference:
    return MeanDifference(gap, (gap, gap), 0.0 if gap else 1.0, inf if gap else 0.0, is_paired, count)


def compared(first: Mapping[int, float], second: Mapping[int, float], error: float = ERROR) -> MeanDifference:
    """Values of games by their numbers: paired, where games of the same numbers are there on both sides."""
    common = sorted(first.keys() & second.keys())
    if len(common) >= 2 and 2 * len(common) >= max(len(first), len(second)):
        return paired([first[one] for one in common], [second[one] for one in common], error)
    return welch(list(first.values()), list(second.values()), error)


def cohens_h(first: float, second: float) -> float:
    """How different two shares are: 0.2 is little, 0.5 something, 0.8 much."""
    return 2 * asin(sqrt(min(1.0, max(0.0, second)))) - 2 * asin(sqrt(min(1.0, max(0.0, first))))


def holm(chances: Sequence[float]) -> list[float]:
    """The same p, corrected for being many (Holm's method): below 0.05, at most one of twenty whole comparisons tells
    a difference that is none."""
    ordered = sorted(range(len(chances)), key=lambda one: chances[one])
    found, highest = [0.0] * len(chances), 0.0
    for place, one in enumerate(ordered):
        highest = max(highest, min(1.0, chances[one] * (len(chances) - place)))
        found[one] = highest
    return found


@dataclass(frozen=True, slots=True)
class Slope:
    """By how much one thing grows with another: per unit, with its interval, and how likely so much would be by
    luck."""

    each: float
    interval: Interval
    p: float
    count: int


def slope(amounts: Sequence[float], outcomes: Sequence[float], error: float = ERROR) -> Slope:
    """Least squares. The error is the larger one of two: HC3, which does not ask for the same spread everywhere, and
    the usual one, without which a dozen who all lost by chance would seem to leave no doubt. It is known as well as
    those few know it who are far out (about as many degrees of freedom as there are of them)."""
    count = len(amounts)
    unknown = Slope(0.0, (-inf, inf), 1.0, count)
    if count < 3:
        return unknown
    middle, centre = fmean(amounts), fmean(outcomes)
    offs = [amount - middle for amount in amounts]
    squares = sum(off * off for off in offs)
    if squares <= 1e-12:
        return unknown
    each = sum(off * (outcome - centre) for off, outcome in zip(offs, outcomes, strict=True)) / squares
    left = [outcome - centre - each * off for off, outcome in zip(offs, outcomes, strict=True)]
    pulls = [1 / count + off * off / squares for off in offs]
    robust = sum((off * rest / max(1e-9, 1 - pull)) ** 2 for off, rest, pull in zip(offs, left, pulls, strict=True))
    usual = sum(rest * rest for rest in left) / (count - 2) * squares
    spread = sqrt(max(robust, usual)) / squares
    if spread == 0:
        return Slope(each, (each, each), 0.0 if each else 1.0, count)
    freedom = max(1.0, min(count - 2.0, squares**2 / sum(off**4 for off in offs) - 1))
    half = student_quantile(1 - error / 2, freedom) * spread
    return Slope(each, (each - half, each + half), student_tails(each / spread, freedom), count)

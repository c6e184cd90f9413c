"""Small statistics, by hand: they are few, and everybody can check them."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

#: Two-sided, for 95 of 100 such intervals to hold the truth.
_Z = 1.959964


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """The interval in which a share lies, after so many trials."""
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, _Z * _Z
    middle = (share + square / (2 * trials)) / (1 + square / trials)
    half = _Z / (1 + square / trials) * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    return max(0.0, middle - half), min(1.0, middle + half)


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return sum(values) / len(values) if values else 0.0


def mean_interval(values: Sequence[float]) -> tuple[float, float]:
    """The interval in which a mean lies."""
    if len(values) < 2:
        return float("-inf"), float("inf")
    middle = mean(values)
    deviation = sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1))
    half = _Z * deviation / sqrt(len(values))
    return middle - half, middle + half


def quantile(values: Sequence[int], part: float) -> int:
    """The value below which a part of all values lies."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))] if ordered else 0

"""Where a figure lies, 95 of 100 times, when the number of games was fixed before they were played."""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, inf, sqrt
from statistics import fmean, median, quantiles
from typing import Final, TypeAlias

from interpreter.statistics.distributions import normal_quantile, student_quantile

Interval: TypeAlias = tuple[float, float]

_HALVINGS: Final = 40
#: Of so many intervals all but this part hold the truth.
ERROR: Final = 0.05


def mean(values: Sequence[float]) -> float:
    """The mean; 0 of nothing."""
    return fmean(values) if values else 0.0


def middle(values: Sequence[float]) -> float:
    """The median; 0 of nothing."""
    return median(values) if values else 0.0


def deciles(values: Sequence[float]) -> tuple[float, ...]:
    """The nine values that cut the values into ten equal parts; none for fewer than two values."""
    return tuple(quantiles(values, n=10, method="inclusive")) if len(values) > 1 else ()


def wilson(successes: float, trials: int, error: float = ERROR) -> Interval:
    """In which the chance of a success lies (Wilson's score interval). Only for what succeeds or does not: a tie is no
    half success, see `share_interval`; what is shared now and then spreads less than this says."""
    if trials == 0:
        return 0.0, 1.0
    z = normal_quantile(1 - error / 2)
    share, square = successes / trials, z * z
    centre = (share + square / (2 * trials)) / (1 + square / trials)
    half = z / (1 + square / trials) * sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    # At the ends the formula gives 0 and 1 but for rounding.
    return (0.0 if successes == 0 else centre - half), (1.0 if successes == trials else centre + half)


def mean_interval(values: Sequence[float], error: float = ERROR) -> Interval:
    """In which a mean lies (Student's t); anywhere, for fewer than two values."""
    count = len(values)
    if count < 2:
        return -inf, inf
    centre = fmean(values)
    # The standard library adds up fractions, which takes longer than to play a short game.
    variance = fsum((value - centre) ** 2 for value in values) / (count - 1)
    half = student_quantile(1 - error / 2, count - 1) * sqrt(variance / count)
    return centre - half, centre + half


def share_interval(shares: Sequence[float], error: float = ERROR) -> Interval:
    """In which the mean of parts of a win lies, from 0 to 1: Wilson's, where everybody wins all or nothing. Where wins
    are shared, two wins and two losses are added before Student's t is asked (as Agresti and Coull do), so that few
    equal games do not look certain."""
    if all(share in (0, 1) for share in shares):
        return wilson(round(sum(shares)), len(shares), error)
    square = normal_quantile(1 - error / 2) ** 2
    count = len(shares) + square
    centre = (sum(shares) + square / 2) / count
    spread = sum((share - centre) ** 2 for share in shares) + square / 2 * ((1 - centre) ** 2 + centre**2)
    half = student_quantile(1 - error / 2, len(shares)) * sqrt(spread / (count - 1) / count)
    return max(0.0, centre - half), min(1.0, centre + half)


def share_p(shares: Sequence[float], expected: float) -> float:
    """How likely it is that the mean of such parts is as far off by luck: the error with which their interval just
    reaches what was expected."""
    low, high = 1e-12, 1.0 - 1e-12
    if not shares:
        return 1.0
    for _ in range(_HALVINGS):
        between = sqrt(low * high)
        reaches = share_interval(shares, between)
        low, high = (between, high) if reaches[0] <= expected <= reaches[1] else (low, between)
    return high

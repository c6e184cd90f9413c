"""Where a figure lies, however often one looks: in 95 of 100 experiments every interval that is ever looked at holds
the truth, so that one may stop as soon as one has seen enough.

Both bounds come from Ville's inequality: a fair bet against the truth ever grows twentyfold in one of twenty cases at
most. What the bets so far would have won so much against is no longer believed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import exp, inf, lgamma, log, sqrt
from statistics import fmean, stdev
from typing import Final

from interpreter.statistics.intervals import ERROR, Interval

#: How far off, in squared standard deviations, the mixture expects means: best for some hundreds of games.
_EXPECTED: Final = 0.1
_HALVINGS: Final = 60


def share_sequence(total: float, count: int, error: float = ERROR) -> Interval:
    """In which a share lies after `count` games that gave parts from 0 to 1, `total` in all.

    The bet of Robbins with a uniform mixture. It is exact for wins and losses; with shared wins it stays a fair bet or
    a worse one (the logarithm is concave), so that the interval holds for them too."""
    if count == 0:
        return 0.0, 1.0
    limit = -log(error)
    won = lgamma(total + 1) + lgamma(count - total + 1) - lgamma(count + 2)

    def gained(share: float) -> float:
        return won - _times(total, share) - _times(count - total, 1 - share)

    share = total / count
    low = 0.0 if gained(0.0) < limit else _border(gained, limit, share, 0.0)
    high = 1.0 if gained(1.0) < limit else _border(gained, limit, share, 1.0)
    return low, high


def _times(weight: float, share: float) -> float:
    if weight == 0:
        return 0.0
    return weight * log(share) if share > 0 else -inf


def _border(gained: Callable[[float], float], limit: float, inside: float, outside: float) -> float:
    for _ in range(_HALVINGS):
        between = (inside + outside) / 2
        inside, outside = (between, outside) if gained(between) < limit else (inside, between)
    return outside


def mean_sequence(values: Sequence[float], error: float = ERROR) -> Interval:
    """In which a mean lies after so many values.

    Lai's t-test that may be looked at always, with a normal mixture: exact where values are normally distributed with
    an unknown spread, and good for others once there are some dozens of them."""
    count = len(values)
    if count < 2:
        return -inf, inf
    growth = 1 + count * _EXPECTED
    bound = exp(min(700.0, 2 * log(sqrt(growth) / error) / count))
    if bound >= growth:
        return -inf, inf
    half = sqrt((count - 1) * (bound - 1) / (1 - bound / growth))
    centre = fmean(values)
    reach = half * stdev(values, centre) / sqrt(count)
    return centre - reach, centre + reach

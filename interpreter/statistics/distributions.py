"""Student's t and the normal distribution: what part lies below a value, and below which value a part lies."""

from __future__ import annotations

from functools import cache
from math import exp, inf, isinf, lgamma, log, sqrt
from statistics import NormalDist
from typing import Final

_NORMAL: Final = NormalDist()
_STEPS: Final = 300
_SMALL: Final = 1e-300
_CLOSE: Final = 1e-15


def normal_quantile(part: float) -> float:
    """The value below which a part of the standard normal distribution lies."""
    return _NORMAL.inv_cdf(part)


def student_tails(value: float, freedom: float) -> float:
    """How likely Student's t with so many degrees of freedom is to be as far from 0 as this, on either side."""
    if isinf(value):
        return 0.0
    return incomplete_beta(freedom / 2, 0.5, freedom / (freedom + value * value))


@cache
def student_quantile(part: float, freedom: float) -> float:
    """The value below which a part (of at least a half) of Student's t lies."""
    wanted = 2 * (1 - part)
    low, high = 0.0, 1.0
    while student_tails(high, freedom) > wanted:
        low, high = high, high * 2
        if isinf(high):
            return inf
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if student_tails(middle, freedom) > wanted else (low, middle)
    return (low + high) / 2


def incomplete_beta(a: float, b: float, x: float) -> float:
    """The regularised incomplete beta function, by its continued fraction (Numerical Recipes, 6.4)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log(1 - x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(a, b, x) / a
    return 1 - front * _fraction(b, a, 1 - x) / b


def _fraction(a: float, b: float, x: float) -> float:
    above, below = 1.0, _kept_off(1 - (a + b) * x / (a + 1))
    below = 1 / below
    found = below
    for step in range(1, _STEPS + int(4 * sqrt(max(a, b)))):
        even = step * (b - step) * x / ((a + 2 * step - 1) * (a + 2 * step))
        odd = -(a + step) * (a + b + step) * x / ((a + 2 * step) * (a + 2 * step + 1))
        for part in (even, odd):
            below = 1 / _kept_off(1 + part * below)
            above = _kept_off(1 + part / above)
            found *= below * above
        if abs(below * above - 1) < _CLOSE:
            break
    return found


def _kept_off(value: float) -> float:
    """The value, kept off 0."""
    return value if abs(value) > _SMALL else _SMALL

"""Looking again and again does not make an interval lose the truth more often than it says."""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from random import Random

import pytest
import scipy.special

from interpreter.statistics.intervals import mean_interval, wilson
from interpreter.statistics.sequences import mean_sequence, share_sequence

pytestmark = pytest.mark.slow

TIMES = 300
LOOKS = range(100, 2001, 100)


def ever_lost(
    draw: Callable[[Random], float], truth: float, looked: Callable[[list[float]], tuple[float, float]]
) -> float:
    """How many experiments show an interval without the truth at some look."""
    lost = 0
    for number in range(TIMES):
        random, values = Random(number), list[float]()
        for look in LOOKS:
            values += [draw(random) for _ in range(look - len(values))]
            low, high = looked(values)
            if not low <= truth <= high:
                lost += 1
                break
    return lost / TIMES


def shares(values: list[float]) -> tuple[float, float]:
    return share_sequence(sum(values), len(values))


def test_a_share_may_be_looked_at_always() -> None:
    assert ever_lost(lambda random: float(random.random() < 0.5), 0.5, shares) <= 0.05


def test_shared_wins_may_be_looked_at_always() -> None:
    assert ever_lost(lambda random: random.choice((0.0, 0.5, 1.0)), 0.5, shares) <= 0.05


@pytest.mark.parametrize("draw", [lambda random: random.gauss(7, 3), lambda random: 6 + random.expovariate(1)])
def test_a_mean_may_be_looked_at_always(draw: Callable[[Random], float]) -> None:
    assert ever_lost(draw, 7, mean_sequence) <= 0.05


def test_an_interval_for_a_fixed_number_may_not() -> None:
    """The trap that these are for: Wilson's, looked at twenty times, is wrong about three times as often as it says."""
    fixed = ever_lost(
        lambda random: float(random.random() < 0.5), 0.5, lambda values: wilson(round(sum(values)), len(values))
    )
    assert fixed > 0.1


def test_the_price_is_less_than_twice_the_width() -> None:
    low, high = share_sequence(500, 1000)
    fixed_low, fixed_high = wilson(500, 1000)
    assert fixed_high - fixed_low < high - low < 2 * (fixed_high - fixed_low)
    values = [float(number % 10) for number in range(1000)]
    low, high = mean_sequence(values)
    fixed_low, fixed_high = mean_interval(values)
    assert fixed_high - fixed_low < high - low < 2 * (fixed_high - fixed_low)


def test_the_borders_are_where_the_bet_has_won_twentyfold() -> None:
    for total, count in [(3.0, 10), (12.5, 40), (900.0, 1000)]:
        for border in share_sequence(total, count):
            against = total * scipy.special.log1p(border - 1) + (count - total) * scipy.special.log1p(-border)
            won = scipy.special.betaln(total + 1, count - total + 1) - against
            assert won == pytest.approx(-scipy.special.log1p(0.05 - 1), abs=1e-6)


def test_little_is_not_enough_to_say_anything() -> None:
    assert share_sequence(0, 0) == (0, 1)
    assert share_sequence(3, 3)[1] == 1
    assert share_sequence(0, 4)[0] == 0
    assert mean_sequence([4.0]) == (-inf, inf)
    assert mean_sequence([4.0, 5.0]) == (-inf, inf)
    assert mean_sequence([4.0] * 60) == (4, 4)

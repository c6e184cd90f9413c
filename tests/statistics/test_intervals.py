"""Each figure agrees with scipy and statsmodels, and each interval holds the truth as often as it says."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from math import inf
from random import Random

import numpy
import pytest
import scipy.stats
from statsmodels.stats.proportion import proportion_confint, proportions_ztest
from statsmodels.stats.weightstats import DescrStatsW

from interpreter.statistics.distributions import (
    incomplete_beta,
    normal_quantile,
    student_quantile,
    student_tails,
)
from interpreter.statistics.intervals import (
    Interval,
    deciles,
    mean,
    mean_interval,
    middle,
    share_interval,
    share_p,
    wilson,
)

pytestmark = pytest.mark.slow

SAMPLES = [[3, 8, 9, 10, 11, 12, 19], [1, 2], [5, 5, 5.5], list(range(200))]


@pytest.mark.parametrize("freedom", [1, 2, 5, 29, 199, 5000])
def test_student_agrees_with_scipy(freedom: int) -> None:
    for part in (0.5, 0.75, 0.9, 0.975, 0.995, 0.99999):
        assert student_quantile(part, freedom) == pytest.approx(scipy.stats.t.ppf(part, freedom), rel=1e-8, abs=1e-8)
    for value in (0.0, 0.3, 1.0, 2.5, -4.0, 30.0, inf):
        expected = 2 * scipy.stats.t.sf(abs(value), freedom)
        assert student_tails(value, freedom) == pytest.approx(expected, rel=1e-7, abs=1e-14)


def test_normal_and_beta_agree_with_scipy() -> None:
    for part in (0.001, 0.5, 0.975):
        assert normal_quantile(part) == pytest.approx(scipy.stats.norm.ppf(part), abs=1e-9)
    for a, b, x in [(0.5, 0.5, 0.2), (3, 8, 0.9), (100, 0.5, 0.99), (4, 4, 0.0), (4, 4, 1.0)]:
        assert incomplete_beta(a, b, x) == pytest.approx(scipy.stats.beta.cdf(x, a, b), rel=1e-9)


@pytest.mark.parametrize("values", SAMPLES, ids=len)
def test_means_and_quantiles_agree_with_the_libraries(values: Sequence[float]) -> None:
    assert mean_interval(values) == pytest.approx(DescrStatsW(values).tconfint_mean(), rel=1e-7)
    spread = scipy.stats.sem(values)
    expected = scipy.stats.t.interval(0.99, len(values) - 1, loc=statistics.fmean(values), scale=spread)
    assert mean_interval(values, error=0.01) == pytest.approx(expected, rel=1e-7)
    assert mean(values) == pytest.approx(numpy.mean(values))
    assert middle(values) == numpy.median(values)
    assert deciles(values) == pytest.approx(numpy.quantile(values, [part / 10 for part in range(1, 10)]))


def test_nothing_and_little_is_no_trouble() -> None:
    assert (mean([]), middle([]), deciles([]), deciles([4])) == (0, 0, (), ())
    assert mean_interval([3]) == (-inf, inf)
    assert wilson(0, 0) == (0, 1)
    assert share_interval([]) == (0, 1)
    assert middle([1, 2, 3, 4]) == 2.5


@pytest.mark.parametrize(("successes", "trials"), [(0, 1), (1, 1), (0, 50), (3, 7), (50, 100), (999, 1000)])
def test_wilson_agrees_with_the_libraries(successes: int, trials: int) -> None:
    found = wilson(successes, trials)
    assert found == pytest.approx(proportion_confint(successes, trials, method="wilson"), abs=1e-9)
    assert found == pytest.approx(scipy.stats.binomtest(successes, trials).proportion_ci(method="wilson"), abs=1e-9)
    assert share_interval([1] * successes + [0] * (trials - successes)) == found


@pytest.mark.parametrize(
    ("successes", "trials", "expected"), [(30, 40, 0.5), (5, 30, 0.25), (12, 24, 0.5), (9, 40, 0.25)]
)
def test_how_likely_a_share_is_agrees_with_statsmodels(successes: int, trials: int, expected: float) -> None:
    """With the variance that was expected, the score test is what Wilson's interval turns round."""
    found = share_p([1] * successes + [0] * (trials - successes), expected)
    judge = proportions_ztest(successes, trials, expected, prop_var=expected)[1]
    assert found == pytest.approx(judge, rel=1e-4, abs=1e-6)
    assert share_p([], 0.5) == 1


def test_ties_are_no_half_successes() -> None:
    """Games that are all shared say more about the share than wins and losses do, but not everything."""
    low, high = share_interval([0.5] * 100)
    assert wilson(50, 100)[0] < low < 0.5 < high < wilson(50, 100)[1]
    assert share_interval([0.5] * 4)[0] < 0.3


# ---------------------------------------------------------------------------------------------------- coverage

TIMES = 1500


def covered(
    draw: Callable[[Random], float], count: int, truth: float, interval: Callable[[list[float]], Interval]
) -> float:
    """How often an interval of so many values holds the truth."""
    random = Random(f"{truth} {count}")
    found = (interval([draw(random) for _ in range(count)]) for _ in range(TIMES))
    return sum(low <= truth <= high for low, high in found) / TIMES


@pytest.mark.parametrize("count", [2, 5, 10, 40])
def test_the_interval_of_a_mean_holds_the_truth(count: int) -> None:
    share = covered(lambda random: random.gauss(7, 3), count, 7, mean_interval)
    assert 0.935 <= share <= 0.965


def test_the_normal_distribution_would_not_do() -> None:
    """What Student's t is there for: with z, five values hold the truth in 89 of 100 cases."""

    def with_z(values: list[float]) -> Interval:
        half = 1.96 * statistics.stdev(values) / len(values) ** 0.5
        return statistics.fmean(values) - half, statistics.fmean(values) + half

    assert covered(lambda random: random.gauss(7, 3), 5, 7, with_z) < 0.9


@pytest.mark.parametrize(("share", "count"), [(0.5, 30), (0.1, 60), (0.9, 200)])
def test_wilson_holds_the_truth(share: float, count: int) -> None:
    found = covered(
        lambda random: float(random.random() < share), count, share, lambda v: wilson(round(sum(v)), len(v))
    )
    assert 0.925 <= found <= 0.985


@pytest.mark.parametrize("tied", [0.05, 0.3, 0.9])
@pytest.mark.parametrize(("won", "count"), [(0.5, 12), (0.3, 40), (0.8, 150)])
def test_the_interval_of_shared_wins_holds_the_truth(tied: float, won: float, count: int) -> None:
    def share(random: Random) -> float:
        return 0.5 if random.random() < tied else float(random.random() < won)

    truth = tied / 2 + (1 - tied) * won
    assert covered(share, count, truth, share_interval) >= 0.935

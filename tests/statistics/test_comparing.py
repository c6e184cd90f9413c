"""Comparisons agree with scipy and statsmodels, and do not find what is not there."""

from __future__ import annotations

from math import inf
from random import Random

import pytest
import scipy.stats
from statsmodels.api import OLS, add_constant
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import proportion_effectsize
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from interpreter.statistics.comparing import cohens_h, compared, holm, paired, slope, welch

FIRST = [3.0, 8, 9, 10, 11, 12, 19, 4]
SECOND = [5.0, 9, 14, 10, 15, 12, 25, 3]


def test_welch_agrees_with_the_libraries() -> None:
    found = welch(FIRST, SECOND[:6])
    judge = scipy.stats.ttest_ind(SECOND[:6], FIRST, equal_var=False)
    assert found.p == pytest.approx(judge.pvalue, rel=1e-7)
    means = CompareMeans(DescrStatsW(SECOND[:6]), DescrStatsW(FIRST))
    assert found.interval == pytest.approx(means.tconfint_diff(usevar="unequal"), rel=1e-7)
    assert not found.paired


def test_pairs_agree_with_scipy() -> None:
    found = paired(FIRST, SECOND)
    judge = scipy.stats.ttest_rel(SECOND, FIRST)
    assert found.p == pytest.approx(judge.pvalue, rel=1e-7)
    interval = judge.confidence_interval()
    assert found.interval == pytest.approx((interval.low, interval.high), rel=1e-7)
    assert found.difference == pytest.approx(sum(SECOND) / 8 - sum(FIRST) / 8)


def test_many_questions_are_corrected_as_statsmodels_does() -> None:
    chances = [0.001, 0.04, 0.03, 0.2, 0.012, 0.9, 0.04]
    assert holm(chances) == pytest.approx(multipletests(chances, method="holm")[1])
    assert holm([]) == []
    assert cohens_h(0.4, 0.6) == pytest.approx(proportion_effectsize(0.6, 0.4))


def test_games_of_the_same_numbers_are_paired() -> None:
    first, second = dict(enumerate(FIRST)), dict(enumerate(SECOND))
    assert compared(first, second) == paired(FIRST, SECOND)
    other = {number + 100: value for number, value in second.items()}
    assert compared(first, other) == welch(FIRST, SECOND)


def test_pairs_see_what_is_lost_in_the_crowd() -> None:
    random = Random(1)
    first = [random.gauss(50, 20) for _ in range(60)]
    second = [value + random.gauss(1, 1) for value in first]
    assert paired(first, second).p < 0.001
    assert welch(first, second).p > 0.5


def test_nothing_and_little_is_no_trouble() -> None:
    for found in (welch([], []), welch([1.0], [2.0]), paired([1.0], [2.0])):
        assert (found.p, found.interval) == (1, (-inf, inf))
    assert paired([1.0, 2], [1.0, 2]).p == welch([2.0, 2], [2.0, 2]).p == 1
    assert paired([1.0, 2], [2.0, 3]).p == 0


def test_a_whole_comparison_is_wrong_in_one_of_twenty_cases() -> None:
    random, wrong = Random(2), 0
    for _ in range(300):
        chances = [
            welch([random.random() for _ in range(20)], [random.random() for _ in range(20)]).p for _ in range(8)
        ]
        wrong += min(holm(chances)) < 0.05
    assert wrong / 300 <= 0.07


@pytest.mark.parametrize(("noise", "kind"), [("grows", "HC3"), ("falls", "nonrobust")])
def test_a_slope_agrees_with_statsmodels(noise: str, kind: str) -> None:
    """With the larger one of two errors."""
    random = Random(4)
    amounts = [random.random() for _ in range(60)]
    far = [abs(one - 0.5) if noise == "grows" else 0.6 - abs(one - 0.5) for one in amounts]
    outcomes = [2 * one + random.gauss(0, spread) for one, spread in zip(amounts, far, strict=True)]
    found = slope(amounts, outcomes)
    judge = OLS(outcomes, add_constant(amounts))
    errors = {name: judge.fit(cov_type=name).bse[1] for name in ("HC3", "nonrobust")}
    assert max(errors, key=lambda name: errors[name]) == kind
    offs = [(one - sum(amounts) / 60) ** 2 for one in amounts]
    freedom = sum(offs) ** 2 / sum(one * one for one in offs) - 1
    half = scipy.stats.t.ppf(0.975, freedom) * errors[kind]
    assert found.each == pytest.approx(judge.fit().params[1])
    assert found.interval == pytest.approx((found.each - half, found.each + half), rel=1e-6)
    assert found.p == pytest.approx(2 * scipy.stats.t.sf(found.each / errors[kind], freedom), rel=1e-5)
    assert slope([1, 1, 1], [1, 2, 3]).p == slope([], []).p == 1
    assert slope([1, 2, 3], [2, 4, 6]).interval == (2, 2)


def test_what_few_did_who_all_lost_is_no_proof() -> None:
    """One of four wins: of 14 players, all lose in one of 56 cases."""
    amounts = [float(one < 14) for one in range(200)]
    outcomes = [0.0] * 14 + [float(one % 4 == 0) for one in range(186)]
    assert slope(amounts, outcomes).p > 0.01


def test_a_slope_is_no_false_alarm_where_few_did_it() -> None:
    """Many things are asked about at once, so that it is rare alarms that must be as rare as they say."""
    random, alarms = Random(7), 0
    for _ in range(300):
        amounts = [float(one < 14) for one in range(120)]
        alarms += slope(amounts, [float(random.random() < 0.25) for _ in amounts]).p < 0.01
    assert alarms <= 6

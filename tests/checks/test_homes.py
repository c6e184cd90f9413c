"""Every numbered statement has a home, and only listed ones are cited."""

from __future__ import annotations

from tests.checks.finding import GAME, found

HOMES = GAME.replace("to Scoop:", "to Scoop [R-01]:").replace(
    "from the Box to the Pond", "from the Box to the Pond [R-02]"
)


def test_a_number_without_a_home_is_found() -> None:
    [(place, message)] = found("RL0804", HOMES + "statements R-01 to R-04\n")
    assert place == "R-01 to R-04"
    assert message == "`R-03` and `R-04` have no place in this rulebook."


def test_many_numbers_are_cut_short() -> None:
    [(_, message)] = found("RL0804", GAME + "statements R1 to R30\n")
    assert "`R8` and 22 more have no place" in message


def test_a_number_may_be_set_aside() -> None:
    assert found("RL0804", HOMES + 'statements R-01 to R-03\naside [R-03] "advice"\n') == []


def test_a_number_that_is_not_listed_is_found() -> None:
    [(place, message)] = found("RL0805", HOMES + "statements R-01\n")
    assert place == "R-02"
    assert message == "`R-02` is not among the numbers listed after `statements`."


def test_other_papers_and_missing_lists_promise_nothing() -> None:
    assert found("RL0805", HOMES.replace("R-02", "Q-02") + "statements R-01\n") == []
    assert found("RL0805", HOMES) == []
    assert found("RL0804", HOMES) == []

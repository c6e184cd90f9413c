"""Every check has a case that fails without it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from rulelang.checks.context import CheckContext
from rulelang.checks.register import CHECKS_OF_PLAY, CHECKS_OF_TEXT, Check
from rulelang.diagnostics import Diagnostic
from tests.cases.runner import Case, read_cases
from tests.cases.test_meaning import FILES, check

CHECKS = (*CHECKS_OF_TEXT, *CHECKS_OF_PLAY)


def a_case_of_each_code() -> Iterator[Case]:
    told: set[str] = set()
    for path in FILES:
        for case in read_cases(path):
            fresh = {one.code for one in case.expected} - told
            if fresh:
                told |= fresh
                yield case


def test_every_check_has_a_case_that_fails_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A finding that a case expects, and that no other check makes."""
    made: dict[tuple[str, int, str], set[Check]] = defaultdict(set)
    findings = CheckContext.findings

    def noted(self: CheckContext, asked: Check) -> tuple[Diagnostic, ...]:
        found = findings(self, asked)
        for one in found:
            made[case.title, one.span.start, one.code].add(asked)
        return found

    monkeypatch.setattr(CheckContext, "findings", noted)
    needed: set[Check] = set()
    for case in a_case_of_each_code():
        codes = {one.code for one in case.expected}
        made.clear()
        case.run(check(case))
        needed |= {next(iter(checks)) for (_, _, code), checks in made.items() if code in codes and len(checks) == 1}
    assert [one.__module__ for one in CHECKS if one not in needed] == []

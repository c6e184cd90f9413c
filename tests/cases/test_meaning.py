"""What sentences mean: cases in `meaning/`. Every finding of its own code has one.

What is unproved or only noted is told in a case only where the case is about it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from rulelang.diagnostics import Diagnostic, Severity
from rulelang.diagnostics.catalogue import all_codes
from tests.cases.runner import Case, read_cases
from tests.diagnostics.stage import checked_page

FILES = sorted(Path(__file__).with_name("meaning").glob("*.md"))
CASES = [pytest.param(case, id=f"{path.stem}: {case.title}") for path in FILES for case in read_cases(path)]
GRAVE = {Severity.ERROR, Severity.WARNING}


def check(case: Case) -> Callable[[str], Sequence[Diagnostic]]:
    """What a case tells: everything grave, and everything of the codes it expects."""
    expected = {one.code for one in case.expected}

    def found(text: str) -> Sequence[Diagnostic]:
        return [one for one in checked_page(text) if one.severity in GRAVE or one.code in expected]

    return found


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case) -> None:
    case.run(check(case))


def test_every_finding_on_meaning_has_a_case() -> None:
    shown = {expected.code for path in FILES for case in read_cases(path) for expected in case.expected}
    assert shown >= {code for code in all_codes() if code[:4] not in {"RL01", "RL10", "RL11"}}

"""How text is written: cases in `syntax/`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import all_codes
from rulelang.source import source_from_text
from rulelang.tree import parse
from tests.cases.runner import Case, read_cases

FILES = sorted(Path(__file__).with_name("syntax").glob("*.md"))
CASES = [pytest.param(case, id=f"{path.stem}: {case.title}") for path in FILES for case in read_cases(path)]


def check(text: str) -> Sequence[Diagnostic]:
    return parse(source_from_text("case.rules", text)).diagnostics


@pytest.mark.parametrize("case", CASES)
def test_case(case: Case) -> None:
    case.run(check)


def test_every_finding_on_writing_has_a_case() -> None:
    shown = {expected.code for path in FILES for case in read_cases(path) for expected in case.expected}
    assert shown == {code for code in all_codes() if code[:4] in {"RL01", "RL10", "RL11"}}

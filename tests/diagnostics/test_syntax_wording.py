"""Every finding about writing and layout, as an author sees it."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics.catalogue import all_codes
from rulelang.diagnostics.fixes import changes
from rulelang.diagnostics.render import render_text
from tests.diagnostics.cases import CASES


@pytest.mark.parametrize("case", sorted(CASES))
def test_message(case: str, golden: SnapshotAssertion) -> None:
    assert render_text([CASES[case]()]) == golden


def test_every_syntax_code_has_a_case() -> None:
    shown = {case().code for case in CASES.values()}
    assert shown == {code for code in all_codes() if code.startswith("RL01")}


@pytest.mark.parametrize("case", sorted(case for case in CASES if CASES[case]().fixes))
def test_every_fix_changes_the_line_it_belongs_to(case: str) -> None:
    finding = CASES[case]()
    for fix in finding.fixes:
        changed = list(changes(fix))
        assert changed[0].line == finding.span.line
        assert len(changed) == len(fix.edits)
        assert all(change.before != change.after for change in changed)

"""Every fix that a machine may make, made: the finding is gone, and what the sentence reads as then is written down
beside what the author had written, to be read in a diff."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.compile import compile_rulebook
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.diagnostics.fixes import apply_edits, changes
from rulelang.diagnostics.model import Fix
from rulelang.reading import read_back
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text
from tests.cases.runner import HEADER, Case, read_cases
from tests.diagnostics.stage import checked_page

FILES = sorted((Path(__file__).parents[1] / "cases" / "meaning").glob("*.md"))


def fixed(case: Case) -> Iterator[tuple[Diagnostic, Fix, str, str]]:
    """What a case offers to write instead: the finding, the fix, the text before and after."""
    text = ("" if case.whole else HEADER) + case.text
    for finding in checked_page(text):
        for fix in finding.fixes:
            if len({edit.span.source.path for edit in fix.edits}) == 1:
                yield finding, fix, text, apply_edits(text, fix.edits)


def told(text: str, lines: range) -> Iterator[str]:
    """What the sentences in some lines read as."""
    book = load(source_from_text("case.rules", text))[0]
    program = compile_rulebook(book).program
    if program is None:
        yield "(there are other mistakes left)"
        return
    for one in read_back(book, program):
        if one.sentence.line in lines:
            yield from one.lines[:4]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_fix_means_what_the_text_says(path: Path, golden: SnapshotAssertion) -> None:
    found: list[str] = []
    for case in read_cases(path):
        for finding, fix, before, after in fixed(case):
            errors = {one.code for one in checked_page(before) if one.severity is Severity.ERROR}
            left = [one for one in checked_page(after) if one.severity is Severity.ERROR and one.code not in errors]
            # Behind a mistake there may be another one, which the golden tells; never behind a safe fix.
            assert fix.safety != "safe" or not left, (case.title, fix.title)
            again = [one for one in checked_page(after) if (one.code, one.span) == (finding.code, finding.span)]
            assert not [one for one in again if one.message == finding.message], (case.title, fix.title)
            found.append(f"{finding.code} {fix.title}")
            for change in changes(fix):
                found += [f"  - {line.strip()}" for line in change.before]
                found += [f"  + {line.strip()}" for line in change.after]
                lines = range(change.line, change.line + max(1, len(change.after)))
                found += [f"  = {line}" for line in told(after, lines)]
            found += [f"  ! {one.code} {one.message}" for one in left]
    if found:
        assert "\n".join(found) + "\n" == golden

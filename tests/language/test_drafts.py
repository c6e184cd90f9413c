"""The drafts the language grew from, in its final form: nothing is wrong with them, and what they show holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.examples.run import run_examples
from rulelang.checks import check_rulebook
from rulelang.diagnostics.model import Severity
from rulelang.rulebook.loading import load as load_text
from rulelang.source import read_source
from tests.tree.corpus import DRAFTS

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_a_draft_checks_clean(path: Path) -> None:
    book, found = load_text(read_source(str(path)).source)
    serious = [one for one in (*found, *check_rulebook(book)) if one.severity in (Severity.ERROR, Severity.WARNING)]
    assert [(one.code, one.message, one.primary.span.line) for one in serious] == []


@pytest.mark.parametrize("path", DRAFTS, ids=lambda path: path.stem)
def test_the_examples_of_a_draft_hold(path: Path) -> None:
    if path.read_text(encoding="utf-8").startswith("library"):
        assert not load_text(read_source(str(path)).source)[1]
        return
    results = run_examples(load(path), "python")
    assert [f"{result.title}: {result.failure}" for result in results if not result.passed] == []

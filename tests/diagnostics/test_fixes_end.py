"""Fixes never go in a circle: what one of them has written, none of the next writes back."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.checks import check_rulebook
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.fixes import apply_edits
from rulelang.rulebook.loading import load
from rulelang.source import SourceFile
from tests.cases.runner import HEADER, read_cases

FILES = sorted((Path(__file__).parents[1] / "cases").glob("*/*.md"))
FURTHEST = 4
"""So many fixes are made one after the other."""


def findings(text: str) -> list[Diagnostic]:
    book, found = load(SourceFile("fixed.rules", text))
    return list(check_rulebook(book, found))


def fixed(text: str, line: int | None = None) -> list[tuple[str, int]]:
    """The text after each fix that is proposed for it, or for one of its lines, and the line of the fix."""
    return [
        (apply_edits(text, fix.edits), one.span.line)
        for one in findings(text)
        for fix in one.fixes
        if line is None or one.span.line == line
    ]


def circles(text: str) -> list[str]:
    """The texts that come again where one fix is made after the other."""
    found = []
    waiting: list[tuple[str, int, tuple[str, ...]]] = [(after, line, (text,)) for after, line in fixed(text)]
    while waiting:
        now, line, before = waiting.pop()
        if now in before:
            found.append(now)
        elif len(before) < FURTHEST:
            waiting += [(after, line, (*before, now)) for after, _ in fixed(now, line)]
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_no_fix_is_taken_back_by_the_next(path: Path) -> None:
    for case in read_cases(path):
        assert circles(("" if case.whole else HEADER) + case.text) == [], case.title


def test_a_circle_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    turned = {"a": [("b", 1)], "b": [("a", 1)]}
    monkeypatch.setitem(globals(), "fixed", lambda text, line=None: turned[text])
    assert circles("a") == ["a"]

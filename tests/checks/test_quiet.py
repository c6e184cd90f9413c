"""Real rulebooks are free of errors and warnings: the checks cry only where something is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulelang.checks import check_rulebook
from rulelang.diagnostics import Severity
from rulelang.rulebook.loading import load
from rulelang.source import read_source
from rulelang.tree import nodes as tree

ROOT = Path(__file__).parents[2]
FILES = sorted([*(ROOT / "rulebooks").glob("*.rules"), *(ROOT / "examples").glob("*.rules")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_no_error_and_no_warning(path: Path) -> None:
    rulebook, reading = load(read_source(str(path)).source)
    whole = isinstance(rulebook.header, tree.RulebookHeader)
    found = check_rulebook(rulebook, reading) if whole else reading
    assert [(one.code, one.message) for one in found if one.severity in (Severity.ERROR, Severity.WARNING)] == []

"""The generated files that reading is measured with are rulebooks without a finding, as long as asked."""

from __future__ import annotations

import pytest

from examples.benchmarks.language import long_rulebook, milliseconds
from rulelang.checks import check_rulebook
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text


@pytest.mark.parametrize("lines", [100, 1_000])
def test_long_rulebooks_are_sound(lines: int) -> None:
    text = long_rulebook(lines)
    assert 0.9 * lines <= text.count("\n") <= 1.1 * lines
    book, found = load(source_from_text("long.rules", text))
    assert [*found, *check_rulebook(book)] == []


def test_the_best_of_some_runs_counts() -> None:
    runs: list[int] = []
    assert milliseconds(lambda: runs.append(1), 4) >= 0
    assert len(runs) == 4

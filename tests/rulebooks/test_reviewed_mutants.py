"""Mutants that a review made by hand and that no example noticed then: each is noticed now, or has a reason why not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.mutation.guesses import still_notices
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import SourceFile
from tests.rulebooks.test_mutants import written

ROWS = json.loads(Path(__file__).with_name("reviewed_mutants.json").read_text("utf-8"))


def otherwise(rulebook: WrittenRulebook, before: str, after: str) -> WrittenRulebook:
    """The rulebook with other words in one place of one of its files."""
    assert sum(file.text.count(before) for file in rulebook.files) == 1, before
    files = {Path(file.path).name: SourceFile(file.path, file.text.replace(before, after)) for file in rulebook.files}
    return load(files[Path(rulebook.source.path).name], files.get)[0]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['rulebook']}-{row['statement']}")
def test_it_is_noticed_or_has_a_reason(row: dict[str, str]) -> None:
    rulebook = written(row["rulebook"])
    other = otherwise(rulebook, row["before"], row["after"])
    if "reason" in row:
        assert "noticed" not in row
    else:
        assert still_notices(rulebook, other, row["noticed"])
        assert not still_notices(rulebook, rulebook, row["noticed"])

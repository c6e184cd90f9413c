"""The page about the API is true: its Python runs from top to bottom, and it names everything that is public."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.docs.snippets import ROOT

PAGE = ROOT / "rulelang" / "reference" / "api.md"
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[str]:
    """The Python of a page, each block with as many empty lines before it as stand there."""
    text = page.read_text(encoding="utf-8")
    return ["\n" * text.count("\n", 0, found.start(1)) + found[1] for found in _BLOCK.finditer(text)]


def test_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    namespace: dict[str, Any] = {}
    assert len(blocks(PAGE)) >= 9
    for block in blocks(PAGE):
        exec(compile(block, str(PAGE), "exec"), namespace)
    assert namespace["match"].is_over

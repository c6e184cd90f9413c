"""The ```rules blocks of the documents, with where they stand."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "rulelang" / "reference"
REFERENCE = PAGES / "language.md"
TUTORIAL = PAGES / "tutorial.md"
README = ROOT / "README.md"

#: Everything that shows rulebooks.
DOCUMENTS = (*sorted(PAGES.rglob("*.md")), README, ROOT / "CHANGELOG.md")

_BLOCK = re.compile(r"^```rules(?P<kind>[^\n]*)\n(?P<text>(?:(?!^```).*\n)*)^```$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Snippet:
    """One block of a document; `line` is the line of its first sentence."""

    document: Path
    line: int
    text: str

    @property
    def is_whole(self) -> bool:
        """A rulebook that can be played, not a few sentences out of one."""
        return self.text.startswith("rulebook ")

    @property
    def name(self) -> str:
        """For the list of tests."""
        return f"{self.document.name}:{self.line}"


def snippets_of(document: Path) -> Iterator[Snippet]:
    """All blocks of one document, in reading order."""
    text = document.read_text(encoding="utf-8")
    for block in _BLOCK.finditer(text):
        yield Snippet(document, text.count("\n", 0, block.start()) + 2, block["text"])

"""Rulebooks to test with: complete drafts, and every sentence form once."""

from __future__ import annotations

from pathlib import Path

from rulelang.source import SourceFile, read_source

DRAFTS = tuple(sorted(Path(__file__).with_name("drafts").glob("*.rules")))
SENTENCES = tuple(sorted(Path(__file__).with_name("sentences").glob("*.rules")))
CORPUS = (*DRAFTS, *SENTENCES)


def read(path: Path) -> SourceFile:
    """The text of a test file, named without its folder so that golden files do not depend on where they are made."""
    return SourceFile(path.name, read_source(path).source.text)

"""Mistakes that keep nobody from playing: those in examples, which only show how the game is played."""

from __future__ import annotations

from collections.abc import Iterable

from rulelang.diagnostics import Diagnostic, Severity


def errors_of_play(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The errors outside of examples."""
    return [one for one in found if one.severity is Severity.ERROR and not _in_example(one)]


def _in_example(found: Diagnostic) -> bool:
    """Does it stand below a line that begins an example? What cannot be read is in no tree, so the text says it."""
    span = found.primary.span
    for line in range(span.line, 0, -1):
        text = span.source.line_text(line)
        if text.strip() and not text.startswith(" "):
            return text.split(" ", 1)[0] == "example"
    return False

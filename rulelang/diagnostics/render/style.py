"""Colour, as an optional last layer over finished text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from rulelang.diagnostics.model import Severity

Style = Literal["error", "warning", "note", "unproved", "frame", "strong", "added", "removed", "source"]
Paint = Callable[[str, Style], str]

#: What is not here is left as it is: the lines of a rulebook have colours of their own.
_CODES: dict[Style, str] = {
    "error": "1;31",
    "warning": "1;33",
    "note": "1;36",
    "unproved": "1;35",
    "frame": "1;34",
    "strong": "1",
    "added": "32",
    "removed": "31",
}


def no_paint(text: str, _style: Style) -> str:
    """Text as it is."""
    return text


def ansi_paint(text: str, style: Style) -> str:
    """Text in the colours of a terminal."""
    return f"\033[{_CODES[style]}m{text}\033[0m" if text and style in _CODES else text


def painting_source(highlight: Callable[[str], str]) -> Paint:
    """The same, with the lines of rulebooks coloured by what their words are."""

    def paint(text: str, style: Style) -> str:
        return highlight(text) if style == "source" else ansi_paint(text, style)

    return paint


def severity_style(severity: Severity) -> Style:
    """Every severity has the style of its own name."""
    return severity.value

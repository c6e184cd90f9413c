"""How wide characters are on a screen, and which ones must not reach it.

Rulebooks come from other people. A control character would let a file repaint the reader's terminal, and a direction
mark would let it show another text than the one that is checked, so both are shown as replacements. A tab is shown as
an arrow, since it looks like spaces and is a mistake wherever it matters.
"""

from __future__ import annotations

from unicodedata import category, combining, east_asian_width

TAB_WIDTH = 4
#: So much of a line is shown. Longer ones are made by programs, and only what is around a finding helps there.
WIDEST = 240
_TAB = "→" + " " * (TAB_WIDTH - 1)
_REPLACEMENT = "\ufffd"
_DIRECTION_MARKS = frozenset("\u200e\u200f\u061c\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def shown(character: str) -> str:
    """What to print for one character."""
    if character == "\t":
        return _TAB
    if character in _DIRECTION_MARKS or category(character) in {"Cc", "Cs", "Zl", "Zp"}:
        return _REPLACEMENT
    return character


def width(character: str) -> int:
    """How many columns of the screen one character takes."""
    if character == "\t":
        return TAB_WIDTH
    if character in _DIRECTION_MARKS:
        return 1
    if combining(character) or category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if east_asian_width(character) in "WF" else 1


def visible(text: str) -> str:
    """A text that is safe to print on one line."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(shown, text))


def columns(text: str) -> int:
    """How many columns of the screen a text takes."""
    return len(text) if text.isascii() and text.isprintable() else sum(map(width, text))


def excerpt(text: str, place: int) -> range:
    """Which part of a line to show: all of it, or what is around a place."""
    start = max(0, min(place - WIDEST // 4, len(text) - WIDEST))
    return range(start, min(start + WIDEST, len(text)))


def excerpted(text: str, part: range) -> str:
    """A part of a line, with dots for what is left out before and behind it."""
    return "…" * (part.start > 0) + text[part.start : part.stop] + "…" * (part.stop < len(text))

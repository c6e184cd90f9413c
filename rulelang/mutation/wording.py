"""A mutant told as a sentence: "`repeat 12 rounds` were `repeat 11 rounds`"."""

from __future__ import annotations

import re
from typing import Final

from rulelang.mutation.mutant import Mutant, MutantEdit
from rulelang.source import Span

_LONGEST: Final = 72
_CITE: Final = re.compile(r"\s*\[[^\]]*\]")


def told(mutant: Mutant) -> str:
    """What would be otherwise, behind "if"."""
    if mutant.form == "exchanged":
        first, second = mutant.edits[0].span, mutant.edits[1].span
        return f"`{_short(first.text)}` came after `{_short(second.text)}`"
    whole, edit = mutant.span, mutant.edits[0]
    if mutant.form == "without":
        left_out = _short(edit.span.text)
        inside = edit.span.start > whole.start and edit.span.end <= whole.end
        around = _short(whole.text) if inside else ""
        return f"`{left_out}` were left out" + (f" of `{around}`" if around and around != left_out else "")
    before, after = _both(mutant)
    return f"`{before}` were `{after}`"


def rewritten(mutant: Mutant) -> tuple[str, str]:
    """The lines as they are written, and as they would be; the second is empty where they would be gone."""
    spans = [edit.span for edit in mutant.edits]
    source = spans[0].source
    start = source.line_starts[min(span.line for span in spans) - 1]
    end = max(span.end for span in spans)
    end += len(source.line_text(source.line_column(end)[0])) - source.line_column(end)[1] + 1
    return source.text[start:end], edited(source.span(start, end), mutant.edits)


def edited(around: Span, edits: tuple[MutantEdit, ...]) -> str:
    """A stretch of the text with the edits made in it."""
    text, shift = around.text, -around.start
    for edit in sorted(edits, key=lambda one: one.span.start, reverse=True):
        text = text[: edit.span.start + shift] + edit.text + text[edit.span.end + shift :]
    return text


def _both(mutant: Mutant) -> tuple[str, str]:
    """The words around the change, before and after."""
    before, after = rewritten(mutant)
    one, other = _plain(before), _plain(after)
    if len(one) > _LONGEST:
        start = next((place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
        cut = one.rfind(" ", 0, max(0, start - _LONGEST // 2)) + 1
        one, other = one[cut:], other[cut:]
    return _short(one), _short(other)


def _plain(text: str) -> str:
    return " ".join(_CITE.sub("", text).split()).rstrip(":")


def _short(text: str) -> str:
    """One line, without citations, not too long."""
    plain = _plain(text)
    return plain if len(plain) <= _LONGEST else plain[: _LONGEST - 3].rsplit(" ", 1)[0] + " ..."

"""Where in the rulebook something comes from."""

from __future__ import annotations

import re
from typing import Final

from rulelang.source import Span
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """Where in the rulebook something comes from: text, heading path, citation."""

    span: Span | None
    heading: tuple[str, ...] = ()
    cite: str = ""


#: Headings are quoted, and may have brackets of their own; a citation may go on in the next line.
_CITATION: Final = re.compile(r'\s*\[(?:"[^"]*"|[^\]"])*\]')


def first_line(span: Span | None) -> str:
    """The author's own words: the first line of a construct, without its citation."""
    if span is None:
        return ""
    line = _CITATION.sub("", span.text).strip().partition("\n")[0]
    return " ".join(line.split()).rstrip(": ")

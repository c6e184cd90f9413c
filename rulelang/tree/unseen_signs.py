"""Signs that nobody sees, inside texts, headings and remarks: they could repaint a screen, or turn a line round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import single_signs
from rulelang.source import SourceFile
from rulelang.tokens.token import Token

#: Control characters, line ends of other systems in the middle of a line, and marks that turn the direction of writing.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_WRITTEN = frozenset({"STRING", "NOTE", "HEADING"})


def unseen_signs(source: SourceFile, tokens: Iterable[Token]) -> Iterator[Diagnostic]:
    """One finding for each text that has such signs, at the first of them."""
    for token in tokens:
        if token.kind in _WRITTEN and not token.text.isprintable():
            found = _UNSEEN.search(token.text)
            if found is not None:
                start = token.start + found.start()
                yield single_signs.unseen_sign(source.span(start, start + 1))

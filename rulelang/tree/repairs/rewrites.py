"""Everyday phrasings that are put into words of this language piece by piece: what is said, and what to write."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from rulelang.diagnostics.catalogue import sentences
from rulelang.source import Span
from rulelang.tree.repairs.everyday import amounts_and_choices, players_and_turns, statements, things_and_places
from rulelang.tree.repairs.everyday.rows import Made
from rulelang.tree.situation import Expectation, Situation

_LONGEST: Final = 500
_NAME: Final = r"[A-Z]\w*(?: [A-Z]\w*)*"


class Rewrite(NamedTuple):
    """Words of a sentence in which it comes to a halt, and others with which it can be read."""

    pattern: re.Pattern[str]
    instead: str | Made
    """As `re` writes it, or made from what was found and from the whole rulebook."""
    message: str
    sure: bool = False
    """Is it meant even if the sentence cannot be read with the other words either?"""

    def made(self, found: re.Match[str], rulebook: str) -> str | None:
        """What to write for what was found."""
        return found.expand(self.instead) if isinstance(self.instead, str) else self.instead(found, rulebook)


@cache
def _rewrites() -> tuple[Rewrite, ...]:
    """All of them, the first that fits is told. Most rulebooks need none: only then are the patterns made."""
    kinds = (players_and_turns, amounts_and_choices, statements, things_and_places)
    rows = (row for kind in kinds for row in kind.REWRITES)
    return tuple(Rewrite(re.compile(row[0].replace("NAME", _NAME)), *row[1:]) for row in rows)


def rewritten(situation: Situation) -> Expectation | None:
    """Words of a sentence that are said in others here, where it can be read with those."""
    whole = situation.sentence
    if whole.end - whole.start > _LONGEST:
        return None
    for rewrite in _rewrites():
        for found in rewrite.pattern.finditer(whole.text):
            span = Span(whole.source, whole.start + found.start(), whole.start + found.end())
            text = rewrite.made(found, whole.source.text) if span.start <= situation.token.start <= span.end else None
            answer = text and text != found[0] and _answer(situation, span, text, rewrite)
            if answer:
                return answer
    return None


def _answer(situation: Situation, span: Span, text: str, rewrite: Rewrite) -> Expectation | None:
    meant = situation.reread(span, text)
    if meant is None and not rewrite.sure:
        return None
    said = sentences.other_form(span, rewrite.message, f"Write `{text.strip(' ,')}`.", fix=(span, text))
    return Expectation(said, meant)

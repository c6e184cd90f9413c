"""Finds words for what does not fit."""

from __future__ import annotations

from rulelang.diagnostics.catalogue import syntax
from rulelang.diagnostics.model import Diagnostic
from rulelang.source import SourceFile, Span
from rulelang.tokens.scanner import vocabulary
from rulelang.tokens.token import Token
from rulelang.tree.situation import Situation


class Mistakes:
    """The findings of one reading of one file."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self.found: list[Diagnostic] = []

    def report(self, situation: Situation) -> list[Token] | None:
        """Report what does not fit. Returns the sentence as it was surely meant, if there is no doubt."""
        span = situation.span
        accepted = situation.machine.accepted()
        if situation.token.kind == "WORD":
            self.found.append(syntax.unknown_word(span, list(vocabulary())))
        else:
            texts = [w for w, k in vocabulary().items() if k in accepted]
            others = [w for w in ("NAME", "INT", "STRING", "_NL", "_INDENT", "LANG", "COORD") if w in accepted]
            self.found.append(syntax.unexpected(span, texts, others))
        return None

    def missing_heading(self, first: Token) -> None:
        self.found.append(syntax.missing_heading(self._span(first)))

    def empty_block(self, colon: Token) -> None:
        self.found.append(syntax.unexpected(self._span(colon), [], ["a deeper line"]))

    def missing_colon(self, last: Token, following: Token) -> None:
        self.found.append(syntax.missing_colon(self._span(last), self._span(following)))

    def _span(self, token: Token) -> Span:
        return Span(self.source, token.start, token.end)

"""Collects what is wrong with a file, with the most helpful words that can be found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from rulelang.diagnostics.catalogue import syntax
from rulelang.diagnostics.model import Diagnostic, in_reading_order
from rulelang.source import SourceFile, Span
from rulelang.tokens.layout import Layout
from rulelang.tokens.token import Token
from rulelang.tree.expectations import expected
from rulelang.tree.repairs import REPAIRS, words
from rulelang.tree.situation import Finding, Situation

_PATIENCE = 100


class Reporter:
    """The findings of one reading of one file."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self._found: list[Diagnostic] = []

    def explain(self, situation: Situation) -> Finding:
        """What there is to say about what does not fit."""
        return _explain(replace(situation, patient=len(self._found) < _PATIENCE))

    def add(self, finding: Finding) -> None:
        """Report it."""
        self._found.append(finding.diagnostic)

    def doubt(self, situation: Situation) -> list[Token] | None:
        """Report a name that only is one because a sentence begins with it. Returns the sentence as it was meant."""
        finding = words.article_with_capital(situation)
        if finding is None:
            return None
        self._found.append(finding.diagnostic)
        return finding.meant

    def missing_heading(self, first: Token) -> None:
        """The first line says nothing about the file."""
        self._found.append(syntax.missing_heading(self._span(first)))

    def empty_block(self, colon: Token) -> None:
        """Nothing stands below a colon."""
        self._found.append(syntax.empty_block(self._span(colon)))

    def missing_colon(self, first: Token, last: Token, following: Token) -> None:
        """A deeper line belongs to a line without a colon."""
        opener = self.source.span(first.start, last.end)
        self._found.append(syntax.missing_colon(opener, self._span(following)))

    def findings(self, layout: Layout, others: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Everything that was found, with what is wrong with the beginnings of lines, and other findings."""
        self._found.extend(others)
        for misplaced in layout.misplaced:
            line = self.source.line_span(self.source.line_column(misplaced.start)[0])
            self._found.append(syntax.wrong_indentation(line, misplaced.depths))
        if layout.tabs:
            self._found.append(syntax.tab_in_indentation(layout.tabs[0], layout.tabs[1:]))
        return in_reading_order(self._found)

    def _span(self, token: Token) -> Span:
        return self.source.span(token.start, token.end)


def _explain(situation: Situation) -> Finding:
    for repair in REPAIRS:
        finding = repair(situation)
        if finding is not None:
            return finding
    return Finding(syntax.unexpected(situation.span, expected(situation.machine)))

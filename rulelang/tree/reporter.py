"""Collects what is wrong with a file, with the most helpful words that can be found."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from rulelang.diagnostics.catalogue import single_signs, syntax
from rulelang.diagnostics.model import Diagnostic, in_reading_order
from rulelang.source import SourceFile, Span
from rulelang.tokens.layout import LayoutReader
from rulelang.tokens.token import Token
from rulelang.tree.expectations import expected
from rulelang.tree.repairs import BEFORE_FORMS, REPAIRS, SURE, Repair, words
from rulelang.tree.situation import Expectation, Situation, Sureness

_PATIENCE = 100
_OF_SPELLING = frozenset({"RL0101", "RL0106"})


class Reporter:
    """The findings of one reading of one file."""

    def __init__(self, source: SourceFile) -> None:
        self.source = source
        self._found: list[Diagnostic] = []

    def explain(self, situation: Situation) -> tuple[Expectation, Expectation | None]:
        """What there is to say about what does not fit, and what there is to say if more is wrong further on."""
        return _explain(replace(situation, patient=len(self._found) < _PATIENCE))

    def further_on(self, situation: Situation, finding: Expectation) -> Iterator[Expectation]:
        """What is wrong behind a mistake whatever it is."""
        spelling = finding.diagnostic.code in _OF_SPELLING
        if not spelling and finding.sureness is Sureness.SURE:
            return
        for other in words.misspelt_further_on(situation):
            if other.diagnostic.span.start >= finding.diagnostic.span.end:
                yield other

    def add(self, finding: Expectation) -> None:
        """Report it."""
        self._found.append(finding.diagnostic)

    def doubt(self, situation: Situation) -> list[Token] | None:
        """Report a name that only is one because a sentence begins with it. Returns the sentence as it was meant."""
        findings = words.article_with_capital(situation)
        for finding in findings:
            self.add(finding)
        return findings[0].meant if findings else None

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

    def findings(self, layout: LayoutReader, others: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Everything that was found, with what is wrong with the beginnings of lines, and other findings."""
        self._found.extend(others)
        for misplaced in layout.misplaced:
            line = self.source.line_span(self.source.line_column(misplaced.start)[0])
            self._found.append(syntax.wrong_indentation(line, misplaced.depths))
        if layout.tabs:
            self._found.append(single_signs.tab_in_indentation(layout.tabs[0], layout.tabs[1:]))
        return in_reading_order(self._found)

    def _span(self, token: Token) -> Span:
        return self.source.span(token.start, token.end)


def _explain(situation: Situation) -> tuple[Expectation, Expectation | None]:
    finding, tried = _first(situation)
    if finding is None:
        words_here = expected(situation.machine)
        finding = Expectation(syntax.unexpected(situation.span, words_here), sureness=Sureness.UNEXPECTED)
    elif tried > len(SURE) and not finding.guess:
        finding = replace(finding, sureness=Sureness.LIKELY)
    if finding.meant is not None or not situation.patient:
        return finding, None
    whole_form = finding.sureness is Sureness.SURE and not finding.guess
    return finding, _in_part(situation, (BEFORE_FORMS if whole_form else SURE)[:tried])


def _first(situation: Situation) -> tuple[Expectation | None, int]:
    """The surest explanation, and how many have been tried by then."""
    for tried, repair in enumerate(REPAIRS, start=1):
        finding = repair(situation)
        if finding is not None:
            return finding, tried
    return None, len(REPAIRS)


def _in_part(situation: Situation, repairs: Iterable[Repair]) -> Expectation | None:
    """The surest explanation after which the sentence goes on for a while, and then does not fit again."""
    open_to_more = replace(situation, lenient=True)
    findings = (repair(open_to_more) for repair in repairs)
    return next((finding for finding in findings if finding is not None and finding.meant is not None), None)

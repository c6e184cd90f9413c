"""Numbered statements of the printed rules: each has a home, and none is cited that the rulebook does not list;
nor is a source that it does not name."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import citations as wording
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.statements import cited, collect_facts, series_of, sources_of, spanned_numbers
from rulelang.tree import nodes as tree


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Listed numbers without a home, each list once; and every citation of a number that is not listed."""
    rulebook = context.rulebook
    sources = sources_of(rulebook)
    named = {one.name for one in sources}
    languages = {one.language for one in sources} - {""}
    for placed in rulebook.items:
        for cite in _cites(placed):
            for place in cite.places if languages else ():
                if place.language not in languages:
                    yield wording.unknown_source(place.span, place.language, sorted(languages))
            for name in cite.confirmed:
                if name.text not in named:
                    yield wording.unknown_source(name.span, name.text, sorted(named - {""}))
    lists = [placed.item for placed in rulebook.items if isinstance(placed.item, tree.Statements)]
    if not lists:
        return
    facts = collect_facts(rulebook)
    homeless = {record.number for record in facts.statements if record.status == "uncovered"}
    for span in (span for item in lists for span in item.spans):
        missing = [number for number in spanned_numbers(span) if number in homeless]
        if missing:
            yield wording.without_home(span.span, missing)
    # Numbers of a series that is not listed at all belong to other papers, of which nothing is promised.
    promised = {series_of(record.number) for record in facts.statements}
    unlisted = {number for number in facts.undeclared if series_of(number) in promised}
    if not unlisted:
        return
    for placed in rulebook.items:
        for cite in _cites(placed):
            for word in cite.statements:
                if word.text in unlisted:
                    yield wording.not_listed(word.span, word.text)


def _cites(placed: Placed) -> Iterator[tree.Cite]:
    """Every citation in an item, each once."""
    yield from {cite: None for cite, _ in cited(placed)}

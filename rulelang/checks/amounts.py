"""Sentences that ask for more than there can ever be: to pay, to gain, to take, or to put into a place."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.compile.context import Site
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import numbers as number_wording
from rulelang.diagnostics.catalogue import supply as wording
from rulelang.source import Span


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """A sentence is only called impossible if it is so wherever it is read, for every number of players and variant."""
    least: dict[tuple[str, Span], Site] = {}
    for site in (site for compilation in context.compilations for site in compilation.sites):
        key = site.kind, site.span
        if key not in least or site.needed - site.there < least[key].needed - least[key].there:
            least[key] = site
    for site in least.values():
        if site.needed > site.there:
            yield _finding(site)


def _finding(site: Site) -> Diagnostic:
    match site.kind:
        case "pay":
            return number_wording.never_paid(site.span, site.name, site.there, site.needed)
        case "gain":
            return number_wording.never_whole(site.span, site.name, site.there, site.needed)
        case "room":
            return wording.never_fits(site.span, site.name, site.there, site.needed)
        case _:
            return wording.never_so_many(site.span, site.name, site.there, site.needed)

"""Everything RuleLang can tell about a rulebook without playing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.diagnostics import Diagnostic, in_reading_order
from rulelang.rulebook.loading import Rulebook


def check_rulebook(rulebook: Rulebook, reading: Iterable[Diagnostic] = ()) -> tuple[Diagnostic, ...]:
    """All findings, each once: those of `reading` the files, and those of every number of players and every variant."""
    return in_reading_order((*reading, *_compiling(rulebook)))


def _compiling(rulebook: Rulebook) -> Iterator[Diagnostic]:
    from rulelang.graph import compile_rulebook

    for players in rulebook.seats:
        for variants in ((), *((variant,) for variant in rulebook.variants)):
            yield from compile_rulebook(rulebook, players, variants).diagnostics

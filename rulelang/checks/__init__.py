"""Everything RuleLang can tell about a rulebook without playing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulelang.checks.consequential import without_echoes
from rulelang.diagnostics import Diagnostic, Severity, in_reading_order
from rulelang.diagnostics.consequences import without_consequences
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.tuning.gc_pause import gc_paused

if TYPE_CHECKING:
    from rulelang.compile import Compilation


@gc_paused()
def check_rulebook(rulebook: WrittenRulebook, reading: Iterable[Diagnostic] = ()) -> tuple[Diagnostic, ...]:
    """All findings, each once: of `reading` the files, of every number of players, of variants alone and together.

    What only makes sense for a rulebook that can be played is looked for when nothing worse was found."""
    reading = tuple(reading)
    unread = any(one.severity is Severity.ERROR for one in reading)
    from rulelang.checks.combinations import of_the_rulebook
    from rulelang.checks.context import CheckContext
    from rulelang.checks.register import CHECKS_OF_PLAY, CHECKS_OF_TEXT

    compilations = tuple(_compiling(rulebook, proofread=not unread))
    context = CheckContext(rulebook, compilations)
    meaning = list(of_the_rulebook(compilations))
    meaning += [one for check in CHECKS_OF_TEXT for one in context.findings(check)]
    found = list(without_consequences(reading, meaning))
    if not any(one.severity is Severity.ERROR for one in found):
        further = tuple(one for check in CHECKS_OF_PLAY for one in context.findings(check))
        found.extend(without_echoes(rulebook, further))
    return in_reading_order(found)


def _compiling(rulebook: WrittenRulebook, proofread: bool) -> Iterator[Compilation]:
    from rulelang.checks.combinations import together
    from rulelang.compile import compile_rulebook

    for players in rulebook.seats:
        for variants in together(rulebook):
            yield compile_rulebook(rulebook, players, variants, proofread=proofread and len(variants) < 2, tidy=False)

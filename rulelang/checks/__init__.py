"""Everything RuleLang can tell about a rulebook without playing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulelang.checks.consequential import without_echoes
from rulelang.diagnostics import Diagnostic, Severity, in_reading_order
from rulelang.diagnostics.consequences import without_consequences
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.tree import nodes as tree
from rulelang.tuning.gc_pause import gc_paused

if TYPE_CHECKING:
    from rulelang.compile import Compilation

_EXCEPTIONS = (tree.DefineValue, tree.DefineClamp, tree.EventTrigger)


@gc_paused()
def check_rulebook(rulebook: WrittenRulebook, reading: Iterable[Diagnostic] = ()) -> tuple[Diagnostic, ...]:
    """All findings, each once: those of `reading` the files, and those of every number of players and every variant.

    What only makes sense for a rulebook that can be played is looked for when nothing worse was found."""
    reading = tuple(reading)
    unread = any(one.severity is Severity.ERROR for one in reading)
    from rulelang.checks.context import CheckContext
    from rulelang.checks.register import CHECKS_OF_PLAY, CHECKS_OF_TEXT

    compilations = tuple(_compiling(rulebook, proofread=not unread))
    context = CheckContext(rulebook, compilations)
    meaning = [one for compilation in compilations for one in compilation.diagnostics]
    meaning += [*_together(rulebook), *(one for check in CHECKS_OF_TEXT for one in context.findings(check))]
    found = list(without_consequences(reading, meaning))
    if not any(one.severity is Severity.ERROR for one in found):
        further = tuple(one for check in CHECKS_OF_PLAY for one in context.findings(check))
        found.extend(without_echoes(rulebook, further))
    return in_reading_order(found)


def _compiling(rulebook: WrittenRulebook, proofread: bool) -> Iterator[Compilation]:
    from rulelang.compile import compile_rulebook

    for players in rulebook.seats:
        for variants in ((), *((variant,) for variant in rulebook.variants)):
            yield compile_rulebook(rulebook, players, variants, proofread=proofread, tidy=False)


def _together(rulebook: WrittenRulebook) -> Iterator[Diagnostic]:
    """Exceptions of several variants: whether they clash shows only in a game that is played with all of them."""
    from rulelang.compile import compile_rulebook

    variants = {placed.variant for placed in rulebook.items if placed.variant and isinstance(placed.item, _EXCEPTIONS)}
    if len(variants) > 1 and rulebook.seats:
        compiled = compile_rulebook(rulebook, rulebook.seats[0], sorted(variants), tidy=False)
        yield from (one for one in compiled.diagnostics if one.code.startswith("RL04"))

"""Everything RuleLang can tell about a rulebook without playing it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from rulelang.checks.consequential import without_echoes
from rulelang.diagnostics import Diagnostic, Severity, in_reading_order
from rulelang.diagnostics.consequences import without_consequences
from rulelang.rulebook.loading import WrittenRulebook
from rulelang.tuning.gc_pause import gc_paused

if TYPE_CHECKING:
    from rulelang.compile import Compilation


@gc_paused()
def check_rulebook(
    rulebook: WrittenRulebook, reading: Iterable[Diagnostic] = (), done: Callable[[float], None] = lambda _: None
) -> tuple[Diagnostic, ...]:
    """All findings, each once: of `reading` the files, of every number of players, of variants alone and together.

    What only makes sense for a rulebook that can be played is looked for when nothing worse was found. `done` is told
    again and again what part of the work has been done."""
    reading = tuple(reading)
    unread = any(one.severity is Severity.ERROR for one in reading)
    from rulelang.checks.combinations import of_the_rulebook
    from rulelang.checks.context import CheckContext
    from rulelang.checks.register import CHECKS_OF_PLAY, CHECKS_OF_TEXT

    compilations = tuple(_compiling(rulebook, unread, lambda part: done(part / 2)))
    context = CheckContext(rulebook, compilations)
    meaning = list(of_the_rulebook(compilations))
    meaning += [one for check in CHECKS_OF_TEXT for one in context.findings(check)]
    found = list(without_consequences(reading, meaning))
    if not any(one.severity is Severity.ERROR for one in found):
        further: list[Diagnostic] = []
        for number, check in enumerate(CHECKS_OF_PLAY):
            further += context.findings(check)
            done((1 + (number + 1) / len(CHECKS_OF_PLAY)) / 2)
        found.extend(without_echoes(rulebook, further))
    return in_reading_order(found)


def _compiling(rulebook: WrittenRulebook, unread: bool, done: Callable[[float], None]) -> Iterator[Compilation]:
    from rulelang.checks.combinations import games_of
    from rulelang.compile import compile_rulebook

    games = games_of(rulebook)
    for number, (players, variants) in enumerate(games):
        yield compile_rulebook(rulebook, players, variants, proofread=len(variants) < 2, unread=unread, tidy=False)
        done((number + 1) / len(games))

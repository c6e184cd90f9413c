"""Everything RuleLang can tell about a rulebook without playing it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from rulelang.checks.consequential import without_echoes
from rulelang.diagnostics import Diagnostic, Severity, in_reading_order
from rulelang.diagnostics.consequences import without_consequences
from rulelang.rulebook.loading import Rulebook
from rulelang.tree import nodes as tree
from rulelang.tuning.gc_pause import resting

if TYPE_CHECKING:
    from rulelang.compile import Compilation

_EXCEPTIONS = (tree.DefineValue, tree.DefineClamp, tree.EventTrigger)


@resting()
def check_rulebook(rulebook: Rulebook, reading: Iterable[Diagnostic] = ()) -> tuple[Diagnostic, ...]:
    """All findings, each once: those of `reading` the files, and those of every number of players and every variant.

    What only makes sense for a rulebook that can be played is looked for when nothing worse was found."""
    reading = tuple(reading)
    unread = any(one.severity is Severity.ERROR for one in reading)
    from rulelang.checks.settings import check_settings

    compilations = tuple(_compiling(rulebook, proofread=not unread))
    meaning = [one for compilation in compilations for one in compilation.diagnostics]
    meaning += [*_together(rulebook), *check_settings(rulebook)]
    found = list(without_consequences(reading, meaning))
    if not any(one.severity is Severity.ERROR for one in found):
        found.extend(without_echoes(rulebook, tuple(_further(rulebook, compilations))))
    return in_reading_order(found)


def _compiling(rulebook: Rulebook, proofread: bool) -> Iterator[Compilation]:
    from rulelang.compile import compile_rulebook

    for players in rulebook.seats:
        for variants in ((), *((variant,) for variant in rulebook.variants)):
            yield compile_rulebook(rulebook, players, variants, proofread=proofread, tidy=False)


def _together(rulebook: Rulebook) -> Iterator[Diagnostic]:
    """Exceptions of several variants: whether they clash shows only in a game that is played with all of them."""
    from rulelang.compile import compile_rulebook

    variants = {placed.variant for placed in rulebook.items if placed.variant and isinstance(placed.item, _EXCEPTIONS)}
    if len(variants) > 1 and rulebook.seats:
        compiled = compile_rulebook(rulebook, rulebook.seats[0], sorted(variants), tidy=False)
        yield from (one for one in compiled.diagnostics if one.code.startswith("RL04"))


def _further(rulebook: Rulebook, compilations: tuple[Compilation, ...]) -> Iterator[Diagnostic]:
    from rulelang.checks.ambiguous_winner import check_tie
    from rulelang.checks.amounts import check_amounts
    from rulelang.checks.banks import check_banks
    from rulelang.checks.bounds_and_division import check_numbers
    from rulelang.checks.choices import check_choices
    from rulelang.checks.decoration import check_decoration
    from rulelang.checks.duplicate_options import check_menus
    from rulelang.checks.endings import check_endings
    from rulelang.checks.glossary import check_glossary
    from rulelang.checks.impossible import check_impossible
    from rulelang.checks.items import of_play
    from rulelang.checks.labels import check_labels
    from rulelang.checks.leaks import check_leaks
    from rulelang.checks.never_changes import check_dormant
    from rulelang.checks.program_facts import covering, looks
    from rulelang.checks.rounds import check_rounds
    from rulelang.checks.setup import check_setup
    from rulelang.checks.simultaneous import check_partners
    from rulelang.checks.stuck import check_stuck
    from rulelang.checks.textless import check_textless
    from rulelang.checks.triggers import check_triggers
    from rulelang.checks.uncalled import check_uncalled
    from rulelang.checks.uncited import check_uncited
    from rulelang.checks.uncovered_statements import check_homes
    from rulelang.checks.unnamed import check_unnamed
    from rulelang.checks.unreachable import check_unreachable
    from rulelang.checks.unread import check_unread

    for check in (check_homes, check_menus, check_tie, check_uncalled, check_uncited):
        yield from check(rulebook)
    for compiled_check in (check_decoration, check_glossary, check_labels, check_textless):
        yield from compiled_check(rulebook, compilations)
    idle = [*check_unnamed(rulebook, compilations), *check_unread(rulebook, compilations)]
    yield from idle
    yield from check_setup(rulebook, compilations)
    for amount_check in (check_amounts, check_banks):
        yield from amount_check(compilations)
    seen = looks(compilations)
    for proved_check in (check_numbers, check_stuck):
        yield from proved_check(seen)
    enough = covering(seen)
    yield from check_dormant(rulebook, enough, {one.span for one in idle})
    sentences = of_play(rulebook)
    for course_check in (check_impossible, check_endings, check_unreachable):
        yield from course_check(sentences, seen)
    for course_check in (check_rounds, check_triggers, check_partners):
        yield from course_check(sentences, enough)
    for look_check in (check_choices, check_leaks):
        yield from look_check(enough)

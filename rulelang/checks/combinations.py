"""Variants that are played together, and what goes wrong only then.

no variants, Fog, Frost, Flood       each alone
Fog and Frost, Fog and Flood, ...    two together
Fog, Frost and Flood                 all together
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING, TypeAlias

from rulelang.diagnostics import Diagnostic, Severity
from rulelang.diagnostics.catalogue import without_effect as wording
from rulelang.tree import nodes as tree

if TYPE_CHECKING:
    from rulelang.checks.context import CheckContext
    from rulelang.compile import Compilation
    from rulelang.rulebook.loading import WrittenRulebook

#: So many games, with all numbers of players, are worth the wait.
_MOST_GAMES = 24
#: Exceptions that contradict each other: nobody means that, even of variants.
_CLASH = "RL04"

_Variants: TypeAlias = tuple[str, ...]


def together(rulebook: WrittenRulebook) -> tuple[_Variants, ...]:
    """The variants that are looked at together: none, each alone, all; and as many others as are worth the wait."""
    variants = rulebook.variants
    some = chain.from_iterable(combinations(variants, number) for number in range(_upto(rulebook) + 1))
    return tuple(dict.fromkeys((*some, variants)))


def _upto(rulebook: WrittenRulebook) -> int:
    """Of so many variants every combination is looked at, with every number of players."""
    number, games = len(rulebook.variants), 0
    for size in range(number + 1):
        games += comb(number, size) * len(rulebook.seats)
        if size > 1 and games > _MOST_GAMES:
            return size - 1
    return number


def of_the_rulebook(compilations: Iterable[Compilation]) -> Iterator[Diagnostic]:
    """What was found while reading the games, without what keeps only some variants from being played together."""
    for compilation in compilations:
        for one in compilation.diagnostics:
            if len(compilation.variants) < 2 or one.severity is not Severity.ERROR or one.code.startswith(_CLASH):
                yield one


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Variants that cannot be played together, fewest first, and one question for those that were not tried."""
    refused: list[frozenset[str]] = []
    for one in sorted(context.compilations, key=lambda one: len(one.variants)):
        if one.program is None and not any(fewer <= one.variants for fewer in refused):
            refused.append(one.variants)
            why = next(found for found in one.diagnostics if found.severity is Severity.ERROR)
            names = [name for name in context.rulebook.variants if name in one.variants]
            yield wording.never_together(why.span, names, why.message)
    upto, variants = _upto(context.rulebook), context.rulebook.variants
    if upto < len(variants) - 1:
        items = (placed.item for placed in context.rulebook.items)
        groups = [item for item in items if isinstance(item, tree.VariantGroup)]
        yield wording.not_together(groups[-1].name.span, variants, upto)

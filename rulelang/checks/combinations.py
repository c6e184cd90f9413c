"""Variants that are played together, and what goes wrong only then.

no variants, Fog, Frost, Flood       each alone
Fog and Frost, Fog and Flood, ...    those that meet: their sentences speak of the same things
Fog, Frost and Flood                 all together
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from rulelang.checks.unnamed import runs
from rulelang.compile.definitions import read_clause
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.diagnostics.catalogue import without_effect as wording
from rulelang.rulebook.words import singular_guess
from rulelang.tree import nodes as tree

if TYPE_CHECKING:
    from rulelang.checks.context import CheckContext
    from rulelang.compile import Compilation
    from rulelang.rulebook.loading import Placed, WrittenRulebook

#: So many games, with all numbers of players, are worth the wait.
_MOST_GAMES = 24
#: Exceptions that contradict each other: nobody means that, even of variants.
_CLASH = "RL04"

_Variants: TypeAlias = tuple[str, ...]


def games_of(rulebook: WrittenRulebook) -> tuple[tuple[int, _Variants], ...]:
    """The games that are looked at: numbers of players, and the variants that they are played with."""
    looked_at, left = _together(rulebook)
    games = [*product(rulebook.seats, looked_at)]
    if rulebook.variants not in looked_at:
        # Of variants that do not meet nothing is expected: a look at all of them is enough.
        games += product(rulebook.seats if left else rulebook.seats[:1], (rulebook.variants,))
    return tuple(games)


def _together(rulebook: WrittenRulebook) -> tuple[list[_Variants], list[_Variants]]:
    """The variants that are looked at together: none, each alone, and of those that meet as many as are worth the wait;
    and the first that are not."""
    names, spoken = rulebook.variants, _spoken(rulebook)
    together: list[tuple[int, ...]] = [(number,) for number in range(len(names))]
    looked_at: list[_Variants] = [()]
    while together:
        found = [tuple(names[number] for number in one) for one in together]
        if len(together[0]) > 1 and (len(looked_at) + len(found)) * len(rulebook.seats) > _MOST_GAMES:
            return looked_at, found
        looked_at += found
        more = {
            tuple(sorted((*one, number)))
            for one in together
            for number, words in enumerate(spoken)
            if number not in one and any(not words.isdisjoint(spoken[other]) for other in one)
        }
        together = sorted(more)
    return looked_at, []


def _spoken(rulebook: WrittenRulebook) -> list[set[str]]:
    """For each variant the names that its sentences speak of, also by way of definitions."""
    defined: dict[str, set[str]] = {}
    for placed in rulebook.items if len(rulebook.variants) > 1 else ():
        clause = read_clause(placed)
        if clause is not None:
            defined.setdefault(_singular(clause.head.name), set()).update(_named(placed))
    found = []
    for variant in rulebook.variants:
        said = {name for placed in rulebook.items if placed.variant == variant for name in _named(placed)}
        found.append(_behind(said, defined))
    return found


def _named(placed: Placed) -> Iterator[str]:
    """Every name that an item may speak of: an action by all its words, a thing by some."""
    actions = {call.name.text for call in placed.every(tree.Call)}
    for word in placed.every(tree.Word):
        for name in (word.text,) if word.text in actions else runs(word.text):
            yield _singular(name)


def _singular(name: str) -> str:
    return singular_guess(name) or name


def _behind(names: Iterable[str], defined: Mapping[str, Iterable[str]]) -> set[str]:
    """The names, and all that the definitions of these speak of."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += defined.get(name, ())
    return found


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
    looked_at, left = _together(context.rulebook)
    if left and left != [context.rulebook.variants]:
        items = (placed.item for placed in context.rulebook.items)
        groups = [item for item in items if isinstance(item, tree.VariantGroup)]
        yield wording.not_together(groups[-1].name.span, context.rulebook.variants, len(looked_at[-1]))

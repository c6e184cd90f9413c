"""All checks, in the order in which they look: a new one is a module with `check`, and a line here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from rulelang.checks import (
    ahead,
    ambiguous_winner,
    amounts,
    banks,
    bounds_and_division,
    choices,
    combinations,
    decoration,
    duplicate_options,
    effort,
    endings,
    glossary,
    idle_examples,
    impossible,
    jumped_over,
    labels,
    leaks,
    never_changes,
    over_anyway,
    rounds,
    settings,
    setup,
    simultaneous,
    stuck,
    textless,
    triggers,
    turns_in_windows,
    uncalled,
    uncited,
    uncovered_statements,
    unnamed,
    unreachable,
    unread,
    where_from,
    without_effect,
    work,
    written_words,
)
from rulelang.checks.context import CheckContext
from rulelang.diagnostics import Diagnostic

Check: TypeAlias = Callable[[CheckContext], Iterator[Diagnostic]]

#: What is asked of every rulebook, even if it cannot be played.
CHECKS_OF_TEXT: Final[tuple[Check, ...]] = (settings.check, written_words.check)

#: What only makes sense for a rulebook that can be played.
CHECKS_OF_PLAY: Final[tuple[Check, ...]] = (
    combinations.check,
    uncovered_statements.check,
    duplicate_options.check,
    ambiguous_winner.check,
    uncalled.check,
    uncited.check,
    decoration.check,
    glossary.check,
    idle_examples.check,
    labels.check,
    textless.check,
    unnamed.check,
    unread.check,
    setup.check,
    amounts.check,
    where_from.check,
    work.check,
    effort.check,
    ahead.check,
    banks.check,
    bounds_and_division.check,
    stuck.check,
    never_changes.check,
    impossible.check,
    without_effect.check,
    over_anyway.check,
    endings.check,
    jumped_over.check,
    unreachable.check,
    rounds.check,
    triggers.check,
    turns_in_windows.check,
    simultaneous.check,
    choices.check,
    leaks.check,
)

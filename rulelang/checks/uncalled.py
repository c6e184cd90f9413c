"""Actions that no sentence of the rulebook ever does."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.compile.flow.actions import as_call
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import flow as wording
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.words import third_person
from rulelang.source import Span
from rulelang.tree import nodes as tree


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Calls count wherever they stand: in options, exceptions, windows and examples, and in actions that are done
    themselves."""
    waiting: dict[str, list[Placed]] = {}
    calls: list[str] = []
    for placed in context.rulebook.items:
        if isinstance(placed.item, tree.Action):
            for name in (placed.item.name.text, third_person(placed.item.name.text)):
                waiting.setdefault(name, []).append(placed)
        else:
            calls += _done(placed)
    done: set[Span] = set()
    while calls:
        for action in waiting.pop(calls.pop(), ()):
            if action.item.span not in done:
                done.add(action.item.span)
                calls += _done(action)
    for placed in context.rulebook.items:
        if isinstance(placed.item, tree.Action) and placed.item.span not in done:
            yield wording.never_done(placed.item.name.span, placed.item.name.text)


def _done(placed: Placed) -> Iterator[str]:
    """The names of all actions an item does, as they are written there. `after you Feast:` waits for one, and does
    none."""
    awaited = placed.item.call if isinstance(placed.item, tree.EventTrigger) else None
    for called in placed.every(tree.Call):
        if called is not awaited:
            yield called.name.text
    for done in placed.every(tree.DoAction):
        if done.what is not None:
            call = as_call(done.what)
            if call is not None:
                yield call.name.text
            elif isinstance(done.what, tree.Yours | tree.OfThing):
                yield noun_text(done.what.noun)

"""Where the sentences of a rulebook call actions, examples included; and which actions no sentence calls."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.compile.flow.actions import as_call
from rulelang.rulebook.loading import Placed, WrittenRulebook
from rulelang.rulebook.naming import noun_text
from rulelang.rulebook.words import third_person
from rulelang.source import Span
from rulelang.tree import nodes as tree


def calls_of(rulebook: WrittenRulebook) -> dict[tuple[str, int], str]:
    """The action that is called at a place of a file, by its name."""
    names = [placed.item.name.text for placed in rulebook.items if isinstance(placed.item, tree.Action)]
    spoken = {form: name for name in names for form in (third_person(name), name)}
    found = {}
    for placed in rulebook.items:
        done = (as_call(do.what) for do in placed.every(tree.DoAction) if do.what is not None)
        for call in (*placed.every(tree.Call), *done):
            if call is not None and call.name.text in spoken:
                found[call.span.source.path, call.span.start] = spoken[call.name.text]
    return found


def never_done(rulebook: WrittenRulebook) -> list[Placed]:
    """The actions to which nothing leads. Calls count wherever they stand: in options, exceptions, windows and
    examples, and in actions that are done themselves."""
    waiting: dict[str, list[Placed]] = {}
    calls: list[str] = []
    actions = [placed for placed in rulebook.items if isinstance(placed.item, tree.Action)]
    for placed in rulebook.items:
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
    return [placed for placed in actions if placed.item.span not in done]


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

"""A window in which somebody has a turn, in which the window is open again: it would begin within itself.

once per turn, you may: Act 1      ->      to Act 1: each other player takes a turn: ...      ->      the window
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.checks.context import CheckContext
from rulelang.compile.flow.actions import as_call
from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import flow as wording
from rulelang.rulebook.words import third_person
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts


def check(context: CheckContext) -> Iterator[Diagnostic]:
    """Each such window once."""
    actions: dict[str, list[tree.Node]] = {}
    for item in context.sentences:
        match item:
            case tree.Action():
                for name in (item.name.text, third_person(item.name.text)):
                    actions.setdefault(name, []).append(item.body)
            case tree.EventTrigger(call=tree.Call() as call):
                actions.setdefault(call.name.text, []).append(item.body)
            case _:
                pass
    for item in context.sentences:
        if isinstance(item, tree.Window):
            turn = next(filter(_is_turn, _within(item.body, actions)), None)
            if turn is not None:
                yield wording.window_in_itself(item.span, turn.span)


def _within(body: tree.Node, actions: dict[str, list[tree.Node]]) -> Iterator[tree.Node]:
    """All that is done in a block, and in the actions that it does."""
    waiting, done = [body], set[str]()
    while waiting:
        for part in parts(waiting.pop()):
            yield part
            call = part if isinstance(part, tree.Call) else None
            if isinstance(part, tree.DoAction) and part.what is not None:
                call = as_call(part.what)
            if call is not None and call.name.text not in done:
                done.add(call.name.text)
                waiting += actions.get(call.name.text, ())


def _is_turn(part: tree.Node) -> bool:
    match part:
        case tree.TurnOf() | tree.EachPlayer(takes_turn=True) | tree.Loop(scope="turn"):
            return True
        case _:
            return False

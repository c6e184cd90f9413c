"""Several sentences `instead of` one action: which of them counts."""

from __future__ import annotations

from rulelang.compile.flow.actions import Hook
from rulelang.compile.precedence import Rival, names_of, settle
from rulelang.compile.texts import IT, Pattern, Texts
from rulelang.diagnostics import Diagnostic
from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree


def in_order(name: str, hooks: list[Hook], action: Placed | None, texts: Texts) -> tuple[list[Hook], list[Diagnostic]]:
    """The hooks of an action. Of those that happen instead of it the one that counts comes first."""
    rivals = [
        Rival(hook, hook.node.call.span, hook.placed, names_of(hook.placed, hook.node.call), _over(hook, action))
        for hook in hooks
        if hook.node.when == "instead of"
    ]
    instead, unsettled = settle(name, rivals, lambda one, other: _never_both(one, other, texts), texts.book.elsewhere)
    return [*(hook for hook in hooks if hook.node.when != "instead of"), *reversed(instead)], unsettled


def _over(hook: Hook, action: Placed | None) -> tree.Word | None:
    """`instead of you Build over Riu`: the last `over`, unless the action itself is given something `over`."""
    names = [
        argument.value.word
        for argument in hook.node.call.arguments
        if argument.preposition == "over" and isinstance(argument.value, tree.BareName)
    ]
    own = 0
    if action is not None and isinstance(action.item, tree.Action):
        own = sum(param.preposition == "over" for param in action.item.parameters)
    return names[-1] if len(names) > own else None


def _pattern(value: tree.Value) -> Pattern:
    return IT if isinstance(value, tree.It) else value


def _never_both(one: Hook, other: Hook, texts: Texts) -> bool:
    """Can two hooks never hold for the same call?"""
    if texts.only_one(one.placed, other.placed):
        return True
    pairs = [
        (_pattern(first.value), _pattern(second.value))
        for first in one.node.call.arguments
        for second in other.node.call.arguments
        if first.preposition == second.preposition
    ]
    return any(texts.apart(first, one.placed, second, other.placed) for first, second in pairs)

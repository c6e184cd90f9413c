"""What a rulebook lets happen, by name: actions, their hooks and how often each is called, windows, triggers. Which of
several sentences `instead of` one action counts."""

from __future__ import annotations

from rulelang.compile.flow.drafts import DraftNode, Turn
from rulelang.compile.flow.frames import FrameCell
from rulelang.compile.precedence import Rival, names_of, settle
from rulelang.compile.texts import IT, Pattern, Texts
from rulelang.diagnostics import Diagnostic
from rulelang.graph.terms import Term
from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(eq=False, slots=True)
class Procedure:
    """One action (or one text's version of it)."""

    name: str
    title: str
    placed: Placed
    node: tree.Action
    you: FrameCell
    parameters: list[tuple[str, str, FrameCell, tree.ParameterPhrase]]
    uses: int = 0
    entry: int = -1
    back: str = ""
    returns: DraftNode | None = None
    drawing: bool = False
    drawn: bool = False
    #: The cells that tell who called it that the turn, round or phase is over.
    ends: dict[str, str] = field(default_factory=dict)
    turn: Turn | None = None


@dataclass(frozen=True, slots=True)
class Hook:
    """`before/after/instead of ...`"""

    placed: Placed
    node: tree.EventTrigger


@dataclass(slots=True)
class Actions:
    """All actions and hooks of a rulebook by name."""

    plain: dict[str, Placed] = field(default_factory=dict)
    texts: dict[str, list[Placed]] = field(default_factory=dict)
    hooks: dict[str, list[Hook]] = field(default_factory=dict)
    uses: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class OpenWindow:
    """`once per turn, you may: ...` and where it stands."""

    placed: Placed
    node: tree.Window
    number: int


@dataclass(eq=False, slots=True)
class Trigger:
    """One `as soon as` with the node its body starts at and the test at its end that leads back; the nodes of its
    body, and whether somebody or chance decides in it. `late` is its condition once the last move may be over."""

    placed: Placed
    node: tree.StateTrigger
    condition: Term
    late: Term
    reads: frozenset[str]
    entry: int
    back: str
    returns: DraftNode
    body: range
    decides: bool
    writes: set[str] | None = None


def as_call(what: tree.Term) -> tree.Call | None:
    """`does Leave Round`, `does Retire for the Artisan`: the name of an action, with arguments."""
    arguments: list[tree.Argument] = []
    term = what
    while isinstance(term, tree.ValueFor):
        arguments.append(tree.Argument(term.preposition, term.argument, span=term.span))
        term = term.term
    if isinstance(term, tree.BareName):
        return tree.Call(term.word, tuple(reversed(arguments)), span=what.span)
    return None


def count_uses(placed: Placed, uses: dict[str, int]) -> None:
    """How often each action is called anywhere."""
    done = [as_call(node.what) for node in placed.every(tree.DoAction) if node.what is not None]
    for call in (*placed.every(tree.Call), *done):
        if call is not None:
            uses[call.name.text] = uses.get(call.name.text, 0) + 1


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

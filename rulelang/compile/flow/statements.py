"""Statements, one after the other, drawn as nodes; what happens by itself in them is folded into effects."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final, TypeAlias, TypeVar

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Flow, Spot
from rulelang.compile.flow.drafts import End, joined
from rulelang.compile.flow.frames import TokensKnown
from rulelang.compile.flow.happening import happens, inside_of
from rulelang.compile.flow.sentences import draw_line, exit_of_who_left, ways_past
from rulelang.compile.flow.whereabouts import as_it_is_now, windows_open
from rulelang.compile.meaning.fitting import but_those_known
from rulelang.compile.meaning.sets import groups_of, noun_word
from rulelang.compile.sorts import Scope, Typed
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Cell
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts
from rulelang.tuning.fast_dataclass import replace

Draw: TypeAlias = Callable[[Flow, Any, Scope, Spot], Scope | None]
D = TypeVar("D", bound=Draw)

#: How each form of statement with a body is drawn; one that gives the statements after it a name tells what they know.
STATEMENTS: Final[dict[type, Draw]] = {}


def compound(*forms: type) -> Callable[[D], D]:
    """Register how some forms of statements are drawn."""

    def register(draw: D) -> D:
        STATEMENTS.update(dict.fromkeys(forms, draw))
        return draw

    return register


def block(
    flow: Flow, statements: Sequence[tree.Statement], scope: Scope, place: Spot, has_begun: bool = False
) -> Scope:
    """Sentences one after the other, each a move of its own in the course of play; or has the first one's begun?"""
    gone: list[End] = []
    for number, statement in enumerate(statements):
        if place.structural and (number or not has_begun):
            flow.pen.move_over()
            if number and scope.you is not None and isinstance(scope.you.term, Cell) and flow.pen.here:
                # Who has left the game does nothing any more once the move is over.
                gone += exit_of_who_left(flow, scope.you, flow.origin(place, statement))
                flow.pen.move_over()
        first = len(flow.pen.nodes)
        if not happens(flow, (statement,)):
            flow.windows_before()
        try:
            scope = draw_statement(flow, statement, scope, place)
        except Misread as misread:
            flow.book.report(misread.diagnostic)
        if place.structural and scope.you is not None:
            gone += ways_past(flow, first, scope.you)
    if gone:
        flow.pen.go_on(*flow.pen.here, *gone)
    flow.book.in_blocks |= scope.names.keys()
    return scope


def draw_statement(flow: Flow, node: tree.Statement, scope: Scope, place: Spot) -> Scope:
    """One statement; gives the scope after it."""
    if isinstance(node, tree.Simple):
        return draw_line(flow, node, scope, place)
    flow.emptied = None
    mark, tokens = flow.pen.start(), flow.frames.tokens.known()
    after = STATEMENTS[type(node)](flow, node, scope, place) or scope
    if not isinstance(node, tree.Branch):
        # Whether the block was obeyed, and how often, is not known behind it.
        after = unnamed(flow, node, after, scope)
    # Perhaps nothing of it was done.
    flow.frames.tokens.joined(tokens)
    if not isinstance(node, tree.Branch):
        flow.frames.tokens.passed(tokens)
    windows_open(flow, scope, place)
    flow.fold(mark, flow.origin(place, node), after)
    flow.emptied = None
    return after


def unnamed(flow: Flow, node: tree.Node, scope: Scope, before: Scope) -> Scope:
    """What is known but for names that had a meaning before and get another in a block. So it is behind the block, and
    at the beginning of a pass, which may be the first or a later one."""
    named = {_named_by(flow, part) for part in parts(node) if isinstance(part, tree.Choose | tree.Remember)}
    again = {name for name in named & scope.names.keys() if scope.names[name] is before.names.get(name)}
    return _without_names(flow, scope, again) if again else scope


def _without_names(flow: Flow, scope: Scope, again: AbstractSet[str]) -> Scope:
    """Names that now have no meaning. What they meant is still none of the others (9.4)."""
    flow.book.named_again |= again
    names = {name: one for name, one in scope.names.items() if name not in again}
    return replace(scope, names=names, before=(*scope.before, *(scope.names[name] for name in sorted(again))))


def _named_by(flow: Flow, node: tree.Choose | tree.Remember) -> str:
    """What it is called that a sentence chooses or remembers."""
    if node.alias is not None:
        return node.alias.text
    return noun_word(flow.meaning, node.pick.set.noun) if isinstance(node.pick, tree.PickOne) else ""


@compound(tree.Branch)
def _branch(flow: Flow, node: tree.Branch, scope: Scope, place: Spot) -> Scope:
    """`if ... otherwise ...`; what every way introduces is known afterwards, and what was known before, unless a way
    chooses another. What a condition finds is spoken of in its block alone."""
    ends: list[End] = []
    scopes: list[Scope] = []
    outside: list[Scope] = []
    tokens = flow.frames.tokens
    before, known = tokens.known(), list[TokensKnown]()
    for arm in node.arms:
        condition = flow.meaning.condition(arm.condition, as_it_is_now(flow, scope))
        yes, no = flow.pen.fork(condition, flow.origin(place, arm), NodeRole.IF)
        flow.pen.go_on(yes)
        inner = scope
        for word, value in found(flow, arm.condition, scope):
            inner, effect = flow.remembered(word, value, inner, place)
            flow.pen.effects([effect], flow.origin(place, arm))
        scopes.append(block(flow, arm.body.statements, inner, inside_of(flow, arm.body, place), True))
        outside.append(_without(scopes[-1], inner, scope))
        ends += flow.pen.here
        flow.pen.go_on(no)
        known.append(tokens.known())
        tokens.back_to(before)
    if node.otherwise is not None:
        scopes.append(block(flow, node.otherwise.statements, scope, inside_of(flow, node.otherwise, place), True))
    else:
        scopes.append(scope)
    flow.pen.go_on(*joined(ends, flow.pen.here))
    tokens.joined(*known)
    names = {**_in_all([*outside, *scopes[len(outside) :]]), **_in_all(scopes)}
    scope = _without_names(flow, scope, scope.names.keys() - names.keys())
    return replace(scope, names=names, doer=None)


def _without(after: Scope, inner: Scope, before: Scope) -> Scope:
    """What is known at the end of a block, but for what only its condition found."""
    names = dict(after.names)
    for word, value in inner.names.items():
        if before.names.get(word) != value and names.get(word) == value:
            del names[word]
            if word in before.names:
                names[word] = before.names[word]
    return replace(after, names=names)


def _in_all(scopes: Sequence[Scope]) -> dict[str, Typed]:
    """The names that mean the same everywhere."""
    first, *others = (scope.names for scope in scopes)
    return {
        name: value
        for name, value in first.items()
        if all(name in other and other[name].term == value.term for other in others)
    }


def found(flow: Flow, condition: tree.Condition, scope: Scope) -> list[tuple[str, Typed]]:
    """What `there is a Card ...` finds: `the Card` in the sentences under the `if`."""
    parts = condition.parts if isinstance(condition, tree.AllOf) else (condition,)
    introduced = []
    for part in parts:
        if isinstance(part, tree.ThereFact) and part.count.form in ("some", "just one", "another"):
            group, *others = groups_of(flow.meaning, part.set, scope)
            if others:
                # A counted piece or another one: that cannot be one thing.
                continue
            if part.count.form == "another":
                group = but_those_known(flow.meaning, group, scope, part.count.span)
            word = noun_word(flow.meaning, part.set.noun)
            introduced.append((word, Typed(group.nth("first"), group.sort)))
    return introduced

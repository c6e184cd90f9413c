"""`choose one: ...` and `you may ...`: decisions between ways to go on.

Every option may begin with choices of its own, which then belong to the same joint decision.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import NOBODY, Flow, Spot
from rulelang.compile.flow.calls import call_action
from rulelang.compile.flow.choices import call_name, new_option, option_name, pass_option, window_names
from rulelang.compile.flow.drafts import DraftNode, DraftOption, End
from rulelang.compile.flow.statements import block, compound
from rulelang.compile.flow.whereabouts import passes_begin
from rulelang.compile.meaning.fitting import somebody
from rulelang.compile.meaning.phrases import who_acts
from rulelang.compile.sorts import PLAYER, Scope
from rulelang.graph.build import is_there, plus
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Cell, Compare, Const, Either, Holds, Not, Put, Single
from rulelang.tree import nodes as tree
from rulelang.tree.walk import parts
from rulelang.tuning.fast_dataclass import replace


@compound(tree.ChooseMenu)
def _menu(flow: Flow, node: tree.ChooseMenu, scope: Scope, place: Spot) -> None:
    nobody: list[End] = []
    if node.actor is not None:
        impossible = node.form == "one" and not node.if_possible
        scope, nobody = _of_somebody(flow, node.actor, node, scope, place, impossible)
    if node.form == "one":
        drawn = _decide(flow, node, scope, place)
        ends: list[End] = [drawn.tie_otherwise] if node.if_possible else []
        _options(flow, drawn, node, scope, place, ends)
        flow.pen.go_on(*ends, *nobody)
    else:
        _menu_of_many(flow, node, scope, place)
        flow.pen.go_on(*flow.pen.here, *nobody)


def _of_somebody(
    flow: Flow, actor: tree.Phrase, node: tree.Node, scope: Scope, place: Spot, impossible: bool
) -> tuple[Scope, list[End]]:
    """Who decides from here on; and where play goes on if that is nobody, unless that is `impossible`."""
    who = somebody(flow.meaning, actor, scope)
    nobody: list[End] = []
    if impossible:
        flow.pen.effects(flow.there(who, NOBODY, place, node), flow.origin(place, node))
    elif who.maybe:
        yes, no = flow.pen.fork(is_there(who.term), flow.origin(place, node), NodeRole.IF_POSSIBLE)
        flow.pen.go_on(yes)
        nobody.append(no)
    if who.maybe:
        # What is chosen may change who that is; the others go on being asked whoever was asked first.
        kept = flow.frames.cell(place.action, "decider", PLAYER, FrameRole.YOU, maybe=False)
        flow.pen.effects([kept.put(who.term)], flow.origin(place, node))
        who = kept
    return scope.acting(who), nobody


def _decide(flow: Flow, node: tree.Node, scope: Scope, place: Spot) -> DraftNode:
    drawn = flow.decision(flow.origin(place, node), place)
    drawn.actor = who_acts(scope, node.span).term
    return drawn


def _options(
    flow: Flow, drawn: DraftNode, node: tree.ChooseMenu, scope: Scope, place: Spot, ends: list[End]
) -> list[DraftOption]:
    options, names = [], _names(flow, node)
    for entry in node.options:
        options.append(_option(flow, drawn, entry, scope, place, names))
        ends += flow.pen.here
    return options


def _names(flow: Flow, node: tree.ChooseMenu) -> list[str]:
    """What is offered here, and in windows that may be open."""
    names = [entry.call.name.text if isinstance(entry, tree.OptionCall) else entry.name.text for entry in node.options]
    flow.offered += names
    return names + window_names(flow)


def _option(
    flow: Flow,
    drawn: DraftNode,
    entry: tree.OptionCall | tree.OptionNamed,
    scope: Scope,
    place: Spot,
    names: Sequence[str],
) -> DraftOption:
    inner = place.inside(structural=False)
    tokens = flow.frames.tokens.known()
    if isinstance(entry, tree.OptionCall):
        option = new_option(flow, drawn, call_name(entry.call, names), entry, place)
        option.written = ""
        try:
            call_action(flow, entry.call, scope, inner)
        except Misread as misread:
            # The options below are read all the same.
            flow.book.report(misread.diagnostic)
    else:
        option = new_option(flow, drawn, entry.name.text, entry, place)
        option.written = ""
        block(flow, entry.body.statements, scope, inner)
    flow.frames.tokens.joined(tokens)
    return option


def _menu_of_many(flow: Flow, node: tree.ChooseMenu, scope: Scope, place: Spot) -> None:
    """Each option at most once, up to the limit, in any order."""
    origin = flow.origin(place, node)
    used = flow.frames.set(place.action, "options used", FrameRole.OPTIONS_USED, "number", len(node.options))
    taken = flow.frames.number(place.action, "options taken", FrameRole.OPTIONS_TAKEN, len(node.options))
    flow.pen.effects([Put(used, Const(0), Const(0)), Put(taken, Const(0), Const(0))], origin)
    passes_begin(flow, node, scope)
    header = flow.pen.mark(origin)
    done: list[End] = []
    if node.limit is not None:
        below = Compare("<", Cell(taken, Const(0)), Const(node.limit))
        more, enough = flow.pen.fork(below, origin, NodeRole.MORE_OPTIONS)
        done.append(enough)
        flow.pen.go_on(more)
    drawn = _decide(flow, node, scope, place)
    done += pass_option(flow, drawn, node, place)
    names = _names(flow, node)
    for number, entry in enumerate(node.options):
        option = _option(flow, drawn, entry, scope, place, names)
        option.ask(Not(Holds(Cell(used, Const(0)), Const(number))))
        mark = [
            Put(used, Const(0), Either((Cell(used, Const(0)), Single(Const(number))))),
            Put(taken, Const(0), plus(Cell(taken, Const(0)), Const(1))),
        ]
        flow.pen.effects(mark, origin)
        flow.pen.again(header, *done)


# --------------------------------------------------------------------- may


def _only_what_can_be_done(line: tree.Simple) -> tree.Simple:
    """Who may do something `if possible` is not offered what would be skipped, but as much of a number as can be."""
    numbers = [part for part in parts(line) if isinstance(part, tree.Quantity | tree.PickSome)]
    counted = any(part.count is not None or part.value is not None for part in numbers)
    return line if counted else replace(line, if_possible=False)


@compound(tree.May)
def _may(flow: Flow, node: tree.May, scope: Scope, place: Spot) -> None:
    scope, nobody = _of_somebody(flow, node.actor, node, scope, place, impossible=False)
    body = node.body
    if isinstance(body, tree.ChooseMenu) and body.form != "one":
        _menu_of_many(flow, body, scope, place)
        flow.pen.go_on(*flow.pen.here, *nobody)
        return
    drawn = _decide(flow, node, scope, place)
    ends = pass_option(flow, drawn, node, place)
    if isinstance(body, tree.ChooseMenu):
        _options(flow, drawn, body, scope, place, ends)
    else:
        statements = body.statements if isinstance(body, tree.Block) else (_only_what_can_be_done(body),)
        option = new_option(flow, drawn, option_name(statements, place), node, place)
        option.written = ""
        block(flow, statements, scope, place.inside(structural=False))
        ends += flow.pen.here
    flow.pen.go_on(*ends, *nobody)

"""Actions: called by name, with hooks around them, and the versions of an action that card texts bring.

An action called from one place is drawn there. Called from several it is drawn once, and a cell remembers the way back.
Its leading choices are always drawn where it is called, so that they join the decision that leads to it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from rulelang.compile.context import Misread
from rulelang.compile.flow.actions import Hook, Procedure, count_uses, in_order
from rulelang.compile.flow.base import Flow, Spot, anything_to_leave
from rulelang.compile.flow.chance import reveals
from rulelang.compile.flow.choices import choose, is_open
from rulelang.compile.flow.drafts import DraftOption, IntroducedCell, Mark, Turn
from rulelang.compile.flow.frames import ANY_LOOK, may_move
from rulelang.compile.flow.given import given_to, parameter_sort, what_it_is_for
from rulelang.compile.flow.happening import action_name, happens_in
from rulelang.compile.flow.hooks import draw_hook, draw_instead
from rulelang.compile.flow.own_words import own_words
from rulelang.compile.flow.sentences import if_told, told_apart
from rulelang.compile.flow.statements import block
from rulelang.compile.flow.whereabouts import as_it_is_now
from rulelang.compile.labels import labels_of
from rulelang.compile.meaning.phrases import who_acts
from rulelang.compile.sorts import PLAYER, Scope, Typed
from rulelang.diagnostics.catalogue import actions as action_wording
from rulelang.diagnostics.catalogue import components as component_wording
from rulelang.diagnostics.catalogue import flow as flow_wording
from rulelang.graph.build import all_of, same
from rulelang.graph.program import Origin
from rulelang.graph.roles import FrameRole, NodeRole
from rulelang.graph.terms import Cell, Const, Possible, Put, Require, Term
from rulelang.graph.walk import replace_cells
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.size import MOST_ACTIONS_DEEP, MOST_CALLS, WRITTEN_OUT
from rulelang.tree import nodes as tree


def gather_actions(flow: Flow, items: Iterable[Placed]) -> None:
    """Find the actions and hooks of a rulebook, by name."""
    hooks: list[Hook] = []
    flow.book.possible = partial(can, flow)
    flow.book.labelled |= labels_of(items).keys()
    for placed in items:
        node = placed.item
        if isinstance(node, tree.Action):
            if placed.text is None:
                first = flow.actions.plain.get(node.name.text)
                if first is not None:
                    flow.book.report(flow_wording.action_twice(node.name.span, node.name.text, first.item.span))
                flow.actions.plain[node.name.text] = placed
            else:
                flow.actions.texts.setdefault(node.name.text, []).append(placed)
            title = node.name.text if placed.text is None else f"{placed.text.name.text}: {node.name.text}"
            flow.written[title] = own_words(flow, node)
        elif isinstance(node, tree.EventTrigger):
            hooks.append(Hook(placed, node))
    for hook in hooks:
        try:
            name = action_name(flow, hook.node.call.name)
        except Misread as misread:
            flow.book.report(misread.diagnostic)
            continue
        flow.actions.hooks.setdefault(name, []).append(hook)
    for name, found in flow.actions.hooks.items():
        texts = flow.texts
        flow.actions.hooks[name], unsettled = in_order(name, found, flow.actions.plain.get(name), texts)
        for one in unsettled:
            flow.book.report(one)
    for placed in items:
        count_uses(placed, flow.actions.uses)


# ------------------------------------------------------------------ call


def call_action(flow: Flow, call: tree.Call, scope: Scope, place: Spot) -> None:
    procedure, given = _called(flow, call, scope, place.placed.text)
    flow.calls[flow.origin(place, call), procedure.title] = None
    enter(flow, procedure, scope.you, given, place, call, by_itself=happens_in(flow, call))


def _called(
    flow: Flow, call: tree.Call, scope: Scope, text: tree.TextGroup | None = None
) -> tuple[Procedure, list[Typed]]:
    """The action that is called, and what is given to it. A text may have actions of its own."""
    name = action_name(flow, call.name)
    versions = flow.actions.texts.get(name, [])
    placed = flow.actions.plain.get(name) or next((one for one in versions if one.text is text is not None), None)
    if placed is None:
        in_text = next(one.text.name.text for one in versions if one.text is not None)
        raise Misread(action_wording.unknown_action(call.name.span, name, list(flow.actions.plain), in_text))
    procedure = procedure_of(flow, name, placed)
    wanted = [(parameter, cell.sort) for _, _, cell, parameter in procedure.parameters]
    return procedure, given_to(flow, name, call, wanted, as_it_is_now(flow, scope))


def procedure_of(flow: Flow, name: str, placed: Placed) -> Procedure:
    """The procedure of an action, made once."""
    title = name if placed.text is None else f"{placed.text.name.text}: {name}"
    if title not in flow.procedures:
        node = placed.item
        assert isinstance(node, tree.Action)
        you = flow.frames.cell(title, "you", PLAYER, FrameRole.YOU, maybe=False)
        parameters = []
        for parameter in node.parameters:
            word, sort = parameter_sort(flow, parameter)
            parameters.append(
                (
                    parameter.preposition,
                    word,
                    flow.frames.cell(title, word, sort, maybe=sort.form == "token"),
                    parameter,
                )
            )
        uses = flow.actions.uses.get(name, 0)
        flow.procedures[title] = Procedure(name, title, placed, node, you, parameters, uses)
    return flow.procedures[title]


def cells_of(procedure: Procedure) -> frozenset[str]:
    """The cells in which an action is told who does it and what is given to it."""
    return frozenset((procedure.you.region, *(cell.region for _, _, cell, _ in procedure.parameters)))


def unused_cells(flow: Flow) -> frozenset[str]:
    """The cells of actions that were drawn only where they are called, and folded there."""
    every = [*flow.procedures.values(), *flow.of_windows.values(), *flow.of_triggers]
    return frozenset().union(*(cells_of(one) for one in every if not one.drawn))


def enter(
    flow: Flow,
    procedure: Procedure,
    you: Typed | None,
    arguments: Sequence[Typed],
    place: Spot,
    node: tree.Node,
    by_itself: bool = False,
) -> None:
    """Hand over the arguments, draw the leading choices, go through the action and come back. What happens `by_itself`
    is drawn at every call and folded there.

    Where nobody acts (between turns) an action may be called too, as long as it does not speak of `you`."""
    if procedure.drawing:
        raise Misread(flow_wording.calls_itself(node.span, procedure.name))
    deep = 1 + sum(one.drawing for one in flow.procedures.values())
    if deep > MOST_ACTIONS_DEEP:
        raise Misread(
            component_wording.too_many(
                node.span, deep, "actions, each done by another,", MOST_ACTIONS_DEEP, WRITTEN_OUT
            )
        )
    flow.entered.append(procedure.name)
    if len(flow.entered) > MOST_CALLS:
        raise Misread(
            component_wording.too_many(node.span, MOST_CALLS + 1, "actions within actions", MOST_CALLS, WRITTEN_OUT)
        )
    origin, mark = flow.origin(place, node), flow.pen.start()
    effects: list[Put] = []
    for need, why in what_it_is_for(flow, procedure, you, arguments):
        flow.pen.effects([Require(need, flow.reason(why, place, node))], origin)
    handed = list(zip((p[2] for p in procedure.parameters), arguments, strict=True))
    if you is not None:
        handed.insert(0, (procedure.you, you))
    effects += [cell.put(value.term) for cell, value in handed]
    for cell, value in handed:
        same = value.term.region if isinstance(value.term, Cell) and value.sort.form == "token" else ""
        flow.frames.tokens.named(cell.region, same)
    option = flow.pen.tail
    joinable = you is not None and isinstance(option, DraftOption) and is_open(flow, option, you.term)
    flow.pen.effects(effects, origin)
    scope = scope_of(flow, procedure, you is not None)
    body = list(procedure.node.body.statements)
    if by_itself:
        _fold_in(flow, procedure, body, _as_given(scope, procedure, arguments, you), mark, origin)
    else:
        procedure.drawn = True
        if joinable:
            assert isinstance(option, DraftOption)
            for effect in effects:
                option.bound.setdefault(effect.region, replace_cells(effect.value, option.bound))
        _go_through(flow, procedure, body, scope, you, place, node)


def _as_given(scope: Scope, procedure: Procedure, arguments: Sequence[Typed], you: Typed | None) -> Scope:
    """What an action knows that is drawn for one call."""
    names: dict[str, Typed] = {}
    for (_, word, cell, _), value in zip(procedure.parameters, arguments, strict=True):
        sort = value.sort if value.sort.form == cell.sort.form else cell.sort
        names[word] = Typed(cell.term, sort, value.maybe)
    return Scope(names, Typed(procedure.you.term, PLAYER, you.maybe) if you is not None else None, scope.it)


def _fold_in(
    flow: Flow, procedure: Procedure, body: list[tree.Statement], scope: Scope, mark: Mark, origin: Origin
) -> None:
    """An action that happens by itself: what it remembers is not needed once it is folded."""
    cells = cells_of(procedure)
    flow.pen.introduced += [IntroducedCell(cell, flow.frames.regions[cell].called, False) for cell in cells]
    _through(flow, procedure, body, scope, Spot(procedure.placed, procedure.title))
    gone = flow.fold(mark, origin, Scope())
    procedure.drawn = procedure.drawn or not cells <= gone


def _go_through(
    flow: Flow,
    procedure: Procedure,
    body: list[tree.Statement],
    scope: Scope,
    you: Typed | None,
    place: Spot,
    node: tree.Node,
) -> None:
    """An action in which somebody decides: its leading choices, then the rest of it."""
    hooks = _hooks_of(flow, procedure)
    origin, inner = flow.origin(place, node), Spot(procedure.placed, procedure.title, leaving=anything_to_leave())
    outer = flow.pen.turn
    its_turn = outer is not None and you is not None and you.term == outer.you.term
    flow.pen.turn = Turn(procedure.you, inside=outer, perhaps=not its_turn) if outer is not None else None
    if all(hook.node.when == "after" for hook in hooks):
        scope, body = _leading(flow, body, scope, inner)
    _rest(flow, procedure, body, scope, inner, origin)
    flow.pen.turn = outer
    for part, told in procedure.ends.items():
        if part not in place.leaving:
            raise Misread(flow_wording.nothing_to_leave(node.span, part))
        place.leaving[part] += if_told(flow, told, origin)


def _hooks_of(flow: Flow, procedure: Procedure) -> list[Hook]:
    """The hooks of an action. A window may be called like the action that it does, but has none."""
    return flow.actions.hooks.get(procedure.name, []) if isinstance(procedure.placed.item, tree.Action) else []


def scope_of(flow: Flow, procedure: Procedure, acted: bool) -> Scope:
    """What an action knows at its start; whether somebody acts is one thing of it."""
    names = {word: cell for _, word, cell, _ in procedure.parameters}
    bearer = flow.texts.only_bearer(procedure.placed)
    return Scope(names, procedure.you if acted else None, bearer)


def _leading(flow: Flow, body: list[tree.Statement], scope: Scope, place: Spot) -> tuple[Scope, list[tree.Statement]]:
    """Draw the choices an action begins with where it is called."""
    while body and isinstance(body[0], tree.Simple) and not body[0].if_possible:
        sentences = list(body[0].sentences)
        while sentences and isinstance(first := sentences[0], tree.Choose):
            scope = choose(flow, first, scope, place, body[0], False, [])
            sentences.pop(0)
        if sentences:
            rest = tree.Simple(tuple(sentences), False, body[0].cite, span=body[0].span)
            return scope, ([rest] if sentences else []) + body[1:]
        body = body[1:]
    return scope, body


def _rest(
    flow: Flow, procedure: Procedure, body: list[tree.Statement], scope: Scope, place: Spot, origin: Origin
) -> None:
    """The action after its leading choices: drawn here if nobody else calls it, otherwise drawn once."""
    hooks = _hooks_of(flow, procedure)
    if not body and not hooks:
        return
    if procedure.uses <= 1 or flow.pen.secretly is not None or scope.you is None:
        # What is decided in secret is drawn for itself: called from elsewhere, the same is decided openly. So is
        # what nobody does: it must not speak of `you`.
        _through(flow, procedure, body, scope, place)
        return
    if procedure.turn is None:
        procedure.turn = Turn(procedure.you, callers=[])
    assert procedure.turn.callers is not None
    procedure.turn.callers.append(flow.pen.turn)
    if procedure.returns is None:
        procedure.back = flow.frames.number(procedure.title, "way back", FrameRole.WAY_BACK, 999)
        procedure.turn.back = procedure.back
        ends = (flow.pen.here, flow.pen.tail, flow.pen.rest)
        with flow.pen.aside():
            flow.pen.group, flow.pen.turn = [procedure.name], procedure.turn
            procedure.entry = flow.pen.mark(flow.origin(place, procedure.node))
            _through(flow, procedure, body, scope, place)
            procedure.returns = flow.pen.draw(
                "test", flow.origin(place, procedure.node), f"back from {procedure.name}", NodeRole.WAY_BACK
            )
            procedure.returns.back = procedure.back
            flow.pen.go_on()
        flow.pen.here, flow.pen.tail, flow.pen.rest = ends
    elif may_move(procedure.node.body):
        flow.frames.tokens.moved(ANY_LOOK)
    assert procedure.returns is not None
    way = len(procedure.returns.arms)
    flow.pen.effects([Put(procedure.back, Const(0), Const(way))], origin)
    flow.pen.tie(procedure.entry)
    flow.pen.go_on(procedure.returns.arm(same(Cell(procedure.back, Const(0)), Const(way))))


def _through(flow: Flow, procedure: Procedure, body: list[tree.Statement], scope: Scope, place: Spot) -> None:
    """Before-hooks, the action or what happens instead, after-hooks."""
    procedure.drawing = True
    try:
        with flow.pen.within(procedure.name):
            hooks = _hooks_of(flow, procedure)
            for hook in hooks:
                if hook.node.when == "before":
                    draw_hook(flow, hook, procedure)
            ends = []
            for hook in hooks:
                if hook.node.when == "instead of":
                    ends += draw_instead(flow, hook, procedure)
            book = flow.book
            outside, again = book.in_blocks, book.named_again
            book.in_blocks, book.named_again = set(), set()
            block(flow, body, scope, place)
            book.in_blocks, book.named_again = outside, again
            procedure.ends = told_apart(flow, place.leaving, procedure.title, flow.origin(place, procedure.node))
            flow.pen.go_on(*flow.pen.here, *ends)
            for hook in hooks:
                if hook.node.when == "after":
                    draw_hook(flow, hook, procedure)
    finally:
        procedure.drawing = False


# --------------------------------------------------------------- possible


def can(flow: Flow, call: tree.Call, scope: Scope) -> Term:
    """`P can Act`: a look-ahead query about the action, drawn once beside the flow."""
    procedure, given = _called(flow, call, scope)
    name, you = procedure.name, who_acts(scope, call.span)
    if name not in flow.queries:
        place = Spot(procedure.placed, f"can {name}", leaving=anything_to_leave())
        actor = flow.frames.cell(place.action, "you", PLAYER, FrameRole.ASKED_OF, maybe=False)
        cells = [
            flow.frames.cell(place.action, word, cell.sort, FrameRole.ASKED_WITH, cell.maybe)
            for _, word, cell, _ in procedure.parameters
        ]
        with flow.pen.aside():
            entry = flow.pen.mark(flow.origin(place, call))
            flow.queries[name] = (entry, actor, cells)
            enter(flow, procedure, actor, cells, place, call)
            reveals(flow, flow.origin(place, call))
            flow.pen.go_on()
    entry, actor, cells = flow.queries[name]
    fill = tuple(cell.put(value.term) for cell, value in zip((actor, *cells), (you, *given), strict=True))
    needs = [need for need, _ in what_it_is_for(flow, procedure, you, given)]
    return all_of((*needs, Possible(entry, fill)))

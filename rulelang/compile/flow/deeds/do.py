"""`do the Card's Effect`, `do nothing`"""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.actions import as_call
from rulelang.compile.flow.base import Doing, Flow, Spot, draws
from rulelang.compile.flow.calls import call_action, procedure_of
from rulelang.compile.flow.statements import block
from rulelang.compile.meaning.phrases import what_it_is, who_acts
from rulelang.compile.sorts import Scope, Sort, Typed
from rulelang.compile.texts import TextOwner
from rulelang.diagnostics.catalogue import actions as action_wording
from rulelang.diagnostics.catalogue import flow as flow_wording
from rulelang.diagnostics.catalogue import names as wording
from rulelang.graph.build import holds
from rulelang.graph.roles import NodeRole
from rulelang.graph.terms import Const, Effect
from rulelang.rulebook.loading import Placed
from rulelang.rulebook.naming import noun_text
from rulelang.tree import nodes as tree


@draws(tree.DoAction)
def do(node: tree.DoAction, doing: Doing) -> None:
    """What stands in a text."""
    if node.what is not None:
        _do_text(doing.flow, node.what, doing.scope, doing.place, doing.statement)


def _do_text(flow: Flow, what: tree.Term, scope: Scope, place: Spot, statement: tree.Simple) -> None:
    """`do the Card's Effect`: the version of the action that stands in the card's own text; nothing if it has
    none."""
    call = as_call(what)
    if call is not None:
        call_action(flow, call, scope, place)
        return
    if isinstance(what, tree.Yours):
        noun, owner = what.noun, None
    elif isinstance(what, tree.OfThing):
        noun, owner = what.noun, flow.meaning.value(what.owner, scope)
    elif isinstance(what, tree.Its):
        noun, owner = what.noun, what_it_is(scope, what.span)
    else:
        raise Misread(action_wording.cannot_do(what.span))
    name = noun_text(noun)
    versions = flow.actions.texts.get(name, [])
    if owner is None or not versions:
        thing = flow.world.is_class(flow.world.plurals(name))
        raise Misread(action_wording.unknown_action(noun.span, name, list(flow.actions.texts), thing=thing))
    origin = flow.origin(place, statement)
    subject, effect = _subject_cell(flow, name, owner, place)
    flow.pen.effects([effect], origin)
    ends = []
    you = who_acts(scope, what.span)
    for placed in versions:
        text_owner = _owner(flow, placed)
        if not _may_be(flow, owner.sort, text_owner.sort):
            continue
        fact = holds(Const(text_owner.elements), subject.term)
        yes, no = flow.pen.fork(fact, origin, NodeRole.VERSION, name)
        flow.pen.go_on(yes)
        procedure = procedure_of(flow, name, placed)
        if procedure.drawing:
            raise Misread(flow_wording.calls_itself(what.span, procedure.title))
        procedure.drawn = procedure.drawing = True
        inner = Spot(placed, procedure.title, leaving=place.leaving)
        flow.pen.effects([procedure.you.put(you.term)], origin)
        version_scope = Scope({}, procedure.you, subject).naming(subject.sort.noun, subject)
        try:
            with flow.pen.within(procedure.title):
                block(flow, procedure.node.body.statements, version_scope, inner)
        finally:
            procedure.drawing = False
        ends += flow.pen.here
        flow.pen.go_on(no)
    flow.pen.go_on(*ends, *flow.pen.here)


def _subject_cell(flow: Flow, name: str, owner: Typed, place: Spot) -> tuple[Typed, Effect]:
    cell = flow.frames.cell(place.action, f"{name} of", owner.sort, shared=True)
    return Typed(cell.term, owner.sort), cell.put(owner.term)


def _owner(flow: Flow, placed: Placed) -> TextOwner:
    """The thing whose text this is. A piece may go by its title."""
    assert placed.text is not None
    owner = flow.texts.owner(placed.text)
    if owner is None:
        raise Misread(wording.unknown_name(placed.text.name.span, placed.text.name.text, []))
    return owner


def _may_be(flow: Flow, thing: Sort, owner: Sort) -> bool:
    """May something of a sort be what a text belongs to? What goes by several names may be anything."""
    world = flow.world
    if thing.form != "piece" or owner.form != "piece" or thing.noun not in world.pieces:
        return True
    return thing.noun == owner.noun

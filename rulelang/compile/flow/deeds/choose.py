"""`choose a Ship`, `chance chooses a Tile`"""

from __future__ import annotations

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Doing, draws
from rulelang.compile.flow.chance import finish_chance, one_sentence
from rulelang.compile.flow.choices import choose, parameter_of
from rulelang.compile.sorts import Scope
from rulelang.diagnostics.catalogue import flow as flow_wording
from rulelang.graph import terms as t
from rulelang.graph.build import YES
from rulelang.tree import nodes as tree


@draws(tree.Choose)
def decide(node: tree.Choose, doing: Doing) -> Scope:
    """A decision, unless chance makes it."""
    if isinstance(doing.subject, tree.ChanceChooses):
        return _chosen_by_chance(node, doing)
    return choose(doing.flow, node, doing.scope, doing.place, doing.statement, doing.if_possible, doing.skipped)


def _chosen_by_chance(node: tree.Choose, doing: Doing) -> Scope:
    """`chance chooses a S`: everything in the set is equally likely."""
    flow, scope, place, statement, origin = doing.flow, doing.scope, doing.place, doing.statement, doing.origin
    parameter, name, value = parameter_of(flow, node, scope, place)
    if not isinstance(value.term, t.Cell):
        raise Misread(flow_wording.chance_chooses_one(node.span))
    where, domain = parameter.where, parameter.domain
    certain = where is None and isinstance(domain, t.Members) and isinstance(domain.set, t.Const)
    if not certain or domain == t.Members(t.Const(0)):
        somewhere = t.AnyIn(parameter.name, domain, YES if where is None else where)
        one_sentence(flow, origin)
        flow.pen.effects([t.Require(somewhere, flow.reason("there is nothing to choose", place, statement))], origin)
    drawn = flow.pen.draw("chance", origin)
    drawn.stream = f"{place.action}: chance"
    drawn.parameter, drawn.noun, drawn.checked = parameter, name, not certain
    drawn.effects.append(t.Put(value.term.region, t.Const(0), t.Local(parameter.name)))
    finish_chance(flow, drawn)
    return scope.naming(name, value).describing(value)

"""`roll the Die`"""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.compile.context import Misread
from rulelang.compile.flow.base import Doing, Flow, draws
from rulelang.compile.flow.chance import each_of, finish_chance, one_sentence
from rulelang.compile.meaning.sets import group_of
from rulelang.compile.sorts import Typed
from rulelang.diagnostics.catalogue import flow as flow_wording
from rulelang.graph import terms as t
from rulelang.graph.build import plus, times
from rulelang.graph.program import Origin, Parameter
from rulelang.graph.roles import DIE_VALUE, NodeRole, TableKind, TableRole
from rulelang.source import Span
from rulelang.tree import nodes as tree


@draws(tree.Roll)
def roll(node: tree.Roll, doing: Doing) -> None:
    """Every die on its own."""
    flow, scope, place, statement, origin = doing.flow, doing.scope, doing.place, doing.statement, doing.origin
    what = node.what
    if isinstance(what, tree.SetPhrase):
        group = group_of(flow.meaning, what, scope)
        one_sentence(flow, origin)
        cell, done = each_of(flow, group, origin, place, "die")
        _roll_one(flow, cell, origin, statement.span)
        flow.pen.nodes[-1].checked = True
        flow.pen.again(*done)
    else:
        die = flow.meaning.value(what, scope)
        flow.pen.effects(flow.there(die, "there is nothing to roll", place, statement), origin)
        _roll_one(flow, die, origin, statement.span)


def _roll_one(flow: Flow, die: Typed, origin: Origin, span: Span) -> None:
    world, book = flow.world, flow.book
    kinds = world.piece_classes(die.sort.noun)
    if not kinds or not all(kind.faces for kind in kinds):
        raise Misread(flow_wording.no_faces(span, die.sort.noun))
    # The tables are those of all dice: there may be several sorts of them.
    faces = {piece: kind.faces for kind in world.pieces.values() for piece in kind.individuals if kind.faces}
    high = max((max(values) for values in faces.values()), default=0) + 1
    count = len(world.individuals)
    book.table("die faces", lambda: (_mask(faces.get(p, ())) for p in range(count)), 0, TableRole(TableKind.FACES))
    book.table(
        "die weights",
        lambda: (faces.get(p, ()).count(v) for p in range(count) for v in range(high)),
        0,
        TableRole(TableKind.ODDS),
    )
    node = flow.pen.draw("chance", origin, role=NodeRole.ROLL)
    node.stream = f"roll {die.sort.noun}"
    local = book.local("face")
    node.parameter = Parameter(local, "number", t.Members(t.Entry("die faces", die.term)), None)
    node.weight = t.Entry("die weights", plus(times(die.term, t.Const(high)), t.Local(local)))
    node.effects.append(t.Put(DIE_VALUE, die.term, t.Local(local)))
    finish_chance(flow, node)


def _mask(values: Sequence[int]) -> int:
    return sum(1 << value for value in set(values))

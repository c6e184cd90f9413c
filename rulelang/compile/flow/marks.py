"""Marks of things: `P becomes Safe`, and of an example `given P is Safe`."""

from __future__ import annotations

from rulelang.compile.flow.base import Flow
from rulelang.compile.meaning.nouns import nouns_of
from rulelang.compile.scope import Scope
from rulelang.graph.build import single, unite, without
from rulelang.graph.terms import Cell, Const, Effect, Put
from rulelang.tree import nodes as tree


def mark_change(flow: Flow, subject: tree.Value, name: str, negated: bool, scope: Scope) -> Effect | None:
    """`X becomes [not] F`, if things like X may be F."""
    if not any(flag_name == name for _, flag_name in flow.world.flags):
        return None
    owner = flow.meaning.value(subject, scope)
    nouns = set(nouns_of(flow.meaning, owner.sort))
    for (holder, flag_name), flag in flow.world.flags.items():
        if flag_name == name and holder in nouns:
            cell, one = Cell(flag.region, Const(0)), single(owner.term)
            return Put(flag.region, Const(0), without(cell, one) if negated else unite((cell, one)))
    return None

"""`if possible` for effects."""

from __future__ import annotations

from rulelang.graph.build import all_of
from rulelang.graph.terms import Effect, Name, Require, Term, When


def soften(effects: list[Effect], reason: int) -> list[Effect]:
    """`if possible` for effects that begin with what they need: they happen when they can."""
    needs: list[Term] = []
    names: list[Effect] = []
    deeds: list[Effect] = []
    for effect in effects:
        if isinstance(effect, Require):
            needs.append(effect.condition)
            names += [deed for deed in deeds if isinstance(deed, Name)]
            deeds = [deed for deed in deeds if not isinstance(deed, Name)]
        else:
            deeds.append(effect)
    return [*names, When(all_of(needs), tuple(deeds), (), reason)] if needs else deeds

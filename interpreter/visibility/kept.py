"""What the rules keep in mind of hidden things: `remember the Card's Rank as Kept`.

Whoever acts there knows it. Somebody else who has to decide meanwhile does not, where what is kept was read off
something that not everybody sees.
"""

from __future__ import annotations

from interpreter.visibility.sight import Sight
from rulelang.graph import terms
from rulelang.graph.access import PRINTED, TOKENS, Accesses, effect_lists, every_effect
from rulelang.graph.program import Program
from rulelang.graph.roles import FrameRole


def kept_in_mind(program: Program, sight: Sight) -> dict[str, int]:
    """The regions that may hold what was read off hidden things, each with the cell that tells who acts there."""
    regions, reader = program.layout.regions, _reader(program)
    hidden = _hidden(program, sight)
    actors = {region.action: region for region in regions.values() if region.frame is FrameRole.YOU}
    found: dict[str, int] = {}
    for effects in (effects for node in program.nodes for effects in effect_lists(node)):
        names: dict[str, terms.Term] = {}
        for effect in every_effect(effects):
            if isinstance(effect, terms.Name):
                names[effect.name] = effect.value
            elif isinstance(effect, terms.Put) and regions[effect.region].role == "frame":
                acting = actors.get(regions[effect.region].action)
                value = names.get(effect.value.name) if isinstance(effect.value, terms.Local) else effect.value
                if acting is not None and acting.name != effect.region and reader.reads(value) & hidden:
                    found[effect.region] = acting.base
    return found


def _reader(program: Program) -> Accesses:
    of_pieces = len(program.layout.pieces) + 1
    return Accesses(program.functions, [name for name, table in program.tables.items() if len(table) == of_pieces > 1])


def _hidden(program: Program, sight: Sight) -> frozenset[str]:
    """How pieces and tokens lie, and what is printed or marked on them."""
    named = (
        region.name
        for region in program.layout.regions.values()
        if region.role in ("at", "contents", "order", "tokens", "list") or region.base in sight.marked
    )
    return frozenset((*named, TOKENS, PRINTED))

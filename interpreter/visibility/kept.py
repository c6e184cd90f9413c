"""What the rules keep in mind of hidden things: `remember the Card's Rank as Kept`.

Whoever acts there knows it. Somebody else who has to decide meanwhile does not, where what is kept was read off
something that not everybody sees.
"""

from __future__ import annotations

from interpreter.visibility.sight import Sight
from rulelang.graph import terms
from rulelang.graph.access import effect_lists, every_effect
from rulelang.graph.program import Program
from rulelang.graph.roles import FrameRole
from rulelang.graph.walk import all_parts


def kept_in_mind(program: Program, sight: Sight) -> dict[str, int]:
    """The regions that may hold what was read off hidden things, each with the cell that tells who acts there."""
    regions = program.layout.regions
    actors = {region.action: region for region in regions.values() if region.frame is FrameRole.YOU}
    found: dict[str, int] = {}
    for effects in (effects for node in program.nodes for effects in effect_lists(node)):
        names: dict[str, terms.Term] = {}
        for effect in every_effect(effects):
            if isinstance(effect, terms.Name):
                names[effect.name] = effect.value
            elif isinstance(effect, terms.Put) and regions[effect.region].role == "frame":
                acting = actors.get(regions[effect.region].action)
                if acting is not None and acting.name != effect.region and _looks(program, sight, effect.value, names):
                    found[effect.region] = acting.base
    return found


def _looks(program: Program, sight: Sight, value: terms.Term, names: dict[str, terms.Term]) -> bool:
    """Does a value come from how pieces and tokens lie, or from what is printed or marked on them?"""
    if isinstance(value, terms.Local) and value.name in names:
        return _looks(program, sight, names[value.name], {})
    layout = program.layout
    marked = set(sight.marked)
    for part in all_parts(value):
        match part:
            case terms.TokenCount() | terms.TokenPlaces() | terms.Tokens() | terms.CellList():
                return True
            case terms.Cell(region):
                found = layout.regions[region]
                if found.role in ("at", "contents", "order", "tokens") or found.base in marked:
                    return True
            case terms.Entry(table):
                if layout.pieces and len(program.tables[table]) == len(layout.pieces) + 1:
                    return True
            case terms.Apply(function):
                if _looks(program, sight, program.functions[function].body, {}):
                    return True
            case _:
                pass
    return False

"""The gaps in an author's form of words, and what fills them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from rulelang.graph.layout import Region
from rulelang.graph.program import OptionEdge
from rulelang.graph.terms import Local, Put

PLACEHOLDER: Final = re.compile(r"\{([^{}]+)\}")


def slots_of(option: OptionEdge, regions: Mapping[str, Region]) -> dict[str, int]:
    """Which parameter fills which placeholder of the author's form of words."""
    found: dict[str, int] = {}
    numbers = {parameter.name: position for position, parameter in enumerate(option.parameters)}
    for effect in option.effects:
        if isinstance(effect, Put) and isinstance(effect.value, Local) and effect.value.name in numbers:
            found.setdefault(regions[effect.region].called, numbers[effect.value.name])
    for name, region in option.handfuls.items():
        if name in numbers:
            found.setdefault(regions[region].called, numbers[name])
    for slot in PLACEHOLDER.findall(option.written):
        for name, position in numbers.items():
            if slot not in found and name.rstrip("0123456789").casefold() == slot.casefold():
                found[slot] = position
    return found

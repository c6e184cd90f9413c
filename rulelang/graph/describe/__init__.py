"""Terms and effects in words, as near to the rulebook's as the graph still knows them."""

from rulelang.graph.describe.effects import effect_lines
from rulelang.graph.describe.elements import Elements
from rulelang.graph.describe.sentences import Speaker

__all__ = ["Elements", "Speaker", "effect_lines"]

"""Terms and effects in words, as near to the rulebook's as the graph still knows them."""

from rulelang.graph.spoken.effects import effect_lines
from rulelang.graph.spoken.elements import Elements
from rulelang.graph.spoken.sentences import Speaker

__all__ = ["Elements", "Speaker", "effect_lines"]

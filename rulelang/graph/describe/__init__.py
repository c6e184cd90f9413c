"""Terms and effects in words, as near to the rulebook's as the graph still knows them."""

from rulelang.graph.describe.effects import beside_bookkeeping, effect_lines, unsaid
from rulelang.graph.describe.elements import ElementNames
from rulelang.graph.describe.speaker import Speaker

__all__ = ["ElementNames", "Speaker", "beside_bookkeeping", "effect_lines", "unsaid"]

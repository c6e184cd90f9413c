"""The state graph of a rulebook: meaning, layout and flow. `compile_rulebook` is the way in."""

from rulelang.graph.compile import Compilation, compile_rulebook

__all__ = ["Compilation", "compile_rulebook"]

"""The sentences of a rulebook as a tree of frozen nodes."""

from rulelang.tree.parser import ParseResult, parse

__all__ = ["ParseResult", "parse"]

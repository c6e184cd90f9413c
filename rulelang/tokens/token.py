"""A word or a sign of a rulebook with its place."""

from __future__ import annotations


class Token:
    """A piece of the text. `kind` is a terminal of the grammar, or several (`ARG/FOR`) that share one word."""

    __slots__ = ("end", "kind", "start", "text")

    def __init__(self, kind: str, text: str, start: int, end: int) -> None:
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end

    def __repr__(self) -> str:
        return f"Token({self.kind} {self.text!r} {self.start}..{self.end})"

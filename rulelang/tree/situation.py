"""Where reading came to a halt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulelang.source import Span
from rulelang.tokens.layout import Line
from rulelang.tokens.token import Token
from rulelang.tree.machine import Machine, Snapshot


@dataclass(frozen=True, slots=True)
class Situation:
    """A sentence, the token in it that does not fit, and a machine that stands before that token."""

    machine: Machine
    before: Snapshot
    line: Line
    place: int

    @property
    def token(self) -> Token:
        """What does not fit."""
        return self.line.tokens[self.place]

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.span_of(self.token)

    def span_of(self, first: Token, last: Token | None = None) -> Span:
        """Where some tokens stand."""
        return Span(self.machine.source, first.start, (last or first).end)

    def fits(self, tokens: Sequence[Token]) -> bool:
        """Would the sentence fit if it consisted of these tokens?"""
        twin = self.machine.copy()
        twin.restore(self.before)
        return twin.run(tokens) == len(tokens)

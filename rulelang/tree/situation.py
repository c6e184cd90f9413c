"""Where reading came to a halt, and how it would go on if the text were different."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from rulelang.diagnostics.model import Diagnostic
from rulelang.source import SourceFile, Span
from rulelang.tokens.layout import INDENT, NEW_LINE, TokenLine
from rulelang.tokens.scanner import scan
from rulelang.tokens.token import Token
from rulelang.tree.machine import Machine, Snapshot
from rulelang.tuning.fast_dataclass import dataclass

PLAIN_MISTAKES = frozenset({"WORD", "SIGN"})
_LONG = 2_000


class Sureness(IntEnum):
    """How sure it is what is wrong."""

    UNEXPECTED = 0
    """Something does not fit, and that is all."""
    LIKELY = 1
    """It is explained by what would make the rest fit."""
    SURE = 2
    """It is wrong whatever comes next."""


@dataclass(frozen=True, slots=True)
class Expectation:
    """What to tell the author and, if there is little doubt, the sentence as it was meant."""

    diagnostic: Diagnostic
    meant: list[Token] | None = None
    guess: tuple[Token, ...] = ()
    """What likely was meant in place of what does not fit, if more is wrong behind it."""
    guessed: int = 1
    """In place of how many words that is."""
    sureness: Sureness = Sureness.SURE


@dataclass(frozen=True, slots=True)
class Situation:
    """A sentence, the token in it that does not fit, and a machine that stands before that token."""

    machine: Machine
    before: Snapshot
    line: TokenLine
    place: int
    below: tuple[Token, ...] = ()
    """The first sentence of the block below, if there is one."""
    patient: bool = True
    """Is there time to try what the author may have meant?"""
    lenient: bool = False
    """May the sentence have another mistake further on?"""

    @property
    def source(self) -> SourceFile:
        return self.machine.source

    @property
    def tokens(self) -> list[Token]:
        return self.line.tokens

    @property
    def token(self) -> Token:
        """What does not fit."""
        return self.line.tokens[self.place]

    @property
    def kind(self) -> str:
        """The kind of what does not fit."""
        return self.token.kind

    @property
    def previous(self) -> Token | None:
        """What stands before it in the sentence."""
        return self.line.tokens[self.place - 1] if self.place else None

    @property
    def span(self) -> Span:
        """Where it stands."""
        return self.span_of(self.token)

    @property
    def sentence(self) -> Span:
        """Where the sentence stands."""
        return self.span_of(self.tokens[0], self.tokens[-2] if len(self.tokens) > 1 else None)

    @property
    def gap(self) -> Span:
        """It, and the space before it."""
        return self.source.span(self.previous.end if self.previous else self.token.start, self.token.end)

    @property
    def inside_play(self) -> bool:
        """Does it stand where sentences stand that are obeyed?"""
        return self.machine.table.takes(self.before.states, ("SHUFFLE",)) == 1

    def span_of(self, first: Token, last: Token | None = None) -> Span:
        """Where some tokens stand."""
        return self.source.span(first.start, (last or first).end)

    def accepts(self, *kinds: str) -> bool:
        """Would tokens of these kinds fit one after the other?"""
        return self.machine.table.takes(self.machine.states, kinds) == len(kinds)

    def with_instead(self, made: Sequence[Token], dropped: int, convincing: int = 0) -> list[Token] | None:
        """The sentence with other tokens in place of the next few, if it fits.

        Where the sentence may have another mistake further on, at least so many words behind them have to fit."""
        rest = [*made, *self.tokens[self.place + dropped :]]
        fits = self.patient and self._fit(self.machine.states, rest, len(made) + (0 if dropped else 1) + convincing)
        return [*self.tokens[: self.place], *rest] if fits else None

    def with_word(self, kind: str, text: str, dropped: int) -> list[Token] | None:
        """The sentence with one other word in place of the next few, if it fits."""
        start = self.token.start
        end = self.tokens[self.place + dropped - 1].end if dropped else start
        return self.with_instead([Token(kind, text, start, end)], dropped)

    def reread(self, span: Span, text: str, convincing: int = 0) -> list[Token] | None:
        """The sentence with another text at some place, if it fits."""
        first, last = self.tokens[0].start, self.tokens[-1].end
        if not self.patient or last - first > _LONG:
            return None
        whole = self.source.text
        longer = len(text) - (span.end - span.start)
        tokens = []
        for token in scan(f"{whole[first : span.start]}{text}{whole[span.end : last]}\n"):
            if token.kind not in {"newline", "NOTE"}:
                start, end = token.start + first, token.end + first
                if end > span.start:
                    start = start if start <= span.start else max(span.start, start - longer)
                    end = max(span.start, end - longer)
                tokens.append(Token(token.kind, token.text, start, end))
        tokens.append(Token(NEW_LINE, "", last, last))
        # What does not fit anywhere may be the next mistake.
        reached = self.token.start if self.kind in PLAIN_MISTAKES else self.token.end
        mended = sum(token.start < max(span.end, reached) for token in tokens)
        return tokens if self._fit(self.before.states, tokens, mended + convincing) else None

    def _fit(self, states: Sequence[int], tokens: Sequence[Token], mended: int) -> bool:
        # What opens a block goes on opening one of the same sort, and nothing else opens one.
        kinds = (
            [token.kind for token in (*tokens, *self.below)] if self.line.opens else [token.kind for token in tokens]
        )
        taken = self.machine.table.takes(states, kinds if self.line.opens else [*kinds, INDENT])
        if self.lenient:
            return mended <= taken < len(tokens)
        return taken == len(kinds)

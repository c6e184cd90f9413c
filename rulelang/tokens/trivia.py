"""The whole text as tokens: with the spaces between the words, nothing is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.tokens.token import Token

SPACE = "space"
NEWLINE = "newline"
REMARK = "NOTE"
TRIVIA = frozenset({SPACE, NEWLINE, REMARK})
"""The kinds of tokens that mean nothing for play."""


def with_spaces(text: str, tokens: Iterable[Token]) -> Iterator[Token]:
    """Scanned tokens with the spaces between them. Their texts, one after the other, are the text."""
    end = 0
    for token in tokens:
        if end < token.start:
            yield Token(SPACE, text[end : token.start], end, token.start)
        yield token
        end = token.end
    if end < len(text):
        yield Token(SPACE, text[end:], end, len(text))

"""Which function builds the node of which grammar rule, and helpers they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree.nodes import NumberLiteral, Text, Word

Parameters = ParamSpec("Parameters")
Built = TypeVar("Built")

BUILDERS: dict[str, Callable[..., Any]] = {}

_MOST_DIGITS = 15


def builds(*rules: str) -> Callable[[Callable[Parameters, Built]], Callable[Parameters, Built]]:
    """Mark the builder of grammar rules."""

    def register(builder: Callable[Parameters, Built]) -> Callable[Parameters, Built]:
        BUILDERS.update(dict.fromkeys(rules, builder))
        return builder

    return register


def place(token: Token, span: Span) -> Span:
    """Where a token stands, in the file of `span`."""
    if token.start == span.start and token.end == span.end:
        return span
    return Span(span.source, token.start, token.end)


def word(token: Token, span: Span) -> Word:
    """A name; one space between its words, however many the author typed."""
    text = token.text
    return Word(text if text.isalnum() else " ".join(text.split()), span=place(token, span))


def optional_word(token: Token | None, span: Span) -> Word | None:
    """A name that may be missing."""
    return None if token is None else word(token, span)


def text(token: Token, span: Span) -> Text:
    """A text without its quotes."""
    return Text(token.text[1:-1], span=place(token, span))


def number(token: Token, span: Span) -> NumberLiteral:
    """A number as a value."""
    return NumberLiteral(whole(token), span=place(token, span))


def whole(token: Token) -> int:
    """The number a token stands for. One with more digits than any rulebook needs only has to show that it is large."""
    return int(token.text[:_MOST_DIGITS])


def optional_number(token: Token | None) -> int | None:
    """A number that may be missing."""
    return None if token is None else whole(token)


def singular(token: Token) -> str:
    """The form in which the tree knows a language word: `players` is `player`."""
    return token.text.removesuffix("s")

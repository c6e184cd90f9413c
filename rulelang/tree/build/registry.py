"""Which function builds the node of which grammar rule, and helpers they share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, ParamSpec, TypeVar

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree.nodes import Node, NumberLiteral, Text, Word

Parameters = ParamSpec("Parameters")
Built = TypeVar("Built")

BUILDERS: dict[str, Callable[..., Any]] = {}
#: Of the rules with `made_of`: the fields of their nodes.
FIELDS: dict[str, tuple[str, ...]] = {}

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


#: What a node has of the tokens with these names; of others it says whether they stand there (`reverse!`).
_OF_TOKENS: Final[dict[str, Callable[[Any, Span], Any]]] = {
    "name": word,
    "names": lambda tokens, span: tuple(word(token, span) for token in tokens),
    "string": text,
    "int_": lambda token, _span: whole(token),
    **dict.fromkeys(("arg", "coord", "lang", "location", "nth", "quant"), lambda token, _span: token.text),
}


def made_of(rule: str, form: type[Node], *fields: str) -> None:
    """Mark a rule whose node has for its fields what these symbols stand for, in this order. One with `?` may be
    missing, one with `*` may stand there any number of times; of one with `!` the node only says whether it stands
    there; of `pointer|quantity` it has the one that does."""
    symbols = [symbol for field in fields for symbol in field.split("|")]
    flags = [at for at, symbol in enumerate(symbols) if symbol.endswith("!")]
    read = [(at, _OF_TOKENS[name]) for at, symbol in enumerate(symbols) if (name := symbol.rstrip("?*")) in _OF_TOKENS]
    either = [slice(at, at + 1 + field.count("|")) for at, field in enumerate(fields) if "|" in field]
    as_it_is = not (read or flags or either)

    def build(span: Span, *values: Any) -> Node:
        if as_it_is:
            return form(*values, span=span)
        found = list(values)
        for at, of_token in read:
            if found[at] is not None:
                found[at] = of_token(found[at], span)
        for at in flags:
            found[at] = found[at] is not None
        for several in either:
            found[several] = [one for one in found[several] if one is not None]
        return form(*found, span=span)

    BUILDERS[rule], FIELDS[rule] = build, fields

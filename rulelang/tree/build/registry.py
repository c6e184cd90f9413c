"""Which function builds the node of which grammar rule, and helpers they share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from inspect import Parameter
from typing import Any, Final, ParamSpec, TypeVar

from rulelang.source import Span
from rulelang.tokens.token import Token
from rulelang.tree.nodes import Node, Noun, NumberLiteral, Text, Word

Parameters = ParamSpec("Parameters")
Built = TypeVar("Built")

BUILDERS: dict[str, Callable[..., Any]] = {}
#: Of the rules with `made_of`: the symbols that their nodes are made of, each with what it is where it is missing.
FIELDS: dict[str, tuple[tuple[str, object], ...]] = {}
REQUIRED: Final = Parameter.empty

#: The places at the end of a game by their words; -1 is the last.
RANKS: Final = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "last": -1}

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


def _numbers(tokens: Iterable[Token], _span: Span) -> tuple[int, ...]:
    return tuple(whole(token) for token in tokens)


def _text_of(token: Token, _span: Span) -> str:
    return token.text


#: What a node has of the tokens with these names; of others it says whether they stand there (`reverse!`).
_OF_TOKENS: Final[dict[str, Callable[[Any, Span], Any]]] = {
    "name": word,
    "names": lambda tokens, span: tuple(word(token, span) for token in tokens),
    "string": text,
    "int_": lambda token, _span: whole(token),
    "ints": _numbers,
    "langs": lambda tokens, _span: tuple(token.text for token in tokens),
    "ordinal": lambda token, _span: RANKS[token.text],
    "player": lambda token, span: Word(singular(token), span=place(token, span)),
    "row": lambda token, span: Noun(None, singular(token), span=place(token, span)),
    "whence": lambda token, _span: " ".join(token.text.split()),
    **dict.fromkeys(("arg", "coord", "lang", "location", "nth", "quant"), _text_of),
}


class Said:
    """A field that depends on which symbol stands there, `said("most", least="least")`, or on none, `said(True)`."""

    def __init__(self, otherwise: object, by_symbol: Mapping[str, object]) -> None:
        self.otherwise = otherwise
        self.by_symbol = by_symbol

    def value(self, standing: Iterable[object]) -> object:
        """What is said by the first symbol that stands there."""
        said = zip(self.by_symbol.values(), standing, strict=True)
        return next((value for value, symbol in said if symbol is not None), self.otherwise)


def said(otherwise: object, **by_symbol: object) -> Said:
    """What a field says where none of these symbols stands, and what it says where one does."""
    return Said(otherwise, by_symbol)


def made_of(rule: str, form: type[Node], *fields: str | Said) -> None:
    """Mark a rule whose node has for its fields what these symbols stand for, in this order. One with `?` may be
    missing, one with `*` may stand there any number of times; of one with `!` the node only says whether it stands
    there; of `pointer|quantity` it has the one that does; what is behind `ints..` are several fields."""
    taken: list[tuple[str, object]] = []
    special: list[tuple[slice, Callable[[list[Any], Span], Iterable[Any]]]] = []
    for field in fields:
        symbols = list(field.by_symbol) if isinstance(field, Said) else field.split("|")
        optional = isinstance(field, Said) or len(symbols) > 1
        part = slice(len(taken), len(taken) + len(symbols))
        taken += [(symbol.rstrip("?*!."), _if_missing(symbol, optional)) for symbol in symbols]
        if take := _taking(field, symbols):
            special.insert(0, (part, take))  # the last comes first, so that the places of the others stay right

    def build(span: Span, *values: Any) -> Node:
        if special:
            found = list(values)
            for part, take in special:
                found[part] = take(found[part], span)
            return form(*found, span=span)
        return form(*values, span=span)

    BUILDERS[rule], FIELDS[rule] = build, tuple(taken)


def _if_missing(symbol: str, optional: bool) -> object:
    """What stands for a symbol that is not there."""
    return () if symbol.endswith("*") else None if optional or symbol[-1] in "?!" else REQUIRED


def _taking(field: str | Said, symbols: list[str]) -> Callable[[list[Any], Span], Iterable[Any]] | None:
    """What the fields of a node are made of, if it is not just what the symbols stand for."""
    if isinstance(field, Said):
        return lambda values, _span: [field.value(values)]
    of_tokens = [_OF_TOKENS.get(symbol.rstrip("?*!.")) for symbol in symbols]
    if field.endswith("!"):
        return lambda values, _span: [values[0] is not None]

    def take(values: list[Any], span: Span) -> Iterable[Any]:
        found = [
            of_token(value, span) if of_token is not None else value
            for value, of_token in zip(values, of_tokens, strict=True)
            if value is not None
        ] or [None]
        return found[0] if field.endswith("..") else found

    return take if len(symbols) > 1 or any(of_tokens) or field.endswith("..") else None

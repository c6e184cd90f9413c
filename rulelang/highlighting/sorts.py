"""What each piece of a rulebook is to somebody who looks at it. Only words that show structure are named here; what is
a word, the scanner and the vocabulary know."""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

from rulelang.tokens.scanner import scan, vocabulary


class TextSort(Enum):
    """Pieces that look alike."""

    STRUCTURE = "structure"
    FLOW = "flow"
    SHAPE = "shape"
    WORD = "word"
    LINK = "link"
    TERM = "term"
    TEXT = "text"
    NUMBER = "number"
    PLACE = "place"
    LANGUAGE = "language"
    HEADING = "heading"
    REMARK = "remark"
    SIGN = "sign"
    UNKNOWN = "unknown"


class TextPiece(NamedTuple):
    """A word or sign from `start` to `end`."""

    start: int
    end: int
    sort: TextSort


_KINDS: Final = {
    TextSort.STRUCTURE: "RULEBOOK LIBRARY USES SOURCE LANGUAGES STATEMENTS GLOSSARY PICTURE EXAMPLE PHASE VARIANT "
    "SETUP SCORING GIVEN ASIDE ASSUMED CONFIRMED",
    TextSort.FLOW: "IF OTHERWISE THEN WHEN WHERE WHILE UNTIL REPEAT INSTEAD EITHER MAY ONCE ALWAYS NEVER ALSO _ASLONG "
    "_ASSOON _ABOUT AFTER/WHENCE WHENCE",
    TextSort.SHAPE: "SHAPE NOUN PLAYER",
    TextSort.LINK: "_ART _IS _HAS THE OF AND OR TO BY WITH IN/LOCATION LOCATION/ON FROM/LOCATION ARG/AT ARG/FOR AS IT "
    "ITS YOU YOUR",
    TextSort.SIGN: "LPAR RPAR LSQB RSQB COLON COMMA VBAR _POSSESSIVE SIGN",
    TextSort.TERM: "NAME",
    TextSort.TEXT: "STRING OPEN_QUOTE",
    TextSort.NUMBER: "INT",
    TextSort.PLACE: "COORD",
    TextSort.LANGUAGE: "LANG",
    TextSort.HEADING: "HEADING",
    TextSort.REMARK: "NOTE",
    TextSort.UNKNOWN: "WORD",
}

#: The sort of each kind of token that is not simply a word of the language.
SORTS: Final = {kind: sort for sort, kinds in _KINDS.items() for kind in kinds.split()}

_WORD: Final = re.compile(r"[^\s,]+")


def sort_of(kind: str) -> TextSort:
    """The sort of a kind of token."""
    return SORTS.get(kind, TextSort.WORD)


def pieces(text: str) -> Iterator[TextPiece]:
    """Every word and sign, in order; between them are only spaces and line ends."""
    words = vocabulary()
    for token in scan(text):
        if token.kind == "newline":
            continue
        if not token.text.startswith(","):
            yield TextPiece(token.start, token.end, sort_of(token.kind))
            continue
        # `, then` is one token, perhaps over two lines: its words look like any others.
        yield TextPiece(token.start, token.start + 1, TextSort.SIGN)
        for word in _WORD.finditer(token.text):
            yield TextPiece(token.start + word.start(), token.start + word.end(), sort_of(words[word[0]]))

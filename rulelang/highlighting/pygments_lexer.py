"""A lexer for Pygments, and with it for `pygmentize`, Sphinx, MkDocs and others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final

from pygments.lexer import Lexer
from pygments.token import Comment, Generic, Keyword, Literal, Name, Number, Operator, Punctuation, String, Text
from pygments.token import _TokenType as Style

from rulelang.highlighting.sorts import TextSort, pieces

_STYLES: Final = {
    TextSort.STRUCTURE: Keyword.Declaration,
    TextSort.FLOW: Keyword,
    TextSort.SHAPE: Keyword.Type,
    TextSort.WORD: Operator.Word,
    TextSort.LINK: Text,
    TextSort.TERM: Name.Class,
    TextSort.TEXT: String.Double,
    TextSort.NUMBER: Number.Integer,
    TextSort.PLACE: Literal,
    TextSort.LANGUAGE: Name.Label,
    TextSort.HEADING: Generic.Heading,
    TextSort.REMARK: Comment.Single,
    TextSort.SIGN: Punctuation,
    TextSort.UNKNOWN: Text,
}


class RuleLangLexer(Lexer):
    """Reads rulebooks as the scanner of RuleLang does."""

    name = "RuleLang"
    aliases: ClassVar[list[str]] = ["rulelang"]
    filenames: ClassVar[list[str]] = ["*.rules"]

    def get_tokens_unprocessed(self, text: str) -> Iterator[tuple[int, Style, str]]:
        """All of the text, piece by piece."""
        place = 0
        for start, end, sort in pieces(text):
            if start > place:
                yield place, Text.Whitespace, text[place:start]
            yield start, _STYLES[sort], text[start:end]
            place = end
        if place < len(text):
            yield place, Text.Whitespace, text[place:]

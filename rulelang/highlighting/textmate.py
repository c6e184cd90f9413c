"""A TextMate grammar made from the vocabulary, for Shiki, VS Code, and what else reads such grammars.

It knows one line at a time, so it has patterns of its own in place of the scanner; a test holds the two together sign
by sign. They are written in what Python and Oniguruma have in common."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rulelang.highlighting.sorts import TextSort, sort_of
from rulelang.tokens.scanner import vocabulary

#: Where the grammar is kept; `python -m rulelang.highlighting` writes it.
FILE: Final = Path(__file__).with_name("rulelang.tmLanguage.json")

_SCOPES: Final = {
    TextSort.STRUCTURE: "keyword.other.structure",
    TextSort.FLOW: "keyword.control",
    TextSort.SHAPE: "storage.type",
    TextSort.WORD: "keyword.operator.word",
    TextSort.LINK: "meta.link",
    TextSort.TERM: "entity.name.type",
    TextSort.TEXT: "string.quoted.double",
    TextSort.NUMBER: "constant.numeric",
    TextSort.PLACE: "constant.other.place",
    TextSort.LANGUAGE: "constant.language",
    TextSort.HEADING: "markup.heading",
    TextSort.REMARK: "comment.line",
    TextSort.SIGN: "punctuation",
    TextSort.UNKNOWN: "meta.unknown",
}

_CAPITAL: Final = r"[^\W\d_a-zß-öø-ÿ]"
_REST: Final = r"[^\W_]*(?:-[^\W_]+)*"
#: Here a word ends.
_ENDS: Final = r"(?!\w|-\w|'t\b)"


def patterns() -> Iterator[tuple[TextSort, str]]:
    """What each sort looks like; of those that fit at a place the first one counts."""
    yield TextSort.TERM, rf"{_CAPITAL}{_REST}(?:\s+(?:{_CAPITAL}|[0-9]){_REST})*"
    yield TextSort.PLACE, r"[a-z][0-9]+(?![^\W_])"
    several, single = _words()
    yield from _alternatives(several, r"\b")
    yield TextSort.REMARK, r"note:.*"
    yield from _alternatives(single, _ENDS)
    yield TextSort.LANGUAGE, r'[a-z][a-z](?=[ ]*(?:["|,]|$))'
    yield TextSort.UNKNOWN, r"[^\W\d_]\w*(?:-\w+)*(?:'t\b)?"
    yield TextSort.NUMBER, r"-?[0-9]+(?![^\W_])"
    yield TextSort.TEXT, r'"[^"]*"?'
    yield TextSort.HEADING, r"#+[ ]+[^\s\[](?:(?!\snote:)[^\[])*(?<!\s)"
    yield TextSort.SIGN, r"['’]s?(?![^\W_])|[|,:()\[\]]|#+|[^\s\w\"'’|,:()\[\]#]+|['’]"
    yield TextSort.UNKNOWN, r"\w+"


def _words() -> tuple[dict[TextSort, list[str]], dict[TextSort, list[str]]]:
    """What the vocabulary has of each sort: several words that are one, and single words."""
    several: dict[TextSort, list[str]] = {}
    single: dict[TextSort, list[str]] = {}
    for word, kind in vocabulary().items():
        if word[0].isalpha():
            (several if " " in word else single).setdefault(sort_of(kind), []).append(word)
    return several, single


def _alternatives(words: dict[TextSort, list[str]], ends: str) -> Iterator[tuple[TextSort, str]]:
    for sort in TextSort:
        if sort in words:
            listed = "|".join(
                re.escape(word).replace(r"\ ", r"\s+").replace(r"\-", "-") for word in sorted(words[sort])
            )
            yield sort, f"(?:{listed}){ends}"


def grammar() -> str:
    """The grammar as a file."""
    found = {
        "name": "RuleLang",
        "scopeName": "source.rulelang",
        "fileTypes": ["rules"],
        "patterns": [{"name": f"{_SCOPES[sort]}.rulelang", "match": match} for sort, match in patterns()],
    }
    return json.dumps(found, indent=2, ensure_ascii=False) + "\n"

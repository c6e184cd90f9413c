"""A TextMate grammar made from the vocabulary, for Shiki, VS Code, and what else reads such grammars.

It knows one line at a time, so it has patterns of its own in place of the scanner; a test holds the two together sign
by sign. They are written in what Python and Oniguruma have in common."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from rulelang.highlighting.sorts import Sort, sort_of
from rulelang.tokens.scanner import vocabulary

#: Where the grammar is kept; `python -m rulelang.highlighting` writes it.
FILE: Final = Path(__file__).with_name("rulelang.tmLanguage.json")

_SCOPES: Final = {
    Sort.STRUCTURE: "keyword.other.structure",
    Sort.FLOW: "keyword.control",
    Sort.SHAPE: "storage.type",
    Sort.WORD: "keyword.operator.word",
    Sort.LINK: "meta.link",
    Sort.TERM: "entity.name.type",
    Sort.TEXT: "string.quoted.double",
    Sort.NUMBER: "constant.numeric",
    Sort.PLACE: "constant.other.place",
    Sort.LANGUAGE: "constant.language",
    Sort.HEADING: "markup.heading",
    Sort.REMARK: "comment.line",
    Sort.SIGN: "punctuation",
    Sort.UNKNOWN: "meta.unknown",
}

_CAPITAL: Final = r"[^\W\d_a-zß-öø-ÿ]"
_REST: Final = r"[^\W_]*(?:-[^\W_]+)*"
#: Here a word ends.
_ENDS: Final = r"(?!\w|-\w|'t\b)"


def patterns() -> Iterator[tuple[Sort, str]]:
    """What each sort looks like; of those that fit at a place the first one counts."""
    yield Sort.TERM, rf"{_CAPITAL}{_REST}(?:\s+(?:{_CAPITAL}|[0-9]){_REST})*"
    yield Sort.PLACE, r"[a-z][0-9]+(?![^\W_])"
    several, single = _words()
    yield from _alternatives(several, r"\b")
    yield Sort.REMARK, r"note:.*"
    yield from _alternatives(single, _ENDS)
    yield Sort.LANGUAGE, r'[a-z][a-z](?=[ ]*(?:["|,]|$))'
    yield Sort.UNKNOWN, r"[^\W\d_]\w*(?:-\w+)*(?:'t\b)?"
    yield Sort.NUMBER, r"-?[0-9]+(?![^\W_])"
    yield Sort.TEXT, r'"[^"]*"?'
    yield Sort.HEADING, r"#+[ ]+[^\s\[](?:(?!\snote:)[^\[])*(?<!\s)"
    yield Sort.SIGN, r"['’]s?(?![^\W_])|[|,:()\[\]]|#+|[^\s\w\"'’|,:()\[\]#]+|['’]"
    yield Sort.UNKNOWN, r"\w+"


def _words() -> tuple[dict[Sort, list[str]], dict[Sort, list[str]]]:
    """What the vocabulary has of each sort: several words that are one, and single words."""
    several: dict[Sort, list[str]] = {}
    single: dict[Sort, list[str]] = {}
    for word, kind in vocabulary().items():
        if word[0].isalpha():
            (several if " " in word else single).setdefault(sort_of(kind), []).append(word)
    return several, single


def _alternatives(words: dict[Sort, list[str]], ends: str) -> Iterator[tuple[Sort, str]]:
    for sort in Sort:
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

"""The TextMate grammar is up to date, and sees in every rulebook what the scanner sees."""

from __future__ import annotations

import json
import re
from pathlib import Path

from rulelang.highlighting.sorts import TextSort, pieces
from rulelang.highlighting.textmate import FILE, grammar
from rulelang.tokens.scanner import vocabulary

PROJECT = Path(__file__).parents[2]
PATTERNS = [(found["name"], found["match"]) for found in json.loads(FILE.read_text(encoding="utf-8"))["patterns"]]
LINE = re.compile("|".join(f"(?P<p{number}>{match})" for number, (_, match) in enumerate(PATTERNS)))


def _seen(text: str) -> list[tuple[str, str | None]]:
    """Each sign with the scope that an editor gives it: the first pattern at the first place, line by line."""
    scopes: list[tuple[str, str | None]] = []
    for line in text.split("\n"):
        found: list[str | None] = [None] * len(line)
        for match in LINE.finditer(line):
            assert match.lastgroup is not None
            found[match.start() : match.end()] = [PATTERNS[int(match.lastgroup[1:])][0]] * len(match[0])
        scopes += zip(line, found, strict=True)
    return [(sign, scope) for sign, scope in scopes if not sign.isspace()]


def _meant(text: str) -> list[tuple[str, TextSort | None]]:
    """Each sign with what the scanner takes it for."""
    sorts: list[TextSort | None] = [None] * len(text)
    for start, end, sort in pieces(text):
        sorts[start:end] = [sort] * (end - start)
    return [(sign, sort) for sign, sort in zip(text, sorts, strict=True) if not sign.isspace()]


def test_the_file_is_what_the_vocabulary_makes() -> None:
    assert FILE.read_text(encoding="utf-8") == grammar(), "write it anew: python -m rulelang.highlighting"


def test_it_sees_what_the_scanner_sees() -> None:
    rulebooks = sorted((*(PROJECT / "rulebooks").rglob("*.rules"), *(PROJECT / "examples").rglob("*.rules")))
    odd = "\n".join(
        (*vocabulary(), "face-downs isn't don't 3a b12 -4 '’s x's \"open", "# A note: b", 'de "x", fr | if,')
    )
    texts = [odd, *(path.read_text(encoding="utf-8") for path in rulebooks)]
    assert len(texts) > 20
    pairs: dict[TextSort, str | None] = {}
    for text in texts:
        for (sign, scope), (same, sort) in zip(_seen(text), _meant(text), strict=True):
            assert sign == same
            assert sort is not None, sign
            assert pairs.setdefault(sort, scope) == scope, f"{sort} is {scope} at {sign!r}"
    assert set(pairs) == set(TextSort)
    assert len(set(pairs.values())) == len(TextSort)

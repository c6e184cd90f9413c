"""What may come next, in words for the author."""

from __future__ import annotations

from functools import cache

from rulelang.diagnostics.wording import quoted
from rulelang.tokens.scanner import vocabulary
from rulelang.tree.machine import Machine

# Parts of sentences, the most inclusive first. One of them stands for all the words it may begin with.
_PARTS = {
    "item": "a rule such as `the Bag is a bag of Tiles`",
    "_statement": "a sentence such as `gain 2 Coins`",
    "inline": "a sentence such as `gain 2 Coins`",
    "cond": "a condition such as `the Bag is empty`",
    "value": "a number or a thing such as `3` or `your Income`",
    "pick": "what is chosen, such as `a Card from your Hand`",
    "amount": "an amount such as `2 Coins`",
    "places": "a place such as `your Hand`",
    "set": "a kind of thing such as `Cards in your Hand`",
    "phrase": "a thing such as `the Die` or `your Hand`",
    "noun": "a Capitalised term",
}
_SIGNS = {
    "NAME": "a Capitalised term",
    "INT": "a number",
    "STRING": "a text in quotes",
    "LANG": "a language such as `de`",
    "COORD": "a square such as `c4`",
    "HEADING": "a heading",
    "_POSSESSIVE": "`'s`",
    "_NL": "the end of the line",
    "_INDENT": "a deeper line",
    "_THENBY": "`, then`",
}
# Said first, because they are most often what is missing.
_FIRST = ("COLON", "COMMA", "_THEN", "VBAR", "RSQB", "RPAR")
_LAST = ("_NL", "LSQB")


@cache
def words_of_kinds() -> dict[str, tuple[str, ...]]:
    """The words of each kind, the shortest first; those it shares with others if it has none of its own."""
    own: dict[str, list[str]] = {}
    shared: dict[str, list[str]] = {}
    for word, kind in vocabulary().items():
        own.setdefault(kind, []).append(word)
        for one in kind.split("/"):
            shared.setdefault(one, []).append(word)
    words = shared | own
    return {kind: tuple(sorted(found, key=lambda word: (len(word), word))) for kind, found in words.items()}


def expected(machine: Machine) -> list[str]:
    """What may come next: parts of sentences and signs in words, and words of the language in backticks."""
    kinds = set(machine.accepted())
    parts = []
    for part, said in _PARTS.items():
        beginnings = machine.table.beginnings[part]
        if beginnings <= kinds:
            kinds -= beginnings
            parts.append(said)
    # A word that stands for several kinds is covered as soon as one of them is.
    kinds = {kind for kind in kinds if "/" not in kind or kinds.issuperset(kind.split("/")[:1])}
    first = [said for kind in _FIRST if kind in kinds for said in _said(kind)]
    last = [said for kind in _LAST if kind in kinds for said in _said(kind)]
    signs = [said for kind, said in _SIGNS.items() if kind in kinds and kind not in _LAST]
    rest = [said for kind in sorted(kinds) if kind not in (*_FIRST, *_LAST, *_SIGNS) for said in _said(kind)]
    return list(dict.fromkeys([*parts, *first, *signs, *rest, *last]))


def _said(kind: str) -> list[str]:
    if kind in _SIGNS:
        return [_SIGNS[kind]]
    return [quoted(word) for word in words_of_kinds().get(kind, ())[:1]]

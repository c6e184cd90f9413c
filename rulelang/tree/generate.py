"""Makes the parse table that is shipped with the package: `python -m rulelang.tree.generate`.

Lark reads the grammar and computes the table; at run time only the table is needed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lark import Lark
from lark.lexer import Lexer
from lark.parsers.lalr_analysis import Shift

from rulelang.tree.binding import bind

GRAMMAR = Path(__file__).with_name("rules.lark")
TABLE = Path(__file__).with_name("table.json")
WORDS = Path(__file__).parents[1] / "tokens" / "words.json"
LEXICAL = frozenset(
    {"HEADING", "COORD", "INT", "NAME", "STRING", "LANG", "_NL", "_POSSESSIVE", "_THENBY", "__IGNORE_0", "__IGNORE_1"}
)
SPOKEN_OF = (
    "_statement",
    "inline",
    "item",
    "option",
    "line",
    "row",
    "content",
    "cond",
    "value",
    "set",
    "places",
    "phrase",
    "relation",
    "noun",
    "amount",
    "pick",
)
LAYOUT = ("_NL", "_INDENT", "_DEDENT")
END = "$END"
AHEAD = re.compile(r"\(\?[=!](?:[^()]|\([^()]*\))*\)")
"""What a pattern only looks ahead at."""


class _NoLexer(Lexer):
    """Keeps Lark from building its own lexer: the scanner feeds the parser."""

    def __init__(self, _conf: object) -> None:
        pass

    def lex(self, _lexer_state: object, _parser_state: object) -> Iterator[Any]:
        return iter(())


def expand(pattern: str) -> list[str]:
    """Every text that a finite pattern matches. Knows alternatives, groups and `?`; leaves out what looks ahead."""
    texts, rest = _alternatives(AHEAD.sub("", pattern))
    if rest:
        raise ValueError(f"{pattern} is not finite")
    return texts


def _alternatives(pattern: str) -> tuple[list[str], str]:
    found, current = [], [""]
    while pattern and pattern[0] != ")":
        if pattern[0] == "|":
            found += current
            current, pattern = [""], pattern[1:]
            continue
        if pattern[0] == "(":
            piece, pattern = _alternatives(pattern[1:])
            pattern = pattern[1:]
        else:
            pattern = pattern.removeprefix("\\")
            piece, pattern = [pattern[0]], pattern[1:]
        if pattern.startswith("?"):
            piece, pattern = ["", *piece], pattern[1:]
        current = [one + other for one in current for other in piece]
    return found + current, pattern


def lexemes(terminals: Iterable[Any]) -> dict[str, list[str]]:
    """Every word and sign that the grammar writes with the terminals it may stand for."""
    words: dict[str, list[str]] = {}
    for terminal in terminals:
        if terminal.name not in LEXICAL:
            pattern = terminal.pattern
            texts = [pattern.value] if pattern.type == "str" else expand(pattern.value)
            for text in texts:
                words.setdefault(text, []).append(terminal.name)
    return words


def read_grammar() -> Lark:
    """The grammar, without a lexer."""
    return Lark(GRAMMAR.read_text(encoding="utf-8"), parser="lalr", lexer=_NoLexer, strict=True)


def words_of(lark: Lark) -> dict[str, str]:
    """Every word and sign with its kind."""
    return {text: "/".join(sorted(names)) for text, names in sorted(vocabulary_of(lark).items())}


def vocabulary_of(lark: Lark) -> dict[str, list[str]]:
    """The closed vocabulary; verbs may stand in the third person."""
    words = lexemes(lark.terminals)
    verbs = verbs_of(lark)
    for text, kinds in [(text, verbs.intersection(names)) for text, names in words.items()]:
        for verb in kinds:
            words.setdefault(third_person(text), []).append(verb)
    return words


def verbs_of(lark: Lark) -> set[str]:
    """The kinds of the words that deeds begin with."""
    beginnings = (rule.expansion[0] for rule in lark.rules if rule.origin.name == "deed")
    return {symbol.name for symbol in beginnings if symbol.is_term}


def third_person(verb: str) -> str:
    """`gains` for `gain`."""
    return verb + ("es" if verb.endswith("o") else "s")


def table_of(lark: Lark) -> dict[str, Any]:
    """The parse table as plain data."""
    table = lark.parser.parser._parse_table
    words = vocabulary_of(lark)
    kinds = sorted({END, *LAYOUT, *(terminal.name for terminal in lark.terminals)})
    shared = sorted({tuple(sorted(names)) for names in words.values() if len(names) > 1})
    kinds += ["/".join(names) for names in shared]
    number = {kind: index for index, kind in enumerate(kinds)}
    origins = sorted({rule.origin.name for rule in lark.rules})
    number |= {origin: index for index, origin in enumerate(origins, start=len(kinds))}
    rules = {rule: index for index, rule in enumerate(lark.rules)}
    order = _numbered(table)
    (end,) = table.end_states.values()
    states = []
    for state in order:
        row = {}
        for symbol, (action, target) in sorted(table.states[state].items(), key=lambda item: item[0]):
            row[number[symbol]] = order[target] if action is Shift else -1 - rules[target]
        for names in shared:
            actions = {row[number[name]] for name in names if number[name] in row}
            if len(actions) > 1:
                raise ValueError(f"{names} are the same word, and state {state} can go on with more than one of them")
            row.update((number["/".join(names)], action) for action in actions)
        states.append([value for item in row.items() for value in item])
    beginnings = first_kinds(lark.rules)
    for first in beginnings.values():
        first.update(["/".join(names) for names in shared if first.intersection(names)])
    return {
        "beginnings": {part: sorted(number[kind] for kind in beginnings[part]) for part in SPOKEN_OF},
        "kinds": kinds,
        "origins": origins,
        "rules": [[number[rule.origin.name], len(rule.expansion), how] for rule, how in bind(lark.rules)],
        "start": 0,
        "end": order[end],
        "states": states,
    }


def _numbered(table: Any) -> dict[int, int]:
    """Numbers for the states in the order in which they are met, so that the same grammar gives the same table."""
    (start,) = table.start_states.values()
    numbers = {start: 0}
    waiting = [start]
    for state in waiting:
        for _symbol, (action, target) in sorted(table.states[state].items(), key=lambda item: item[0]):
            if action is Shift and target not in numbers:
                numbers[target] = len(numbers)
                waiting.append(target)
    return numbers


def first_kinds(rules: Iterable[Any]) -> dict[str, set[str]]:
    """With which kinds of tokens each part of a sentence may begin. No part begins with a cell, which may be empty."""
    first: dict[str, set[str]] = {rule.origin.name: set() for rule in rules}
    size = -1
    while size != (size := sum(map(len, first.values()))):
        for rule in rules:
            if rule.expansion:
                symbol = rule.expansion[0]
                first[rule.origin.name] |= {symbol.name} if symbol.is_term else first[symbol.name]
    return first


def as_text(data: dict[str, Any]) -> str:
    """The data as it is stored."""
    return json.dumps(data, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    grammar = read_grammar()
    WORDS.write_text(as_text(words_of(grammar)), encoding="utf-8")
    TABLE.write_text(as_text(table_of(grammar)), encoding="utf-8")

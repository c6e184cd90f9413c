"""From tokens to a tree."""

from __future__ import annotations

from dataclasses import dataclass

from rulelang.diagnostics.catalogue import syntax
from rulelang.diagnostics.model import Diagnostic
from rulelang.source import SourceFile
from rulelang.tokens.layout import lay_out
from rulelang.tokens.scanner import scan, vocabulary
from rulelang.tokens.token import Token
from rulelang.tree.nodes import Document
from rulelang.tree.table import load


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The tree as far as it could be read, and what could not."""

    document: Document
    diagnostics: tuple[Diagnostic, ...]
    tokens: tuple[Token, ...]


def parse(source: SourceFile) -> ParseResult:
    """Read a rulebook."""
    table = load()
    tokens = lay_out(scan(source.text))
    found = []
    states = [table.start]
    lengths = [(len(rule.symbols), rule.origin) for rule in table.rules]
    snapshot = list(states)
    i = 0
    while i < len(tokens):
        token = tokens[i]
        action = table.states[states[-1]].get(token.kind)
        if action is None:
            if token.kind == "WORD":
                found.append(syntax.unknown_word(source.span(token.start, token.end), list(vocabulary())))
            else:
                texts = [w for w, k in vocabulary().items() if k in table.states[states[-1]]]
                others = [w for w in ("NAME", "INT", "STRING", "_NL", "_INDENT", "LANG", "COORD") if w in table.states[states[-1]]]
                found.append(syntax.unexpected(source.span(token.start, token.end), texts, others))
            while i < len(tokens) and tokens[i].kind != "_NL":
                i += 1
            i += 1
            if i < len(tokens) and tokens[i].kind == "_INDENT":
                depth = 0
                while True:
                    depth += {"_INDENT": 1, "_DEDENT": -1}.get(tokens[i].kind, 0)
                    i += 1
                    if not depth:
                        break
            if not (i < len(tokens) and tokens[i].kind in ("_DEDENT", "$END")):
                states = list(snapshot)
                continue
            break
        if action >= 0:
            states.append(action)
            i += 1
            if token.kind in ("_NL", "_INDENT", "_DEDENT"):
                snapshot = list(states)
        else:
            length, origin = lengths[-1 - action]
            if length:
                del states[-length:]
            states.append(table.states[states[-1]][origin])
            if states[-1] == table.end:
                break
    empty = source.span(0, 0)
    return ParseResult(Document(None, (), span=empty), tuple(found), tuple(tokens))

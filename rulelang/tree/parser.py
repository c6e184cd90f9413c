"""From text to a tree: scan, lay out in sentences, run each through the table, report what does not fit."""

from __future__ import annotations

from rulelang.diagnostics.model import Diagnostic
from rulelang.source import SourceFile
from rulelang.tokens.layout import Layout, TokenLine
from rulelang.tokens.scanner import scan
from rulelang.tokens.token import Token
from rulelang.tree.machine import Machine
from rulelang.tree.nodes import Document
from rulelang.tree.recovery import Recovery
from rulelang.tree.reporter import Reporter
from rulelang.tree.table import load
from rulelang.tree.tables import uneven_rows
from rulelang.tree.unseen_signs import unseen_signs
from rulelang.tuning.fast_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The tree of what could be read, what could not, and every token with line ends and remarks."""

    document: Document
    diagnostics: tuple[Diagnostic, ...]
    tokens: tuple[Token, ...]


def parse(source: SourceFile) -> ParseResult:
    """Read a rulebook. Sentences that cannot be read are reported and left out of the tree."""
    tokens = scan(source.text)
    layout = Layout(source, tokens)
    machine = Machine(load(), source)
    reporter = Reporter(source)
    recovery = Recovery(machine, layout, reporter)
    previous: TokenLine | None = None
    while (line := layout.next_line()) is not None:
        recovery.begin(line, previous)
        before = machine.mark()
        joined = line.joined()
        if joined is not None:
            if machine.run(joined) == len(joined):
                previous = line
                continue
            machine.restore(before)
        place = machine.run(line.tokens)
        if place < len(line.tokens):
            recovery.mend(line, place, before)
        elif line.tokens[0].kind == "NAME":
            recovery.doubt(line, before)
        previous = line
    document: Document = machine.values[-1]
    others = (*uneven_rows(document.items), *unseen_signs(source, tokens))
    return ParseResult(document, reporter.findings(layout, others), tuple(tokens))

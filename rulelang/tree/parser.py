"""From text to a tree: scan, lay out in sentences, run each through the table, report what does not fit."""

from __future__ import annotations

from collections.abc import Sequence

from rulelang.diagnostics.catalogue.syntax import no_rulebook
from rulelang.diagnostics.model import Diagnostic
from rulelang.source import SourceFile
from rulelang.tokens.layout import LayoutReader, TokenLine
from rulelang.tokens.scanner import scan
from rulelang.tokens.token import Token
from rulelang.tree.machine import Machine
from rulelang.tree.nodes import Document, Heading
from rulelang.tree.recovery import Recovery
from rulelang.tree.reporter import Reporter
from rulelang.tree.table import load
from rulelang.tree.tables import uneven_rows
from rulelang.tree.unseen_signs import unseen_signs
from rulelang.tuning.fast_dataclass import dataclass

#: With fewer findings it is a rulebook that has only just been begun.
_FEW = 4


@dataclass(frozen=True, slots=True)
class ParseResult:
    """The tree of what could be read, what could not, and every token with line ends and remarks."""

    document: Document
    diagnostics: tuple[Diagnostic, ...]
    tokens: tuple[Token, ...]


def parse(source: SourceFile) -> ParseResult:
    """Read a rulebook. Sentences that cannot be read are reported and left out of the tree."""
    tokens = scan(source.text)
    layout = LayoutReader(source, tokens)
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
    findings = reporter.findings(layout, others)
    if _is_no_rulebook(document, findings):
        findings = (no_rulebook(source.line_span(1)),)
    return ParseResult(document, findings, tuple(tokens))


def _is_no_rulebook(document: Document, findings: Sequence[Diagnostic]) -> bool:
    """Does no line name the rulebook, and can hardly a line but headings be read?"""
    unnamed = any(found.code == "RL0108" for found in findings)
    read = sum(not isinstance(item, Heading) for item in document.items)
    return unnamed and len(findings) >= _FEW * (read + 1)

"""From text to a tree: scan, lay out in sentences, run each through the table, report what does not fit."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import single_signs, syntax
from rulelang.diagnostics.catalogue.syntax import no_rulebook
from rulelang.source import SourceFile, Span
from rulelang.tokens.layout import LayoutReader, TokenLine
from rulelang.tokens.scanner import scan
from rulelang.tokens.token import Token
from rulelang.tree.machine import Machine
from rulelang.tree.nodes import (
    Document,
    Glossary,
    Heading,
    HeldPieces,
    HeldPlace,
    Holding,
    Item,
    Picture,
    PiecesDeclaration,
    SeatsOnly,
    Table,
    TableRow,
    TextGroup,
    ThingDeclaration,
    VariantGroup,
)
from rulelang.tree.recovery import Recovery
from rulelang.tree.reporter import Reporter
from rulelang.tree.table import load
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


#: Control characters, line ends of other systems in the middle of a line, and marks that turn the direction of writing.
_UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_WRITTEN = frozenset({"STRING", "NOTE", "HEADING"})


def unseen_signs(source: SourceFile, tokens: Iterable[Token]) -> Iterator[Diagnostic]:
    """Signs inside texts, headings and remarks that could repaint a screen or turn a line round: one finding for each
    text that has such signs, at the first of them."""
    for token in tokens:
        if token.kind in _WRITTEN and not token.text.isprintable():
            found = _UNSEEN.search(token.text)
            if found is not None:
                start = token.start + found.start()
                yield single_signs.unseen_sign(source.span(start, start + 1))


def uneven_rows(items: Iterable[Item]) -> Iterator[Diagnostic]:
    """Rows with too few or too many cells."""
    for table in tables(items):
        header, *rows = table.rows
        columns = [_title(cell.span.text, place) for place, cell in enumerate(header.cells, start=1)]
        uneven = [row for row in rows if len(row.cells) != len(columns)]
        # If no row fits, the first row is wrong: one finding is enough to say so.
        for row in uneven[:1] if len(uneven) == len(rows) else uneven:
            yield syntax.row_length(_bars(row), len(row.cells), _bars(header), columns)


def tables(items: Iterable[Item]) -> Iterator[Table]:
    """All tables, also those in groups."""
    for item in items:
        match item:
            case Picture(table=table) | Glossary(table=table):
                yield table
            case ThingDeclaration(stock=Table() as table) | PiecesDeclaration(stock=Table() as table):
                yield table
            case Holding(held=HeldPlace(stock=Table() as table) | HeldPieces(stock=Table() as table)):
                yield table
            case TextGroup(items=inside) | SeatsOnly(items=inside) | VariantGroup(items=inside):
                yield from tables(inside)
            case _:
                pass


def _bars(row: TableRow) -> Span:
    return row.span if row.cite is None else Span(row.span.source, row.span.start, row.cite.span.start - 1)


def _title(text: str, place: int) -> str:
    return text.strip() or f"column {place}"

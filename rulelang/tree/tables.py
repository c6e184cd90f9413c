"""Checks the shape of tables: every row has the columns of the first one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.diagnostics.catalogue import syntax
from rulelang.diagnostics.model import Diagnostic
from rulelang.source import Span
from rulelang.tree.nodes import (
    Glossary,
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

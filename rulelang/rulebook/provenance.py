"""Where data come from: printed, confirmed by a further source, or assumed; for every construct, and for every table
down to the row.

A row without a citation comes from where its table does, a construct without one from what the heading above it
cites."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal, TypeAlias

from rulelang.rulebook.loading import Placed, WrittenRulebook
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass

Standing: TypeAlias = Literal["printed", "confirmed", "assumed", "not said"]

_LONGEST = 70

#: Tables that say how things look or are called, and nothing about the game.
_NO_DATA = (tree.Glossary, tree.Picture, tree.Example)


@dataclass(frozen=True, slots=True)
class Provenance:
    """`printed` somewhere, `confirmed` by further sources, or `assumed` for a reason."""

    standing: Standing
    printed: str = ""
    confirmed_by: tuple[str, ...] = ()
    reason: str = ""

    def text(self) -> str:
        """The same as one line."""
        by = ", confirmed by " + " and ".join(self.confirmed_by) if self.confirmed_by else ""
        match self.standing:
            case "assumed":
                return f"assumed: {self.reason}{by}" if self.reason else f"assumed{by}"
            case "confirmed":
                return f"confirmed by {' and '.join(self.confirmed_by)}"
            case "printed":
                return f"printed: {self.printed}{by}"
            case "not said":
                return "not said"


@dataclass(frozen=True, slots=True)
class RowRecord:
    """A row of a table: its first cell that says something, where it stands, and where it comes from."""

    what: str
    place: str
    provenance: Provenance


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A table of components: the construct it belongs to, where it stands, and where it and each row come from."""

    what: str
    place: str
    provenance: Provenance
    rows: tuple[RowRecord, ...]

    def runs(self) -> list[tuple[int, int, Provenance]]:
        """Rows one behind the other that come from the same place: first and last, counted from 1."""
        found: list[tuple[int, int, Provenance]] = []
        for number, row in enumerate(self.rows, 1):
            if found and found[-1][2] == row.provenance:
                found[-1] = (found[-1][0], number, row.provenance)
            else:
                found.append((number, number, row.provenance))
        return found


def cite_text(cite: tree.Cite, section: tree.Cite | None) -> str:
    """A citation as one line: the printed section, then the numbers."""
    parts = [
        f'{place.language} "{place.heading}"' + (f" page {place.page}" if place.page else "")
        for place in (section.places if section is not None else ())
    ]
    return ", ".join([*parts, *(word.text for word in cite.statements)])


def provenance_of(cites: Iterable[tree.Cite | None], section: tree.Cite | None = None) -> Provenance:
    """Where something comes from whose citations, the nearest first, are these. Only the nearest counts; numbers stand
    in the printed section that is named around them."""
    cite = next((found for found in cites if found is not None), None)
    if cite is None:
        return Provenance("not said")
    by = tuple(name.text for name in cite.confirmed)
    if cite.assumed:
        return Provenance("assumed", "", by, cite.reason or "")
    within = cite if cite.places else section
    printed = cite_text(cite, within) if cite.places or cite.statements else ""
    if not printed and by:
        return Provenance("confirmed", "", by)
    return Provenance("printed" if printed else "not said", printed, by)


def tables_of(rulebook: WrittenRulebook) -> tuple[TableRecord, ...]:
    """Every table of components, in reading order."""
    return tuple(
        _table(placed, table)
        for placed in rulebook.items
        if not isinstance(placed.item, _NO_DATA)
        for table in placed.every(tree.Table)
    )


def _table(placed: Placed, table: tree.Table) -> TableRecord:
    held = getattr(placed.item, "held", None)
    around = (getattr(placed.item, "cite", None), getattr(held, "cite", None), placed.headings.cite)
    section = next((cite for cite in (*around, placed.headings.section) if cite is not None and cite.places), None)
    rows = tuple(
        RowRecord(_called(row), place(row.span), provenance_of((row.cite, *around), section)) for row in table.rows[1:]
    )
    return TableRecord(phrase(placed.item), place(table.rows[0].span), provenance_of(around, section), rows)


def _called(row: tree.TableRow) -> str:
    texts = [" ".join(cell.span.text.split()).strip(" |") for cell in row.cells]
    return next(filter(None, texts), "")


def phrase(node: tree.Node) -> str:
    """The first line of a construct, without its citation."""
    text = node.span.text.strip().split("\n", 1)[0].split("[", 1)[0].strip().rstrip(":").strip(" |")
    text = re.sub(r"\s+", " ", text)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3].rsplit(" ", 1)[0] + "..."


def place(span: Span) -> str:
    """`path:line`"""
    return f"{span.source.path}:{span.line}"

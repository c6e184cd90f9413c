"""What the author calls things in the languages of the rulebook: by its glossaries, and by headings that texts cite."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulelang.rulebook.loading import Placed
from rulelang.tree import nodes as tree


def labels_of(items: Iterable[Placed]) -> dict[str, dict[str, str]]:
    """For every term its labels by language. A glossary says it better than a heading."""
    labels: dict[str, dict[str, str]] = {}
    for placed in items:
        node = placed.item
        if isinstance(node, tree.Glossary):
            for term, code, label in _lines(node):
                labels.setdefault(term, {})[code] = label
        elif isinstance(node, tree.TextGroup) and node.cite is not None:
            for cited in node.cite.places:
                labels.setdefault(node.name.text, {}).setdefault(cited.language, cited.heading)
    return labels


def _lines(glossary: tree.Glossary) -> Iterator[tuple[str, str, str]]:
    """Term, language and label, cell by cell; empty cells are left out."""
    header, *rows = glossary.table.rows
    codes = [cell.bits[0].text if cell.bits else "" for cell in header.cells]
    for row in rows:
        if not row.cells[0].bits:
            continue
        term = _said(row.cells[0].bits[0])
        for code, cell in zip(codes[1:], row.cells[1:], strict=False):
            if cell.bits and code:
                yield term, code, _said(cell.bits[0])


def _said(bit: tree.Bit) -> str:
    """A name, or what stands in quotes."""
    return bit.name.text if bit.name else bit.text

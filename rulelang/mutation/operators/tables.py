"""Rows of tables."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.mutation.mutant import MutantEdit, Variation
from rulelang.mutation.register import operator
from rulelang.mutation.sites import MutationSite, varied
from rulelang.tree import nodes as tree

#: Columns that say where things are drawn.
_DRAWN = ("at",)


@operator("a value in a row of a table is a different one")
def cell_changed(site: MutationSite) -> Iterator[Variation]:
    """`| Month 8 | Autumn | Blaze | 7 |`: `| Month 8 | Autumn | Calm | 7 |`"""
    node = site.node
    if not isinstance(node, tree.Table) or isinstance(site.parent, tree.Glossary | tree.Picture):
        return
    header, *rows = node.rows
    for number, row in enumerate(rows, 1):
        for column, cell in enumerate(row.cells):
            if column == 0 or header.cells[column].span.text.strip() in _DRAWN:
                continue
            values = [one.cells[column].bits for one in rows if column < len(one.cells)]
            for place, bit in enumerate(cell.bits):
                other = _other(bit, values)
                if other is None:
                    continue
                bits = (*cell.bits[:place], other[0], *cell.bits[place + 1 :])
                cells = (*row.cells[:column], varied(cell, bits=bits), *row.cells[column + 1 :])
                new = varied(node, rows=(*node.rows[:number], varied(row, cells=cells), *node.rows[number + 1 :]))
                yield Variation(new, (MutantEdit(bit.span, other[1]),))


def _other(bit: tree.Bit, column: list[tuple[tree.Bit, ...]]) -> tuple[tree.Bit, str] | None:
    """Another value that could stand there: one more (or less, for the greatest of the column), another of its names;
    with the text."""
    alike = [one for bits in column for one in bits if one.form == bit.form]
    if bit.numbers and bit.form in ("number", "name") and len(bit.numbers) == 1:
        most = max(one.numbers[0] for one in alike if one.numbers)
        number = bit.numbers[0] + (1 if bit.numbers[0] < most or most == 0 else -1)
        new = varied(bit, numbers=(number,))
        return new, f"{number} {bit.name.text}" if bit.name is not None else str(number)
    if bit.form == "name" and bit.name is not None:
        names = list(dict.fromkeys(one.name.text for one in alike if one.name is not None))
        if len(names) > 1:
            other = names[(names.index(bit.name.text) + 1) % len(names)]
            return varied(bit, name=varied(bit.name, text=other)), other
    return None


@operator("a mark in a row of a table is missing")
def mark_removed(site: MutationSite) -> Iterator[Variation]:
    """`| Rider | 1 | yes |`: `| Rider | 1 | |`"""
    node = site.node
    if isinstance(node, tree.TableCell) and len(node.bits) == 1 and node.bits[0].form == "yes":
        yield Variation(varied(node, bits=()), (MutantEdit(node.bits[0].span, ""),), "without")

"""`look`: what is printed on a card, a tile, a space, and the text that belongs to it, out of the rulebook."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeAlias

from rulelang.rulebook.loading import WrittenRulebook
from rulelang.tree import nodes as tree

#: What a name is called in the language of the table.
Label: TypeAlias = Callable[[str], str]

_AT: Final = "at"


def looked_up(written: WrittenRulebook, words: str, label: Label) -> list[str]:
    """Everything whose name has these words in it, in English or in the language of the table; the exact name alone
    where there is one."""
    wanted = words.casefold().split()
    found = [entry for entry in _entries(written, label) if _fits(entry, wanted)]
    exact = [entry for entry in found if words.casefold() in {name.casefold() for name in entry[0]}]
    return [line for _, lines in exact or found for line in lines]


def examples_of(written: WrittenRulebook) -> dict[str, str]:
    """The examples of a rulebook by their titles, as they are written."""
    examples = [placed.item for placed in written.items if isinstance(placed.item, tree.Example)]
    return {example.title.text: example.span.text for example in examples}


def _fits(entry: tuple[tuple[str, ...], list[str]], wanted: Sequence[str]) -> bool:
    return any(all(word in name.casefold() for word in wanted) for name in entry[0])


def _entries(written: WrittenRulebook, label: Label) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """What things are called, and the lines about them."""
    for placed in written.items:
        if isinstance(placed.item, tree.Glossary | tree.Picture | tree.Example):
            continue
        if isinstance(placed.item, tree.TextGroup):
            text = placed.item.span.text.rstrip().splitlines()
            yield (placed.item.name.text, label(placed.item.name.text)), text
        for part in placed.parts:
            if isinstance(part, tree.Table):
                yield from _rows(part, label)


def _rows(table: tree.Table, label: Label) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    header, *rows = [[cell.span.text.strip() for cell in row.cells] for row in table.rows]
    for first, *cells in rows:
        said = [
            f"{label(column)} {', '.join(label(part.strip()) for part in cell.split(','))}"
            for column, cell in zip(header[1:], cells, strict=False)
            if cell and column != _AT
        ]
        yield (first, label(first)), [f"{label(first)}: {'; '.join(said)}" if said else label(first)]

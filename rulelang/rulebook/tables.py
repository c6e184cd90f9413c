"""Card tables and lots read into values: which column holds what, what stands in each cell, and which elements the
names in cells stand for once all have their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from math import prod
from typing import cast

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import components as component_wording
from rulelang.diagnostics.catalogue import tables as table_wording
from rulelang.diagnostics.catalogue import tables as wording
from rulelang.diagnostics.spelling import closest
from rulelang.rulebook.size import MOST_PIECES
from rulelang.rulebook.words import split_all
from rulelang.rulebook.world import Column, World
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, replace


def resolve(world: World, diagnostics: list[Diagnostic], values: dict[str, dict[int, object]], column: Column) -> None:
    """Names in cells become numbers; links are made two-way unless `one-way`."""
    numbers = _numbers(world, column.noun)
    found = values.setdefault(column.name, {})
    if column.form == "element":
        for element, value in list(found.items()):
            name, span = cast(tuple[str, Span], value)
            if name not in numbers:
                diagnostics.append(table_wording.cell_not_a_member(span, name, column.noun, list(numbers)))
                del found[element]
            else:
                found[element] = numbers[name]
        return
    links: dict[int, set[int]] = {}
    for element, value in found.items():
        for name, span in cast(tuple[tuple[str, Span], ...], value):
            if name not in numbers:
                diagnostics.append(table_wording.cell_not_a_member(span, name, column.noun, list(numbers)))
                continue
            links.setdefault(element, set()).add(numbers[name])
            if not column.one_way:
                links.setdefault(numbers[name], set()).add(element)
    values[column.name] = dict(links)


def _numbers(world: World, noun: str) -> dict[str, int]:
    spaces = {name: space.first + i for space in world.space_classes(noun) for i, name in enumerate(space.members)}
    pieces = {world.individuals[p].name: p for kind in world.piece_classes(noun) for p in kind.individuals}
    return spaces | pieces


@dataclass(frozen=True, slots=True)
class TableEntry:
    """One row or lot: how many, its name, its printed values, its spot on the picture."""

    count: int
    name: str
    values: dict[str, object]
    spot: tuple[int, int] | None
    span: Span


@dataclass(frozen=True, slots=True)
class TableReading:
    """A table or list of lots read for some columns; `titled` names the first column if it is a title."""

    entries: tuple[TableEntry, ...]
    title: str


def _called(entries: Iterable[TableEntry], columns: dict[str, Column], noun: str) -> tuple[TableEntry, ...]:
    """Without titles, things are called by what is printed on them: `Amber 3`, `Marked Rice`, `Note 12`, `Den Note`."""
    return tuple(replace(entry, name=_printed_name(entry.values, columns, noun)) for entry in entries)


def _printed_name(values: dict[str, object], columns: dict[str, Column], noun: str) -> str:
    words: list[str] = []
    elements: list[str] = []
    numbers: list[str] = []
    for column in columns.values():
        value = values.get(column.name)
        if column.form == "mark" and value is not None:
            words.insert(0, column.name)
        elif column.form == "member" and column.kind is not None and isinstance(value, int):
            words.append(column.kind.members[value])
        elif column.form == "element" and isinstance(value, tuple):
            elements.append(value[0])
        elif column.form == "number" and value is not None:
            numbers.append(str(value))
    # A space has its name already: what only shows it is not called the same.
    return " ".join([*words, *elements, *([noun] if elements or not words else []), *numbers])


def _values(column: Column) -> Sequence[int] | None:
    """All values something printed may have, if it can be counted off."""
    if column.form == "number":
        return range(column.low, column.high + 1)
    if column.form == "member" and column.kind is not None:
        return range(len(column.kind.members))
    return None


class StockReader:
    """Reads stocks against the columns of a class. Problems go to `diagnostics`, reading goes on."""

    def __init__(self, world: World, diagnostics: list[Diagnostic]) -> None:
        self.world = world
        self.diagnostics = diagnostics

    def read(self, stock: tree.Stock, columns: dict[str, Column], noun: str) -> TableReading:
        if isinstance(stock, tree.Table):
            reading = self._table(stock, columns, noun)
            return reading if reading.title else replace(reading, entries=_called(reading.entries, columns, noun))
        if isinstance(stock, tree.Lots):
            entries = tuple(entry for lot in stock.lots for entry in self._lots(lot, columns, noun))
            self._strangers(stock, entries, columns)
            return TableReading(entries, "")
        return TableReading((), "")

    # ------------------------------------------------------------------ lots

    def _lots(self, lot: tree.Lot | tree.Combinations, columns: dict[str, Column], noun: str) -> Iterable[TableEntry]:
        if isinstance(lot, tree.Lot):
            return [self._lot(lot, columns)]
        return self._combinations(lot, columns, noun)

    def _combinations(self, lot: tree.Combinations, columns: dict[str, Column], noun: str) -> Iterable[TableEntry]:
        values: dict[str, Sequence[int]] = {}
        countable = {name: found for name, column in columns.items() if (found := _values(column)) is not None}
        for word in lot.names:
            name = self.world.plurals(word.text)
            if name not in countable:
                self.diagnostics.append(wording.no_values(word.span, word.text, noun, sorted(countable)))
                return []
            values[name] = countable[name]
        count = 1 if lot.count is None else lot.count
        pieces = count * prod(len(found) for found in values.values())
        if pieces > MOST_PIECES:
            self.diagnostics.append(component_wording.too_many(lot.span, pieces, noun, MOST_PIECES))
            return []
        entries = (
            TableEntry(count, "", dict(zip(values, combination, strict=True)), None, lot.span)
            for combination in product(*values.values())
        )
        return _called(entries, columns, noun)

    def _lot(self, lot: tree.Lot, columns: dict[str, Column]) -> TableEntry:
        values: dict[str, object] = {}
        words = lot.name.text.split(" ")
        found = split_all(words, lambda name: self._adjective(name, columns) is not None)
        numbers = [column for column in columns.values() if column.form == "number"]
        if not found and len(numbers) == 1 and words[-1].isdigit():
            # `Red 3`, as what is printed on a piece is called.
            found = split_all(words[:-1], lambda name: self._adjective(name, columns) is not None)
            if found:
                values[numbers[0].name] = self._in_range(int(words[-1]), numbers[0], lot.name.span)
        if not found:
            self._misspelt(lot.name, columns)
        for name in found or ():
            column, value = self._adjective(name, columns) or (None, None)
            if column is not None:
                values[column] = value
        return TableEntry(1 if lot.count is None else lot.count, lot.name.text, values, None, lot.span)

    def _strangers(self, stock: tree.Lots, entries: Sequence[TableEntry], columns: dict[str, Column]) -> None:
        """Where a list counts the members of a kind, every name in it has to be one."""
        if any(entry.values.keys() != {name} for name in columns for entry in entries if entry.values):
            return
        for column in columns.values():
            kind = column.kind if column.form == "member" else None
            if kind is None or not any(column.name in entry.values for entry in entries):
                continue
            for lot in stock.lots:
                if isinstance(lot, tree.Lot) and lot.name.text not in kind.members:
                    found = wording.cell_not_a_member(lot.name.span, lot.name.text, kind.name, kind.members)
                    if found not in self.diagnostics:
                        self.diagnostics.append(found)

    def _misspelt(self, name: tree.Word, columns: dict[str, Column]) -> None:
        """A name of its own that is next to a value is that value, misspelt."""
        for column in columns.values():
            members = column.kind.members if column.form == "member" and column.kind is not None else ()
            if closest(name.text, members) is not None:
                assert column.kind is not None
                self.diagnostics.append(wording.cell_not_a_member(name.span, name.text, column.kind.name, members))
                return

    def _adjective(self, name: str, columns: dict[str, Column]) -> tuple[str, object] | None:
        for column in columns.values():
            if column.form == "member" and column.kind and name in column.kind.members:
                return column.name, column.kind.index(name)
            if column.form == "mark" and name == column.name:
                return column.name, 1
        return None

    # ---------------------------------------------------------------- tables

    def _table(self, table: tree.Table, columns: dict[str, Column], noun: str) -> TableReading:
        header, *rows = table.rows
        names = [self._header(cell) for cell in header.cells]
        used: list[Column | str | None] = []
        title = names[0] if names and names[0] not in columns else ""
        for position, (name, cell) in enumerate(zip(names, header.cells, strict=True)):
            if name in columns:
                used.append(columns[name])
            elif (position == 0 and name) or name in ("Copies", "at"):
                used.append("title" if position == 0 else name)
                if not position and not columns.keys() & set(names) and self.world.plurals(name) not in ("Title", noun):
                    # With nothing beside it that is known, it may be one of the things, and lost.
                    self.diagnostics.append(wording.unknown_column(cell.span, name, noun, sorted(columns), first=True))
            else:
                used.append(None)
                text = name or cell.span.text.strip()
                below = {row.cells[position].span.text.strip() for row in rows if position < len(row.cells)} - {""}
                self.diagnostics.append(
                    wording.unknown_column(cell.span, text, noun, sorted(columns), feature=_feature(text, below))
                )
        for column in columns.values():
            if column not in used and column.form in ("number", "bundle") and rows:
                self.diagnostics.append(wording.missing_column(header.span, column.name, noun))
        entries = [self._row(row, used, names) for row in rows]
        return TableReading(tuple(entries), title)

    def _header(self, cell: tree.TableCell) -> str:
        if not cell.bits:
            return ""
        bit = cell.bits[0]
        return "at" if bit.form == "at" else bit.name.text if bit.name else bit.text

    def _row(self, row: tree.TableRow, used: list[Column | str | None], names: list[str]) -> TableEntry:
        count, title, spot = 1, "", None
        values: dict[str, object] = {}
        # A row of another length than its table was found when the file was read.
        for cell, column in zip(row.cells, used, strict=False):
            if column == "Copies":
                count = cell.bits[0].numbers[0] if cell.bits and cell.bits[0].numbers else 1
            elif column == "at":
                if cell.bits and len(cell.bits[0].numbers) == 2:
                    spot = (cell.bits[0].numbers[0], cell.bits[0].numbers[1])
                elif cell.bits:
                    self.diagnostics.append(wording.no_spot(cell.bits[0].span))
            elif column == "title":
                title = self._header(cell)
            elif isinstance(column, Column):
                value = self._cell(cell, column)
                if value is not None:
                    values[column.name] = value
        return TableEntry(count, title, values, spot, row.span)

    def _cell(self, cell: tree.TableCell, column: Column) -> object | None:
        if not cell.bits:
            return None
        match column.form:
            case "number":
                bit = cell.bits[0]
                if bit.form != "number":
                    self.diagnostics.append(wording.cell_not_a_number(cell.span, column.name))
                    return None
                return self._in_range(bit.numbers[0], column, cell.span)
            case "mark":
                return 1
            case "member":
                assert column.kind is not None
                name = self._name(cell.bits[0])
                if name not in column.kind.members:
                    self.diagnostics.append(
                        wording.cell_not_a_member(cell.span, name, column.kind.name, column.kind.members)
                    )
                    return None
                return column.kind.index(name)
            case "bundle":
                return dict(self._bundle(cell, column))
            case "links":
                return tuple((self._name(bit), bit.span) for bit in cell.bits)
            case "element":
                return (self._name(cell.bits[0]), cell.bits[0].span)
        return None

    def _in_range(self, number: int, column: Column, span: Span) -> int:
        if not column.low <= number <= column.high:
            self.diagnostics.append(wording.cell_out_of_range(span, column.name, number, column.low, column.high))
        return number

    def _bundle(self, cell: tree.TableCell, column: Column) -> Iterator[tuple[int, int]]:
        assert column.kind is not None
        for bit in cell.bits:
            name = self.world.plurals(self._name(bit))
            if name not in column.kind.members:
                self.diagnostics.append(
                    wording.cell_not_a_member(bit.span, name, column.kind.name, column.kind.members)
                )
                continue
            yield column.kind.index(name), bit.numbers[0] if bit.numbers else 1

    @staticmethod
    def _name(bit: tree.Bit) -> str:
        return bit.name.text if bit.name else bit.text or (str(bit.numbers[0]) if bit.numbers else "")


def _feature(name: str, values: set[str]) -> str:
    """How a column with these values is introduced."""
    if values == {"yes"}:
        return f"perhaps {name}"
    numbers = [int(value) for value in values if value.isdecimal()]
    if len(numbers) < len(values):
        return f"a {name}"
    return f"a {name} from {min([0, *numbers])} to {max(numbers, default=9)}"

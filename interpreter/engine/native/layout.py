"""The state of a game as a C struct: regions of cells as arrays of the narrowest type that holds their range.

    struct state {
        rl_s2 contents[65];      sets first, as one to four words by what can be in them
        rl_i32 coins[2];         then numbers, the wider ones first: there is never a gap, so that states are
        rl_i8 at[12];            compared and copied byte by byte
        rl_u8 rl_gap[4];
    };

All counts of tokens are one array, and so are all their sets of places: those are looked up by their cell.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Final

from interpreter.engine.lower.build.source import LoweringInput
from interpreter.engine.lower.types import BitSet
from interpreter.engine.native.values import I64, Interval, NotPrintable, integer_of, within, words_of
from rulelang.graph.layout import Region
from rulelang.graph.values.intervals import hull
from rulelang.tuning.fast_dataclass import dataclass

#: The fields that all cells of tokens share.
COUNTS: Final = "token_counts"
SETS: Final = "token_sets"


@dataclass(frozen=True, slots=True)
class Field:
    """An array of the struct. `words` is 0 for numbers; sets have elements below `size`."""

    name: str
    length: int
    words: int
    range: Interval
    size: int

    @property
    def c_type(self) -> str:
        """The type of its cells."""
        return f"rl_s{self.words}" if self.words else integer_of(self.range)

    @property
    def width(self) -> int:
        """The bytes of a cell."""
        return 8 * self.words if self.words else _BYTES[self.c_type]


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a region is: from `start` on in a field."""

    field: Field
    start: int
    length: int


class StateLayout:
    """The struct of one program."""

    def __init__(self, source: LoweringInput) -> None:
        self._source: Final = source
        self.layout: Final = source.program.layout
        self._slots: Final[dict[str, Slot]] = {}
        fields: list[Field] = []
        regions = sorted(self.layout.regions.values(), key=lambda region: region.base)
        for name, is_set in ((SETS, True), (COUNTS, False)):
            mine = [one for one in regions if one.role == "tokens" and (one.kind == "set") == is_set]
            if mine:
                fields.append(self._together(name, mine))
        for number, region in enumerate(regions):
            if region.role != "tokens":
                field = self._field(f"r{number}_{_plain(region.name)}", region)
                self._slots[region.name] = Slot(field, 0, region.length)
                fields.append(field)
        self.fields: Final = tuple(sorted(fields, key=lambda field: -field.width))
        #: Where each cell of tokens is in its field, by its number in the list form.
        self.token_cells: Final = {
            cell: self._slots[region.name].start + cell - region.base
            for region in regions if region.role == "tokens"
            for cell in range(region.base, region.base + region.length)
        }  # fmt: skip
        self.node: Final = self._slots["node"].field

    def _together(self, name: str, regions: list[Region]) -> Field:
        parts = [self._field(name, region) for region in regions]
        sizes, words = max(part.size for part in parts), max(part.words for part in parts)
        low, high = min(part.range[0] for part in parts), max(part.range[1] for part in parts)
        field = Field(name, sum(part.length for part in parts), words, (low, high), sizes)
        start = 0
        for region in regions:
            self._slots[region.name] = Slot(field, start, region.length)
            start += region.length
        return field

    def _field(self, name: str, region: Region) -> Field:
        if region.kind == "set":
            type_ = self._source.cell(region)
            size = type_.size if isinstance(type_, BitSet) and type_.size is not None else self._source.universe
            return Field(name, region.length, words_of(size), (0, 0), size)
        low, high = region.low, region.high
        if region.role == "order":
            high = max(len(self.layout.pieces) - 1, 0)
        if region.length > 1 and region.role in ("list", "order", "frame"):
            # Sequences have their length in front.
            low, high = min(low, 0), max(high, region.length)
        low, high = min(low, *region.start), max(high, *region.start)
        if region.name == "node":
            high = max(high, *(node.number for node in self._source.program.nodes))
        if not within((low, high), I64):
            raise NotPrintable(f"{region.name} needs more than 64 bits")
        return Field(name, region.length, 0, (low, high), 0)

    def slot(self, region: str) -> Slot:
        """Where a region is."""
        return self._slots[region]

    @property
    def counts(self) -> Field | None:
        """The field of all counts of tokens."""
        return next((field for field in self.fields if field.name == COUNTS), None)

    @property
    def sets(self) -> Field | None:
        """The field of all sets of places of tokens."""
        return next((field for field in self.fields if field.name == SETS), None)

    @property
    def token_range(self) -> Interval:
        """How many tokens can be counted in one place."""
        return (0, 1) if self.counts is None else hull((0, 1), self.counts.range)

    @property
    def place_words(self) -> int:
        """The words of a set of places."""
        return words_of(len(self.layout.places))

    @property
    def stored_words(self) -> int:
        """The words of a set of places that tokens are stored in."""
        return self.place_words if self.sets is None else self.sets.words

    @property
    def piece_words(self) -> int:
        """The words of a set of pieces."""
        return words_of(len(self.layout.pieces))

    def cells(self) -> Iterator[tuple[Region, Slot]]:
        """The regions in the order of the list form."""
        for region in sorted(self.layout.regions.values(), key=lambda region: region.base):
            yield region, self._slots[region.name]

    @property
    def places_of_fields(self) -> dict[str, int]:
        """The byte at which each field begins."""
        ends = accumulate(field.length * field.width for field in self.fields)
        return {field.name: end - field.length * field.width for field, end in zip(self.fields, ends, strict=True)}

    @property
    def size(self) -> int:
        """The bytes of the struct."""
        taken = sum(field.length * field.width for field in self.fields)
        return -(-taken // 8) * 8

    def struct(self) -> Iterator[str]:
        """The struct as C."""
        yield "struct state {"
        for field in self.fields:
            yield f"    {field.c_type} {field.name}[{field.length}];"
        gap = self.size - sum(field.length * field.width for field in self.fields)
        if gap:
            yield f"    rl_u8 rl_gap[{gap}];"
        yield "};"
        yield f"typedef char rl_state_has_no_gaps[sizeof(struct state) == {self.size} ? 1 : -1];"


_BYTES: Final = {"rl_i8": 1, "rl_i16": 2, "rl_i32": 4, "rl_i64": 8}


def _plain(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in name)

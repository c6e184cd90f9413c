"""The text of a rulebook and places in it.

Every later stage speaks about places in the text with a `Span`. Offsets, lines and columns count characters of the
normalised text: no byte order mark, and every line ends with a single line feed.
"""

from __future__ import annotations

import errno
import re
from bisect import bisect_right
from functools import cached_property
from itertools import accumulate
from pathlib import Path

from rulelang.tuning.fast_dataclass import dataclass

_BYTE_ORDER_MARK = "\ufeff"
_WORD = re.compile(r"\w+")
_REPLACEMENT = "\ufffd"

#: How the names of rulebooks end.
SUFFIX = ".rules"

#: The largest rulebooks that were ever written have a hundredth of this.
MOST_BYTES = 20_000_000


@dataclass(frozen=True)
class SourceFile:
    """A named, normalised text. Build one with `source_from_text` or `read_source`."""

    path: str
    text: str

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """Offsets at which the lines begin; there is always at least one line."""
        lengths = (len(line) + 1 for line in self.text.split("\n")[:-1])
        return (0, *accumulate(lengths))

    @cached_property
    def words(self) -> frozenset[str]:
        """All that stands in it between signs and spaces."""
        return frozenset(_WORD.findall(self.text))

    @property
    def line_count(self) -> int:
        """How many lines there are; text after the last line feed counts as a line, even when it is empty."""
        return len(self.line_starts)

    def line_column(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line counted from 1, without its line feed."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < self.line_count else len(self.text)
        return self.text[start:end]

    def span(self, start: int, end: int) -> Span:
        """The stretch from `start` up to, not including, `end`."""
        return Span(self, start, end)

    def line_span(self, line: int) -> Span:
        """The text of a line counted from 1, without its indentation and its line feed."""
        start, text = self.line_starts[line - 1], self.line_text(line).rstrip()
        return Span(self, start + len(text) - len(text.lstrip()), start + len(text))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Span:
    """A stretch of one source file. Two spans are equal when path, start and end are."""

    source: SourceFile
    start: int
    end: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Span):
            return NotImplemented
        return self.start == other.start and self.end == other.end and self.source.path == other.source.path

    def __hash__(self) -> int:
        return hash((self.source.path, self.start, self.end))

    def __repr__(self) -> str:
        return f"Span({self}, {self.start}..{self.end})"

    def __str__(self) -> str:
        return f"{self.source.path}:{self.line}:{self.column}"

    @property
    def line(self) -> int:
        return self.source.line_column(self.start)[0]

    @property
    def column(self) -> int:
        return self.source.line_column(self.start)[1]

    @property
    def end_line(self) -> int:
        return self.source.line_column(self.end)[0]

    @property
    def end_column(self) -> int:
        """The column after the last character."""
        return self.source.line_column(self.end)[1]

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    @property
    def first_line(self) -> Span:
        """Its first line, for reports that would otherwise mark half a page."""
        return Span(self.source, self.start, self.start + len(self.text.split("\n", 1)[0].rstrip()))

    @property
    def before(self) -> Span:
        """The empty span in front of this one."""
        return Span(self.source, self.start, self.start)

    @property
    def after(self) -> Span:
        """The empty span behind this one."""
        return Span(self.source, self.end, self.end)

    def __contains__(self, other: Span) -> bool:
        return self.source.path == other.source.path and self.start <= other.start and other.end <= self.end

    def merge(self, other: Span) -> Span:
        """The smallest span of the same file that covers both."""
        if self.source.path != other.source.path:
            raise ValueError(f"{self} and {other} are in different files")
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))


@dataclass(frozen=True, slots=True)
class DecodedText:
    """A file as read: its text, and where its bytes were not UTF-8 (each such place holds a replacement character)."""

    source: SourceFile
    damaged: tuple[Span, ...] = ()


def source_from_text(path: str, text: str) -> SourceFile:
    """A source file from text that may have a byte order mark and any line ends."""
    return SourceFile(path, text.removeprefix(_BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n"))


#: With these, some editors begin what they call "Unicode".
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


def source_from_bytes(path: str, data: bytes) -> DecodedText:
    """Decode UTF-8, or UTF-16 where the file says that it is. Bytes that are neither become replacement characters and
    are listed, never raised."""
    if data.startswith(_WIDE_MARKS) and len(data) > 2:
        try:
            return DecodedText(source_from_text(path, data.decode("utf-16")))
        except UnicodeDecodeError:
            return _damaged_reading(path, data)
    try:
        return DecodedText(source_from_text(path, data.decode("utf-8")))
    except UnicodeDecodeError:
        return _damaged_reading(path, data)


def read_source(path: str | Path) -> DecodedText:
    """Read a file. Only the file system raises (`OSError`); what is in the file never does. A file without end, and one
    that is far too large for a rulebook, is refused like one that cannot be read."""
    with Path(path).open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(errno.EFBIG, f"a rulebook has at most {MOST_BYTES // 1_000_000} MB")
    return source_from_bytes(str(path), data)


def _damaged_reading(path: str, data: bytes) -> DecodedText:
    # Surrogate escapes keep the damaged places apart from replacement characters that the author really wrote.
    source = source_from_text(path, data.decode("utf-8", errors="surrogateescape"))
    offsets = [offset for offset, character in enumerate(source.text) if "\udc80" <= character <= "\udcff"]
    mended = SourceFile(path, "".join(_REPLACEMENT if "\udc80" <= c <= "\udcff" else c for c in source.text))
    return DecodedText(mended, tuple(Span(mended, offset, offset + 1) for offset in offsets))

"""A rulebook's files read and laid out flat: every item with the headings, seats, variant and text it stands under.

Before: parsed documents. After: a `Rulebook`, which still speaks in tree nodes but knows for each item where it stands.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeVar

from rulelang.diagnostics import Diagnostic
from rulelang.diagnostics.catalogue import components as wording
from rulelang.rulebook.size import MOST_PLAYERS, counted_only, too_large, wrong_seats
from rulelang.source import SUFFIX, SourceFile, Span, read_source
from rulelang.tree import nodes as tree
from rulelang.tree import parse
from rulelang.tree.walk import parts
from rulelang.tuning.fast_dataclass import dataclass
from rulelang.tuning.gc_pause import gc_paused

Part = TypeVar("Part", bound=tree.Node)


@dataclass(frozen=True, slots=True)
class HeadingPath:
    """The headings above an item, the nearest citation among them, and the nearest that names a printed section."""

    titles: tuple[str, ...] = ()
    cite: tree.Cite | None = None
    section: tree.Cite | None = None


@dataclass(frozen=True)
class Placed:
    """An item and where it stands. `seats` are (count, open end) conditions, `text` the text group around it.

    Without slots: what an item consists of is asked for many times and kept once it is known."""

    item: tree.Item
    headings: HeadingPath
    seats: tuple[tuple[int, str | None], ...] = ()
    variant: str | None = None
    text: tree.TextGroup | None = None

    @cached_property
    def parts(self) -> tuple[tree.Node, ...]:
        """The item and everything in it, in reading order. What a group holds is an item of its own."""
        return tuple(parts(self.item))

    @cached_property
    def sorts(self) -> frozenset[type[tree.Node]]:
        """The sorts of all its parts: most items have nothing of what somebody looks for."""
        return frozenset(map(type, self.parts))

    @cached_property
    def kept(self) -> dict[object, Any]:
        """What later stages found out about the item, for any number of players, by what they asked about."""
        return {}

    def every(self, sort: type[Part]) -> Sequence[Part]:
        """All its parts of a sort, in reading order."""
        if sort not in self.sorts:
            return ()
        if sort not in self.kept:
            self.kept[sort] = tuple(part for part in self.parts if isinstance(part, sort))
        found: Sequence[Part] = self.kept[sort]
        return found


@dataclass(frozen=True, slots=True)
class WrittenRulebook:
    """A rulebook as written: its files and all items in reading order (used files stand where they are used)."""

    source: SourceFile
    header: tree.RulebookHeader | tree.LibraryHeader | None
    items: tuple[Placed, ...]
    files: tuple[SourceFile, ...]

    @property
    def title(self) -> str:
        return self.header.title.text if self.header else Path(self.source.path).stem

    @property
    def seats(self) -> range:
        """The numbers of players the rulebook is for."""
        if isinstance(self.header, tree.RulebookHeader):
            fewest, most = self.header.fewest, self.header.most
            return range(fewest, most + 1) if 1 <= fewest <= most <= MOST_PLAYERS else range(2, 3)
        return range(0)

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants it offers, in reading order."""
        names = [placed.item.name.text for placed in self.items if isinstance(placed.item, tree.VariantGroup)]
        return tuple(dict.fromkeys(names))

    @property
    def digest(self) -> str:
        """Changes when a word of any file changes."""
        text = "\0".join(file.text for file in self.files)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


Reader = Callable[[str], SourceFile | None]


#: The folders of libraries that `uses` may read from, too, as the system separates paths.
LIBRARY_PATH: Final = "RULELANG_LIBRARY"


def read_beside(path: str) -> Reader:
    """A reader for `uses "..."`: files below the rulebook's folder, then those below the folders of the library path.
    Links out of these folders are not followed, and what is no plain file is not opened."""
    libraries = [Path(folder) for folder in os.environ.get(LIBRARY_PATH, "").split(os.pathsep) if folder]

    def read(name: str) -> SourceFile | None:
        for folder in (Path(path).parent, *libraries):
            file = folder / name
            try:
                if file.is_file() and file.resolve().is_relative_to(folder.resolve()):
                    return read_source(str(file)).source
            except (OSError, ValueError):
                continue
        return None

    return read


def leads_out(name: str) -> bool:
    """Does the name of a used file lead out of the folder, whatever lies there?"""
    parts = name.replace("\\", "/").split("/")
    return ".." in parts or parts[0] == "" or ":" in parts[0]


@gc_paused()
def load(source: SourceFile, reader: Reader | None = None) -> tuple[WrittenRulebook, tuple[Diagnostic, ...]]:
    """Parse a rulebook and the files it uses."""
    reader = reader or read_beside(source.path)
    diagnostics: list[Diagnostic] = []
    files: list[SourceFile] = []
    items: list[Placed] = []
    seen: set[Path] = set()

    def opened(file: SourceFile) -> tree.Document:
        files.append(file)
        seen.add(Path(file.path))
        result = parse(file)
        diagnostics.extend(result.diagnostics)
        return result.document

    def used(name: str, span: Span) -> SourceFile | None:
        if leads_out(name) or not name.endswith(SUFFIX):
            diagnostics.append(wording.not_to_be_read(span, name, SUFFIX))
            return None
        file = reader(name)
        if file is None:
            diagnostics.append(wording.file_not_found(span, name))
        return file if file is None or Path(file.path) not in seen else None

    document = opened(source)
    # Without recursion: files may use files as often as somebody likes.
    waiting = list(_lay_out(document.items, HeadingPath()))[::-1]
    while waiting:
        entry = waiting.pop()
        items.append(entry)
        if isinstance(entry.item, tree.Uses):
            file = used(entry.item.path.text, entry.item.path.span)
            if file is not None:
                waiting += list(_lay_out(opened(file).items, HeadingPath()))[::-1]
    tokens = counted_only(placed.item for placed in items)
    kept = []
    for placed in items:
        large = too_large(placed.parts, tokens)
        if large is None:
            kept.append(placed)
        else:
            diagnostics.append(large)
    if isinstance(document.header, tree.RulebookHeader):
        wrong = wrong_seats(document.header)
        diagnostics.extend([wrong] if wrong is not None else [])
    return WrittenRulebook(source, document.header, tuple(kept), tuple(files)), tuple(diagnostics)


def _lay_out(
    items: tuple[tree.Item, ...],
    headings: HeadingPath,
    seats: tuple[tuple[int, str | None], ...] = (),
    variant: str | None = None,
    text: tree.TextGroup | None = None,
) -> Iterator[Placed]:
    """Walk the groups. A heading holds until the next heading of the same or a higher level."""
    levels: list[tuple[int, str, tree.Cite | None]] = []
    for item in items:
        if isinstance(item, tree.Heading):
            while levels and levels[-1][0] >= item.level:
                levels.pop()
            levels.append((item.level, item.text, item.cite))
        path = _path(headings, levels)
        cite = getattr(item, "cite", None)
        if isinstance(item, tree.TextGroup | tree.VariantGroup) and cite:
            path = HeadingPath(path.titles, cite, cite if cite.places else path.section)
        yield Placed(item, path, seats, variant, text)
        match item:
            case tree.SeatsOnly():
                yield from _lay_out(item.items, path, (*seats, (item.count, item.open_end)), variant, text)
            case tree.VariantGroup():
                yield from _lay_out(item.items, path, seats, item.name.text, text)
            case tree.TextGroup():
                yield from _lay_out(item.items, path, seats, variant, item)
            case _:
                pass


def _path(outer: HeadingPath, levels: list[tuple[int, str, tree.Cite | None]]) -> HeadingPath:
    cites = [cite for _, _, cite in levels if cite]
    sections = [cite for cite in cites if cite.places]
    return HeadingPath(
        outer.titles + tuple(title for _, title, _ in levels),
        cites[-1] if cites else outer.cite,
        sections[-1] if sections else outer.section,
    )


def selected(rulebook: WrittenRulebook, players: int, variants: frozenset[str]) -> tuple[Placed, ...]:
    """The items that count for so many players and these variants."""
    return tuple(
        placed
        for placed in rulebook.items
        if all(fits(players, *limit) for limit in placed.seats)
        and (placed.variant is None or placed.variant in variants)
    )


def fits(players: int, count: int, open_end: str | None) -> bool:
    """Are so many players `count`, or more, or fewer?"""
    if open_end == "more":
        return players >= count
    if open_end == "fewer":
        return players <= count
    return players == count


def whole_file(source: SourceFile) -> Span:
    """The first line of a file, for what concerns all of it."""
    return Span(source, 0, min(len(source.text), (source.text + "\n").index("\n")))

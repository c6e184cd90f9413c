"""A rulebook as a sequence of blocks for people: headings, tables, rules, examples.

The rules are the author's sentences as they are played; what surrounds them is in the reader's language, and the names
in them are explained where they first occur under a heading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Literal

from rulelang.cli.book_words import speaks, word
from rulelang.cli.showing import spanned
from rulelang.rulebook.declare import declare
from rulelang.rulebook.loading import Placed, WrittenRulebook, selected
from rulelang.rulebook.statements import cited
from rulelang.rulebook.world import World
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, replace

_INDENT = 4
_ROW = re.compile(r"^\s*\|")
_CITED = re.compile(r"\s*\[[^\]]*\]")


@dataclass(frozen=True, slots=True)
class BookBlock:
    """A heading (with level and citation), a table, rules (lines with their depth), an example with its title, or a
    note of ours. `names` are labels of names in the rules, by the name."""

    kind: Literal["heading", "table", "rules", "example", "note"]
    text: str = ""
    level: int = 0
    cite: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[tuple[int, str], ...] = ()
    names: tuple[tuple[str, str], ...] = ()


def blocks(rulebook: WrittenRulebook, language: str = "en") -> list[BookBlock]:
    """Everything a reader wants, in reading order; headings with nothing left under them are dropped."""
    words = Words(rulebook, language)
    kept: list[BookBlock] = []
    for block in reversed([*_opening(rulebook, words), *_named(_blocks(rulebook, words), words)]):
        below = kept[-1] if kept else BookBlock("heading", level=1)
        if block.kind != "heading" or below.kind != "heading" or below.level > block.level:
            kept.append(block)
    return kept[::-1]


def _opening(rulebook: WrittenRulebook, words: Words) -> Iterator[BookBlock]:
    """For how many players, after which printed rules, and what is in the box."""
    language = words.language
    seats = (
        spanned(rulebook.seats)
        if language == "en"
        else spanned(rulebook.seats).replace(" to ", "–").replace(" and ", "–")
    )
    yield BookBlock("note", word("for {} players", language, seats))
    sources = [p.item for p in rulebook.items if isinstance(p.item, tree.SourceDocument) and p.item.name is None]
    fitting = [source for source in sources if source.language == language] or sources
    if fitting:
        yield BookBlock("note", word("Printed rules: {}", language, ", ".join(source.title.text for source in fitting)))
    if words.labels and speaks(language):
        yield BookBlock("note", word("in the rules", language))
    if rows := component_rows(rulebook, language, words.say):
        yield BookBlock("heading", word("Component list", language), 2)
        yield BookBlock("table", rows=rows)


def _blocks(rulebook: WrittenRulebook, words: Words) -> Iterator[BookBlock]:
    language = words.language
    for placed in rulebook.items:
        item = placed.item
        match item:
            case tree.Heading():
                yield BookBlock("heading", words.heading(item), item.level + 1, words.cite(item.cite))
            case (
                tree.Glossary()
                | tree.Uses()
                | tree.Languages()
                | tree.Statements()
                | tree.Aside()
                | tree.Picture()
                | tree.PluralDeclaration()
                | tree.SourceDocument()
            ):
                pass
            case tree.SeatsOnly(count, open_end):
                form = f"with {{}} or {open_end} players" if open_end else "with {} players"
                yield BookBlock("heading", word(form, language, count), 4)
            case tree.VariantGroup():
                yield BookBlock(
                    "heading", word("variant {}", language, words.say(item.name.text)), 4, words.cite(item.cite)
                )
            case tree.TextGroup():
                yield BookBlock("heading", words.say(item.name.text), 4, words.cite(item.cite))
            case tree.Example():
                title = word("Example: {}", language, item.title.text)
                yield BookBlock("example", title, lines=tuple(_lines(placed))[1:], cite=words.cite(item.cite))
            case _:
                yield from _rules(placed, words)


def _rules(placed: Placed, words: Words) -> Iterator[BookBlock]:
    """The sentences of an item, and the table below them if there is one."""
    lines = list(_lines(placed))
    text = tuple(line for line in lines if not _ROW.match(line[1]))
    rows = [line[1] for line in lines if _ROW.match(line[1])]
    if text:
        yield BookBlock("rules", lines=text, cite="; ".join(filter(None, map(words.cite, _cites(placed)))))
    if rows:
        cells = [[cell.strip() for cell in row.strip("| ").split("|")] for row in rows]
        # Where a picture of the board has its spaces is no matter of the rules.
        kept = [column for column, name in enumerate(cells[0]) if name != "at"]
        yield BookBlock("table", rows=tuple(tuple(words.say(row[n]) for n in kept if n < len(row)) for row in cells))


def _cites(placed: Placed) -> list[tree.Cite]:
    """The citations of the sentences of an item; those of single rows of a table are left to `rulelang facts`."""
    found = [cite for cite, _ in cited(placed)]
    return list(dict.fromkeys(c for c in found if not _ROW.match(c.span.source.line_text(c.span.line))))


def _lines(placed: Placed) -> Iterator[tuple[int, str]]:
    span = placed.item.span
    first = span.source.line_text(span.line)
    margin = len(first) - len(first.lstrip())
    text = _CITED.sub("", "\n".join(span.source.line_text(n) for n in range(span.line, span.end_line + 1)))
    for line in text.splitlines():
        said = line.strip()
        if said and said != ":" and not said.startswith("note:"):
            depth = max(0, (len(line) - len(line.lstrip()) - margin) // _INDENT)
            yield depth, said


def _named(found: Iterator[BookBlock], words: Words) -> Iterator[BookBlock]:
    """Names are explained once under each heading."""
    known: set[str] = set()
    for block in found:
        if block.kind == "heading":
            known.clear()
        names = words.names(" ".join(text for _, text in block.lines)) if block.kind in ("rules", "example") else {}
        fresh = tuple((name, label) for name, label in names.items() if name not in known)
        known.update(names)
        yield replace(block, names=fresh) if fresh else block


class Words:
    """The author's names in the language of the reader, as far as the glossary has them."""

    def __init__(self, rulebook: WrittenRulebook, language: str) -> None:
        self.language = language
        self.labels: dict[str, str] = {}
        for placed in rulebook.items:
            if isinstance(placed.item, tree.Glossary) and language != "en":
                self._learn(placed.item)
            elif isinstance(placed.item, tree.TextGroup) and placed.item.cite is not None:
                for place in placed.item.cite.places:
                    if place.language == language:
                        self.labels.setdefault(placed.item.name.text, place.heading)
        names = sorted(self.labels, key=len, reverse=True)
        listed = "|".join(map(re.escape, names))
        self.pattern = re.compile(rf"\b({listed})\b") if names else None
        self.mentions = re.compile(rf"\b({listed})(?=(?:s|es)?\b)") if names else None

    def _learn(self, glossary: tree.Glossary) -> None:
        header, *rows = glossary.table.rows
        codes = [cell.bits[0].text if cell.bits else "" for cell in header.cells]
        for row in rows:
            if not row.cells or not row.cells[0].bits:
                continue
            first = row.cells[0].bits[0]
            for code, cell in zip(codes[1:], row.cells[1:], strict=False):
                if code == self.language and cell.bits and first.name is not None:
                    self.labels[first.name.text] = cell.bits[0].text

    def say(self, text: str) -> str:
        """A text with every known name replaced."""
        return self.pattern.sub(lambda found: self.labels[found[0]], text) if self.pattern is not None else text

    def names(self, text: str) -> dict[str, str]:
        """The names in a text that are called otherwise in the reader's language, with their labels."""
        if self.mentions is None:
            return {}
        found = dict.fromkeys(match[1] for match in self.mentions.finditer(text))
        return {name: self.labels[name] for name in found if self.labels[name] != name}

    def heading(self, heading: tree.Heading) -> str:
        """The printed heading in the reader's language, or the author's."""
        places = heading.cite.places if heading.cite is not None else ()
        printed = [place.heading for place in places if place.language == self.language]
        return printed[0] if printed else self.say(heading.text)

    def cite(self, cite: tree.Cite | None) -> str:
        """Where it stands in the printed rulebook, and whether it is a stand-in."""
        if cite is None:
            return ""
        wanted = [place for place in cite.places if self.language in ("en", place.language)]
        parts = [place.heading if self.language == "en" else "" for place in wanted]
        pages = [word("page {}", self.language, place.page) if place.page else "" for place in wanted]
        parts = [", ".join(filter(None, both)) for both in zip(parts, pages, strict=True)]
        parts = list(filter(None, parts))
        parts += [number.text for number in cite.statements]
        if cite.assumed:
            assumed = word("assumed", self.language)
            parts.append(f"{assumed}: {cite.reason}" if cite.reason else assumed)
        return "; ".join(parts)


Say = Callable[[str], str]


def component_rows(rulebook: WrittenRulebook, language: str, say: Say) -> tuple[tuple[str, ...], ...]:
    """The table with its header; empty without components."""
    counted: dict[tuple[str, str], dict[int, int]] = {}
    for players in rulebook.seats:
        world = declare(selected(rulebook, players, frozenset()), players)[0]
        for name, kind, count in _components(world, language):
            counted.setdefault((name, kind), {})[players] = count
    if not counted:
        return ()
    every = all(len(set(counts.values())) == 1 for counts in counted.values())
    columns = [rulebook.seats[-1]] if every else list(rulebook.seats)
    heads = [word("How many", language)] if every else [word("{} players", language, n) for n in columns]
    rows = [
        (say(name), kind, *(str(counts.get(players, 0)) for players in columns))
        for (name, kind), counts in counted.items()
    ]
    return ((word("Component", language), word("What it is", language), *heads), *rows)


def _components(world: World, language: str) -> Iterator[tuple[str, str, int]]:
    for piece in world.pieces.values():
        supply = sum(world.varieties[variety].supply for variety in piece.varieties)
        yield piece.name, word(piece.shape, language), len(piece.individuals) + supply
    for space in world.spaces.values():
        yield space.name, word("space", language), len(space.members)
    for name, place in world.places.items():
        if place.first != world.box:
            yield name, word(place.shape, language), place.count
    for (holder, name), place in world.holdings.items():
        each = f", {word('for each player', language)}" if holder == "player" else ""
        yield name, f"{word(place.shape, language)}{each}", 1 if each else place.count
    for (holder, name), counter in world.counters.items():
        if holder in ("", "player"):
            each = f", {word('for each player', language)}" if holder else ""
            yield name, f"{word('track from {} to {}', language, counter.low, counter.high)}{each}", 1

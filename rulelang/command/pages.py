"""A rulebook as a sequence of blocks for people: headings, tables, rules, examples; and as Markdown and HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from typing import Literal

from rulelang.rulebook.loading import Placed, Rulebook
from rulelang.tree import nodes as tree

_INDENT = 4
_ROW = re.compile(r"^\s*\|")


@dataclass(frozen=True, slots=True)
class Block:
    """A heading (with level and citation), a table, rules (lines with their depth), or an example with its title."""

    kind: Literal["heading", "table", "rules", "example"]
    text: str = ""
    level: int = 0
    cite: str = ""
    rows: tuple[tuple[str, ...], ...] = ()
    lines: tuple[tuple[int, str], ...] = ()


def blocks(rulebook: Rulebook, language: str = "en") -> list[Block]:
    """Everything a reader wants, in reading order; headings with nothing left under them are dropped."""
    kept: list[Block] = []
    for block in reversed([*_blocks(rulebook, language)]):
        below = kept[-1] if kept else Block("heading", level=1)
        if block.kind != "heading" or below.kind != "heading" or below.level > block.level:
            kept.append(block)
    return kept[::-1]


def _blocks(rulebook: Rulebook, language: str) -> Iterator[Block]:
    words = Words(rulebook, language)
    for placed in rulebook.items:
        item = placed.item
        match item:
            case tree.Heading():
                yield Block("heading", words.heading(item), item.level + 1, words.cite(item.cite))
            case tree.Glossary() | tree.Uses() | tree.Languages() | tree.Statements() | tree.Aside() | tree.Picture():
                pass
            case tree.SourceDocument():
                if item.language == language:
                    yield Block("rules", lines=((0, item.title.text),))
            case tree.VariantGroup() | tree.TextGroup() | tree.SeatsOnly():
                title = item.span.text.split("\n", 1)[0].split("[", 1)[0].strip().rstrip(":")
                yield Block("heading", words.say(title), 4)
            case tree.Example():
                yield Block(
                    "example", item.title.text, lines=tuple(_lines(placed, words))[1:], cite=words.cite(item.cite)
                )
            case _:
                yield from _rules(placed, words)


def _rules(placed: Placed, words: Words) -> Iterator[Block]:
    """The sentences of an item, and the table below them if there is one."""
    lines = list(_lines(placed, words))
    text = tuple(line for line in lines if not _ROW.match(line[1]))
    rows = [line[1] for line in lines if _ROW.match(line[1])]
    if text:
        yield Block("rules", lines=text, cite=words.cite(getattr(placed.item, "cite", None)))
    if rows:
        yield Block("table", rows=tuple(tuple(cell.strip() for cell in row.strip("| ").split("|")) for row in rows))


def _lines(placed: Placed, words: Words) -> Iterator[tuple[int, str]]:
    span = placed.item.span
    first = span.source.line_text(span.line)
    margin = len(first) - len(first.lstrip())
    for number in range(span.line, span.end_line + 1):
        line = span.source.line_text(number)
        text = re.sub(r"\s*\[[^\]]*\]", "", line).strip()
        if text and not text.startswith("note:"):
            depth = max(0, (len(line) - len(line.lstrip()) - margin) // _INDENT)
            yield depth, words.say(text)


class Words:
    """The author's names in the language of the reader, as far as the glossary has them."""

    def __init__(self, rulebook: Rulebook, language: str) -> None:
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
        self.pattern = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b") if names else None

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
        pages = [f"page {place.page}" if place.page else "" for place in wanted]
        parts = [", ".join(filter(None, both)) for both in zip(parts, pages, strict=True)]
        parts = list(filter(None, parts))
        parts += [word.text for word in cite.statements]
        if cite.assumed:
            parts.append(f"assumed: {cite.reason}" if cite.reason else "assumed")
        return "; ".join(parts)


# ----------------------------------------------------------------------------------------------------- writers


def markdown(rulebook: Rulebook, language: str = "en") -> str:
    """The book as Markdown."""
    parts = [f"# {rulebook.title}", ""]
    for block in blocks(rulebook, language):
        cite = f" _({block.cite})_" if block.cite else ""
        match block.kind:
            case "heading":
                parts += [f"{'#' * min(6, block.level)} {block.text}{cite}", ""]
            case "table":
                head, *rows = block.rows
                parts += [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
                parts += [*(f"| {' | '.join(row)} |" for row in rows), ""]
            case "example":
                parts += [f"**Example: {block.text}**{cite}", "", *(f"> - {text}" for _, text in block.lines), ""]
            case "rules":
                last = len(block.lines) - 1
                for number, (depth, text) in enumerate(block.lines):
                    parts.append(f"{'  ' * depth}- {text}{cite if number == last else ''}")
                parts.append("")
    return "\n".join(parts).rstrip() + "\n"


_STYLE = """
body { font-family: Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.45 }
table { border-collapse: collapse; margin: 0.5rem 0 } td, th { border: 1px solid #b8b8b8; padding: 0.2rem 0.6rem }
.example { border-left: 4px solid #6b93b8; padding-left: 1rem; background: #f4f7fa }
.cite { color: #666666; font-size: 0.85em }
p { margin: 0.15rem 0 }
"""


def html(rulebook: Rulebook, language: str = "en") -> str:
    """The book as one HTML page."""
    title = escape(rulebook.title)
    parts = [f"<h1>{title}</h1>"]
    for block in blocks(rulebook, language):
        cite = f' <span class="cite">({escape(block.cite)})</span>' if block.cite else ""
        match block.kind:
            case "heading":
                level = min(6, block.level)
                parts.append(f"<h{level}>{escape(block.text)}{cite}</h{level}>")
            case "table":
                head, *rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in block.rows)
                body = "".join(f"<tr>{row}</tr>" for row in rows)
                parts.append(f"<table><tr>{head.replace('td>', 'th>')}</tr>{body}</table>")
            case "example":
                inside = "".join(f"<p>{escape(text)}</p>" for _, text in block.lines)
                parts.append(f'<div class="example"><p><strong>{escape(block.text)}</strong>{cite}</p>{inside}</div>')
            case "rules":
                last = len(block.lines) - 1
                for number, (depth, text) in enumerate(block.lines):
                    margin = f' style="margin-left: {depth * 1.5:g}rem"' if depth else ""
                    parts.append(f"<p{margin}>{escape(text)}{cite if number == last else ''}</p>")
    head = f"<meta charset=utf-8><title>{title}</title><style>{_STYLE}</style>"
    body = "\n".join(parts)
    return f"<!doctype html>\n<html lang={language}>\n<head>{head}</head>\n<body>\n{body}\n</body>\n</html>\n"

"""The blocks of a rulebook as Markdown and as HTML."""

from __future__ import annotations

import re
from html import escape

from rulelang.cli.book_blocks import BookBlock, blocks
from rulelang.cli.book_words import word
from rulelang.rulebook.loading import WrittenRulebook

#: What would be markup in Markdown, but for brackets that make no link.
_MARKUP = re.compile(r"[\\`*_<|]|\](?=\()|&(?=#?\w+;)")


def as_text(text: str) -> str:
    """An author's words in Markdown: whatever signs they have, they show as they are."""
    return _MARKUP.sub(lambda found: f"\\{found.group()}", text)


def markdown(rulebook: WrittenRulebook, language: str = "en") -> str:
    """The book as Markdown."""
    parts = [f"# {as_text(rulebook.title)}", ""]
    for block in blocks(rulebook, language):
        cite = f" _({as_text(block.cite)})_" if block.cite else ""
        match block.kind:
            case "heading":
                parts += [f"{'#' * min(6, block.level)} {as_text(block.text)}{cite}", ""]
            case "note":
                parts += [f"_{as_text(block.text)}_", ""]
            case "table":
                head, *rows = (tuple(map(as_text, row)) for row in block.rows)
                parts += [f"| {' | '.join(head)} |", f"|{' --- |' * len(head)}"]
                parts += [*(f"| {' | '.join(row)} |" for row in rows), ""]
            case "example":
                parts += [
                    f"**{as_text(block.text)}**{cite}",
                    "",
                    *(f"> - {as_text(text)}" for _, text in block.lines),
                    "",
                ]
            case "rules":
                last = len(block.lines) - 1
                for number, (depth, text) in enumerate(block.lines):
                    parts.append(f"{'  ' * depth}- {as_text(text)}{cite if number == last else ''}")
                parts.append("")
        if block.names:
            parts += [f"_{as_text(_names(block, language))}_", ""]
    return "\n".join(parts).rstrip() + "\n"


def _names(block: BookBlock, language: str) -> str:
    return word("Names: {}", language, "; ".join(f"{name} = {label}" for name, label in block.names))


_STYLE = """
body { font-family: Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; line-height: 1.45 }
table { border-collapse: collapse; margin: 0.5rem 0 } td, th { border: 1px solid #b8b8b8; padding: 0.2rem 0.6rem }
.example { border-left: 4px solid #6b93b8; padding-left: 1rem; background: #f4f7fa }
.cite, .names { color: #666666; font-size: 0.85em } .names { margin-bottom: 0.6rem }
p { margin: 0.15rem 0 }
"""


def html(rulebook: WrittenRulebook, language: str = "en") -> str:
    """The book as one HTML page."""
    title = escape(rulebook.title)
    parts = [f"<h1>{title}</h1>"]
    for block in blocks(rulebook, language):
        parts.append(_html_block(block))
        if block.names:
            parts.append(f'<p class="names">{escape(_names(block, language))}</p>')
    head = f"<meta charset=utf-8><title>{title}</title><style>{_STYLE}</style>"
    body = "\n".join(parts)
    return f"<!doctype html>\n<html lang={language}>\n<head>{head}</head>\n<body>\n{body}\n</body>\n</html>\n"


def _html_block(block: BookBlock) -> str:
    cite = f' <span class="cite">({escape(block.cite)})</span>' if block.cite else ""
    match block.kind:
        case "heading":
            level = min(6, block.level)
            return f"<h{level}>{escape(block.text)}{cite}</h{level}>"
        case "note":
            return f"<p><em>{escape(block.text)}</em></p>"
        case "table":
            head, *rows = ("".join(f"<td>{escape(cell)}</td>" for cell in row) for row in block.rows)
            body = "".join(f"<tr>{row}</tr>" for row in rows)
            return f"<table><tr>{head.replace('td>', 'th>')}</tr>{body}</table>"
        case "example":
            inside = "".join(f'<p lang="en">{escape(text)}</p>' for _, text in block.lines)
            return f'<div class="example"><p><strong>{escape(block.text)}</strong>{cite}</p>{inside}</div>'
        case "rules":
            last = len(block.lines) - 1
            lines = []
            for number, (depth, text) in enumerate(block.lines):
                margin = f' style="margin-left: {depth * 1.5:g}rem"' if depth else ""
                lines.append(f'<p lang="en"{margin}>{escape(text)}{cite if number == last else ""}</p>')
            return "\n".join(lines)

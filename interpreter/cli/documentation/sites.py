"""The documents as HTML that needs no server, or as Markdown with the settings of MkDocs."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from html import escape
from pathlib import Path
from posixpath import dirname, normpath
from typing import TYPE_CHECKING, Final

from interpreter.cli.documentation.contents import Page
from rulelang.cli.reading import write_whole
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from markdown_it.token import Token


# The documents as HTML that needs no server: linked, in one order, and searchable.


_HERE: Final = Path(__file__).parent


@dataclass(slots=True)
class _Read:
    """One page read: its HTML, its headings with their text, and what it refers to."""

    html: str
    passages: list[tuple[str, str, str]] = field(default_factory=list)
    anchors: set[str] = field(default_factory=set)
    chapters: list[tuple[str, str]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)


def write_html(folder: Path, pages: Sequence[Page]) -> list[str]:
    """Write the site; the links that lead nowhere, each with its page."""
    read = {page.slug: _read(page) for page in pages}
    shape = _beside("page.html")
    for number, page in enumerate(pages):
        path = folder / f"{page.slug}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        up = "../" * page.slug.count("/")
        around = " ".join(_neighbours(pages, number, up))
        text = shape.format(
            title=escape(page.title),
            up=up,
            nav=_nav(pages, page, read[page.slug].chapters, up),
            body=read[page.slug].html,
            around=around,
        )
        write_whole(str(path), text)
    index = [
        {"page": page.title, "url": f"{page.slug}.html#{anchor}", "heading": heading, "text": text}
        for page in pages
        for anchor, heading, text in read[page.slug].passages
    ]
    write_whole(str(folder / "search_index.js"), f"const PASSAGES = {json.dumps(index, ensure_ascii=False)};\n")
    for name in ("style.css", "search.js"):
        write_whole(str(folder / name), _beside(name))
    return list(_lost(read))


def _beside(name: str) -> str:
    """A part of the site that is the same for all pages."""
    return (_HERE / name).read_text(encoding="utf-8")


def _read(page: Page) -> _Read:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"highlight": _highlighted}).enable("table")
    tokens = parser.parse(page.text)
    found = _Read("")
    anchor, heading, words = "", page.title, list[str]()
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        if token.type == "heading_open" and after is not None:
            found.passages.append((anchor, heading, " ".join(words)))
            heading, words = _plain(after), []
            anchor = _free(_slug(heading), found.anchors)
            token.attrSet("id", anchor)
            if token.tag == "h2":
                found.chapters.append((anchor, heading))
        elif token.type in ("inline", "fence", "code_block"):
            words.append(_plain(token) if token.type == "inline" else token.content)
            _follow(token, found)
    found.passages.append((anchor, heading, " ".join(words)))
    found.html = parser.renderer.render(tokens, parser.options, {})
    return found


def _follow(token: Token, found: _Read) -> None:
    """Links to pages of ours become links to their HTML."""
    for child in token.children or ():
        href = str(child.attrGet("href") or "")
        if child.type == "link_open" and not re.match(r"^[a-z]+:", href):
            found.links.append(href)
            child.attrSet("href", re.sub(r"\.md(?=#|$)", ".html", href))


def _plain(token: Token) -> str:
    return "".join(child.content if child.content else " " for child in token.children or ())


def _slug(heading: str) -> str:
    """As code hosts make them: lower case, words joined by lines, no other signs."""
    return re.sub(r"\s", "-", re.sub(r"[^\w\s-]", "", heading.casefold()).strip())


def _free(slug: str, taken: set[str]) -> str:
    number, free = 0, slug
    while free in taken:
        number += 1
        free = f"{slug}-{number}"
    taken.add(free)
    return free


def _lost(read: dict[str, _Read]) -> Iterator[str]:
    """Links to pages or headings that do not exist."""
    for slug, page in read.items():
        for link in page.links:
            target, _, anchor = link.partition("#")
            if not target:
                aim = slug
            elif target.endswith(".md"):
                aim = normpath(f"{dirname(slug)}/{target}" if dirname(slug) else target).removesuffix(".md")
            else:
                aim = target
            if aim not in read or (anchor and anchor not in read[aim].anchors):
                yield f"{slug}.md: {link}"


def _highlighted(code: str, language: str, _: str) -> str:
    """A block in colour, if Pygments knows its language."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name
    from pygments.util import ClassNotFound

    from rulelang.highlighting.pygments_lexer import RuleLangLexer

    try:
        lexer = RuleLangLexer() if language == "rules" else get_lexer_by_name(language)
    except ClassNotFound:
        return ""
    coloured: str = highlight(code, lexer, HtmlFormatter(nowrap=True))
    return coloured


def _nav(pages: Sequence[Page], here: Page, chapters: Sequence[tuple[str, str]], up: str) -> str:
    """All pages by their sections; below this one, its chapters."""
    lines = []
    for section in dict.fromkeys(page.section for page in pages):
        lines.append(f"<h2>{escape(section)}</h2>\n<ul>")
        for page in pages:
            if page.section == section:
                current = ' aria-current="page"' if page is here else ""
                title = escape(_brief(page))
                inside = _chapters(chapters) if page is here else ""
                lines.append(f'<li><a href="{up}{page.slug}.html"{current}>{title}</a>{inside}</li>')
        lines.append("</ul>")
    return "\n".join(lines)


def _brief(page: Page) -> str:
    """Its title under the heading of its section, which need not be said again."""
    title = page.title.replace("`", "")
    short = title.removeprefix(f"{page.section} ")
    return short[0].upper() + short[1:]


def _chapters(chapters: Sequence[tuple[str, str]]) -> str:
    if len(chapters) < 2:
        return ""
    return "<ul>" + "".join(f'<li><a href="#{anchor}">{escape(title)}</a></li>' for anchor, title in chapters) + "</ul>"


def _neighbours(pages: Sequence[Page], number: int, up: str) -> Iterator[str]:
    if number:
        yield f'<a class="before" href="{up}{pages[number - 1].slug}.html">← {escape(pages[number - 1].title)}</a>'
    if number + 1 < len(pages):
        yield f'<a class="after" href="{up}{pages[number + 1].slug}.html">{escape(pages[number + 1].title)} →</a>'


# The documents as a folder of Markdown with the settings of MkDocs: the same site, built by MkDocs Material or
# Zensical.


#: The words behind the language of a block are for our tests.
_FENCE: Final = re.compile(r"^```rules.*$", re.MULTILINE)


def write_markdown(folder: Path, pages: Sequence[Page]) -> None:
    """Write `mkdocs.yml` and the pages."""
    nav = []
    for section in dict.fromkeys(page.section for page in pages):
        nav.append(f"  - {section}:")
        nav += [f"      - {_quoted(page.title)}: {page.slug}.md" for page in pages if page.section == section]
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(str(folder / "mkdocs.yml"), _beside("mkdocs.yml") + "\n".join(nav) + "\n")
    for page in pages:
        path = folder / "pages" / f"{page.slug}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(str(path), _FENCE.sub("```rulelang", page.text))


def _quoted(title: str) -> str:
    return '"' + title.replace("`", "").replace('"', '\\"') + '"'

"""No word of an accepted sentence is lost: without it the graph, its names or its labels are others, or the text is
refused. What may be left out only makes a sentence read well, and is listed here.

`SWALLOWED_WORDS=500 pytest tests/reading/test_no_word_is_swallowed.py` looks at more words of each rulebook.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from rulelang.compile import compile_rulebook
from rulelang.diagnostics import Severity
from rulelang.graph.describe import Speaker
from rulelang.graph.program import Program
from rulelang.graph.text import program_text
from rulelang.rulebook.loading import load, selected
from rulelang.source import read_source, source_from_text
from rulelang.tree import nodes as tree

ROOT = Path(__file__).parents[2]
FILES = [
    *sorted((ROOT / "examples").glob("*.rules")),
    *sorted((ROOT / "tests" / "language" / "cases").glob("*.rules")),
]
#: In a ring every space has as many neighbours as any other.
_ALIKE = frozenset({"08_02_next_to_in_a_ring_beside_links"})
CASES = [
    path
    for path in sorted((ROOT / "tests" / "language" / "conformance" / "cases").glob("*.rules"))
    if path.stem not in _ALIKE
]
WHOLE = [path for path in FILES if path.read_text(encoding="utf-8").startswith("rulebook")]
#: How many words of each text are left out, one at a time.
WORDS = int(os.environ.get("SWALLOWED_WORDS", "10"))

#: How many names are exchanged for others, each for so many.
NAMES = int(os.environ.get("SWALLOWED_WORDS", "2"))
_TRIED = 4
#: Names that begin alike may be the singular and the plural of one.
_STEM = 2

#: Words that only make a sentence read well: articles; `of` before what somebody owns (`1 of your Marks`); `you` in
#: `you win`; `does` before the name of an action; what a place is if nothing is said (`open`).
READ_WELL = frozenset({"a", "an", "the", "of", "you", "does", "open"})

_BESIDE_PLAY = (
    tree.Heading, tree.SourceDocument, tree.Languages, tree.Statements, tree.Aside, tree.Uses, tree.Picture,
    tree.Glossary, tree.Example, tree.TextGroup, tree.VariantGroup, tree.SeatsOnly, tree.PluralDeclaration,
)  # fmt: skip
_NAME = re.compile(r"[A-Z][A-Za-z'-]*(?: (?:[A-Z][A-Za-z'-]*|[0-9]+))*")
#: What introduces names; and a sentence that only texts go by, which may have nothing to do with the play.
_NAMING = (tree.KindDeclaration, tree.UnionDeclaration, tree.PiecesDeclaration, tree.Works)
_WORD = re.compile(r"[A-Za-z0-9'-]+")
#: Citations, quoted words, notes and tables: words of another sort.
_OTHER = re.compile(r'\[[^\]]*\]|"[^"]*"|(?m:^\s*(?:note:|#|\|).*$)')


def words(item: tree.Item) -> Iterator[tuple[int, int, str]]:
    """The words of a sentence: where each begins and ends."""
    text = _OTHER.sub(lambda match: " " * len(match.group()), item.span.text)
    for match in _WORD.finditer(text):
        yield item.span.start + match.start(), item.span.start + match.end(), match.group()


def graph(program: Program) -> object:
    """Everything of a program but the places in the text it comes from."""
    speaker = Speaker(program, exact=True)
    invariants = [speaker.say(term) for _, term, _ in program.invariants]
    return program_text(program), [text for text, _ in program.reasons], program.labels, invariants


class Changing:
    """A rulebook in which one word after the other is changed."""

    def __init__(self, path: Path) -> None:
        self.source = read_source(path).source
        self.book = load(self.source)[0]
        self.program = compile_rulebook(self.book).program
        self.before = graph(self.program) if self.program is not None else None
        self.random = Random(path.stem)

    def items(self) -> Iterator[tree.Item]:
        """What the graph is made of: not what is there beside the play, nor what is said of actions nobody does."""
        program = self.program
        if program is None:
            return
        called = {action for _, action in program.calls}
        for placed in selected(self.book, program.players, frozenset()):
            item = placed.item
            idle = isinstance(item, tree.Action | tree.EventTrigger) and not _names(item) & called
            if not isinstance(item, _BESIDE_PLAY) and item.span.source.path == self.source.path and not idle:
                yield item

    def is_the_same(self, start: int, end: int, text: str) -> bool:
        """Is it still accepted, and nothing other than it was?"""
        whole = self.source.text
        other, problems = load(source_from_text(self.source.path, whole[:start] + text + whole[end:]))
        if any(one.severity is Severity.ERROR for one in problems):
            return False
        compiled = compile_rulebook(other).program
        return compiled is not None and graph(compiled) == self.before

    def place(self, start: int, end: int, word: str) -> str:
        """A word, for whoever looks for it."""
        line = self.source.line_text(self.source.line_column(start)[0]).strip()
        return f"{self.source.span(start, end)}: {word} in `{line}`"


def _names(item: tree.Action | tree.EventTrigger) -> set[str]:
    """What an action is called where it is described and where it is spoken of: `Dig`, `Digs`."""
    name = item.name.text if isinstance(item, tree.Action) else item.call.name.text
    return {name, name.removesuffix("s"), name.removesuffix("es")}


def swallowed(path: Path, most: int) -> Iterator[str]:
    """The words of a rulebook without which nothing is other than it was."""
    changing = Changing(path)
    found = [word for item in changing.items() for word in words(item)]
    changing.random.shuffle(found)
    for start, end, word in [one for one in found if one[2].lower() not in READ_WELL][:most]:
        if changing.is_the_same(start, end, ""):
            yield changing.place(start, end, f"`{word}`")


def _is_introduced(item: tree.Item, place: int) -> bool:
    """Is it the name of what a thing has, or of one of those that are listed?"""
    if not isinstance(item, tree.ThingDeclaration):
        return False
    return any(part is not None and part.span.start <= place < part.span.end for part in (item.features, item.stock))


def exchanged(path: Path, most: int) -> Iterator[str]:
    """The names of a rulebook for which another one may stand, and nothing is other than it was. What a line
    introduces may be called anything, where nothing asks for it."""
    changing = Changing(path)
    found = [
        (item.span.start + match.start(), item.span.start + match.end(), match.group())
        for item in changing.items()
        if not isinstance(item, _NAMING)
        for match in list(_NAME.finditer(_OTHER.sub(lambda one: " " * len(one.group()), item.span.text)))[1:]
        if not _is_introduced(item, item.span.start + match.start())
    ]
    names = sorted({name for _, _, name in found})
    changing.random.shuffle(found)
    for start, end, name in found[:most]:
        others = [other for other in names if other[:_STEM] != name[:_STEM]]
        for other in changing.random.sample(others, min(_TRIED, len(others))):
            if changing.is_the_same(start, end, other):
                yield changing.place(start, end, f"`{name}`, for which `{other}` may stand,")


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_every_word_counts(path: Path) -> None:
    assert list(swallowed(path, WORDS)) == []


@pytest.mark.parametrize("path", [*WHOLE, *CASES], ids=lambda path: path.stem)
def test_no_name_stands_for_any_other(path: Path) -> None:
    assert list(exchanged(path, NAMES)) == []


def test_a_word_that_says_nothing_is_found(tmp_path: Path) -> None:
    """The look itself: an article says nothing, and would be found if it were not on the list."""
    path = tmp_path / "small.rules"
    path.write_text('rulebook "S" for 2 players\nthe Day is a track from 0 to 9\nplay: the Day becomes 1\n')
    source = read_source(path).source
    without = source.text.replace("the Day becomes", "Day becomes")
    programs = [compile_rulebook(load(source_from_text("s.rules", one))[0]).program for one in (source.text, without)]
    assert all(program is not None for program in programs)
    first, second = (graph(program) for program in programs if program is not None)
    assert first == second

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
WHOLE = [path for path in FILES if path.read_text(encoding="utf-8").startswith("rulebook")]
#: How many words of each text are left out, one at a time.
WORDS = int(os.environ.get("SWALLOWED_WORDS", "10"))

#: Words that only make a sentence read well: articles; `of` before what somebody owns (`1 of your Marks`); `you` in
#: `you win`; `does` before the name of an action; what a place is if nothing is said (`open`).
READ_WELL = frozenset({"a", "an", "the", "of", "you", "does", "open"})

_BESIDE_PLAY = (
    tree.Heading, tree.SourceDocument, tree.Languages, tree.Statements, tree.Aside, tree.Uses, tree.Picture,
    tree.Glossary, tree.Example, tree.TextGroup, tree.VariantGroup, tree.SeatsOnly, tree.PluralDeclaration,
)  # fmt: skip
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


def swallowed(path: Path, most: int) -> Iterator[str]:
    """The words of a rulebook without which nothing is other than it was."""
    source = read_source(path).source
    book = load(source)[0]
    program = compile_rulebook(book).program
    if program is None:
        return
    before = graph(program)
    called = {action for _, action in program.calls}
    here = selected(book, program.players, frozenset())
    found = [
        word
        for placed in here
        if not isinstance(placed.item, _BESIDE_PLAY) and placed.item.span.source.path == source.path
        and not (isinstance(placed.item, tree.Action) and placed.item.name.text not in called)
        for word in words(placed.item)
    ]  # fmt: skip
    Random(path.stem).shuffle(found)
    for start, end, word in [one for one in found if one[2].lower() not in READ_WELL][:most]:
        other, problems = load(source_from_text(source.path, source.text[:start] + source.text[end:]))
        if any(one.severity is Severity.ERROR for one in problems):
            continue
        compiled = compile_rulebook(other).program
        if compiled is not None and graph(compiled) == before:
            yield f"{source.span(start, end)}: `{word}` in `{source.line_text(source.line_column(start)[0]).strip()}`"


@pytest.mark.parametrize("path", WHOLE, ids=lambda path: path.stem)
def test_every_word_counts(path: Path) -> None:
    assert list(swallowed(path, WORDS)) == []


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

"""What the documents show is true: whole rulebooks check, test and play, fragments are sentences of the language."""

from __future__ import annotations

import random
import re
from pathlib import Path
from textwrap import indent

import pytest

from interpreter import load
from interpreter.examples.run import run_examples
from rulelang.checks import check_rulebook
from rulelang.diagnostics import Diagnostic, Severity
from rulelang.rulebook.loading import load as read_rulebook
from rulelang.source import source_from_text
from rulelang.tokens.scanner import vocabulary
from rulelang.tree import parse
from tests.docs.snippets import DOCUMENTS, PAGES, README, REFERENCE, TUTORIAL, Snippet, snippets_of

pytestmark = pytest.mark.slow

SNIPPETS = [snippet for document in DOCUMENTS for snippet in snippets_of(document)]
WHOLE = [snippet for snippet in SNIPPETS if snippet.is_whole]
FRAGMENTS = [snippet for snippet in SNIPPETS if not snippet.is_whole]

_HEADER = 'rulebook "Fragment" for 2 to 4 players\n'
_CLAUSE = re.compile(r"^\*\*(\d+)\.(\d+)\*\*", re.MULTILINE)
_REFERRED = re.compile(r"\((\d+\.\d+)\)")


def name(snippet: Snippet) -> str:
    return snippet.name


def errors_in(text: str) -> list[str]:
    """What checking a whole rulebook finds, if it is grave."""
    rulebook, reading = read_rulebook(source_from_text("snippet.rules", text))
    found = check_rulebook(rulebook, reading)
    return [f"{one.span.line}: {one.message}" for one in found if one.severity is Severity.ERROR]


def misread(text: str) -> list[str]:
    """Why a fragment is neither a part of a rulebook, nor of an action, nor of an example; empty if it is one."""
    ways = (
        _HEADER + text,
        f"{_HEADER}to Try:\n{indent(text, '    ')}",
        f'{_HEADER}example "x":\n{indent(text, "    ")}',
    )
    found: list[list[Diagnostic]] = [list(parse(source_from_text("snippet.rules", way)).diagnostics) for way in ways]
    nearest = min(found, key=len)
    return [f"{one.span.line}: {one.message}" for one in nearest]


def clauses() -> list[tuple[int, int]]:
    """The numbers of all clauses of the reference, in reading order."""
    return [(int(chapter), int(clause)) for chapter, clause in _CLAUSE.findall(REFERENCE.read_text(encoding="utf-8"))]


def test_documents_have_snippets() -> None:
    assert {snippet.document for snippet in WHOLE} >= {TUTORIAL, REFERENCE}
    assert {snippet.document for snippet in FRAGMENTS} >= {README, REFERENCE}


@pytest.mark.parametrize("snippet", WHOLE, ids=name)
def test_rulebook_checks(snippet: Snippet) -> None:
    assert errors_in(snippet.text) == []


@pytest.mark.parametrize("snippet", [s for s in WHOLE if s.document.parent == PAGES / "how_to"], ids=name)
def test_what_a_guide_shows_is_as_it_should_be(snippet: Snippet) -> None:
    """Not only without mistakes: without a remark."""
    rulebook, reading = read_rulebook(source_from_text("snippet.rules", snippet.text))
    found = check_rulebook(rulebook, reading)
    assert [one.message for one in found if one.severity is not Severity.UNPROVED] == []


@pytest.mark.parametrize("snippet", WHOLE, ids=name)
def test_examples_hold(snippet: Snippet) -> None:
    results = run_examples(load(snippet.text))
    assert len(results) >= snippet.text.count("\nexample ")
    assert [(result.title, result.failure) for result in results if result.failure is not None] == []


@pytest.mark.parametrize("snippet", WHOLE, ids=name)
def test_random_games_end(snippet: Snippet) -> None:
    rulebook = load(snippet.text)
    for players in rulebook.players:
        executor = rulebook.game(players).executor
        state = executor.start()
        assert executor.random_playout(state, random.Random(players)) > 0
        assert executor.is_over(state)


@pytest.mark.parametrize("snippet", FRAGMENTS, ids=name)
def test_fragment_is_of_the_language(snippet: Snippet) -> None:
    assert misread(snippet.text) == []


def test_mistakes_would_be_noticed() -> None:
    assert misread("chose a Card from your Hand\n") != []
    assert misread("a Card is a card with\n") != []
    whole = next(snippet.text for snippet in WHOLE if snippet.document == TUTORIAL)
    assert errors_in(whole.replace("to your Jar", "to your Jug")) != []


def test_clauses_are_numbered_in_order() -> None:
    numbers = clauses()
    chapters = sorted({chapter for chapter, _ in numbers})
    assert chapters == list(range(1, len(chapters) + 1))
    assert numbers == [
        (chapter, clause)
        for chapter in chapters
        for clause in range(1, 1 + sum(1 for other, _ in numbers if other == chapter))
    ]


@pytest.mark.parametrize("document", [REFERENCE, TUTORIAL], ids=lambda document: document.name)
def test_referred_clauses_exist(document: Path) -> None:
    known = {f"{chapter}.{clause}" for chapter, clause in clauses()}
    referred = set(_REFERRED.findall(document.read_text(encoding="utf-8")))
    assert referred
    assert referred <= known


def test_list_of_words_is_complete() -> None:
    listed = REFERENCE.read_text(encoding="utf-8").rpartition("```words\n")[2].partition("```")[0].split()
    words = {word for spelled in vocabulary() for word in re.findall(r"[a-z]+(?:-[a-z]+)*", spelled)}
    assert sorted(set(listed)) == sorted(words)
    assert len(listed) == len(set(listed))

"""Damaged rulebooks: whatever is typed, reading ends soon, never fails, and says something where something is wrong.

How many are tried is set by RULELANG_MUTATIONS; before a release it is ten thousand.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulelang.source import SourceFile, source_from_text
from rulelang.tokens.layout import LayoutReader
from rulelang.tokens.scanner import scan
from rulelang.tree import ParseResult, parse
from rulelang.tree.table import HOLE, load
from tests.stopwatch import timed
from tests.tree.corpus import CORPUS, read
from tests.tree.test_builder import walk

pytestmark = pytest.mark.slow

MUTATIONS = int(os.environ.get("RULELANG_MUTATIONS", "150"))
SECONDS = 2.0
TEXTS = [read(path).text for path in CORPUS]
TYPED: tuple[str, ...] = (
    *"abzAZ09 :,|\"'[]()#\n\t=+-.é“’\ufffd_",
    "\n    ",
    "the ",
    " is ",
    "note:",
    "  ",
    "\\",
    "\u00a0",
    "\u2028",
)
Mutation = Callable[[str, random.Random], str]


def excerpt(text: str, chance: random.Random) -> str:
    """The first line and some sixty others, so that many can be tried."""
    first, *lines = text.split("\n")
    start = chance.randrange(max(1, len(lines) - 60))
    return "\n".join([first, *lines[start : start + 60]])


def delete(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + text[place + chance.choice([1, 1, 3, 10]) :]


def insert(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + chance.choice(TYPED) + text[place:]


def repeat(text: str, chance: random.Random) -> str:
    place = chance.randrange(len(text) + 1)
    return text[:place] + text[place : place + chance.choice([1, 2, 10])] * 2 + text[place:]


def exchange_words(text: str, chance: random.Random) -> str:
    words = list(re.finditer(r"[\w'-]+", text))
    if not words:
        return text
    word, other = chance.choice(words), chance.choice(words)
    return text[: word.start()] + other.group() + text[word.end() :]


def drop_word(text: str, chance: random.Random) -> str:
    words = list(re.finditer(r"\S+ ?", text))
    if not words:
        return text
    word = chance.choice(words)
    return text[: word.start()] + text[word.end() :]


def drop_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    del lines[chance.randrange(len(lines))]
    return "\n".join(lines)


def move_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))
    return "\n".join(lines)


def indent_line(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    lines[place] = " " * chance.randrange(12) + lines[place].lstrip()
    return "\n".join(lines)


def join_lines(text: str, chance: random.Random) -> str:
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    return "\n".join([*lines[:place], " ".join(lines[place : place + 2]), *lines[place + 2 :]])


ALL: tuple[Mutation, ...] = (
    delete, insert, repeat, exchange_words, drop_word, drop_line, move_line, indent_line, join_lines,
)  # fmt: skip


def is_readable(source: SourceFile) -> bool:
    """Does the grammar take every token? Asked without any of the recovery."""
    layout, kinds = LayoutReader(source, scan(source.text)), list[str]()
    while (line := layout.next_line()) is not None:
        kinds += [token.kind for token in line.opening]
        joined = line.joined()
        if joined is not None:
            broken = [*kinds, *(token.kind for token in joined)]
            if load().takes([load().start], broken) == len(broken):
                kinds = broken
                continue
        kinds += [token.kind for token in line.tokens]
    return not layout.misplaced and not layout.tabs and load().takes([load().start], kinds) == len(kinds)


def check(source: SourceFile, result: ParseResult, seconds: float) -> None:
    assert seconds < SECONDS
    if not is_readable(source):
        assert result.diagnostics
    for found in result.diagnostics:
        edits = (edit.span for fix in found.fixes for edit in fix.edits)
        for span in (found.span, *(label.span for label in found.secondary), *edits):
            assert 0 <= span.start <= span.end <= len(source.text)
        assert "\n" not in found.message
    for node in walk(result.document):
        assert 0 <= node.span.start <= node.span.end <= len(source.text)
        assert HOLE not in [*vars(node).values()]


@settings(max_examples=MUTATIONS, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TEXTS), st.lists(st.sampled_from(ALL), min_size=1, max_size=5), st.integers(0, 2**32))
def test_damaged_rulebooks(text: str, mutations: list[Mutation], seed: int) -> None:
    chance = random.Random(seed)
    text = excerpt(text, chance)
    for mutate in mutations:
        text = mutate(text, chance)
    source = source_from_text("damaged.rules", text)
    check(source, *timed(lambda: parse(source)))


@settings(max_examples=MUTATIONS // 3)
@given(st.text(alphabet=st.sampled_from(sorted({*"".join(TYPED), *"to Rest is the gain Coin a of if"})), max_size=300))
def test_anything_typed(text: str) -> None:
    source = source_from_text("typed.rules", text)
    check(source, *timed(lambda: parse(source)))


@settings(max_examples=MUTATIONS // 3)
@given(st.lists(st.sampled_from([token.text for text in TEXTS for token in scan(text)][::7]), max_size=80))
def test_any_words_in_any_order(words: list[str]) -> None:
    source = source_from_text("shuffled.rules", 'rulebook "Harbour" for 2 players\n' + " ".join(words))
    check(source, *timed(lambda: parse(source)))

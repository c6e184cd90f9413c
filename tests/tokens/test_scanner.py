"""Every word has its kind, and no letter is lost."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Lark

from rulelang.source import source_from_text
from rulelang.tokens.scanner import scan, vocabulary
from rulelang.tokens.token import Token
from rulelang.tree.generate import AHEAD, read_grammar, third_person, verbs_of, words_of
from tests.tree.corpus import CORPUS, read

PIECES = (
    "choose ", "Trade Tile", "the ", "a ", "is", "  ", "\n", "\n    ", "note: a remark", '[de "Malen"]', "|", ":",
    ",", '"', "'s", "’s", "“", ", then", ",\n  otherwise", "# Title", "c4", "-3", "12", "x_y", "é", "Łódź", "札", "\t",
    "\u00a0", "face-down", "as soon as", "as  long   as", "=", "==", "\ufffd", "note", "isn't", "0x", "()", "]",
)  # fmt: skip
NAMES = ("Die", "Hot Spring Tile", "Fu Hsi", "Berth 3", "Blue Samurai 3 Tile", "Jack-in-the-Box", "Édo", "Łódź", "札")


@cache
def grammar() -> Lark:
    return read_grammar()


@cache
def terminals() -> dict[str, str]:
    """What the grammar means by each kind of token."""
    found: dict[str, str] = {terminal.name: terminal.pattern.to_regexp() for terminal in grammar().terminals}
    found |= {verb: f"{found[verb]}|{third_person(found[verb])}" for verb in verbs_of(grammar())}
    return {**found, "NOTE": r"note:[^\n]*"}


def kinds(text: str) -> list[tuple[str, str]]:
    return [(token.kind, token.text) for token in scan(text)]


def test_the_vocabulary_is_that_of_the_grammar() -> None:
    assert vocabulary() == words_of(grammar())


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_every_token_is_what_the_grammar_means_by_its_kind(path: Path) -> None:
    for token in scan(read(path).text):
        if token.kind == "newline":
            continue
        text = " ".join(token.text.split())
        for kind in token.kind.split("/"):
            # What stands behind a word decides between some kinds; a word alone cannot be matched against that.
            pattern = AHEAD.sub("", terminals()[kind])
            assert re.fullmatch(pattern, text), (kind, text)


@pytest.mark.parametrize("word", sorted(vocabulary()))
def test_every_word_of_the_language_is_scanned_as_a_whole(word: str) -> None:
    assert kinds(word) == [(vocabulary()[word], word)]
    if word[-1].isalpha():
        assert [kind for kind, _ in kinds(word + "x")] != [vocabulary()[word]]


def with_spaces(text: str, tokens: Iterable[Token]) -> Iterator[Token]:
    """Scanned tokens with the spaces between them."""
    end = 0
    for token in tokens:
        if end < token.start:
            yield Token("space", text[end : token.start], end, token.start)
        yield token
        end = token.end
    if end < len(text):
        yield Token("space", text[end:], end, len(text))


@given(st.one_of(st.text(), st.lists(st.sampled_from(PIECES)).map("".join)))
def test_nothing_is_lost(text: str) -> None:
    text = source_from_text("any.rules", text).text
    tokens = list(with_spaces(text, scan(text)))
    assert "".join(token.text for token in tokens) == text
    assert [text[token.start : token.end] for token in tokens] == [token.text for token in tokens]
    assert all(not token.text.strip() and "\n" not in token.text for token in tokens if token.kind == "space")


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_nothing_is_lost_of_a_rulebook(path: Path) -> None:
    text = read(path).text
    assert "".join(token.text for token in with_spaces(text, scan(text))) == text


def test_only_real_languages_are_languages() -> None:
    """Two-letter words of the language never name a language, whatever stands behind them."""
    words = [word for word in vocabulary() if re.fullmatch(r"[a-z][a-z]", word)]
    assert {"in", "of", "is", "at", "by", "to", "or", "up", "do", "no", "on", "an", "if", "it"} <= {*words}
    for word in words:
        for behind in (' "x"', "|", " |", ",", "\n"):
            assert kinds(word + behind)[0] == (vocabulary()[word], word)
    for behind in (' "x"', "|", " |", ",", "\n"):
        assert kinds("de" + behind)[0] == ("LANG", "de")
    assert kinds("de Die")[0] == ("WORD", "de")


@pytest.mark.parametrize("name", NAMES)
def test_names(name: str) -> None:
    assert kinds(f"the {name} is") == [("THE", "the"), ("NAME", name), ("_IS", "is")]


def test_names_end_where_lower_case_begins() -> None:
    assert kinds("a Trade Tile tile") == [("_ART", "a"), ("NAME", "Trade Tile"), ("SHAPE", "tile")]


def test_several_spaces_separate_the_words_of_one_name() -> None:
    assert kinds("Trade  Tile") == [("NAME", "Trade  Tile")]


def test_a_sentence_may_go_on_behind_a_comma_in_a_deeper_line() -> None:
    assert kinds("it,\n    then")[1:] == [("_THEN", ",\n    then")]
    assert [kind for kind, _ in kinds("it,\nthen")[1:]] == ["COMMA", "newline", "THEN"]


def test_then_before_a_ranking_is_part_of_the_ranking() -> None:
    assert kinds(", then the highest Points")[0] == ("_THENBY", ", then")
    assert kinds(", then the Die")[0] == ("_THEN", ", then")


@pytest.mark.parametrize(
    ("text", "kind"),
    [('"open', "OPEN_QUOTE"), ("==", "SIGN"), ("’s", "SIGN"), ("x_y", "WORD"), ("isn't", "WORD"), ("3x", "WORD")],
)
def test_what_the_language_does_not_have(text: str, kind: str) -> None:
    assert kinds(text) == [(kind, text)]


def test_a_remark_takes_the_rest_of_its_line() -> None:
    assert kinds('gain 1 Coin note: "x" [y]\nend')[2:] == [
        ("NAME", "Coin"),
        ("NOTE", 'note: "x" [y]'),
        ("newline", "\n"),
        ("END", "end"),
    ]


def test_headings_keep_their_text_and_leave_the_citation() -> None:
    found = kinds('## The market: a place [de "Markt"]')
    assert found[0] == ("HEADING", "## The market: a place")
    assert [kind for kind, _ in found[1:]] == ["LSQB", "LANG", "STRING", "RSQB"]
    assert kinds("# Setup  note: later") == [("HEADING", "# Setup"), ("NOTE", "note: later")]
    assert kinds("# The note: a poem  ") == [("HEADING", "# The"), ("NOTE", "note: a poem  ")]
    assert kinds("# Footnote: a poem  ") == [("HEADING", "# Footnote: a poem")]

"""Rulebooks in colour: every sign comes back, and every word of the language has its colour."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
from pygments.token import Comment, Generic, Keyword, Name, Operator, Punctuation, Text, Token

from rulelang.highlighting.pygments_lexer import RuleLangLexer
from rulelang.highlighting.sorts import SORTS, TextSort, pieces
from rulelang.tokens.scanner import vocabulary

PROJECT = Path(__file__).parents[2]
RULEBOOKS = sorted((*(PROJECT / "rulebooks").rglob("*.rules"), *(PROJECT / "examples").rglob("*.rules")))


def _tokens(text: str) -> list[tuple[object, str]]:
    return list(RuleLangLexer(stripnl=False, ensurenl=False).get_tokens(text))


def test_every_sign_of_every_rulebook_comes_back() -> None:
    assert len(RULEBOOKS) > 20
    for path in RULEBOOKS:
        text = path.read_text(encoding="utf-8")
        assert "".join(piece for _, piece in _tokens(text)) == text, path


def test_whatever_is_written_comes_back() -> None:
    text = "\n\t §1 'x' \"open\n, then\n  otherwise, in order\n  of ’s 3a -4 \N{SNOWMAN}_ note:x\n#\n"
    assert "".join(piece for _, piece in _tokens(text)) == text


def test_a_sentence_in_colour() -> None:
    shown = [
        (kind, piece)
        for kind, piece in _tokens("# Goods\neach Boat gains 2, then\n  pays note: why\n")
        if piece.strip()
    ]
    assert shown == [
        (Generic.Heading, "# Goods"),
        (Operator.Word, "each"),
        (Name.Class, "Boat"),
        (Operator.Word, "gains"),
        (Token.Literal.Number.Integer, "2"),
        (Punctuation, ","),
        (Keyword, "then"),
        (Operator.Word, "pays"),
        (Comment.Single, "note: why"),
    ]
    assert _tokens("") == []
    assert _tokens("the ")[0] == (Text, "the")


@pytest.mark.parametrize("word", sorted(vocabulary()))
def test_every_word_of_the_language_is_known(word: str) -> None:
    assert TextSort.UNKNOWN not in {piece.sort for piece in pieces(word)}


def test_no_kind_of_word_is_named_that_the_language_has_no_more() -> None:
    made_by_the_scanner = {"NAME", "STRING", "OPEN_QUOTE", "INT", "COORD", "LANG", "HEADING", "NOTE", "WORD", "SIGN"}
    assert set(SORTS) - set(vocabulary().values()) == made_by_the_scanner | {"_POSSESSIVE"}


def test_the_entry_point_is_the_lexer() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, name = project["entry-points"]["pygments.lexers"]["rulelang"].split(":")
    assert getattr(import_module(module), name) is RuleLangLexer


def test_pygmentize_takes_it() -> None:
    module = PROJECT / "rulelang" / "highlighting" / "pygments_lexer.py"
    words = ["-m", "pygments", "-x", "-l", f"{module}:RuleLangLexer", "-f", "html", str(RULEBOOKS[0])]
    done = subprocess.run([sys.executable, *words], cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert '<span class="kd">' in done.stdout

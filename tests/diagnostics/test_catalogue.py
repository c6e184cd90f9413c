"""The catalogue is complete, unique, and written for people who never programmed."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module

import pytest

from rulelang.diagnostics import Severity
from rulelang.diagnostics.catalogue import AREAS, CatalogueEntry, all_codes, all_entries, diagnostic, entry, explain
from rulelang.diagnostics.wording import Wording, at, say
from rulelang.source import Span, source_from_text

ENTRIES = {entry.code: entry for entry in all_entries()}

JARGON = re.compile(
    r"""\b(
    tokens? | lexers? | lexing | pars(?:e|es|ed|er|ers|ing) | nodes? | AST | syntax | grammar | terminals?
    | lambdas? | identifiers? | variables? | expressions? | statements? | operands? | operators?
    | arguments? | parameters? | booleans? | integers? | strings? | null | None | tuples? | dicts? | enums? | types?
    | instances? | scope | invalid | illegal\s(?:input|character) | EOF | newlines? | indent | dedent
    | undefined | unresolved | traceback
    | declar(?:e|es|ed|ation|ations) | compil(?:e|es|ed|er|ers)
    )\b""",
    re.IGNORECASE | re.VERBOSE,
)
LINE_LENGTH = 140
SHAPE = re.compile(
    r"\A[A-Z][^\n]*\.\n\n"  # one sentence on what is wrong
    r"(?:[A-Z`](?:(?!\n\n).)*\.\n\n)+"  # why it matters
    r"Wrong:\n\n```rules\n(?:(?!```).)+```\n\n"
    r"Right:\n\n```rules\n(?:(?!```).)+```\Z",
    re.DOTALL,
)


def _without_quotations(text: str) -> str:
    """What the catalogue says itself; examples and words of the author may use any word."""
    return re.sub(r"`[^`]*`", "", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


def _spoken_by(code: str) -> Iterator[str]:
    """Every piece of text in the body of an entry, with what is filled in left out."""
    module = import_module(ENTRIES[code].module)
    for function in ast.walk(ast.parse(inspect.getsource(module))):
        if isinstance(function, ast.FunctionDef) and _registers(function, code):
            for statement in function.body[1:]:
                pieces = (node for node in ast.walk(statement) if isinstance(node, ast.Constant))
                yield from (piece.value for piece in pieces if isinstance(piece.value, str))


def _registers(function: ast.FunctionDef, code: str) -> bool:
    constants = (node for decorator in function.decorator_list for node in ast.walk(decorator))
    return any(isinstance(node, ast.Constant) and node.value == code for node in constants)


@pytest.mark.parametrize("code", ENTRIES)
def test_page_has_the_fixed_shape(code: str) -> None:
    assert SHAPE.match(ENTRIES[code].page), ENTRIES[code].page


@pytest.mark.parametrize("code", ENTRIES)
def test_examples_differ(code: str) -> None:
    assert ENTRIES[code].wrong.strip()
    assert ENTRIES[code].right.strip()
    assert ENTRIES[code].wrong != ENTRIES[code].right


@pytest.mark.parametrize("code", ENTRIES)
def test_no_jargon(code: str) -> None:
    own_words = [ENTRIES[code].title, ENTRIES[code].page, *_spoken_by(code)]
    found = [match.group() for text in own_words for match in JARGON.finditer(_without_quotations(text))]
    assert not found, f"{code} says {found}; write it for somebody who never programmed"


@pytest.mark.parametrize("code", ENTRIES)
def test_an_entry_speaks_in_short_lines(code: str) -> None:
    spoken = list(_spoken_by(code))
    assert spoken, f"{code} has no words of its own"
    assert all(len(text) <= LINE_LENGTH and "\n" not in text for text in spoken)


@pytest.mark.parametrize("code", ENTRIES)
def test_title_is_a_phrase(code: str) -> None:
    title = ENTRIES[code].title
    assert title
    assert not title.endswith(".")
    assert len(title) <= 60


@pytest.mark.parametrize("code", ENTRIES)
def test_an_entry_lives_in_the_module_of_its_area(code: str) -> None:
    areas = {area.digits: area.modules for area in AREAS}
    assert ENTRIES[code].module.rpartition(".")[2] in areas[code[2:4]]


def test_all_codes_are_sorted() -> None:
    assert list(all_codes()) == sorted(ENTRIES)


def test_explain_gives_the_page_in_any_capitals() -> None:
    page = explain(" rl0101 ")
    assert page is not None
    assert page.startswith("# RL0101: unknown word (error)\n\nA word in lower case is not")
    assert "chose an empty Square" in page


def test_an_unknown_code_has_no_page() -> None:
    assert explain("RL0199") is None
    assert entry("nonsense") is None


def test_examples_show_invisible_characters() -> None:
    assert "\tchoose" in ENTRIES["RL0107"].wrong
    assert "<tab>" in ENTRIES["RL0107"].page
    assert ENTRIES["RL0110"].wrong.encode("utf-8", "surrogateescape").startswith(b"the Caf\xe9 ")


def test_a_code_is_never_used_twice() -> None:
    with pytest.raises(ValueError, match="RL0101 is taken by `unknown word`"):
        diagnostic("RL0101", title="another")


def test_a_code_has_a_fixed_form() -> None:
    with pytest.raises(ValueError, match="RL12 is not a code"):
        diagnostic("RL12", title="too short")


def test_the_decorator_adds_code_and_severity() -> None:
    def words(span: Span) -> Wording:
        """Page."""
        return say("Something is odd.", at(span, "here"))

    try:
        build = diagnostic("RL9999", severity=Severity.WARNING, title="odd")(words)
        found = build(source_from_text("a.rules", "abc").span(0, 1))
    finally:
        _forget("RL9999")
    assert (found.code, found.severity, found.message) == ("RL9999", Severity.WARNING, "Something is odd.")


def _forget(code: str) -> None:
    registry: dict[str, CatalogueEntry] = import_module("rulelang.diagnostics.catalogue.registry")._ENTRIES
    registry.pop(code, None)

"""Lines become sentences and blocks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.source import source_from_text
from rulelang.tokens.layout import LayoutReader
from rulelang.tokens.scanner import scan


def layout(text: str) -> LayoutReader:
    source = source_from_text("any.rules", text)
    return LayoutReader(source, scan(source.text))


def shape(text: str) -> str:
    """The words of a text with `;` for the end of a sentence and `{` `}` around blocks."""
    signs = {"_NL": ";", "_INDENT": "{", "_DEDENT": "}", "$END": ""}
    laid, words = layout(text), []
    while (line := laid.next_line()) is not None:
        words += [signs.get(token.kind, token.text) for token in (*line.opening, *line.tokens)]
    return " ".join(filter(None, words))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("\n\n  \n", ""),
        ("note: only a remark", ""),
        ("    note: deep\n  note: less deep\n", ""),
        ("A", "A ;"),
        ("A\nB\n", "A ; B ;"),
        ("A:\n  B\n", "A : ; { B ; }"),
        ("A:\n  B\n  C\nD\n", "A : ; { B ; C ; } D ;"),
        ("A:\n  B:\n    C\nD\n", "A : ; { B : ; { C ; } } D ;"),
        ("A\n    is B\n    is C\nD\n", "A is B is C ; D ;"),
        ("A\n    is B:\n    C\n", "A is B : ; { C ; }"),
        ("A:\n  B\n    is C\n  D\n", "A : ; { B is C ; D ; }"),
        ("A:\n\n\n  B\n\n  C\n", "A : ; { B ; C ; }"),
        ("A:\n  B\nnote: not deep\n  C\n", "A : ; { B ; C ; }"),
        ("A: note: remark\n  B\n", "A : ; { B ; }"),
        ("A:\n        note: deep remark\n  B\n", "A : ; { B ; }"),
        ("A:\nB\n", "A : ; B ;"),
        ("A\r\n\tis B\r\nC", "A is B ; C ;"),
        ("\ufeffA\n", "A ;"),
        ("A is\n  note: between\n  B\n", "A is B ;"),
        ("A in line\n  with B\n", "A in line\n  with B ;"),
    ],
)
def test_shape(text: str, expected: str) -> None:
    assert shape(text) == expected


@pytest.mark.parametrize(
    ("text", "expected", "misplaced"),
    [
        ("  A\n", "A ;", [(0,)]),
        ("A:\n    B\n  C\nD\n", "A : ; { B ; C ; } D ;", [(0, 4)]),
        ("A:\n    B\n C\nD\n", "A : ; { B ; } C ; D ;", [(0, 4)]),
        ("A:\n    B\n   C\n   D\n    E\n", "A : ; { B ; C ; D ; E ; }", [(0, 4)]),
        ("A:\n    B\n  C\n    D\n  E\n", "A : ; { B ; C ; D ; E ; }", [(0, 4)]),
    ],
)
def test_lines_that_start_in_no_block(text: str, expected: str, misplaced: list[tuple[int, ...]]) -> None:
    laid = layout(text)
    while laid.next_line() is not None:
        pass
    assert shape(text) == expected
    assert [found.depths for found in laid.misplaced] == misplaced


def test_tabs_are_found_and_count_as_steps_of_four() -> None:
    text = "A:\n\tB\n    C\n  \tD\n"
    laid = layout(text)
    while laid.next_line() is not None:
        pass
    assert [span.text for span in laid.tabs] == ["\t", "  \t"]
    assert shape(text) == "A : ; { B ; C ; D ; }"


def test_looking_ahead_changes_nothing() -> None:
    laid, other = layout("A:\n    B\n   C:\n D\n"), layout("A:\n    B\n   C:\n D\n")
    while (expected := other.next_line()) is not None:
        first, second, line = laid.peek(), laid.peek(), laid.next_line()
        assert first is not None
        assert second is not None
        assert line is not None
        shapes = [[token.kind for token in (*seen.opening, *seen.tokens)] for seen in (first, second, line, expected)]
        assert shapes[0] == shapes[1] == shapes[2] == shapes[3]
    assert laid.peek() is None
    assert [found.start for found in laid.misplaced] == [found.start for found in other.misplaced]


def test_a_deeper_line_can_become_a_block() -> None:
    laid = layout("A\n    B\n    C\nD\n")
    line = laid.next_line()
    assert line is not None
    (place,) = [place for place, token in enumerate(line.tokens) if token.text == "B"]
    laid.split(line.deeper[place], as_block=True)
    rest = []
    while (line := laid.next_line()) is not None:
        rest.append(([token.kind for token in line.opening], [token.text for token in line.tokens]))
    assert rest == [([], ["B", ""]), ([], ["C", ""]), (["_DEDENT"], ["D", ""]), ([], [""])]


def test_a_deeper_line_can_become_a_sentence_of_its_own() -> None:
    laid = layout("A\n    B\n    C\nD\n")
    line = laid.next_line()
    assert line is not None
    laid.split(line.deeper[1], as_block=False)
    rest = []
    while (line := laid.next_line()) is not None:
        rest.append([token.text for token in line.tokens])
    assert rest == [["B", ""], ["C", ""], ["D", ""], [""]]
    assert [found.depths for found in laid.misplaced] == [(0,)]


@given(st.lists(st.tuples(st.integers(0, 12), st.sampled_from(["A", "A:", "note: x", "", "A is"]))))
def test_blocks_are_closed_as_often_as_opened(lines: list[tuple[int, str]]) -> None:
    said = shape("\n".join(" " * depth + text for depth, text in lines))
    depth = 0
    for word in said.split():
        depth += {"{": 1, "}": -1}.get(word, 0)
        assert depth >= 0
    assert depth == 0
    assert said.count("A") == sum(text.startswith("A") for _, text in lines)

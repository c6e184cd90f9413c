"""Text, lines, columns and spans."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.source import SourceFile, Span, read_source, source_from_bytes, source_from_text


def test_text_is_normalised() -> None:
    assert source_from_text("a", "\ufeffone\r\ntwo\rthree\n").text == "one\ntwo\nthree\n"


def test_bytes_are_read_as_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "a.rules"
    path.write_bytes(b"\xef\xbb\xbfcaf\xc3\xa9\r\n")
    reading = read_source(path)
    assert (reading.source, reading.damaged) == (SourceFile(str(path), "café\n"), ())


def test_damaged_bytes_are_listed_and_replaced() -> None:
    reading = source_from_bytes("a", b"\xef\xbb\xbfx\xe9\r\n\xef\xbf\xbd\xff")
    assert reading.source.text == "x\ufffd\n\ufffd\ufffd"
    assert [(span.line, span.column) for span in reading.damaged] == [(1, 2), (2, 2)]


@given(st.text("ab\n", max_size=30))
def test_lines_put_together_are_the_text(text: str) -> None:
    source = SourceFile("a", text)
    lines = [source.line_text(line) for line in range(1, source.line_count + 1)]
    assert "\n".join(lines) == text
    for offset in range(len(text) + 1):
        line, column = source.line_column(offset)
        assert source.line_starts[line - 1] + column - 1 == offset
        assert 0 <= column - 1 <= len(lines[line - 1])


@given(st.binary(max_size=30))
def test_any_bytes_can_be_read(data: bytes) -> None:
    reading = source_from_bytes("a", data)
    reading.source.text.encode("utf-8")
    assert all(span.text == "\ufffd" for span in reading.damaged)


def test_span_places() -> None:
    source = SourceFile("a", "one\n  two \n")
    span = source.span(6, 9)
    assert (span.text, span.line, span.column, span.end_line, span.end_column) == ("two", 2, 3, 2, 6)
    assert str(span) == "a:2:3"
    assert source.line_span(2) == span
    assert (span.before.start, span.before.end, span.after.start, span.after.end) == (6, 6, 9, 9)


def test_a_blank_line_has_an_empty_span() -> None:
    source = SourceFile("a", "one\n   \n")
    assert source.line_span(2) == source.span(4, 4)
    assert source.line_span(3) == source.span(8, 8)


def test_spans_are_equal_by_place() -> None:
    one, other = SourceFile("a", "text"), SourceFile("a", "text, edited")
    assert one.span(0, 2) == other.span(0, 2)
    assert len({one.span(0, 2), other.span(0, 2), one.span(0, 3), Span(SourceFile("b", "text"), 0, 2)}) == 3


def test_merge_covers_both() -> None:
    source = SourceFile("a", "one two three")
    assert source.span(8, 13).merge(source.span(0, 3)).text == "one two three"
    assert source.span(0, 13).merge(source.span(4, 7)).text == "one two three"
    with pytest.raises(ValueError, match="different files"):
        source.span(0, 3).merge(SourceFile("b", "").span(0, 0))


@pytest.mark.parametrize("form", ["utf-16", "utf-16-le", "utf-16-be"])
def test_what_editors_call_unicode_is_read_too(form: str) -> None:
    mark = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(form, b"")
    reading = source_from_bytes("yamatai.rules", mark + 'rulebook "Yamataï" for 2 players\r\n'.encode(form))
    assert reading.source.text == 'rulebook "Yamataï" for 2 players\n'
    assert reading.damaged == ()

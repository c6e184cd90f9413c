"""Findings as data, the words that help to write them, and fixes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulelang.diagnostics import Diagnostic, Edit, Fix, Label, Severity, in_reading_order, worst
from rulelang.diagnostics.fixes import TextChange, apply_edits, changes
from rulelang.diagnostics.spelling import close_matches, closest, edit_distance
from rulelang.diagnostics.wording import counted, joined, listed
from tests.diagnostics.cases import find, rules

TEXT = rules("alpha beta\ngamma\ndelta\n", "b.rules")
EARLIER = rules("alpha\n", "a.rules")
WORDS = ["choose", "move", "shuffle", "close", "Pilgrim", "Pawn"]


def _found(text: str, severity: Severity = Severity.ERROR, code: str = "RL0100") -> Diagnostic:
    return Diagnostic(code, severity, "Words.", Label(find(TEXT, text)))


def test_reading_order() -> None:
    other_file = Diagnostic("RL0100", Severity.NOTE, "Words.", Label(find(EARLIER, "alpha")))
    late, early, early_note = _found("gamma"), _found("beta"), _found("beta", Severity.NOTE)
    assert in_reading_order([late, early_note, early, other_file, late]) == (other_file, early, early_note, late)


def test_worst() -> None:
    assert worst([_found("beta", Severity.NOTE), _found("beta", Severity.WARNING)]) is Severity.WARNING
    assert worst([]) is None


def test_cited_keeps_the_rest() -> None:
    finding = _found("beta")
    assert finding.cited("4.2").citation == "4.2"
    assert finding.cited("4.2").cited(None) == finding


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("chose", "choose"),
        ("choos", "choose"),
        ("mvoe", "move"),
        ("pilgrim", "Pilgrim"),
        ("PAWN", "Pawn"),
        ("move", None),
        ("quite different", None),
        ("Pilgrim Pilgrim", "Pilgrim"),
    ],
)
def test_closest(word: str, meant: str | None) -> None:
    assert closest(word, WORDS) == meant


def test_close_matches_are_ranked() -> None:
    assert close_matches("chose", WORDS) == ("choose", "close")
    assert close_matches("chose", WORDS, limit=1) == ("choose",)


@given(st.text("abc", max_size=6), st.text("abc", max_size=6))
def test_edit_distance_is_a_distance(one: str, other: str) -> None:
    distance = edit_distance(one, other)
    assert distance == edit_distance(other, one)
    assert (distance == 0) == (one == other)
    assert abs(len(one) - len(other)) <= distance <= max(len(one), len(other))


@given(st.text("abc", max_size=6), st.text("abc", max_size=6), st.integers(0, 4))
def test_a_distance_is_counted_as_far_as_it_matters(one: str, other: str, most: int) -> None:
    distance = edit_distance(one, other)
    counted = edit_distance(one, other, most)
    assert counted == distance if distance <= most else counted > most


@given(st.text("abcA", max_size=6), st.lists(st.text("abcA", max_size=6), max_size=6))
def test_close_matches_are_all_that_are_near(word: str, candidates: list[str]) -> None:
    reach = max(1, len(word) // 3)
    near = {
        one
        for one in candidates
        if one != word
        and abs(len(one) - len(word)) <= reach
        and (edit_distance(word, one) <= reach or one.casefold() == word.casefold())
    }
    assert set(close_matches(word, candidates, limit=10)) == near


def test_lists_in_words() -> None:
    assert listed([]) == ""
    assert listed(["a"]) == "`a`"
    assert listed(["a", "b"]) == "`a` or `b`"
    assert listed(["a", "b", "c"], "and") == "`a`, `b` and `c`"
    assert joined(["a name", "`to`"]) == "a name or `to`"
    assert (counted(1, "cell"), counted(0, "cell")) == ("1 cell", "0 cells")


def test_edits_are_made_at_once() -> None:
    edits = [Edit(find(TEXT, "gamma"), "c"), Edit(find(TEXT, "alpha"), "a"), Edit(find(TEXT, "beta").after, "!")]
    assert apply_edits(TEXT.text, edits) == "a beta!\nc\ndelta\n"


def test_edits_may_not_overlap() -> None:
    with pytest.raises(ValueError, match="overlaps"):
        apply_edits(TEXT.text, [Edit(find(TEXT, "alpha beta"), ""), Edit(find(TEXT, "beta"), "")])


def test_changes_show_only_lines_that_differ() -> None:
    fix = Fix("drop a line", (Edit(find(TEXT, "gamma\n"), ""), Edit(find(EARLIER, "alpha"), "omega")))
    assert list(changes(fix)) == [
        TextChange(EARLIER, 1, ("alpha",), ("omega",)),
        TextChange(TEXT, 2, ("gamma",), ()),
    ]

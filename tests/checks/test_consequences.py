"""One mistake, one finding: nothing is blamed for a sentence that could not be read, and nothing is told twice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.tokens.scanner import vocabulary
from tests.checks.finding import GAME, checked

pytestmark = pytest.mark.slow


def errors(text: str) -> list[tuple[int, str]]:
    return [(one.span.line, one.code) for one in checked(text) if one.severity.name == "ERROR"]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("a Firefly is a token", "a Firefly xqzt a token", 3),
        ("the Pond is an open area of Fireflies", "the Pond is an open xqzt of Fireflies", 5),
        ("each player has a Jar, an open area", "each player has a Jar, xqzt open area", 6),
        ("each player has Points from 0 to 12", "each player has Points from xqzt to 12", 7),
        ("play:\n", "plxay:\n", 9),
        ("to Scoop:\n", "to Scoop\n", 11),
        ("choose a number from 1 to 2 as Handful", "choose xqzt number from 1 to 2 as Handful", 12),
    ],
)
def test_what_follows_from_an_unread_sentence_is_left_out(old: str, new: str, line: int) -> None:
    assert old in GAME
    assert {where for where, _ in errors(GAME.replace(old, new))} == {line}


def test_what_follows_from_what_follows_is_left_out() -> None:
    """The Handful is chosen in a sentence that cannot be read, the Catch counted with it, the Points with the Catch."""
    chain = "remember the Handful plus 1 as Catch\n    gain as many Points as the Catch\n    gain 1 Points"
    text = GAME.replace("gain 1 Points", chain)
    assert errors(text) == []
    broken = text.replace("choose a number from 1 to 2 as Handful", "choose xqzt number from 1 to 2 as Handful")
    assert {where for where, _ in errors(broken)} == {12}


def test_an_unknown_name_is_told_once_with_its_other_places() -> None:
    found = [one for one in checked(GAME.replace("the Pond is an open", "the Pont is an open")) if one.code == "RL0201"]
    assert [one.message for one in found] == ["Nothing here is called `Pond`."]
    assert [label.span.line for label in found[0].secondary] == [13, 15]


def test_what_is_wrong_with_a_definition_is_told_there_only() -> None:
    text = GAME.replace("play:\n", "your Catch is the number of Fireflys in your Jarr\nplay:\n")
    text = text.replace("gain 1 Points", "gain as many Points as your Catch")
    assert errors(text) == [(9, "RL0202"), (9, "RL0201")]


EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = [
    text
    for path in sorted(EXAMPLES.glob("*.rules"))
    if len(text := path.read_text("utf-8")) < 4000 and "uses" not in text
]
WORDS = frozenset(word for word in vocabulary() if word.isalpha() and len(word) > 3)


@settings(max_examples=40)
@given(st.sampled_from(SMALL), st.integers(0, 10_000), st.integers(0, 10))
def test_a_misspelt_word_is_only_reported_where_it_stands(text: str, choice: int, letter: int) -> None:
    lines = text.split("\n")
    numbers = [n for n, line in enumerate(lines) if not re.match(r"#|note|example|rulebook|library|source", line)]
    places = [
        (number, found)
        for number in numbers
        for found in re.finditer(r"\b[a-z]{4,}\b", lines[number].partition('"')[0])
        if found.group() in WORDS
    ]
    number, found = places[choice % len(places)]
    cut = found.start() + 1 + letter % (len(found.group()) - 2)
    broken = lines[number][:cut] + lines[number][cut + 1 :]
    before = errors(text)
    after = errors("\n".join([*lines[:number], broken, *lines[number + 1 :]]))
    assert {line for line, code in after if (line, code) not in before} <= {number + 1}

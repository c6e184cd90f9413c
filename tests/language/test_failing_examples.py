"""Examples that must fail, each at its last line: what examples say is worth as much as what they cannot say."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from interpreter import load
from interpreter.examples.run import run_examples
from rulelang.rulebook.loading import load as load_text
from rulelang.source import read_source
from rulelang.tree import nodes as tree

EXECUTORS = ("auto", "reference")
MOMENTS = Path(__file__).parent / "conformance" / "mustfail" / "16_07_moments.rules"


@cache
def failures(executor: str) -> dict[str, tuple[int, str]]:
    """For each example that fails its line and what is said."""
    results = run_examples(load(MOMENTS), executor)
    found = {}
    for result in results:
        if result.failure is not None:
            assert result.failure.origin.span is not None
            found[result.title] = result.failure.origin.span.line, result.failure.message
    return found


def last_lines() -> dict[str, int]:
    """The last line of each example."""
    book, found = load_text(read_source(str(MOMENTS)).source)
    assert not found
    examples = [placed.item for placed in book.items if isinstance(placed.item, tree.Example)]
    return {example.title.text: example.lines[-1].span.line for example in examples}


@pytest.mark.parametrize("executor", EXECUTORS)
@pytest.mark.parametrize(("title", "line"), last_lines().items())
def test_the_example_fails_at_its_last_line(title: str, line: int, executor: str) -> None:
    found = failures(executor)
    assert title in found, "the example passes"
    assert found[title][0] == line, found[title]


def test_messages_tell_what_is_the_matter() -> None:
    told = {title: message for title, (_, message) in failures("reference").items()}
    assert told["nobody has won before the end"].startswith("the game is not over (`would win`")
    assert "`then at once`" in told["the same in the other order"]
    assert told["nobody is third behind two who tie"].endswith("Ann first, Ben second, Cleo second")
    assert told["a secret hand is not seen"] == "Ben sees none of 1"
    assert "`Ben` goes on" in told["a move is told to its end before anything is asked"]
    assert told["it is somebody else's turn"] == "this does not hold (whose turn it is: Ann)"
    assert told["it is another round"] == "this does not hold (the round: 2)"

"""The common layout keeps the meaning and every remark, and is reached in one step."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulelang.formatting import format_source
from rulelang.source import SourceFile, read_source
from rulelang.tokens.scanner import scan
from rulelang.tree import parse

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
FILES = [*sorted((ROOT / "rulebooks").glob("*.rules")), *sorted((ROOT / "examples").glob("*.rules"))]

UNTIDY = """rulebook   "Untidy"  for 2 players


# Components
note: said before the cubes
a Colour is one of Red,Blue
a Cube is a token  with a Colour
there are 2 Cubes :  1 Red , 1 Blue   note: said behind them
glossary:
  | Term | de |
  | Cube|"Würfel"|
play:
  repeat 2 rounds:
        note: said inside
        each player: you may
                gain 1 Coin
each player has Coins from 0 to 9
"""

TIDY = """rulebook "Untidy" for 2 players

# Components
note: said before the cubes
a Colour is one of Red, Blue
a Cube is a token with a Colour
there are 2 Cubes: 1 Red, 1 Blue note: said behind them
glossary:
    | Term | de       |
    | Cube | "Würfel" |
play:
    repeat 2 rounds:
        note: said inside
        each player: you may
            gain 1 Coin
each player has Coins from 0 to 9
"""


def test_spaces_tables_blocks_and_empty_lines() -> None:
    assert format_source(SourceFile("untidy.rules", UNTIDY)) == TIDY


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_our_rulebooks_have_the_common_layout(path: Path) -> None:
    source = read_source(str(path)).source
    assert format_source(source) == source.text


def disturbed(text: str, seeds: list[int]) -> str:
    """The same rulebook with other spaces: wider gaps, wider blocks, more empty lines."""
    lines = []
    for number, line in enumerate(text.split("\n")):
        seed = seeds[number % len(seeds)]
        body = line.lstrip(" ")
        indent = (len(line) - len(body)) * (1 + seeds[0] % 2)
        if not body.startswith("note:") and '"' not in body:
            body = body.replace(" ", "  ") if seed % 3 == 0 else body
        lines.append(" " * indent + body + " " * (seed % 2))
        lines += [""] * (seed % 4 == 0 and not line)
    return "\n".join(lines)


@given(st.sampled_from(FILES), st.lists(st.integers(0, 99), min_size=1, max_size=20))
@settings(max_examples=8)
def test_any_spacing_leads_to_the_same_layout(path: Path, seeds: list[int]) -> None:
    text = read_source(str(path)).source.text
    source = SourceFile("disturbed.rules", disturbed(text, seeds))
    if parse(source).diagnostics:
        return
    once = format_source(source)
    again = SourceFile("again.rules", once)
    assert format_source(again) == once
    assert parse(again).document == parse(source).document
    assert [t.text.strip() for t in scan(once) if t.kind == "NOTE"] == [
        t.text.strip() for t in scan(source.text) if t.kind == "NOTE"
    ]

"""Rulebooks that say something else than was meant: checking them never fails and never takes long.

Words, names, numbers and lines change places, so that most sentences can still be read and mean something odd.
How many are tried is set by RULELANG_MUTATIONS: a tenth of it, since each one is read and checked whole.
"""

from __future__ import annotations

import os
import random
import re
import time
from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulelang.checks import check_rulebook
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text
from tests.tree.test_mutations import drop_line, drop_word, exchange_words, move_line

MUTATIONS = max(150, int(os.environ.get("RULELANG_MUTATIONS", "150")) // 10)
SECONDS = 5.0
ROOT = Path(__file__).parents[2]
GAMES = [(str(path), path.read_text("utf-8")) for path in sorted((ROOT / "examples").glob("*.rules"))]
SMALL = [(path, text) for path, text in GAMES if len(text) < 6000 and text.startswith("rulebook")]


def exchange_names(text: str, chance: random.Random) -> str:
    names = list(re.finditer(r"\b[A-Z][\w'-]*", text))
    name, other = chance.choice(names), chance.choice(names)
    return text[: name.start()] + other.group() + text[name.end() :]


def other_number(text: str, chance: random.Random) -> str:
    numbers = list(re.finditer(r"\b\d+\b", text)) or [*re.finditer("$", text)]
    number = chance.choice(numbers)
    return text[: number.start()] + str(chance.choice([0, 1, 7, 100, 99_999])) + text[number.end() :]


def borrowed_word(text: str, chance: random.Random) -> str:
    lines = [line.split(" ") for line in text.split("\n")]
    line = chance.choice(lines)
    line[chance.randrange(len(line))] = chance.choice(chance.choice(lines))
    return "\n".join(" ".join(words) for words in lines)


ALL: tuple[Callable[[str, random.Random], str], ...] = (
    exchange_names, exchange_names, exchange_words, other_number, borrowed_word, drop_word, drop_line, move_line,
)  # fmt: skip


@settings(max_examples=MUTATIONS, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(SMALL), st.lists(st.sampled_from(ALL), min_size=1, max_size=3), st.integers(0, 2**32))
def test_checking_always_ends_in_findings(
    game: tuple[str, str], mutations: list[Callable[[str, random.Random], str]], seed: int
) -> None:
    path, text = game
    chance = random.Random(seed)
    for mutate in mutations:
        text = mutate(text, chance)
    source = source_from_text(path, text)
    start = time.process_time()
    found = check_rulebook(*load(source))
    assert time.process_time() - start < SECONDS
    for one in found:
        edits = (edit.span for fix in one.fixes for edit in fix.edits)
        for span in (one.span, *(label.span for label in one.secondary), *edits):
            assert 0 <= span.start <= span.end <= len(span.source.text)

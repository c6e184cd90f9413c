"""Each operator says what it should otherwise, and as it is told it could be written."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from rulelang.mutation.mutant import Mutant, applied, edited, told
from rulelang.mutation.mutants import mutants_of
from rulelang.mutation.operators import OPERATORS
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import SourceFile, read_source, source_from_text
from rulelang.tree import nodes as tree
from tests.mutation.market import MARKET

ROOT = Path(__file__).parents[2]

#: For each operator a mutant as it is told.
TOLD = dict(line.split(": ", 1) for line in Path(__file__).with_name("told.txt").read_text("utf-8").splitlines())


@cache
def market() -> WrittenRulebook:
    rulebook, found = load(source_from_text("market.rules", MARKET))
    assert found == ()
    return rulebook


def test_every_operator_has_a_case() -> None:
    assert sorted(TOLD) == sorted(OPERATORS)


@pytest.mark.parametrize("name", sorted(OPERATORS))
def test_it_says_something_otherwise(name: str) -> None:
    mutants = mutants_of(market(), [name])
    assert TOLD[name] in [told(mutant) for mutant in mutants]
    assert {mutant.operator for mutant in mutants} == {name}
    for mutant in mutants:
        assert applied(market(), mutant).items != market().items


def test_keys_are_for_one_mutant_each_and_stay_when_lines_move() -> None:
    keys = [mutant.key for mutant in mutants_of(market())]
    assert len(set(keys)) == len(keys)
    moved, _ = load(source_from_text("market.rules", MARKET.replace("# Play\n", "# Play\n\nnote: as you like it\n")))
    assert [mutant.key for mutant in mutants_of(moved)] == keys


BOOKS = [MARKET, "examples/backgammon.rules", "examples/sealed_letter.rules", "rulebooks/tokaido_duo.rules",
         "rulebooks/samurai.rules", "rulebooks/iki.rules", "rulebooks/yamatai.rules"]  # fmt: skip


@pytest.mark.parametrize("book", BOOKS, ids=lambda book: "market" if "\n" in book else Path(book).stem)
def test_what_is_told_is_what_is_tried(book: str) -> None:
    """The text with the edits made reads as the tree that was tried. Of large books some fifteen mutants."""
    source = source_from_text("market.rules", book) if "\n" in book else read_source(ROOT / book).source
    rulebook, _ = load(source)
    exact = sorted((one for one in mutants_of(rulebook) if one.exact), key=lambda one: one.key)
    tried = exact if len(exact) < 120 else exact[:: len(exact) // 15]
    assert [told(one) for one in tried if not reads_so(rulebook, one)] == []


def reads_so(rulebook: WrittenRulebook, mutant: Mutant) -> bool:
    """Does the changed text read as the changed tree?"""
    file = mutant.edits[0].span.source
    text = edited(file.span(0, len(file.text)), mutant.edits)
    files = {Path(one.path).name: one for one in rulebook.files} | {Path(file.path).name: SourceFile(file.path, text)}
    read, found = load(files[Path(rulebook.source.path).name], files.get)
    return found == () and list(said(read)) == list(said(applied(rulebook, mutant)))


def said(rulebook: WrittenRulebook) -> Iterator[tuple[tree.Item, object]]:
    """All items and for whom they hold; what groups hold is among them."""
    for placed in rulebook.items:
        if not isinstance(placed.item, tree.TextGroup | tree.SeatsOnly | tree.VariantGroup):
            yield placed.item, (placed.seats, placed.variant)

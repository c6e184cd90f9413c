"""Every finding about what sentences mean, as an author sees it, from the examples of its own explain page."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics import Severity
from rulelang.diagnostics.catalogue import CatalogueEntry, all_entries
from rulelang.diagnostics.render import render_text
from tests.checks import test_pages_of_play, test_pages_of_secrets
from tests.diagnostics.stage import checked_page, staged

#: Codes on how text is written: `tests/tree/test_mistakes.py` has the same for them.
READ = {"RL01", "RL10", "RL11"}
#: Codes whose examples stand on stages of their own, with the same tests.
STAGED = {*test_pages_of_play.AROUND, *test_pages_of_secrets.AROUND}
ENTRIES = [entry for entry in all_entries() if entry.code[:4] not in READ and entry.code not in STAGED]
ENTRY = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.code)


@ENTRY
def test_the_wrong_example_is_found_and_nothing_worse(entry: CatalogueEntry, golden: SnapshotAssertion) -> None:
    everything = checked_page(staged(entry, entry.wrong))
    found = [one for one in everything if one.code == entry.code]
    assert found, [one.message for one in everything]
    assert {one.severity for one in found} == {entry.severity}
    assert {one.code for one in everything if one.severity is Severity.ERROR} <= {entry.code}
    assert render_text(found) == golden


@ENTRY
def test_the_right_example_is_right(entry: CatalogueEntry) -> None:
    everything = checked_page(staged(entry, entry.right))
    assert [one.message for one in everything if one.code == entry.code or one.severity is Severity.ERROR] == []


@pytest.mark.parametrize(
    ("asked", "jumped"),
    [("a player has 12 Coins", True), ("a player's Coins are 12", True), ("a player has at least 12 Coins", False)],
)
def test_a_number_that_may_be_jumped_over_is_told(asked: str, jumped: bool) -> None:
    coins = 'rulebook "Page" for 2 players\neach player has Coins from 0 to 40\n'
    text = f"{coins}play: repeat turns until {asked}: Act\nto Act: gain 3 Coins\n"
    [finding] = (one for one in checked_page(text) if one.code == "RL0209")
    assert any("jump over" in said for said in finding.helps) is jumped

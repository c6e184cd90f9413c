"""Data that no source confirms are marked where they stand, each with what is not known about it."""

from __future__ import annotations

from functools import cache

import pytest

from rulelang.rulebook.loading import load
from rulelang.rulebook.statements import StandInRecord, collect_facts
from rulelang.source import read_source
from tests.rulebooks.library import BIG, ROOT

#: What has to be marked: the beginning of the line that carries it.
MARKED = {
    "tokaido_duo": [
        "a Station is a space in a ring",
        *(f"Mountain Town {number} |" for number in range(1, 5)),
        "a Mountain Town is a space",
        "a Region is a space",
        "the Pilgrim Die is a die",
        "the Merchant Die is a die",
        "the Artist Die is a die",
        *(f"{ware} Shop" for ware in ("Kimono", "Pottery", "Doll", "Fan")),
        "the First Colour is Violet",
        *(f"move the Leader's {figure} to" for figure in ("Pilgrim", "Merchant", "Artist")),
        *(f"move the Leader's opponent's {figure} to" for figure in ("Pilgrim", "Merchant", "Artist")),
        "a player's Trade Points are",
        "a player's Culture Points are",
    ],
    "samurai": [
        "a Settlement is a space",
        "to Exchange Figures",
        "the Youngest becomes the first player",
        "Lay Tile if possible",
        "a player is also Eligible if every player's Majorities are 0",
    ],
    "iki": [
        "every Resource from 0 to 250",
        *(f"Block {number} |" for number in range(1, 5)),
        *(f"Month {month} |" for month in (5, 8, 11)),
        "a Fire Step is an open pile",
        *(f"Field {field} |" for field in (1, 3, 4, 5, 7, 8)),
        *(f"Stall {quarter}3 |" for quarter in "ABCD"),
        "Tobacco Shop",
        *(f"{tile} |" for tile in ("Plain Whitebait", "Fine Sea Bream", "Short Spring Pipe", "Large Winter Pouch")),
    ],
    "yamatai": [
        *(f"{material} |" for material in ("Clay", "Stone", "Bamboo")),
        "there are 28 Building Tiles",
        "a Symbol is one of",
        "an Island is a space",
        "a Sea Space is a space",
        "there are 18 Specialists",
    ],
}


@cache
def stand_ins(name: str) -> tuple[StandInRecord, ...]:
    path = ROOT / "rulebooks" / f"{name}.rules"
    return collect_facts(load(read_source(str(path)).source)[0]).stand_ins


@pytest.mark.parametrize("name", BIG)
def test_what_no_source_says_is_marked(name: str) -> None:
    marked = [record.what for record in stand_ins(name)]
    assert [wanted for wanted in MARKED[name] if not any(what.startswith(wanted) for what in marked)] == []


@pytest.mark.parametrize("name", BIG)
def test_every_mark_says_what_is_not_known(name: str) -> None:
    assert stand_ins(name)
    assert [record for record in stand_ins(name) if not record.reason] == []


def test_every_card_and_tile_of_iki_is_marked() -> None:
    cards = [record for record in stand_ins("iki") if "iki_cards.rules" in record.place]
    # 60 artisans, 10 buildings, 8 fish, 8 pipes, 8 pouches, and the special tiles but the fire charm.
    assert len(cards) == 60 + 10 + 8 + 8 + 8 + 4


#: Tables that the printed rules show in pictures only, and what confirms each (rows that say something else aside).
CONFIRMED: dict[str, dict[str, tuple[str, ...]]] = {
    "samurai": {
        "a Field": ("First Program", "Second Program"),
        "each player has 20 Tiles": ("Second Program", "Tile Review"),
    },
    "iki": {"an Order Field": ("Player Aid", "Forum Answers")},
    "yamatai": {"a Turn Space": ("Player Aid",)},
}


@pytest.mark.parametrize("name", CONFIRMED)
def test_tables_that_only_pictures_show_say_what_confirms_them(name: str) -> None:
    tables = collect_facts(load(read_source(str(ROOT / "rulebooks" / f"{name}.rules")).source)[0]).tables
    for begins, sources in CONFIRMED[name].items():
        (table,) = [one for one in tables if one.what.startswith(begins)]
        assert table.provenance.confirmed_by == sources
        assert {row.provenance.confirmed_by for row in table.rows if not row.provenance.reason} <= {sources, ()}


def test_no_table_of_a_published_game_leaves_open_where_it_comes_from() -> None:
    for path in sorted((ROOT / "rulebooks").glob("*.rules")):
        book = load(read_source(str(path)).source)[0]
        for table in collect_facts(book).tables if book.seats else ():
            unsaid = [row.place for row in table.rows if row.provenance.standing == "not said"]
            assert unsaid == []

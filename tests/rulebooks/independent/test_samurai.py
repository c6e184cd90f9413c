"""The rulebook of Samurai and its independent model, side by side."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from interpreter import Option
from tests.rulebooks.independent.lockstep import NOTHING, Move, Picture, Seen, games, play_side_by_side
from tests.rulebooks.independent.samurai import Samurai
from tests.rulebooks.independent.samurai_map import KIND, Hex
from tests.rulebooks.library import game, rulebook

pytestmark = pytest.mark.slow

COLOURS = ("Red", "Blue", "Green", "Yellow")
CITIES = {9: "Sapporo", 18: "Akita", 31: "Kyoto"}


def settlements() -> dict[str, Hex]:
    """The rulebook's names: the villages of each island are numbered from north to south."""
    number: Counter[str] = Counter()
    found = {}
    for place in sorted((place for place, kind in KIND.items() if kind in "vCE"), key=lambda place: place[::-1]):
        column, line = place
        island = "Hokkaido" if line <= 12 else "Honshu" if line <= 35 else "Kyushu" if column <= 4 else "Shikoku"
        number[island] += KIND[place] == "v"
        name = {"v": f"{island} Village {number[island]}", "C": CITIES.get(line, ""), "E": "Edo"}[KIND[place]]
        found[name] = place
    return found


SETTLEMENTS = settlements()


def field(name: str) -> Hex:
    """`O12` is the thirteenth hex of the fifteenth column; every second column lies half a hex lower."""
    column = ord(name[0]) - ord("A")
    return column, 2 * int(name[1:]) + column % 2


class Rulebook:
    """How the rulebook calls what the model knows."""

    def model(self, players: int, seen: Seen) -> Samurai:
        return Samurai(players, seen.session.game.variants)

    def move(self, option: Option, seen: Seen) -> Move:
        text = option.notation
        match option.name:
            case "nothing":
                return NOTHING
            case "Pick Tiles":
                chosen: Counter[str] = Counter()
                for part in text.split(" and "):
                    count, tile = part.split(" ", 1)
                    chosen[tile.lower()] += int(count)
                return tuple(sorted(chosen.elements()))
            case "Place Figure":
                figure, where = text.split(", ")
                return (figure.lower(), SETTLEMENTS[where])
            case "Lay Tile":
                return (text.lower(),)
            case "Find Place":
                return (field(text),)
            case "Exchange Tiles":
                return self.lifted(option, text, seen)
            case "Exchange Figures":
                return ("swap", frozenset(self.figure(part, seen) for part in text.split(", ")))
            case _:
                raise AssertionError(option)

    def lifted(self, option: Option, text: str, seen: Seen) -> Move:
        """A tile, and where it lies where that is not plain."""
        tile, _, where = text.lower().partition(" on ")
        if where:
            return (field(where.upper()), tile)
        seat = option.scene.viewer
        assert seat is not None
        return (next(place for place, found in placed(seen).items() if found == (seat, tile)), tile)

    def figure(self, text: str, seen: Seen) -> tuple[str, Hex]:
        """A figure, and where it stands where that is not plain."""
        kind, _, where = text.partition(" on ")
        if not where:
            where = next(name for name in SETTLEMENTS if kind in seen.listed(name))
        return (kind.lower(), SETTLEMENTS[where])

    def luck(self, about: Move, seen: Seen, model: Any) -> object:
        seat = about[1]
        assert isinstance(seat, int)
        return tiles(seen, seat, "Screen") - model.hand[seat]

    def picture(self, seen: Seen) -> Picture:
        found: dict[str, Any] = {"tiles": placed(seen), "beside": figures(seen, "Sidelines")}
        found["stock"] = figures(seen, "Stock")
        found["figures"] = {SETTLEMENTS[name]: figures(seen, name) for name in SETTLEMENTS if seen.listed(name)}
        for seat, colour in enumerate(COLOURS[: len(seen.session.game.players)]):
            found[f"hand {seat}"] = tiles(seen, seat, "Screen")
            found[f"won {seat}"] = figures(seen, f"{colour}'s Shelf")
        return found


def placed(seen: Seen) -> dict[Hex, tuple[int, str]]:
    """The tiles on the board: owner and tile of each hex."""
    found = {}
    for name, things in seen.places.items():
        if re.fullmatch(r"[A-T]\d+", name):
            colour, _, tile = things[0].partition(" ")
            found[field(name)] = (COLOURS.index(colour), tile.lower())
    return found


def figures(seen: Seen, name: str) -> Counter[str]:
    """Figures by their kind."""
    return Counter(figure.lower() for figure in seen.listed(name))


def tiles(seen: Seen, seat: int, place: str) -> Counter[str]:
    """The tiles of a player in a place."""
    colour = COLOURS[seat]
    return Counter(tile.removeprefix(f"{colour} ").lower() for tile in seen.listed(f"{colour}'s {place}"))


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", games(1))
def test_the_rulebook_plays_as_the_model(players: int, seed: int) -> None:
    assert play_side_by_side(game("samurai", players), Rulebook(), seed) > 40


@pytest.mark.parametrize("variant", rulebook("samurai").variants)
@pytest.mark.parametrize("seed", games(1))
def test_the_rulebook_plays_each_variant_as_the_model(variant: str, seed: int) -> None:
    assert play_side_by_side(rulebook("samurai").game(2, (variant,)), Rulebook(), seed) > 40

"""The rulebook of Tokaido Duo and its independent model, side by side."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from interpreter import Option
from tests.rulebooks.independent import tokaido_duo
from tests.rulebooks.independent.lockstep import NOTHING, DifferenceError, Move, Picture, Seen, games, play_side_by_side
from tests.rulebooks.independent.tokaido_duo import COAST, RING, TokaidoDuo
from tests.rulebooks.library import game, rulebook

pytestmark = pytest.mark.slow

COLOURS = ("Violet", "Green")
KINDS = {"C": "Coast Town", "T": "Temple", "G": "Garden", "S": "Seashore", "H": "Hot Spring"}
REGIONS = (
    "North Bamboo",
    "North Waterfall",
    "East Moon",
    "East Mountain",
    "South Waterfall",
    "South Bamboo",
    "West Mountain",
    "West Moon",
)


def stations() -> list[str]:
    """The rulebook's names: each kind is numbered clockwise."""
    number: Counter[str] = Counter()
    found = []
    for kind in RING:
        number[kind] += 1
        found.append(f"{KINDS[kind]} {number[kind]}")
    return found


STATIONS = stations()
TOWNS = {f"Coast Town {town[1]}": town for town in COAST} | {f"Mountain Town {n}": f"m{n}" for n in range(1, 5)}


def where(seen: Seen, figure: str) -> str:
    """The place a figure stands on."""
    return seen.where(figure)[0]


class Rulebook:
    """How the rulebook calls what the model knows."""

    def model(self, players: int, seen: Seen) -> TokaidoDuo:
        shops = {}
        for name, town in TOWNS.items():
            for tile in seen.listed(name):
                if " Shop " in tile:
                    ware, price = tile.split(" Shop ")
                    shops[town] = (ware.lower(), int(price))
        sides = {}
        for wave, side in seen.shared("Shown Side").items():
            sides[wave.removesuffix(" Wave").lower()] = side.partition(" ")[0].lower()
        return TokaidoDuo(shops, sides, [paintings(seen, colour) for colour in COLOURS], seen.session.game.variants)

    def move(self, option: Option, seen: Seen) -> Move:
        text = option.notation
        match option.name:
            case "nothing":
                return NOTHING
            case "Use Die":
                return (text.removesuffix(" Die").lower(),)
            case "Walk Artist":
                return (REGIONS.index(text) + 1,)
            case "Walk Merchant":
                return (TOWNS[text],)
            case "Walk Pilgrim":
                return ("stride", int(text))
            case "Paint":
                return ("paint", int(text.removeprefix("Paint, ")))
            case "Give Painting":
                return ("give",)
            case "Draw Goods":
                return ("draw", int(text))
            case "Sell Goods":
                count, ware, price = text.replace(",", "").split()
                return ("sell", ware.lower(), int(count), int(price))
            case "Give Back":
                return (text.lower(),)
            case "Visit":
                return ("visit",)
            case "Seashore: Visit":
                return (text.removesuffix(" Wave").lower(),)
            case "Use Hot Spring":
                return ("spring",)
            case _:
                raise AssertionError(option)

    def luck(self, about: Move, seen: Seen, model: Any) -> object:
        if about[0] == "dice":
            values = seen.shared("die value")
            return {die: int(values[f"{die.capitalize()} Die"]) for die in ("pilgrim", "merchant", "artist")}
        seat = about[1]
        assert isinstance(seat, int)
        return goods(seen, f"{COLOURS[seat]}'s Store") - model.people[seat].goods

    def picture(self, seen: Seen) -> Picture:
        waves = {owner: {wave.removesuffix(" Wave").lower() for wave in seen.listed(owner)} for owner in WAVE_PLACES}
        found: dict[str, Any] = {"bag": goods(seen, "Bag"), "board": waves["Wave Fields"]}
        for seat, colour in enumerate(COLOURS):
            key = colour.lower()
            found[f"{key} pilgrim"] = STATIONS.index(where(seen, f"{colour} Pilgrim"))
            found[f"{key} merchant"] = TOWNS[where(seen, f"{colour} Merchant")]
            found[f"{key} artist"] = REGIONS.index(where(seen, f"{colour} Artist")) + 1
            for name, counter in COUNTERS.items():
                found[f"{key} {name}"] = seen.numbers(counter)[seat]
            found[f"{key} waves"] = waves[f"{colour}'s Wave Rack"]
            found[f"{key} has_spring"] = "Hot Spring Tile" in seen.listed(f"{colour}'s Keep")
            found[f"{key} goods"] = goods(seen, f"{colour}'s Store")
            found[f"{key} paintings"] = paintings(seen, colour)
            easel = seen.session.observe(1 - seat).place(f"{colour}'s Easel")
            found[f"{key} turned"] = sum(piece is not None for piece in easel.pieces)
        return found


COUNTERS = {"temple": "Temple Steps", "garden": "Garden Steps", "coins": "Coins", "gold": "Gold Tablets"}
WAVE_PLACES = ("Wave Fields", "Violet's Wave Rack", "Green's Wave Rack")


def goods(seen: Seen, place: str) -> Counter[str]:
    """Goods by their ware."""
    return Counter(good.lower() for good in seen.listed(place))


def paintings(seen: Seen, colour: str) -> list[str]:
    """What the paintings of a player show, in their order."""
    return [name.removeprefix(f"{colour} ").lower() for name in seen.listed(f"{colour}'s Easel")]


@pytest.mark.parametrize("seed", games(2))
def test_the_rulebook_plays_as_the_model(seed: int) -> None:
    assert play_side_by_side(game("tokaido_duo", 2), Rulebook(), seed) > 100


@pytest.mark.parametrize("variant", rulebook("tokaido_duo").variants)
@pytest.mark.parametrize("seed", games(1))
def test_the_rulebook_plays_each_variant_as_the_model(variant: str, seed: int) -> None:
    assert play_side_by_side(rulebook("tokaido_duo").game(2, (variant,)), Rulebook(), seed) > 100


def test_a_model_that_errs_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokaido_duo, "YIELD", dict.fromkeys(tokaido_duo.YIELD, 3))
    with pytest.raises(DifferenceError, match="moves"):
        play_side_by_side(game("tokaido_duo", 2), Rulebook(), 0)

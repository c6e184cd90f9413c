"""The rulebook of Yamataï and its independent model, side by side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from interpreter import Option
from tests.rulebooks.independent.lockstep import NOTHING, Move, Picture, Seen, games, play_side_by_side
from tests.rulebooks.independent.yamatai import OWN, Yamatai
from tests.rulebooks.independent.yamatai_board import MAP
from tests.rulebooks.independent.yamatai_table import SPECIALISTS, Table
from tests.rulebooks.library import game

pytestmark = pytest.mark.slow

BUILDINGS = {"Torii": "torii", "Palace": "palace"}
#: Where the ships of a player are.
PLACES = (("dock", "Dock"), ("quay", "Quay"), ("harbour", "Harbour"), ("beside", "Leftovers"))


class Rulebook:
    """How the rulebook calls what the model knows."""

    def model(self, players: int, seen: Seen) -> Yamatai:
        mountains = {island for island in MAP.islands if "Mountain Tile" in seen.listed(island)}
        table = Table(
            order=order(seen),
            tokens=tokens(seen),
            mountains=mountains,
            specialists=seen.listed("Specialist Row"),
            specialist_deck=seen.listed("Specialist Deck")[::-1],
            tiles=seen.listed("Building Row"),
            tile_deck=seen.listed("Building Deck")[::-1],
            fleets=fleets(seen, "Fleet Track"),
            fleet_deck=fleets(seen, "Hidden Fleets")[::-1],
        )
        self.table = Yamatai(players, table)
        return self.table

    def move(self, option: Option, seen: Seen) -> Move:
        name, text = option.name, option.notation
        seat = option.scene.actor
        if name == "nothing":
            return NOTHING
        if name.startswith("Fleet ") or name in SPECIALISTS:
            return self.power(name, text.removeprefix(f"{name}, "), seat, seen)
        parts = text.removeprefix(f"{name}, ").split(", ")
        match name:
            case "Take Fleet":
                return (int(parts[0].removeprefix("Fleet ")),)
            case "Buy":
                return ("buy", parts[0].lower())
            case "Sell":
                return ("sell", *own(seen, seat, parts[0]))
            case "Place First Ship":
                return ("first", *own(seen, seat, parts[0]), parts[1])
            case "Place Next Ship":
                return ("next", *own(seen, seat, parts[0]), parts[1])
            case "Take Token":
                space = self.ready(parts[0])
                return ("take", space, at_token(seen, parts[1], MAP.shores[space]))
            case "Build":
                return ("build", *parts)
            case "Moor Ship":
                return ("moor", *own(seen, seat, parts[0]))
            case "Make Room":
                return (parts[0].lower(),)
            case "Recruit":
                return ("recruit", parts[0])
            case "Two Alike":
                return ("alike", parts[0].lower())
            case "Three Different":
                return ("different", *sorted(part.split()[1].lower() for part in parts[0].split(" and ")))
            case "On Top":
                return ("top",)
            case "Underneath":
                return ("under",)
            case _:
                raise AssertionError(option)

    def power(self, name: str, text: str, seat: int, seen: Seen) -> Move:
        """What fleets and specialists allow, and what is chosen for it."""
        parts = text.split(", ")
        match name:
            case "Fleet 2":
                return ("reserve", text)
            case "Fleet 3":
                return ("look",) if text == name else (text,)
            case "Fleet 4":
                return ("move", aboard(seen, parts[0]), parts[1])
            case "Fleet 5":
                return ("sacred", text)
            case "Fleet 6":
                return ("tokens", frozenset(at_token(seen, part, MAP.islands) for part in parts))
            case "Fleet 7":
                each = [] if text == "nothing" else text.split(" and ")
                return ("remove", frozenset(aboard(seen, part.split(" ", 1)[1]) for part in each))
            case "Fleet 8":
                return ("ships", frozenset(aboard(seen, part) for part in parts))
            case "Fleet 10":
                return (text.lower(),)
            case _ if text == name:
                return (name,)
            case "Kachiko":
                return (text,)
            case "Ebisu":
                return (at_token(seen, text, MAP.islands),)
            case "Michimata" | "Hetsuka":
                return (name, symbol(text))
            case "Nakatsu" if text.startswith("Gold"):
                return own(seen, seat, text, OWN)[1:]
            case "Nakatsu":
                return tuple(sorted(kind.lower() for kind in counted(text)))
            case _:
                return (name, tuple(sorted(handful(seen, seat, text))))

    def ready(self, text: str) -> str:
        """The space of a ship that may take a token."""
        material, _, where = text.partition(" on ")
        return where or next(s for s in self.table.ready() if self.table.ships[s].material == material.lower())

    def luck(self, about: Move, seen: Seen, model: Any) -> object:
        number = about[1]
        assert isinstance(number, int)
        return fleets(seen, "Hidden Fleets")[::-1][-number:]

    def picture(self, seen: Seen) -> Picture:
        players = seen.session.game.players
        found: dict[str, Any] = {
            "supply": ships(seen, "Supply"),
            "ships": afloat(seen),
            "tokens": tokens(seen),
            "order": order(seen),
            "sacred": {island for island in MAP.islands if "Sacred Ground" in seen.listed(island)},
            "tiles": set(seen.listed("Building Row")),
            "tile deck": seen.listed("Building Deck")[::-1],
            "fleets": set(fleets(seen, "Fleet Track")),
        }
        coins = seen.shared("Gift Coins")
        found["specialists"] = {name: int(coins.get(name, 0)) for name in seen.listed("Specialist Row")}
        found["study"] = {tile for player in players for tile in seen.listed(f"{player}'s Study")}
        found["buildings"] = {}
        for island in MAP.islands:
            for thing in seen.listed(island):
                if thing in BUILDINGS:
                    found["buildings"][island] = BUILDINGS[thing]
                elif thing.endswith(" Standard Building"):
                    found["buildings"][island] = players.index(thing.split()[0])
        for seat, player in enumerate(players):
            found[f"coins {seat}"] = seen.numbers("Coins")[seat]
            found[f"prestige {seat}"] = seen.numbers("Prestige Tokens")[seat]
            found[f"buildings {seat}"] = len(seen.listed(f"{player}'s Yard"))
            found[f"built {seat}"] = set(seen.listed(f"{player}'s Portfolio"))
            found[f"reserved {seat}"] = set(seen.listed(f"{player}'s Reserve"))
            found[f"specialists {seat}"] = set(seen.listed(f"{player}'s Retinue"))
            for name, place in PLACES:
                found[f"{name} {seat}"] = ships(seen, f"{player}'s {place}")
            found[f"tokens {seat}"] = Counter(symbol(token) for token in seen.listed(f"{player}'s Collection"))
            found[f"fleets {seat}"] = {
                int(thing.split()[1]) for thing in seen.listed(f"{player}'s Mat") if thing.startswith("Fleet ")
            }
        return found


def symbol(text: str) -> str:
    """The kind of a culture token; the rim counts only while the game is set up."""
    return text.removeprefix("Rimmed ").lower()


def order(seen: Seen) -> dict[int, int]:
    """Who stands on the numbered spaces."""
    found = {}
    for seat, player in enumerate(seen.session.game.players):
        for space in seen.where(f"{player} Meeple"):
            if space.startswith("Space "):
                found[int(space.split()[1])] = seat
    return found


def things(seen: Seen) -> dict[str, str]:
    """The culture token on each island, by its full name."""
    found = {}
    for island in MAP.islands:
        for thing in seen.listed(island):
            if symbol(thing) in ("amber", "jade", "iris", "azure", "ivory", "ruby"):
                found[island] = thing
    return found


def tokens(seen: Seen) -> dict[str, str]:
    """The kind of culture token on each island."""
    return {island: symbol(thing) for island, thing in things(seen).items()}


def at_token(seen: Seen, text: str, among: set[str]) -> str:
    """The island of a culture token."""
    name, _, where = text.partition(" on ")
    return where or next(island for island, thing in things(seen).items() if thing == name and island in among)


def fleets(seen: Seen, place: str) -> list[int]:
    """The numbers of the fleets in a place."""
    return [int(fleet.split()[1]) for fleet in seen.listed(place)]


def ships(seen: Seen, place: str) -> Counter[str]:
    """Ships by their material."""
    return Counter(ship.lower() for ship in seen.listed(place))


def afloat(seen: Seen) -> dict[str, str]:
    """The material of the ship on each sea space."""
    return {space: seen.listed(space)[0].lower() for space in MAP.channels if seen.listed(space)}


def aboard(seen: Seen, text: str) -> str:
    """The sea space of a ship."""
    material, _, where = text.partition(" on ")
    return where or next(space for space, found in afloat(seen).items() if found == material.lower())


def own(seen: Seen, seat: int, text: str, among: Iterable[str] = ("dock", "quay", "harbour")) -> tuple[str, str]:
    """A ship of a player: its material, and in which of these places it is."""
    material, _, where = text.partition(" in ")
    held = {key: f"{seen.session.game.players[seat]}'s {name}" for key, name in PLACES}
    found = (key for key in among if (where == held[key] if where else material in seen.listed(held[key])))
    return material.lower(), next(found)


def handful(seen: Seen, seat: int, text: str) -> list[tuple[str, str]]:
    """Several ships of a player that may be exchanged: `1 Clay and 2 Wood in Blue's Dock`."""
    return [own(seen, seat, ship, OWN) for ship in counted(text)]


def counted(text: str) -> list[str]:
    """Each thing of a list as often as it says."""
    found = []
    for part in text.split(" and "):
        number, thing = part.split(" ", 1)
        found += [thing] * int(number)
    return found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", games(1))
def test_the_rulebook_plays_as_the_model(players: int, seed: int) -> None:
    assert play_side_by_side(game("yamatai", players), Rulebook(), seed) > 80

"""The rulebook of Iki and its independent model, side by side."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from interpreter import Option
from tests.rulebooks.independent.iki import Iki
from tests.rulebooks.independent.iki_cards import BUILDINGS, CARDS, WARES
from tests.rulebooks.independent.lockstep import NOTHING, Move, Picture, Seen, games, play_side_by_side
from tests.rulebooks.library import game

pytestmark = pytest.mark.slow

#: What the rulebook calls a choice among several skills or offers, and what it turns into what.
NAMED = {
    "Buy Wood": "mon>wood",
    "Buy Koban": "mon>koban",
    "Buy Rice": "mon>rice",
    "Sell Rice": "rice>mon",
    "Sell Wood": "wood>mon",
    "Sell Koban": "koban>mon",
    "Pawn Sandals": "sandal>mon",
    "Pawn Wood": "wood>mon",
    "Pay Teacher": "mon>teach",
    "Take Mon": "mon",
    "Take Rice": "rice",
    "Take Sandal": "sandal",
    "Take Sandals": "sandal",
    "Take Goods": "rice+sandal",
}
DRILLS = {"Small Drill": 1, "Middle Drill": 2, "Great Drill": 3}
TILES = ("Extra Step", "Fire Charm", "Cheaper Hiring", "Fasting", "Honour")


class Rulebook:
    """How the rulebook calls what the model knows."""

    def model(self, players: int, seen: Seen) -> Iki:
        return Iki(players, seen.player("Starter"), set(seen.listed("Building Area")))

    def move(self, option: Option, seen: Seen) -> Move:
        parts = [part.removeprefix("Stall ") for part in option.notation.split(", ")]
        name = option.name
        if name in NAMED:
            return (NAMED[name], *map(int, parts[1:]))
        if name in DRILLS:
            return ("drill", DRILLS[name])
        match name:
            case "nothing":
                return NOTHING
            case "Take Income":
                return ("income",)
            case "Hire":
                return ("hire", *parts[-2:])
            case "Build":
                return ("build", *parts[-2:])
            case "Choose Place":
                return (0 if parts == ["Flexible Field"] else int(parts[0][-1]),)
            case "Walk":
                return tuple(map(int, parts))
            case "Step":
                return ("step",)
            case "Visit Shop":
                return ("shop",)
            case "Visit Artisan":
                return ("visit", parts[-1])
            case "Celebrate New Year":
                return (int(parts[0][-1]),)
            case "Buy Pipe":
                return ("pipe", parts[-1])
            case "Buy Pouch":
                return ("pouch", parts[-1]) if parts[0] == name else (parts[-1],)
            case "Buy Both":
                return ("both", parts[-1]) if parts[-1] in WARES and "Pipe" in parts[-1] else (parts[-1],)
            case "Open Stall" | "Install Neutral" | "Teach" | "Dismiss" | "Change Places" | "Buy Fish":
                return tuple(parts)
            case "Book Lender: Skill":
                return tuple(parts)
            case _:
                assert re.fullmatch(r"[\w ]+: (Skill|Visit)", name), option
                return ("amount", int(parts[0]))

    def luck(self, about: Move, seen: Seen, model: Any) -> object:
        match about[0]:
            case "block":
                return next(n for n in range(1, 5) if any("Block" in p for p in seen.listed(f"Order {n}")))
            case "cards":
                return [card for card in seen.listed("Display") if card not in model.display]
            case _:
                drawn = [e.text() for e in seen.session.events() if e.kind == "chance" and "Fire Tile" in e.text()]
                return drawn[-1][-1]

    def picture(self, seen: Seen) -> Picture:
        players = seen.session.game.players
        experience, coins = seen.shared("Experience"), seen.shared("Coins")
        boards = [seen.listed(f"{player}'s Board") for player in players]
        found: dict[str, Any] = {"stalls": {}, "track": {}, "market": set(seen.listed("Market"))}
        for line in seen.places:
            if line.startswith("Stall "):
                things = seen.listed(line)
                keeper = next((seat for seat, p in enumerate(players) if f"{p} Kobun" in things), None)
                card = next((thing for thing in things if thing in CARDS), "")
                building = next((thing for thing in things if thing in BUILDINGS), "")
                found["stalls"][line[6:]] = (card, building, keeper, int(experience.get(card, 0)))
            if re.fullmatch(r"Fire \d+", line):
                pile = [seen.session.game.seat(disc.split()[0]) for disc in seen.listed(line)]
                found["track"][int(line[5:])] = pile[::-1]
        found["display"] = {card: int(coins.get(card, 0)) for card in seen.listed("Display")}
        found["buildings"] = set(seen.listed("Building Area"))
        held = seen.bank("Resource")
        for seat, player in enumerate(players):
            found[f"goods {seat}"] = Counter({kind.lower(): count for kind, count in held[seat].items() if count})
            fields = [n for n in range(1, 9) if f"{player} Oyakata" in seen.listed(f"Field {n}")]
            found[f"field {seat}"] = fields[0] if fields else 0
            found[f"figures {seat}"] = boards[seat].count(f"{player} Kobun")
            kept = {thing for thing in boards[seat] if thing in WARES or thing in TILES or thing in BUILDINGS}
            found[f"board {seat}"] = kept
            found[f"columns {seat}"] = set(seen.listed(f"{player}'s Columns"))
        return found


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", games(2))
def test_the_rulebook_plays_as_the_model(players: int, seed: int) -> None:
    assert play_side_by_side(game("iki", players), Rulebook(), seed) > 80

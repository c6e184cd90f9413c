"""The cards of Iki: one line for each, with its colour, cost, fire discs, skill and payouts.

A skill takes (`take 1 rice`), trades (`1 rice -> 3 mon`, so many times at most), drills (`fire +1`), builds, teaches,
swaps stalls or buys goods; `OR` parts what the visitor chooses among. The last payout is the round symbol.
"""

from __future__ import annotations

from dataclasses import dataclass

STARTING, SPRING, SUMMER, AUTUMN, WINTER = range(5)

LINES = """\
Hard-boiled Egg Seller|yellow|0|0|take 1 rice|1 mon / 2 mon / 2 mon + 1 rice
Salt Seller|yellow|0|0|take 1 rice|1 mon / 1 rice / 1 rice + 1 mon
Cotton Seller|yellow|0|0|take 1 sandal|1 mon / 1 sandal / 1 mon + 1 sandal
Firewood Seller|yellow|0|0|1 mon -> 1 wood|1 mon / 2 mon / 1 wood + 1 mon
Oil Seller|yellow|1|0|take 2 mon|1 mon / 2 mon / 3 mon
Broom Seller|yellow|1|0|take 1 sandal|1 sandal / 1 sandal / 1 sandal + 1 mon
Vegetable Peddler|yellow|2|0|take 1 rice|1 mon / 2 rice
Seamstress|brown|3|0|1 mon -> 2 iki|1 iki / 2 iki / 3 iki
Lantern Maker|brown|3|1|1 mon -> fire +1|1 mon / 2 mon / 2 mon + 1 iki
Clog Maker|brown|2|0|1 mon -> 2 sandal|1 mon / 2 sandal
Soba Stand|blue|2|0|take 1 rice|1 mon / 2 mon / 3 mon
Dumpling Seller|blue|3|0|1 mon -> 2 rice|1 mon / 2 mon / 1 rice + 2 mon
Tea House|blue|2|0|1 rice -> 3 mon (max 2)|1 mon / 2 mon / 2 mon + 1 rice
Carpenter|red|4|0|build OR 2 mon -> 1 wood|1 wood / 1 wood / 2 wood
Tatami Maker|red|4|0|2 mon -> teach|1 iki / 2 iki / 4 iki
Swordsmith|red|5|1|3 mon -> 1 koban|1 mon / 3 mon / 1 koban
Puppeteer|purple|1|1|1 mon -> 2 iki|1 iki / 1 iki / 1 iki
Cart Puller|purple|3|1|take 1 sandal|1 mon / tile Extra Step
Goldfish Seller|yellow|2|0|take 3 mon|2 mon / 3 mon
Cold Water Seller|yellow|2|1|take 1 rice OR take 1 sandal|1 mon / 2 mon / 2 mon + 1 rice
Day Laborer|yellow|2|0|take 1 wood|1 mon / 1 wood / 1 wood + 1 mon
Fan Maker|brown|3|0|2 mon -> 3 iki|1 iki / 2 iki / 3 iki + 1 mon
Umbrella Maker|brown|3|0|1 wood -> 4 mon (max 2)|2 mon / 3 mon + 1 iki
Bucket Maker|brown|4|2|fire +1|1 mon / 2 mon / 3 mon
Sushi Stand|blue|3|0|take 2 rice|2 mon / 2 mon / 3 mon + 1 rice
Tempura Stand|blue|3|0|1 rice -> 2 iki (max 2)|2 mon / 2 mon + 1 rice
Kimono Shop|blue|4|0|3 mon -> 4 iki|1 iki / 2 iki / 4 iki
Plasterer|red|5|1|build (1 wood less) OR 1 mon -> teach|1 wood / 1 wood + 1 mon / 2 wood + 1 mon
Glassblower|red|5|0|1 wood + 1 mon -> 1 koban|2 iki / 3 iki / 1 koban + 1 iki
Ukiyo-e Printer|red|5|0|1 mon -> teach|2 iki / 3 iki / 5 iki
Shrine Maiden|purple|3|1|1 mon -> fire +1|1 iki / tile Fire Charm
Geisha|purple|5|0|2 mon -> 4 iki|2 iki / 3 iki / 5 iki
Medicine Peddler|yellow|3|0|take 3 mon OR take 1 rice + 1 sandal|2 mon / 2 mon + 1 sandal / 4 mon + 1 sandal
Persimmon Seller|yellow|2|0|take 1 rice + 1 mon|1 rice / 2 rice + 1 mon
Ear Cleaner|yellow|3|0|1 mon -> 3 iki|2 iki / 4 iki
Comb Maker|brown|4|0|1 wood -> 4 iki (max 2)|2 iki / 3 iki / 5 iki + 1 mon
Brush Maker|brown|3|0|2 mon -> 2 wood|2 mon / 1 wood + 1 mon / 2 wood + 1 mon
Mask Carver|brown|4|1|1 mon -> swap|2 mon / 3 mon + 2 iki
Eel Stand|blue|4|0|take 2 rice|2 mon / 2 mon + 1 rice / 3 mon + 1 rice
Sake Shop|blue|4|0|1 rice -> 3 iki (max 2)|2 iki / 3 iki / 4 iki + 1 rice
Book Lender|blue|4|0|buy|2 iki / 4 iki
Master Carpenter|red|6|1|build (1 wood less)|1 wood / 2 wood / 1 koban + 1 wood
Lacquer Master|red|6|0|3 mon -> 1 koban|3 iki / 4 iki / 6 iki
Confectioner|red|5|0|1 mon -> teach|3 iki / 4 iki / 5 iki
Yamabushi|purple|4|2|fire +1|1 rice / tile Cheaper Hiring
Fortune Teller|purple|3|1|swap|2 mon / tile Fasting
Charcoal Seller|yellow|3|0|take 1 rice + 2 mon|3 mon / 4 mon + 1 rice
Sweet Potato Vendor|yellow|3|0|take 2 rice|1 rice / 2 rice / 2 rice + 2 iki
Lucky Arrow Peddler|yellow|3|1|1 mon -> 3 iki|3 iki / 5 iki
Paper Maker|brown|4|0|2 mon -> 2 wood|2 iki / 3 iki + 1 wood / 5 iki + 1 wood
Dice Maker|brown|4|0|take 4 mon OR take 2 sandal|3 mon / 4 mon / 5 mon + 1 iki
Rope Maker|brown|4|2|2 mon -> fire +2|3 iki / 4 iki + 2 mon
Hot Noodle Stand|blue|4|0|take 2 rice|2 iki / 3 iki + 1 rice / 4 iki + 1 rice
Pickle Shop|blue|4|0|1 rice -> 3 mon (max 3)|3 mon / 4 mon / 5 mon + 1 rice
Pawnbroker|blue|5|0|1 sandal -> 3 mon (max 3) OR 1 wood -> 4 mon (max 2) OR 4 mon -> 1 koban|1 koban / 1 koban + 2 mon
Temple Builder|red|7|0|build (2 wood less)|4 iki / 6 iki / 8 iki
Doll Master|red|6|0|teach|4 iki / 6 iki
Tea Master|red|6|0|2 mon -> 4 iki|4 iki / 5 iki / 7 iki
Samurai|purple|5|3|fire +1|1 koban / tile Honour
Kabuki Actor|purple|6|0|2 mon -> 5 iki|4 iki / 8 iki
"""


@dataclass(frozen=True)
class Card:
    """What is printed on a card."""

    name: str
    season: int
    colour: str
    cost: int
    fire: int
    skills: tuple[str, ...]
    payouts: tuple[str, ...]


def _cards() -> dict[str, Card]:
    found = {}
    for number, line in enumerate(LINES.splitlines()):
        name, colour, cost, fire, skill, payouts = line.split("|")
        season = STARTING if number < 4 else 1 + (number - 4) // 14
        found[name] = Card(
            name, season, colour, int(cost), int(fire), tuple(skill.split(" OR ")), tuple(payouts.split(" / "))
        )
    return found


CARDS = _cards()

#: Wood, koban and mon that a building costs, and its points.
BUILDINGS = {
    "Merchant House": (2, 1, 3, 0),
    "Restaurant": (3, 1, 0, 4),
    "Farmhouse": (3, 1, 0, 8),
    "Fire Watchtower": (3, 1, 0, 9),
    "Imperial Villa": (3, 3, 0, 18),
    "Temple": (4, 2, 0, 20),
    "Rice Granary": (2, 1, 0, 2),
    "Bathhouse": (4, 1, 0, 3),
    "Kabuki Theatre": (4, 2, 0, 8),
    "Tobacco House": (3, 1, 0, 4),
}


@dataclass(frozen=True)
class Ware:
    """A fish, a pipe or a pouch."""

    name: str
    kind: str
    season: int
    price: int
    points: int


#: For each season: its fish, the prices of both (the dear one brings 4 points), and price and points of both pouches.
_SEASONS = (
    ("Spring", "Whitebait", 4, 7, (4, 3), (6, 5)),
    ("Summer", "Skipjack", 5, 8, (4, 3), (7, 6)),
    ("Autumn", "Sea Bass", 6, 9, (5, 4), (7, 6)),
    ("Winter", "Sea Bream", 7, 10, (5, 4), (8, 7)),
)


def _wares() -> dict[str, Ware]:
    found = []
    for season, (name, fish, cheap, dear, small, large) in enumerate(_SEASONS, 1):
        found += [Ware(f"Plain {fish}", "fish", season, cheap, 0), Ware(f"Fine {fish}", "fish", season, dear, 4)]
        found += [Ware(f"{length} {name} Pipe", "pipe", season, 6, 0) for length in ("Short", "Long")]
        found += [
            Ware(f"Small {name} Pouch", "pouch", season, *small),
            Ware(f"Large {name} Pouch", "pouch", season, *large),
        ]
    return {ware.name: ware for ware in found}


WARES = _wares()

"""What Yamataï is played with: ships, fleets, tiles, specialists, and what each player has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations

from tests.rulebooks.independent.lockstep import Move

MATERIALS = ("gold", "clay", "stone", "wood", "bamboo")
PRICE = {"clay": 4, "stone": 3, "wood": 2, "bamboo": 1}
#: What each fleet brings; of fleet 10 one more ship of the player's choice.
FLEETS = (
    ("bamboo",),
    ("wood",),
    ("stone",),
    ("clay",),
    ("gold",),
    ("wood", "bamboo"),
    ("stone", "bamboo"),
    ("clay", "bamboo"),
    ("stone", "wood"),
    ("clay", "wood"),
)
#: Kind (house, trading post, torii, palace), cost in gold, clay, stone, wood and bamboo, points.
TILES = {
    line.split()[0]: (
        line.split()[1],
        Counter(dict(zip("gcswb", map(int, line.split()[2]), strict=True))),
        int(line.split()[3]),
    )
    for line in """\
S01 house 00020 2
S02 post 00101 1
S03 house 00110 3
S04 house 01001 3
S05 house 01002 3
S06 house 00012 2
S07 house 10011 4
S08 post 00102 2
S09 house 00111 3
S10 house 00120 4
S11 house 00201 4
S12 post 01011 3
S13 house 01110 5
S14 house 11001 5
S15 post 10020 4
S16 house 10101 5
S17 post 01012 3
S18 house 01102 5
S19 house 02011 6
S20 house 10120 6
S21 house 02101 6
T1 torii 00112 5
T2 torii 01120 7
T3 torii 11011 7
P1 palace 11111 10
P2 palace 10202 9
P3 palace 12011 10
P4 palace 20210 11
""".splitlines()
}
SPECIALISTS = {
    "Amateratsu": 1, "Izanagi": 2, "Raijin": 2, "Awashima": 2, "Kachiko": 3, "Susanoo": 2, "Fu Hsi": 1, "Michimata": 2,
    "Toyo Tama": 3, "Ananda": 2, "Izanami": 2, "Riu": 3, "Ebisu": 1, "Kagutsuchi": 1, "Tomoe": 2, "Hetsuka": 2,
    "Nakatsu": 2, "Yasoma": 5,
}  # fmt: skip


@dataclass
class Ship:
    """A ship on the board; fresh if it was placed in this turn and has not taken anything."""

    material: str
    fresh: bool = False


@dataclass
class Person:
    """What one player has."""

    buildings: int
    coins: int = 10
    prestige: int = 0
    dock: Counter[str] = field(default_factory=Counter)
    quay: Counter[str] = field(default_factory=Counter)
    harbour: Counter[str] = field(default_factory=Counter)
    beside: Counter[str] = field(default_factory=Counter)
    tokens: Counter[str] = field(default_factory=Counter)
    built: set[str] = field(default_factory=set)
    reserved: set[str] = field(default_factory=set)
    specialists: set[str] = field(default_factory=set)
    fleets: list[int] = field(default_factory=list)

    @property
    def berths(self) -> int:
        """How many ships the harbour holds."""
        return 3 if "Riu" in self.specialists else 1

    def payments(self) -> set[Move]:
        """Two alike or three different."""
        pairs: set[Move] = {("alike", kind) for kind, count in self.tokens.items() if count >= 2}
        return pairs | {("different", *three) for three in combinations(sorted(+self.tokens), 3)}

    def score(self) -> int:
        """Prestige points."""
        total = self.coins // (3 if "Fu Hsi" in self.specialists else 5)
        total += self.prestige * (2 if "Amateratsu" in self.specialists else 1)
        total += sum(TILES[tile][2] for tile in self.built)
        total += sum(SPECIALISTS[name] for name in self.specialists)
        return total - len(self.reserved) - self.beside.total() // 2


@dataclass
class Table:
    """What chance has laid out at the start: decks with the next card first."""

    order: dict[int, int]
    tokens: dict[str, str]
    mountains: set[str]
    specialists: list[str]
    specialist_deck: list[str]
    tiles: list[str]
    tile_deck: list[str]
    fleets: list[int]
    fleet_deck: list[int]

"""What lies on the table of Iki: stalls, and what each player has."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from tests.rulebooks.independent.iki_cards import BUILDINGS

OUTER, INNER = {"A": 1, "B": 4, "C": 5, "D": 8}, {"A": 2, "B": 3, "C": 6, "D": 7}


@dataclass
class Stall:
    """A place for a card or a building, and whose figure stands on it."""

    quarter: str
    depth: int
    surcharge: int
    doors: frozenset[int]
    crossing: bool
    card: str = ""
    building: str = ""
    keeper: int | None = None
    experience: int = 0

    @property
    def is_free(self) -> bool:
        """Does nothing lie here?"""
        return not self.card and not self.building

    def clear(self) -> None:
        """Nothing lies here any more."""
        self.card, self.building, self.keeper, self.experience = "", "", None, 0

    @property
    def content(self) -> tuple[str, str, int | None, int]:
        """What lies here."""
        return self.card, self.building, self.keeper, self.experience


@dataclass
class Person:
    """What one player has."""

    goods: Counter[str] = field(default_factory=lambda: Counter(mon=8, rice=1, sandal=1))
    figures: int = 4
    at: int = 0
    tiles: set[str] = field(default_factory=set)
    wares: set[str] = field(default_factory=set)
    retired: set[str] = field(default_factory=set)
    #: Cards that came off the board only at the end.
    late: set[str] = field(default_factory=set)
    late_buildings: set[str] = field(default_factory=set)


def stalls(players: int) -> dict[str, Stall]:
    """The four quarters, each a row from the outer end of the street to the crossing."""
    found = {}
    for quarter in "ABCD":
        outer, inner = OUTER[quarter], INNER[quarter]
        doors = [{outer}, {outer, inner}, {inner}] if players == 2 else [{outer}, {outer}, {inner}, {inner}]
        for depth, near in enumerate(doors, 1):
            extra = (depth == 2) if players == 2 else 2 * (depth == 4)
            found[f"{quarter}{depth}"] = Stall(quarter, depth, int(extra), frozenset(near), players > 2 and depth == 4)
    return found


def goods(text: str) -> Counter[str]:
    """`1 rice + 2 mon`."""
    parts = (part.split() for part in text.split(" + "))
    return Counter({kind: int(number) for number, kind in parts})


def saving(skill: str) -> int:
    """How much less wood a builder needs."""
    return int(skill.split("(")[1][0]) if "(" in skill else 0


def building_price(name: str, less: int, surcharge: int) -> Counter[str]:
    """Wood, koban and mon."""
    wood, koban, mon, _ = BUILDINGS[name]
    return +Counter(wood=max(0, wood - less), koban=koban, mon=mon + surcharge)

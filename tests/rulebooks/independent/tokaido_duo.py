"""Tokaido Duo in plain Python, from the printed rules; the board is the stand-in that the rulebook marks as such."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from tests.rulebooks.independent.lockstep import NOTHING, Ask, Luck, Move, Picture, Play

#: Clockwise: coast town, temple, garden, seashore, hot spring.
RING = "CTGCSTCHGCTSCTGCSTCHGCTS"
COAST = {f"c{number + 1}": number * 3 for number in range(8)}
ROADS = {"m1": "c7 c8 m2", "m2": "c1 c6 m1 m3", "m3": "c2 c5 m2 m4", "m4": "c3 c4 m3"}
YIELD = {"m1": 3, "m2": 2, "m3": 4, "m4": 3}
#: What each region shows, and which regions lie behind its roads.
SHOWS = {1: "bamboo", 2: "waterfall", 3: "moon", 4: "mountain", 5: "waterfall", 6: "bamboo", 7: "mountain", 8: "moon"}
BEHIND = {1: (2, 5, 8), 2: (1, 3, 4), 3: (2, 4), 4: (2, 3, 5), 5: (1, 4, 6), 6: (5, 7, 8), 7: (6, 8), 8: (1, 6, 7)}
INLAND = {"m1": {6, 7, 8}, "m2": {1, 5, 6, 8}, "m3": {1, 2, 4, 5}, "m4": {2, 3, 4}}
TRADE = (0, 5, 11, 18, 26, 35, 45)
CULTURE = (0, 2, 4, 7, 10, 14, 18, 23, 28, 34, 40)


def regions_of(station: int) -> set[int]:
    """A station between two coast towns lies at one region, a coast town at two."""
    behind = station // 3 + 1
    return {behind} if station % 3 else {behind, (behind + 6) % 8 + 1}


class Person:
    """What one player has."""

    def __init__(self, colour: str, west: bool, paintings: list[str]) -> None:
        self.colour = colour
        self.pilgrim = 19 if west else 7
        self.merchant = "m1" if west else "m4"
        self.artist = 8 if west else 4
        self.temple = self.garden = 1
        self.coins = self.gold = 0
        self.goods: Counter[str] = Counter()
        self.paintings = paintings
        self.turned = self.given = 0
        self.waves: set[str] = set()
        self.has_spring = False

    @property
    def points(self) -> int:
        """Faith, trade and culture."""
        return self.temple * self.garden + TRADE[self.gold] + CULTURE[self.given]


class TokaidoDuo:
    """One game."""

    def __init__(
        self,
        shops: dict[str, tuple[str, int]],
        sides: dict[str, str],
        paintings: list[list[str]],
        variants: Collection[str] = (),
    ) -> None:
        self.variants = variants
        self.shops = shops
        #: The side that each wave shows: of the pilgrim, the artist, the merchant.
        self.sides = sides
        self.first = int("Green Begins" in variants)
        self.people = [
            Person(colour, seat == self.first, paintings[seat]) for seat, colour in enumerate(("violet", "green"))
        ]
        self.bag = Counter(kimono=5, pottery=6, doll=7, fan=8)
        self.dice: dict[str, int] = {}
        self.pool = {"pilgrim", "merchant", "artist"}
        self.over = False
        self.spent: Person | None = None

    def play(self) -> Play:
        """Rounds of three dice."""
        first = self.first
        while not self.over:
            self.dice = yield Luck(("dice",))
            for seat in (first, 1 - first, first):
                (die,) = yield Ask(seat, frozenset((die,) for die in self.pool))
                self.pool -= {die}
                yield from self.use(seat, die)
            self.pool = {"pilgrim", "merchant", "artist"}
            first = 1 - first

    def use(self, seat: int, die: str) -> Play:
        """One die, and once more with a hot spring tile that was there before."""
        person = self.people[seat]
        had_spring = person.has_spring
        if not self.can_travel(seat, die):
            return
        yield from self.travel(seat, die)
        if had_spring and self.can_travel(seat, die):
            answer = yield Ask(seat, frozenset({NOTHING, ("spring",)}))
            if answer != NOTHING:
                self.spent = person if "Tile Returned Last" in self.variants else None
                person.has_spring = self.spent is not None
                yield from self.travel(seat, die)
                self.return_spring()

    def return_spring(self) -> None:
        """A tile that goes back last does so when the movement and its action are over."""
        if self.spent is not None:
            self.spent.has_spring = False
            self.spent = None

    def can_travel(self, seat: int, die: str) -> bool:
        """Only a merchant can be shut in."""
        if die != "merchant":
            return True
        start = self.people[seat].merchant
        return bool(self.next_towns(start, {start}, self.dice[die]))

    def travel(self, seat: int, die: str) -> Play:
        """Move and act."""
        if die == "pilgrim":
            yield from self.pilgrim(seat, self.dice[die])
        elif die == "merchant":
            yield from self.merchant(seat, self.dice[die])
        else:
            yield from self.artist(seat, self.dice[die])

    def shows(self, seat: int, side: str) -> bool:
        """Does the player have the wave with this side?"""
        return any(self.sides[wave] == side for wave in self.people[seat].waves)

    # ------------------------------------------------------------------------------------------------- the artist

    def artist(self, seat: int, steps: int) -> Play:
        """So many regions, none twice; then paint or give."""
        person = self.people[seat]
        trail = [person.artist]
        for left in range(steps, 0, -1):
            near = {region for region in BEHIND[trail[-1]] if region not in trail and walk(region, trail, left - 1)}
            (person.artist,) = yield Ask(seat, frozenset((region,) for region in near))
            trail.append(person.artist)
        company = self.company(seat)
        moves: set[Move] = {NOTHING, ("paint", company)}
        if self.shows(seat, "productive"):
            moves.add(("paint", company + 1))
        matching = {SHOWS[region] for region in (trail if self.shows(seat, "inspired") else trail[-1:])}
        if person.turned > person.given and person.paintings[person.given] in matching:
            moves.add(("give",))
        answer = yield Ask(seat, frozenset(moves))
        if answer[0] == "paint":
            person.turned = min(10, person.turned + answer[1])
        elif answer[0] == "give":
            person.given += 1
            self.over |= person.given == 10

    def company(self, seat: int) -> int:
        """All other figures in the region and around it."""
        region, count = self.people[seat].artist, 0
        for other in self.people:
            count += other.artist == region and other is not self.people[seat]
            count += region in regions_of(other.pilgrim)
            town = other.merchant
            count += region in (INLAND[town] if town in INLAND else regions_of(COAST[town]))
        return count

    # ----------------------------------------------------------------------------------------------- the merchant

    def next_towns(self, town: str, been: set[str], steps: int) -> set[str]:
        """Where the next of so many steps may lead, so that all of them can be walked."""
        found = set()
        for near in neighbours(town):
            open_town = near in YIELD or not self.crowded(COAST[near])
            if near not in been and open_town and (steps == 1 or self.next_towns(near, been | {near}, steps - 1)):
                found.add(near)
        return found

    def merchant(self, seat: int, steps: int) -> Play:
        """So many towns along the roads, then trade."""
        person = self.people[seat]
        been = {person.merchant}
        for left in range(steps, 0, -1):
            near = self.next_towns(person.merchant, been, left)
            (person.merchant,) = yield Ask(seat, frozenset((town,) for town in near))
            been.add(person.merchant)
        town = person.merchant
        if town in YIELD:
            yield from self.draw_goods(seat, YIELD[town])
            return
        ware, price = self.shops[town]
        prices = {price, price + 1} if self.shows(seat, "shrewd") else {price}
        have = person.goods[ware]
        if not have:
            return
        moves = {("sell", ware, count, each) for count in range(1, have + 1) for each in prices}
        answer = yield Ask(seat, frozenset({NOTHING, *moves}))
        if answer != NOTHING:
            _, _, count, each = answer
            person.goods[ware] -= count
            self.bag[ware] += count
            self.earn(person, count * each)

    def draw_goods(self, seat: int, number: int) -> Play:
        """As many as the town says, and give back what is too much."""
        counts = {number, number + 1} if self.shows(seat, "strong") else {number}
        answer = yield Ask(seat, frozenset({NOTHING, *(("draw", count) for count in counts)}))
        if answer != NOTHING:
            drawn: Counter[str] = yield Luck(("goods", seat, answer[1]))
            assert drawn.total() == answer[1]
            self.people[seat].goods += drawn
            self.bag -= drawn
            yield from self.give_back(seat)

    def give_back(self, seat: int) -> Play:
        """At most five goods, with a strong merchant six."""
        person = self.people[seat]
        self.return_spring()
        while person.goods.total() > (6 if self.shows(seat, "strong") else 5):
            (good,) = yield Ask(seat, frozenset((good,) for good, count in person.goods.items() if count))
            person.goods[good] -= 1
            self.bag[good] += 1

    def earn(self, person: Person, money: int) -> None:
        """Ten coins are a gold tablet at once, up to six."""
        person.coins += money
        while person.coins >= 10 and person.gold < 6:
            person.coins -= 10
            person.gold += 1
        self.over |= person.gold == 6

    # ------------------------------------------------------------------------------------------------ the pilgrim

    def crowded(self, station: int, besides: Person | None = None) -> bool:
        """Does a pilgrim or a merchant stand there (other than the pilgrim of this player)?"""
        for other in self.people:
            if other.pilgrim == station and other is not besides:
                return True
            if COAST.get(other.merchant) == station:
                return True
        return False

    def pilgrim(self, seat: int, value: int) -> Play:
        """Clockwise, on to the next free station, and act there."""
        person = self.people[seat]
        strides = {value}
        if self.shows(seat, "calm"):
            strides.add(max(1, value - 1))
        if self.shows(seat, "hurried"):
            strides.add(value + 1)
        _, stride = yield Ask(seat, frozenset(("stride", stride) for stride in strides))
        person.pilgrim = (person.pilgrim + stride) % 24
        pushed = 0
        while self.crowded(person.pilgrim, person) and self.pushes(pushed, person.pilgrim):
            person.pilgrim = (person.pilgrim + 1) % 24
            pushed += 1
        kind = RING[person.pilgrim]
        there = self.waves_to_take(seat)
        if (kind == "H" and person.has_spring) or (kind == "S" and not there):
            return
        if (yield Ask(seat, frozenset({NOTHING, ("visit",)}))) == NOTHING:
            return
        if kind == "C":
            town = f"c{person.pilgrim // 3 + 1}"
            self.earn(person, self.shops[town][1])
        elif kind == "T":
            person.temple = min(9, person.temple + 1)
            self.over |= person.temple == 9
        elif kind == "G":
            person.garden = min(6, person.garden + 1)
            self.over |= person.garden == 6
        elif kind == "H":
            for other in self.people:
                other.has_spring = other is person
        else:
            (wave,) = yield Ask(seat, frozenset((wave,) for wave in there))
            for other in self.people:
                other.waves.discard(wave)
            person.waves.add(wave)
            yield from self.give_back(1 - seat)

    def pushes(self, times: int, station: int) -> bool:
        """Is a pilgrim who was pushed so often pushed on? To the letter only once, but never as a second figure into a
        coast town."""
        return "One Station On" not in self.variants or not times or RING[station] == "C"

    def waves_to_take(self, seat: int) -> set[str]:
        """Those on the board; if there are none, those of the other player."""
        on_board = self.sides.keys() - self.people[0].waves - self.people[1].waves
        return on_board or set(self.people[1 - seat].waves)

    # -------------------------------------------------------------------------------------------------- the table

    def picture(self) -> Picture:
        """How everything lies."""
        found: dict[str, Any] = {"bag": +self.bag}
        found["board"] = self.sides.keys() - self.people[0].waves - self.people[1].waves
        for person in self.people:
            for name in ("pilgrim", "merchant", "artist", "temple", "garden", "coins", "gold", "waves", "has_spring"):
                found[f"{person.colour} {name}"] = getattr(person, name)
            found[f"{person.colour} goods"] = +person.goods
            found[f"{person.colour} paintings"] = person.paintings[person.given :]
            found[f"{person.colour} turned"] = person.turned - person.given
        return found

    def scores(self) -> list[tuple[int, ...]]:
        """Points, then money."""
        worth = 10 if "Gold Is Money" in self.variants else 0
        return [(person.points, person.coins + worth * person.gold) for person in self.people]

    def winners(self) -> set[int]:
        """The best, or both."""
        return {seat for seat, score in enumerate(self.scores()) if score == max(self.scores())}


def neighbours(town: str) -> Iterator[str]:
    """The towns at the other ends of a town's roads."""
    yield from ROADS.get(town, "").split()
    if town in COAST:
        yield from (inland for inland, ends in ROADS.items() if town in ends.split())


def walk(region: int, trail: list[int], steps: int) -> bool:
    """Can an artist who goes there walk on so many regions?"""
    gone = [*trail, region]
    return not steps or any(near not in gone and walk(near, gone, steps - 1) for near in BEHIND[region])

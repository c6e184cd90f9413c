"""The street of Iki: the fire track, the market, buildings and shops."""

from __future__ import annotations

from tests.rulebooks.independent.iki_cards import WARES
from tests.rulebooks.independent.iki_table import Person, building_price, saving, stalls
from tests.rulebooks.independent.lockstep import Ask, Move, Play


class Street:
    """What players find there."""

    def __init__(self, players: int, starter: int, buildings: set[str]) -> None:
        self.players = players
        self.starter = starter
        self.people = [Person() for _ in range(players)]
        self.stalls = stalls(players)
        #: The discs on each value, the one on top first.
        self.track: list[list[int]] = [[(starter + n) % players for n in range(players)], *([] for _ in range(14))]
        self.display: dict[str, int] = {}
        self.market = {ware.name for ware in WARES.values() if ware.season == 1}
        self.buildings = buildings

    def by_fire(self) -> list[int]:
        """The seats, the most advanced fire disc first."""
        return [seat for pile in reversed(self.track) for seat in pile]

    def strength(self, seat: int) -> int:
        """The value on the fire track."""
        return next(value for value, pile in enumerate(self.track) if seat in pile)

    def drill(self, seat: int, steps: int = 1) -> None:
        """The disc goes on, on top of those that are there; at the end nothing moves."""
        for _ in range(steps):
            value = self.strength(seat)
            if value < 14:
                self.track[value].remove(seat)
                self.track[value + 1].insert(0, seat)

    def sites(self, seat: int, skill: str) -> set[Move]:
        """Buildings and stalls that can be paid."""
        person, less = self.people[seat], saving(skill)
        if not person.figures:
            return set()
        return {
            ("build", name, where)
            for name in self.buildings
            for where, stall in self.stalls.items()
            if stall.is_free and not building_price(name, less, stall.surcharge) - person.goods
        }

    def build(self, seat: int, skill: str, name: str, where: str) -> None:
        """A building and its keeper."""
        self.people[seat].goods -= building_price(name, saving(skill), self.stalls[where].surcharge)
        self.buildings.discard(name)
        self.stalls[where].building = name
        self.stalls[where].keeper = seat
        self.people[seat].figures -= 1

    def offers(self, seat: int, less: int = 0, kinds: str = "fish pipe pouch") -> list[str]:
        """Wares of the market that can be paid; one fish of each season."""
        person = self.people[seat]
        have = {WARES[name].season for name in person.wares if WARES[name].kind == "fish"}
        return [
            name
            for name in self.market
            if WARES[name].kind in kinds.split()
            and WARES[name].price - less <= person.goods["mon"]
            and not (WARES[name].kind == "fish" and WARES[name].season in have)
        ]

    def take_ware(self, seat: int, name: str, less: int = 0) -> None:
        """Pay and take it."""
        self.people[seat].goods["mon"] -= WARES[name].price - less
        self.people[seat].wares.add(name)
        self.market.discard(name)

    def shop_moves(self, seat: int) -> set[Move]:
        """What the shop of the player's field offers to this player."""
        person = self.people[seat]
        mon = person.goods["mon"]
        match person.at:
            case 1:
                return {("amount", n) for n in (1, 2) if n <= mon}
            case 2:
                return {("amount", n) for n in (1, 2) if 3 * n <= mon}
            case 3:
                return {("amount", n) for n in (1, 2, 3) if 2 * n <= mon}
            case 4:
                pipes, pouches = self.offers(seat, 0, "pipe"), self.offers(seat, 0, "pouch")
                both = {("both", pipe) for pipe in pipes if self.pouches_beside(seat, pipe)}
                return {*(("pipe", pipe) for pipe in pipes), *(("pouch", pouch) for pouch in pouches), *both}
            case 5:
                found: set[Move] = {("mon>koban", n) for n in (1, 2) if 5 * n <= mon}
                for kind in ("rice", "wood", "koban"):
                    found |= {(f"{kind}>mon", n) for n in range(1, person.goods[kind] + 1)}
                return found
            case 6:
                return ({("mon>rice",)} if mon >= 3 else set()) | self.sites(seat, "build")
            case 7:
                return {(fish,) for fish in self.offers(seat, 0, "fish")}
            case 8:
                return {("drill", n) for n, price in ((1, 1), (2, 3), (3, 6)) if price <= mon}
            case _:
                raise AssertionError(person.at)

    def pouches_beside(self, seat: int, pipe: str) -> list[str]:
        """Pouches that can be paid after a pipe."""
        return self.offers(seat, -WARES[pipe].price, "pouch")

    def shop(self, seat: int) -> Play:
        """One deal with the shop."""
        person = self.people[seat]
        answer = yield Ask(seat, frozenset(self.shop_moves(seat)))
        what, number = answer[0], answer[-1]
        match person.at:
            case 1:
                person.goods["mon"] -= number
                person.goods["sandal"] += number
            case 2:
                person.goods["mon"] -= 3 * number
                person.goods["rice"] += 2 * number
            case 3:
                person.goods["mon"] -= 2 * number
                person.goods["wood"] += number
            case 4:
                pouches = self.pouches_beside(seat, number) if what == "both" else []
                self.take_ware(seat, number)
                if what == "both":
                    (pouch,) = yield Ask(seat, frozenset((pouch,) for pouch in pouches))
                    self.take_ware(seat, pouch)
            case 5:
                paid, gained = what.split(">")
                person.goods[paid] -= number * (5 if paid == "mon" else 1)
                person.goods[gained] += number * {"mon": 1, "rice": 1, "wood": 2, "koban": 4}[paid]
            case 6 if what == "build":
                self.build(seat, "build", answer[1], answer[2])
            case 6:
                person.goods["mon"] -= 3
                person.goods["rice"] += 2
            case 7:
                self.take_ware(seat, what)
            case _:
                person.goods["mon"] -= {1: 1, 2: 3, 3: 6}[number]
                self.drill(seat, number)

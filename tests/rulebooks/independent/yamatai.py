"""Yamataï in plain Python, from the printed rules; map, costs and points are the stand-ins of the rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, combinations_with_replacement
from typing import Any

from tests.rulebooks.independent.lockstep import NOTHING, Ask, Luck, Move, Picture, Play, Question
from tests.rulebooks.independent.yamatai_board import MAP
from tests.rulebooks.independent.yamatai_table import FLEETS, MATERIALS, PRICE, SPECIALISTS, TILES, Person, Ship, Table

#: Where ships of this turn stand that were not placed; which ships may be exchanged.
ASHORE = ("dock", "quay")
OWN = ("dock", "harbour")


class Yamatai:
    """One game."""

    def __init__(self, players: int, table: Table) -> None:
        self.players = players
        self.people = [Person({2: 10, 3: 8, 4: 6}[players]) for _ in range(players)]
        self.table = table
        self.supply = Counter(gold=10, clay=13, stone=16, wood=19, bamboo=22)
        self.ships: dict[str, Ship] = {}
        self.tokens = dict(table.tokens)
        self.buildings: dict[str, int | str] = {}
        self.sacred: set[str] = set()
        self.coins_on: Counter[str] = Counter()
        self.order: dict[int, int] = dict(table.order)
        self.first: list[int] = []
        self.new: set[str] = set()
        self.flagship = 0
        self.stern: Ship | None = None
        self.used: set[str] = set()
        self.study: list[str] = []
        self.ended = False

    # -------------------------------------------------------------------------------------------------- the rounds

    def play(self) -> Play:
        """Rounds until one of the ends."""
        while True:
            self.new = set()
            self.first = [min(n for n, owner in self.order.items() if owner == seat) for seat in range(self.players)]
            for number in sorted(self.order):
                yield from self.turn(number)
            if any(not person.buildings for person in self.people):
                return
            yield from self.prepare()
            if self.ended:
                return

    def prepare(self) -> Play:
        """The next round, if there is one."""
        table = self.table
        if any(not self.supply[material] for material in MATERIALS):
            self.ended = True
            return
        for name in table.specialists:
            self.coins_on[name] += 2
        self.refill(table.specialists, table.specialist_deck)
        self.refill(table.tiles, table.tile_deck)
        if self.ended:
            return
        for seat, person in enumerate(self.people):
            self.order |= dict.fromkeys(person.fleets, seat)
        while len(table.fleets) < 5:
            table.fleets.append(table.fleet_deck.pop(0))
        used = [fleet for person in self.people for fleet in person.fleets]
        shuffled: list[int] = yield Luck(("fleets", len(used)))
        assert sorted(shuffled) == sorted(used)
        table.fleet_deck += shuffled
        for person in self.people:
            person.fleets = []

    def refill(self, row: list[str], deck: list[str]) -> None:
        """Five lie open, or the game is over."""
        while len(row) < 5 and deck and not self.ended:
            row.append(deck.pop(0))
        self.ended |= len(row) < 5

    # --------------------------------------------------------------------------------------------------- one turn

    def turn(self, number: int) -> Play:
        """The five actions of whoever stands on this number."""
        seat = self.order[number]
        person = self.people[seat]
        (fleet,) = yield from self.open(seat, lambda: {(fleet,) for fleet in self.table.fleets}, may_pass=False)
        assert isinstance(fleet, int)
        del self.order[number]
        self.flagship = fleet
        self.table.fleets.remove(fleet)
        person.fleets.append(fleet)
        for material in FLEETS[fleet - 1]:
            self.receive(person, material, "dock")
        if fleet == 10:
            (material,) = yield Ask(seat, frozenset((material,) for material in +self.supply))
            self.receive(person, material, "dock")
        answer = yield from self.open(seat, lambda: self.trades(seat))
        self.trade(seat, answer)
        yield from self.place(seat)
        answer = yield from self.open(seat, lambda: self.main_moves(seat), may_pass=False)
        if answer[0] == "take":
            yield from self.take(seat, answer)
        elif answer[0] == "build":
            self.build(seat, answer[1], answer[2])
        yield from self.moor(seat, in_turn=True)
        answer = yield from self.open(seat, lambda: {("recruit", name) for name in self.recruits(seat)})
        if answer != NOTHING:
            yield from self.recruit(seat, answer[1])
        yield from self.open(seat, set)
        if +(person.dock + person.quay):
            yield from self.moor(seat, in_turn=False)
        for ship in self.ships.values():
            ship.fresh = False
        self.stern = None
        self.flagship = 0
        self.used = set()

    def receive(self, person: Person, material: str, where: str = "quay") -> None:
        """A ship from the supply, if there is one."""
        if self.supply[material]:
            self.supply[material] -= 1
            getattr(person, where)[material] += 1

    def open(self, seat: int, moves: Any, may_pass: bool = True) -> Question:
        """A decision at which the powers of fleet and specialists may be used first, one after the other."""
        while True:
            main = moves()
            passing = {NOTHING} if main and may_pass else set()
            powers = self.powers(seat)
            if not main and not powers:
                return NOTHING
            answer = yield Ask(seat, frozenset(main | passing), frozenset(powers))
            if answer not in powers:
                return answer
            yield from self.use(seat, answer)

    def trades(self, seat: int) -> set[Move]:
        """One ship bought or sold."""
        person = self.people[seat]
        found: set[Move] = set()
        for material in MATERIALS:
            price = PRICE.get(material, 5 if "Tomoe" in person.specialists else 0)
            if price and self.supply[material] and person.coins >= price:
                found.add(("buy", material))
            if price:
                found |= {("sell", material, where) for where in self.places(person, material)}
        return found

    def places(self, person: Person, material: str, among: Iterable[str] = ("dock", "quay", "harbour")) -> list[str]:
        """Where the player has such a ship that can still be used."""
        return [where for where in among if getattr(person, where)[material]]

    def trade(self, seat: int, answer: Move) -> None:
        """Carry a trade out."""
        person = self.people[seat]
        if answer == NOTHING:
            return
        what, material = answer[0], str(answer[1])
        price = PRICE.get(material, 5)
        if what == "buy":
            person.coins -= price
            self.receive(person, material)
        else:
            if "Susanoo" in person.specialists:
                price = {"stone": 6, "clay": 7}.get(material, price)
            person.coins += price
            getattr(person, str(answer[2]))[material] -= 1
            self.supply[material] += 1

    # ---------------------------------------------------------------------------------------------------- placing

    def place(self, seat: int) -> Play:
        """A chain of ships."""
        answer = yield from self.open(seat, lambda: self.first_moves(seat))
        while answer != NOTHING:
            _, material, where, space = answer
            getattr(self.people[seat], where)[material] -= 1
            self.stern = Ship(material, True)
            self.ships[space] = self.stern
            answer = yield from self.open(seat, lambda: self.next_moves(seat))

    def first_moves(self, seat: int) -> set[Move]:
        """On an entrance, or beside a ship of the same material."""
        person = self.people[seat]
        found: set[Move] = set()
        entrances = MAP.edge if "Toyo Tama" in person.specialists else MAP.entrances
        for space in MAP.channels.keys() - self.ships.keys():
            beside = {self.ships[near].material for near in MAP.channels[space] if near in self.ships}
            for material in MATERIALS:
                if space in entrances or material in beside:
                    found |= {("first", material, where, space) for where in self.places(person, material)}
        return found

    def next_moves(self, seat: int) -> set[Move]:
        """Beside the ship placed last."""
        person = self.people[seat]
        found: set[Move] = set()
        at = next((space for space, ship in self.ships.items() if ship is self.stern), None)
        for space in (MAP.channels[at] if at else set()) - self.ships.keys():
            for material in MATERIALS:
                found |= {("next", material, where, space) for where in self.places(person, material)}
        return found

    # ------------------------------------------------------------------------------------------- taking and building

    def ready(self) -> list[str]:
        """The spaces of ships placed in this turn that have a token beside them."""
        return [space for space, ship in self.ships.items() if ship.fresh and MAP.shores[space] & self.tokens.keys()]

    def main_moves(self, seat: int) -> set[Move]:
        """Take culture tokens or build."""
        found = self.takes()
        person = self.people[seat]
        reached = {island for space, ship in self.ships.items() if ship.fresh for island in MAP.shores[space]}
        for island in reached:
            if not self.is_empty(island) or not self.can_pay_toll(seat, island):
                continue
            around = Counter(s.material[0] for space, s in self.ships.items() if island in MAP.shores[space])
            for tile in {*self.table.tiles, *(person.reserved - self.new)}:
                kind, cost, _ = TILES[tile]
                missing = (cost - around).total()
                if missing <= (self.flagship == 9) and (person.buildings or kind in ("torii", "palace")):
                    found.add(("build", tile, island))
        return found

    def is_empty(self, island: str) -> bool:
        """Neither token nor building nor sacred ground."""
        return island not in self.tokens and island not in self.buildings and island not in self.sacred

    def owner_of_toll(self, seat: int, island: str) -> int | None:
        """Another player with Ananda and a standard building next to the island."""
        for other, person in enumerate(self.people):
            beside = any(self.buildings.get(near) == other for near in MAP.borders[island])
            if other != seat and beside and "Ananda" in person.specialists:
                return other
        return None

    def can_pay_toll(self, seat: int, island: str) -> bool:
        """Is there no toll, or money for it?"""
        return self.owner_of_toll(seat, island) is None or self.people[seat].coins >= 2

    def takes(self) -> set[Move]:
        """Every ship of this turn with every token beside it."""
        return {("take", space, island) for space in self.ready() for island in MAP.shores[space] & self.tokens.keys()}

    def take(self, seat: int, answer: Any) -> Play:
        """One token for each ship placed."""
        person = self.people[seat]
        while answer != NOTHING:
            _, space, island = answer
            self.ships[space].fresh = False
            person.tokens[self.tokens.pop(island)] += 1
            answer = (yield from self.open(seat, self.takes, may_pass=False)) if self.ready() else NOTHING
        if "Ebisu" in person.specialists and self.tokens:
            (island,) = yield from self.open(seat, lambda: {(island,) for island in self.tokens}, may_pass=False)
            person.tokens[self.tokens.pop(str(island))] += 1

    def build(self, seat: int, tile: str, island: str) -> None:
        """A building, its toll and its bonus."""
        person = self.people[seat]
        kind = TILES[tile][0]
        owner = self.owner_of_toll(seat, island)
        if owner is not None:
            person.coins -= 2
            self.people[owner].coins += 2
        if tile in person.reserved:
            person.reserved.discard(tile)
        else:
            self.table.tiles.remove(tile)
        person.built.add(tile)
        is_standard = kind in ("house", "post")
        alone = not any(self.buildings.get(near) == seat for near in MAP.borders[island])
        if is_standard:
            person.buildings -= 1
        self.buildings[island] = seat if is_standard else kind
        if is_standard or "Awashima" in person.specialists:
            person.prestige += sum(isinstance(self.buildings.get(near), str) for near in MAP.borders[island])
            person.prestige += island in self.table.mountains
            group = self.group(seat, island)
            if group > 1:
                person.coins += group * (2 if kind == "post" else 1)
        if is_standard and alone and "Kagutsuchi" in person.specialists:
            person.prestige += 1

    def group(self, seat: int, island: str) -> int:
        """How many buildings hang together with the new one."""
        found, waiting = {island}, [island]
        while waiting:
            for near in MAP.borders[waiting.pop()]:
                if near not in found and self.buildings.get(near) == seat:
                    found.add(near)
                    waiting.append(near)
        return len(found)

    # ------------------------------------------------------------------------------------------ mooring and recruiting

    def moorings(self, person: Person) -> set[Move]:
        """Each ship of this turn that was not placed."""
        return {("moor", material, where) for material in MATERIALS for where in self.places(person, material, ASHORE)}

    def moor(self, seat: int, in_turn: bool) -> Play:
        """Ships left over go into the harbour or beside it."""
        person = self.people[seat]
        for _ in range(person.berths):
            if in_turn:
                answer = yield from self.open(seat, lambda: self.moorings(person))
            elif moves := self.moorings(person):
                answer = yield Ask(seat, frozenset({NOTHING, *moves}))
            else:
                answer = NOTHING
            if answer == NOTHING:
                break
            if person.harbour.total() >= person.berths:
                (old,) = yield Ask(seat, frozenset((material,) for material in +person.harbour))
                person.harbour[old] -= 1
                person.beside[old] += 1
            getattr(person, answer[2])[answer[1]] -= 1
            person.harbour[answer[1]] += 1
        person.beside += person.dock + person.quay
        person.dock.clear()
        person.quay.clear()

    def recruits(self, seat: int) -> list[str]:
        """Whom the player could recruit."""
        return self.table.specialists if self.people[seat].payments() else []

    def recruit(self, seat: int, name: str) -> Play:
        """Pay and receive the coins."""
        person = self.people[seat]
        answer = yield Ask(seat, frozenset(person.payments()))
        for kind in answer[1:]:
            person.tokens[kind] -= 2 if answer[0] == "alike" else 1
        coins = self.coins_on.pop(name, 0)
        for other, owner in enumerate(self.people):
            if other != seat and "Izanami" in owner.specialists:
                owner.coins += coins // 2
                coins -= coins // 2
        person.coins += coins
        self.table.specialists.remove(name)
        person.specialists.add(name)

    # ----------------------------------------------------------------------------------------------------- powers

    def powers(self, seat: int) -> set[Move]:
        """What fleet and specialists allow once in a turn."""
        person = self.people[seat]
        found = self.fleet_powers(seat) if self.flagship and str(self.flagship) not in self.used else set()
        has_gold = self.supply["gold"] > 0
        others = any(self.supply[material] for material in MATERIALS[1:])
        moves: dict[str, set[Move]] = {
            "Raijin": {("Raijin", tuple(sorted(pair))) for pair in self.pairs(person)} if has_gold else set(),
            "Kachiko": {("Kachiko",)} if person.coins >= 2 and self.sacred else set(),
            "Michimata": {("Michimata", kind) for kind in +person.tokens} if has_gold else set(),
            "Hetsuka": {("Hetsuka", kind) for kind in +person.tokens},
            "Nakatsu": {("Nakatsu",)} if others and self.places(person, "gold", OWN) else set(),
            "Izanagi": {("Izanagi",)} if self.trades(seat) else set(),
        }
        return found.union(*(moves[name] for name in person.specialists - self.used if name in moves))

    def fleet_powers(self, seat: int) -> set[Move]:
        """The effect of the fleet of this turn."""
        free = MAP.channels.keys() - self.ships.keys()
        match self.flagship:
            case 2:
                return {("reserve", tile) for tile in self.table.tiles}
            case 3:
                return {("look",)} if self.table.tile_deck else set()
            case 4:
                return {("move", space, to) for space in self.ships for to in MAP.channels[space] & free}
            case 5:
                return {("sacred", island) for island in MAP.islands if self.is_empty(island) and len(self.sacred) < 8}
            case 6:
                return {("tokens", frozenset(pair)) for pair in combinations(self.tokens, 2)}
            case 7:
                pairs = {("remove", frozenset(pair)) for pair in combinations(self.ships, 2)}
                return {("remove", frozenset()), *(("remove", frozenset({space})) for space in self.ships), *pairs}
            case 8:
                return {("ships", frozenset(pair)) for pair in combinations(self.ships, 2)}
            case _:
                return set()

    def use(self, seat: int, answer: Move) -> Play:
        """Use a power."""
        person = self.people[seat]
        self.used.add(str(answer[0]) if answer[0] in SPECIALISTS else str(self.flagship))
        match answer:
            case ("reserve", str(tile)):
                self.table.tiles.remove(tile)
                person.reserved.add(tile)
                self.new.add(tile)
            case ("look",):
                yield from self.look(seat)
            case ("move", str(space), str(to)):
                self.ships[to] = self.ships.pop(space)
            case ("sacred", str(island)):
                self.sacred.add(island)
            case ("tokens", frozenset() as pair):
                one, other = pair
                self.tokens[one], self.tokens[other] = self.tokens[other], self.tokens[one]
            case ("remove", frozenset() as spaces):
                for space in spaces:
                    self.supply[self.ships.pop(space).material] += 1
            case ("ships", frozenset() as pair):
                one, other = pair
                self.ships[one], self.ships[other] = self.ships[other], self.ships[one]
            case ("Kachiko",):
                person.coins -= 2
                (island,) = yield Ask(seat, frozenset((island,) for island in self.sacred))
                self.sacred.discard(island)
            case ("Michimata", str(kind)):
                person.tokens[kind] -= 1
                self.receive(person, "gold")
            case ("Hetsuka", str(kind)):
                person.tokens[kind] -= 1
                person.coins += 4
            case ("Izanagi",):
                self.trade(seat, (yield Ask(seat, frozenset(self.trades(seat)))))
            case ("Raijin", tuple() as pair):
                for material, where in pair:
                    getattr(person, where)[material] -= 1
                    self.supply[material] += 1
                self.receive(person, "gold")
            case _:
                yield from self.exchange(seat)

    def look(self, seat: int) -> Play:
        """The top three building tiles, back on top or underneath one by one."""
        deck = self.table.tile_deck
        self.study, deck[:3] = deck[:3], []
        while self.study:
            (tile,) = yield Ask(seat, frozenset((tile,) for tile in self.study))
            (where,) = yield Ask(seat, frozenset({("top",), ("under",)}))
            self.study.remove(tile)
            deck.insert(0 if where == "top" else len(deck), tile)

    def exchange(self, seat: int) -> Play:
        """A gold ship for two others."""
        person = self.people[seat]
        (where,) = yield Ask(seat, frozenset((where,) for where in self.places(person, "gold", OWN)))
        getattr(person, where)["gold"] -= 1
        self.supply["gold"] += 1
        others = Counter({material: self.supply[material] for material in MATERIALS[1:]})
        every = combinations_with_replacement(sorted(+others), min(2, others.total()))
        two = yield Ask(seat, frozenset(two for two in every if not Counter(two) - others))
        for material in two:
            self.receive(person, material)

    def pairs(self, person: Person) -> list[tuple[tuple[str, str], ...]]:
        """Two ships that may be exchanged."""
        have = [(material, where) for material in MATERIALS for where in self.places(person, material, OWN)]
        return [pair for pair in combinations_with_replacement(have, 2) if self.has(person, pair)]

    def has(self, person: Person, pair: Iterable[tuple[str, str]]) -> bool:
        """Does the player have all of these ships?"""
        return all(getattr(person, where)[material] >= n for (material, where), n in Counter(pair).items())

    # ---------------------------------------------------------------------------------------------------- the end

    def scores(self) -> list[tuple[int, ...]]:
        """Points, then the earlier turn in the last round."""
        return [(person.score(), first) for person, first in zip(self.people, self.first, strict=True)]

    def winners(self) -> set[int]:
        """The most points, then the earlier turn."""
        keys = [(points, -first) for points, first in self.scores()]
        return {seat for seat, key in enumerate(keys) if key == max(keys)}

    def picture(self) -> Picture:
        """How everything lies."""
        table = self.table
        found: dict[str, Any] = {
            "supply": +self.supply,
            "ships": {space: ship.material for space, ship in self.ships.items()},
            "tokens": self.tokens,
            "buildings": self.buildings,
            "sacred": self.sacred,
            "order": self.order,
            "tiles": set(table.tiles),
            "tile deck": table.tile_deck,
            "specialists": {name: self.coins_on[name] for name in table.specialists},
            "fleets": set(table.fleets),
            "study": set(self.study),
        }
        for seat, person in enumerate(self.people):
            for name in ("coins", "prestige", "buildings", "built", "reserved", "specialists"):
                found[f"{name} {seat}"] = getattr(person, name)
            for name in ("dock", "quay", "harbour", "beside", "tokens"):
                found[f"{name} {seat}"] = +getattr(person, name)
            found[f"fleets {seat}"] = set(person.fleets)
        return found

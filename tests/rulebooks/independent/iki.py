"""Iki in plain Python, from the printed rules; cards and prices are those that the rulebook marks as stand-ins."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tests.rulebooks.independent.iki_cards import CARDS, WARES
from tests.rulebooks.independent.iki_scoring import score
from tests.rulebooks.independent.iki_street import Street
from tests.rulebooks.independent.iki_table import Person, Stall, goods
from tests.rulebooks.independent.lockstep import NOTHING, Ask, Luck, Move, Picture, Play

FLEXIBLE = 0
#: What happens at the end of a month that is no quiet one.
FIRES = {5: 5, 8: 7, 11: 9}
PAYDAYS = (3, 6, 9, 12)


class Iki(Street):
    """One game."""

    # ------------------------------------------------------------------------------------------------- the rounds

    def play(self) -> Play:
        """The start, twelve months and New Year."""
        yield from self.start()
        for month in range(1, 13):
            yield from self.round(month)
        for seat in self.by_fire():
            (number,) = yield Ask(seat, frozenset((number,) for number in range(1, 9)))
            self.people[seat].at = number
            yield from self.business(seat)
        self.finish()

    def start(self) -> Play:
        """The last chooses the first starting card."""
        cards = {card.name for card in CARDS.values() if not card.season}
        for seat in reversed(self.by_fire()):
            corners = [name for name, stall in self.stalls.items() if stall.depth == 1 and stall.is_free]
            card, where = yield Ask(seat, frozenset((card, corner) for card in cards for corner in corners))
            cards.discard(card)
            self.employ(seat, card, where)

    def round(self, month: int) -> Play:
        """Order, action, event."""
        blocked = (yield Luck(("block",))) if self.players == 2 else None
        shown: list[str] = yield Luck(("cards",))
        assert all(CARDS[card].season == (month + 2) // 3 for card in shown)
        assert len(shown) == 4
        self.display |= dict.fromkeys(shown, 0)
        free = set(range(5)) - {blocked}
        places: dict[int, int] = {}
        for seat in self.by_fire():
            (place,) = yield Ask(seat, frozenset((place,) for place in free))
            free.discard(place)
            places[place] = seat
        for place, seat in sorted(places.items()):
            yield from self.turn(seat, place)
        if self.players == 2:
            yield from self.neutral(self.starter if month % 2 else 1 - self.starter)
        if month in PAYDAYS:
            self.change_wares(month)
            self.display.clear()
            yield from self.payday()
        else:
            if month in FIRES:
                quarter: str = yield Luck(("fire",))
                self.fire(quarter, FIRES[month] - (self.players == 2))
            for card in self.display:
                self.display[card] += 1

    # --------------------------------------------------------------------------------------------------- one turn

    def turn(self, seat: int, place: int) -> Play:
        """Income or hiring, the walk, business."""
        person = self.people[seat]
        if place == FLEXIBLE:
            person.goods["mon"] += 1
        else:
            answer = yield Ask(seat, frozenset({("income",), *self.hirings(seat)}))
            if answer == ("income",):
                person.goods["mon"] += 4
            else:
                self.hire(seat, answer[1], answer[2])
        lengths = range(1, 5) if place == FLEXIBLE else (place,)
        walks = frozenset((length, extra) for length in lengths for extra in range(person.goods["sandal"] + 1))
        length, extra = yield Ask(seat, walks)
        person.goods["sandal"] -= extra
        for _ in range(length + extra):
            self.step(seat)
        if "Extra Step" in person.tiles and (yield Ask(seat, frozenset({NOTHING, ("step",)}))) != NOTHING:
            self.step(seat)
        yield from self.business(seat)

    def price(self, seat: int, card: str) -> int:
        """The cost of a card for a player."""
        return max(0, CARDS[card].cost - ("Cheaper Hiring" in self.people[seat].tiles))

    def hirings(self, seat: int) -> set[Move]:
        """All that can be paid, with the coins on the card."""
        person = self.people[seat]
        if not person.figures:
            return set()
        return {
            ("hire", card, name)
            for card, coins in self.display.items()
            for name, stall in self.stalls.items()
            if stall.is_free and self.price(seat, card) + stall.surcharge <= person.goods["mon"] + coins
        }

    def hire(self, seat: int, card: str, where: str) -> None:
        """A card from the display."""
        person = self.people[seat]
        person.goods["mon"] += self.display.pop(card) - self.price(seat, card) - self.stalls[where].surcharge
        self.employ(seat, card, where)
        self.drill(seat, CARDS[card].fire)

    def employ(self, seat: int, card: str, where: str) -> None:
        """A card and a figure on a stall."""
        self.stalls[where].card = card
        self.stalls[where].keeper = seat
        self.people[seat].figures -= 1

    def step(self, seat: int) -> None:
        """One field on; a lap teaches all own artisans."""
        person = self.people[seat]
        if person.at == 8:
            person.at = 1
            for stall in self.own(seat):
                self.learn(stall)
        else:
            person.at += 1

    def own(self, seat: int) -> list[Stall]:
        """The stalls with the player's artisans."""
        return [stall for stall in self.stalls.values() if stall.keeper == seat and stall.card]

    def learn(self, stall: Stall) -> None:
        """One step up; from the last one the artisan retires."""
        stall.experience += 1
        payouts = CARDS[stall.card].payouts
        if stall.experience == len(payouts):
            assert stall.keeper is not None
            person = self.people[stall.keeper]
            if payouts[-1].startswith("tile"):
                person.tiles.add(payouts[-1].removeprefix("tile "))
            person.retired.add(stall.card)
            person.figures += 1
            stall.clear()

    # --------------------------------------------------------------------------------------------------- business

    def business(self, seat: int) -> Play:
        """The shop and one artisan behind it, in either order."""
        person = self.people[seat]
        shop, artisan = True, True
        while True:
            moves: set[Move] = set()
            if shop and self.shop_moves(seat):
                moves.add(("shop",))
            if artisan:
                behind = [s for s in self.stalls.values() if s.card and person.at in s.doors]
                moves |= {("visit", stall.card) for stall in behind if self.can_use(seat, stall)}
            if not moves:
                return
            answer = yield Ask(seat, frozenset({NOTHING, *moves}))
            if answer == NOTHING:
                return
            if answer == ("shop",):
                shop = False
                yield from self.shop(seat)
            else:
                artisan = False
                yield from self.use(seat, answer[1])

    def where(self, card: str) -> Stall:
        """The stall of a card."""
        return next(stall for stall in self.stalls.values() if stall.card == card)

    def use(self, seat: int, card: str) -> Play:
        """The skill; then another player's artisan learns, and one of nobody leaves."""
        host = self.where(card).keeper
        skills = self.skills_open(seat, self.where(card))
        if len(CARDS[card].skills) > 1:
            moves = {move: skill for skill in skills for move in self.openings(seat, skill)}
            answer = yield Ask(seat, frozenset(moves))
            yield from self.carry_out(seat, card, moves[answer], answer)
        else:
            yield from self.carry_out(seat, card, skills[0], None)
        if host is None:
            self.where(card).clear()
        elif host != seat:
            self.learn(self.where(card))

    def can_use(self, seat: int, stall: Stall) -> bool:
        """Can the visitor pay for anything, and is there anything to have?"""
        return bool(self.skills_open(seat, stall))

    def skills_open(self, seat: int, stall: Stall) -> list[str]:
        """Of the skills of a card those that can be used."""
        return [skill for skill in CARDS[stall.card].skills if self.is_open(seat, stall.card, skill)]

    def is_open(self, seat: int, card: str, skill: str) -> bool:
        """Can this skill be used?"""
        pay, _, gain = re.sub(r" \(max \d\)", "", skill).rpartition(" -> ")
        if pay and goods(pay) - self.people[seat].goods:
            return False
        if gain == "teach":
            return bool(self.pupils(seat, card))
        if gain == "swap":
            return bool(self.own(seat))
        if gain == "buy":
            return bool(self.offers(seat, 2))
        if gain.startswith("build"):
            return bool(self.sites(seat, gain))
        return True

    def openings(self, seat: int, skill: str) -> list[Move]:
        """How one of several skills is chosen: by what it turns into what, and how often."""
        if skill.startswith("build"):
            return list(self.sites(seat, skill))
        most = re.search(r"max (\d)", skill)
        plain = re.sub(r" \(max \d\)", "", skill).removeprefix("take ")
        kinds = ">".join("+".join(part.split()[-1] for part in side.split(" + ")) for side in plain.split(" -> "))
        if most is None:
            return [(kinds,)]
        return [(kinds, number) for number in range(1, self.times(seat, skill) + 1)]

    def times(self, seat: int, skill: str) -> int:
        """How often a trade can be made."""
        most = re.search(r"max (\d)", skill)
        pay = goods(skill.split(" -> ", maxsplit=1)[0])
        return min(int(most[1]) if most else 1, *(self.people[seat].goods[kind] // n for kind, n in pay.items()))

    def carry_out(self, seat: int, card: str, skill: str, chosen: Any) -> Play:
        """Pay and receive; `chosen` is what was already said with the choice of the skill."""
        person = self.people[seat]
        number = 1
        if "max" in skill:
            if chosen is None:
                _, number = yield Ask(seat, frozenset(("amount", n) for n in range(1, self.times(seat, skill) + 1)))
            else:
                number = chosen[1]
        pay, _, gain = re.sub(r" \(max \d\)", "", skill).rpartition(" -> ")
        for _ in range(number):
            if pay:
                person.goods -= goods(pay)
            if gain.startswith("fire"):
                self.drill(seat, int(gain[-1]))
            elif gain == "teach":
                (pupil,) = yield Ask(seat, frozenset((pupil,) for pupil in self.pupils(seat, card)))
                self.learn(self.where(pupil))
            elif gain == "swap":
                yield from self.swap(seat)
            elif gain == "buy":
                (name,) = yield Ask(seat, frozenset((name,) for name in self.offers(seat, 2)))
                self.take_ware(seat, name, 2)
            elif gain.startswith("build"):
                answer = chosen or (yield Ask(seat, frozenset(self.sites(seat, gain))))
                self.build(seat, gain, answer[1], answer[2])
            else:
                person.goods += goods(gain.removeprefix("take "))

    def pupils(self, seat: int, teacher: str) -> list[str]:
        """Own artisans but the one who teaches."""
        return [stall.card for stall in self.own(seat) if stall.card != teacher]

    def swap(self, seat: int) -> Play:
        """What lies on an own stall changes places with what lies on another."""
        origins = [name for name, stall in self.stalls.items() if stall.keeper == seat and stall.card]
        pairs = frozenset((origin, goal) for origin in origins for goal in self.stalls if goal != origin)
        origin, goal = yield Ask(seat, pairs)
        one, other = self.stalls[origin], self.stalls[goal]
        held, found = one.content, other.content
        one.card, one.building, one.keeper, one.experience = found
        other.card, other.building, other.keeper, other.experience = held

    # ----------------------------------------------------------------------------------------------------- events

    def neutral(self, seat: int) -> Play:
        """With two players one card of the display becomes nobody's."""
        if not self.display:
            return
        (card,) = yield Ask(seat, frozenset((card,) for card in self.display))
        free = [name for name, stall in self.stalls.items() if stall.is_free]
        self.display[card] = 0
        if free:
            (where,) = yield Ask(seat, frozenset((name,) for name in free))
            self.stalls[where].card = card
        del self.display[card]

    def change_wares(self, month: int) -> None:
        """The wares of the next season; after the last month the figures leave the street."""
        if month == 12:
            for person in self.people:
                person.at = 0
        else:
            self.market = {ware.name for ware in WARES.values() if ware.season == month // 3 + 1}

    def payday(self) -> Play:
        """Payouts, harmony, rice."""
        for seat, person in enumerate(self.people):
            for stall in self.own(seat):
                self.pay_out(person, CARDS[stall.card].payouts[stall.experience])
            for card in person.retired:
                self.pay_out(person, CARDS[card].payouts[-1])
            person.goods["iki"] += 3 * self.has_building(seat, "Imperial Villa")
        self.harmony()
        for seat in range(self.players):
            yield from self.feed(seat)

    def pay_out(self, person: Person, payout: str) -> None:
        """A symbol; one for a tile pays nothing."""
        if not payout.startswith("tile"):
            person.goods += goods(payout)

    def harmony(self) -> None:
        """In each group, each colour that lies there at least twice."""
        groups = [[s for s in self.stalls.values() if s.quarter == quarter] for quarter in "ABCD"]
        groups.append([stall for stall in self.stalls.values() if stall.crossing])
        for group in groups:
            colours = Counter(CARDS[stall.card].colour for stall in group if stall.card)
            for stall in group:
                if stall.card and stall.keeper is not None and colours[CARDS[stall.card].colour] > 1:
                    self.people[stall.keeper].goods["iki"] += colours[CARDS[stall.card].colour]

    def feed(self, seat: int) -> Play:
        """One rice for each artisan; those who get none leave."""
        person = self.people[seat]
        person.goods["rice"] += 2 * self.has_building(seat, "Farmhouse")
        saved = "Fasting" in person.tiles
        while max(0, len(self.own(seat)) - saved) > person.goods["rice"]:
            (card,) = yield Ask(seat, frozenset((stall.card,) for stall in self.own(seat)))
            self.where(card).clear()
            person.figures += 1
        person.goods["rice"] -= max(0, len(self.own(seat)) - saved)

    def has_building(self, seat: int, name: str) -> bool:
        """Does the player keep this building?"""
        kept = any(stall.building == name and stall.keeper == seat for stall in self.stalls.values())
        return kept or name in self.people[seat].late_buildings

    def fire(self, quarter: str, strength: int) -> None:
        """From the outside to the crossing, one weaker with every stall."""
        for stall in (stall for stall in self.stalls.values() if stall.quarter == quarter):
            if strength <= 0:
                return
            if not stall.is_free:
                if stall.keeper is None:
                    stall.clear()
                else:
                    person = self.people[stall.keeper]
                    tower = 2 * self.has_building(stall.keeper, "Fire Watchtower")
                    if self.strength(stall.keeper) + tower >= strength:
                        return
                    if stall.card and "Fire Charm" in person.tiles:
                        person.tiles.discard("Fire Charm")
                    else:
                        person.figures += 1
                        stall.clear()
            strength -= 1

    # ---------------------------------------------------------------------------------------------------- the end

    def finish(self) -> None:
        """Everything comes off the board; that is no retirement."""
        for stall in self.stalls.values():
            if stall.keeper is not None:
                person = self.people[stall.keeper]
                person.figures += 1
                person.late |= {stall.card} - {""}
                person.late_buildings |= {stall.building} - {""}
                stall.clear()

    def scores(self) -> list[tuple[int, ...]]:
        """Points, fire strength, and how far down the disc lies."""
        found: list[tuple[int, ...]] = []
        for seat in range(self.players):
            strength = self.strength(seat)
            found.append((score(self.people[seat]), strength, 1 + self.track[strength].index(seat)))
        return found

    def winners(self) -> set[int]:
        """The most points, then the stronger, then the upper disc."""
        keys = [(points, strength, -depth) for points, strength, depth in self.scores()]
        return {seat for seat, key in enumerate(keys) if key == max(keys)}

    def picture(self) -> Picture:
        """How everything lies."""
        found: dict[str, Any] = {
            "stalls": {name: stall.content for name, stall in self.stalls.items() if not stall.is_free},
            "display": self.display,
            "market": self.market,
            "track": {value: pile for value, pile in enumerate(self.track) if pile},
            "buildings": self.buildings,
        }
        for seat, person in enumerate(self.people):
            found[f"goods {seat}"] = +person.goods
            found[f"field {seat}"] = person.at
            found[f"figures {seat}"] = person.figures
            found[f"board {seat}"] = person.tiles | person.wares | person.late_buildings
            found[f"columns {seat}"] = person.retired | person.late
        return found

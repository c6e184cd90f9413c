"""Values, conditions and sets that fit where they stand."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

SUITS = ("Oak", "Ash", "Elm")
CARD_PLACES = ("the Deck", "the Row", "the Yard", "the Box")
CHIP_PLACES = ("the Sack", "the Yard", "the Box")
TRANSIENT = ("Card", "player", "Suit", "Chip", "Cell")


@dataclass(frozen=True)
class Scope:
    """What may be spoken of: whether somebody acts, what was introduced, which numbers have a name."""

    acts: bool = False
    known: frozenset[str] = frozenset()
    numbers: tuple[str, ...] = ()
    depth: int = 0
    testing: str = ""
    calls: tuple[str, ...] = ()
    deciding: bool = True

    def knowing(self, *names: str) -> Scope:
        return replace(self, known=self.known | set(names))

    def deeper(self) -> Scope:
        return replace(self, depth=self.depth + 1)


class Phrases:
    """Makes phrases by chance."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.values: list[str] = []
        self.fits = False

    def pick(self, *of: str) -> str:
        return self.random.choice(of)

    def often(self, chance: float) -> bool:
        return self.random.random() < chance

    # ------------------------------------------------------------------ players and places

    def who(self, scope: Scope) -> str:
        """A player by a phrase with an owner behind it: `your`, `the player's`, `Ann's`."""
        found = ["Ann's"]
        if scope.acts:
            found += ["your"] * 4
        if "player" in scope.known:
            found += ["the player's"] * 3
        return self.random.choice(found)

    def somebody(self, scope: Scope, after: bool = False) -> str:
        found = ["Ann", "Ben"]
        if scope.acts:
            found += ["you", "you"]
            found += ["the player after you"] if after else []
        if "player" in scope.known:
            found += ["the player"] * 3
        return self.random.choice(found)

    def place(self, scope: Scope, sort: str = "Card") -> str:
        if sort == "Chip":
            return self.random.choice([*CHIP_PLACES, f"{self.who(scope)} Store"])
        return self.random.choice(
            [*CARD_PLACES, f"{self.who(scope)} Hand", f"{self.who(scope)} Hand", f"{self.who(scope)} Porch"]
        )

    # ------------------------------------------------------------------ sets

    def cards(self, scope: Scope, where: bool = True, noun: str = "Cards") -> str:
        text = self.pick("", "", "", "Oak ", "Ash ") + noun
        if self.fits and scope.acts and self.often(0.1):
            text = "Fit " + text
        if self.often(0.85):
            text += f" {self.pick('in', 'from')} {self.place(scope)}"
        if self.often(0.12):
            text += self.pick(" with the highest Rank", " with the lowest Rank")
        if where and self.often(0.25):
            text += f" where {self.test(scope)}"
        return text

    def test(self, scope: Scope) -> str:
        """Of a card, after `where`."""
        inner = replace(scope, testing="Card", depth=scope.depth + 2)
        return self.random.choice(
            [
                f"its Rank is at least {self.random.randrange(4)}",
                f"its Rank is less than {self.value(inner)}",
                "its Suit is the Trump",
                "its Suit is not the Trump",
                f"it is not in {self.place(scope)}",
                "it is Oak or its Rank is 1",
            ]
        )

    def chips(self, scope: Scope, noun: str = "Chips") -> str:
        text = self.pick("", "", "Oak ", "Elm ") + noun
        return text + f" {self.pick('in', 'from')} {self.place(scope, 'Chip')}" if self.often(0.9) else text

    def players(self, scope: Scope) -> str:
        found = ["players", "Safe players", "players with the highest Coins", "players where its Coins are at least 1"]
        if scope.acts:
            found.append("other players")
        return self.random.choice(found)

    # ------------------------------------------------------------------ values

    def value(self, scope: Scope) -> str:
        deep = scope.depth >= 3
        kinds = ["number"] * 3 + ["counter"] * 3 + ["track", "count", "named"]
        if not deep:
            kinds += ["plus", "minus", "times", "divided", "total", "highest", "looked", "count", "suit", "defined"]
        made: str = getattr(self, "_" + self.random.choice(kinds))(scope.deeper())
        return made

    def _number(self, _scope: Scope) -> str:
        return str(self.random.choice((0, 1, 1, 2, 2, 3, 4, 7)))

    def _counter(self, scope: Scope) -> str:
        return f"{self.who(scope)} {self.pick('Coins', 'Coins', 'Fame')}"

    def _suit(self, scope: Scope) -> str:
        if scope.acts:
            return f"your {self.pick('Oak', 'Ash', 'Suit for Elm')}"
        return "Ann's Oak"

    def _track(self, _scope: Scope) -> str:
        return "the Flames"

    def _named(self, scope: Scope) -> str:
        if scope.testing == "Card":
            return "its Rank"
        if scope.numbers:
            return "the " + self.random.choice(scope.numbers)
        if "Card" in scope.known:
            return "the Card's Rank"
        return "the number of players"

    def _defined(self, scope: Scope) -> str:
        return f"{self.who(scope)} {self.random.choice(self.values)}" if self.values else "2"

    def _count(self, scope: Scope) -> str:
        if scope.testing:
            return "2"
        sets = [self.cards(scope, where=False), self.chips(scope), self.players(scope)]
        return f"(the number of {self.random.choice(sets)})"

    def _total(self, scope: Scope) -> str:
        return "3" if scope.testing else f"(the total Rank of {self.cards(scope)})"

    def _highest(self, scope: Scope) -> str:
        return "3" if scope.testing else f"(the {self.pick('highest', 'lowest')} Rank of {self.cards(scope)})"

    def _plus(self, scope: Scope) -> str:
        return f"({self.value(scope)} plus {self.value(scope)})"

    def _minus(self, scope: Scope) -> str:
        return f"({self.value(scope)} minus {self.value(scope)})"

    def _times(self, scope: Scope) -> str:
        return f"({self.value(scope)} times {self.random.choice((0, 1, 2, 3))})"

    def _divided(self, scope: Scope) -> str:
        return f"({self.value(scope)} divided by {self.random.choice((1, 2, 3))} rounded {self.pick('up', 'down')})"

    def _looked(self, scope: Scope) -> str:
        return f"({self.value(scope)} looked up in 0, 1, 3, 2)"

    # ------------------------------------------------------------------ conditions

    def condition(self, scope: Scope) -> str:
        scope = scope.deeper()
        if scope.depth < 3 and self.often(0.2):
            return f"{self.condition(scope)} {self.pick('and', 'or')} {self.condition(scope)}"
        if scope.depth < 3 and self.often(0.05):
            return f"({self.condition(scope)} {self.pick('and', 'or')} {self.condition(scope)})"
        compared = self.pick("at least", "at most", "more than", "less than", "", "not")
        found = [
            f"{self.value(scope)} is {compared} {self.value(scope)}",
            f"{self.place(scope)} is {self.pick('', 'not ')}empty",
            f"there {self.pick('is a', 'is no', 'is just one')} {self.cards(scope, where=False, noun='Card')}",
            f"there are at {self.pick('least', 'most')} {self.random.randrange(1, 4)} {self.cards(scope, where=False)}",
            f"{self.place(scope)} has {self.pick('a Card', 'no Card', 'at least 2 Cards')}",
            f"{self.somebody(scope)} {{is}} {self.pick('', 'not ')}Safe",
            f"the Starter is {self.pick('', 'not ')}{self.somebody(scope, after=True)}",
            f"the Starter is {self.pick('', 'not ')}nothing",
            f"the Trump is {self.pick('', 'not ')}{self.pick(*SUITS)}",
            f"the Trump is {self.pick('', 'not ')}in the Trail",
            f"{self.pick('every', 'any', 'no')} player is {self.pick('', 'not ')}Safe",
            f"any player's {self.pick('Coins', 'Fame')} are at least {self.random.randrange(5)}",
            f"{self.pick('Oak', 'Ash')} is {self.pick('', 'not ')}Dry",
        ]
        if "Card" in scope.known:
            found += ["the Card is Oak", f"the Card is {self.pick('', 'not ')}in {self.place(scope)}"]
        if scope.acts and scope.calls:
            found.append(f"you can {self.random.choice(scope.calls)}")
        text = " ".join(self.random.choice(found).split())
        return text.replace("you {is}", "you are").replace("{is}", "is")

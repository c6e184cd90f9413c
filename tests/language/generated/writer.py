"""A whole rulebook from a seed."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tests.language.generated.phrases import Scope
from tests.language.generated.pieces_of_text import Block, Node, TwoWays, lines, ways
from tests.language.generated.sentences import Sentences


@dataclass(frozen=True)
class Made:
    """A rulebook that can be said in two ways."""

    seed: int
    nodes: tuple[Node, ...]

    @property
    def text(self) -> str:
        return self._text(False)

    @property
    def other(self) -> str:
        """The same, said in the other way."""
        return self._text(True)

    @property
    def pairs(self) -> frozenset[str]:
        return frozenset(ways(self.nodes))

    def _text(self, other: bool) -> str:
        return "\n".join(lines(self.nodes, other)) + "\n"


def make(seed: int) -> Made:
    """The rulebook of a seed."""
    return Made(seed, tuple(_Writer(Random(f"typed {seed}")).book()))


class _Writer(Sentences):
    """Writes declarations, definitions, actions and the course of play."""

    def book(self) -> list[Node]:
        self.seats = self.random.choice((2, 2, 3))
        self.left = self.random.randint(12, 45)
        self.fits = self.often(0.4)
        components = self.components()
        definitions = self.definitions()
        actions = self.write_actions()
        rest = [*self.hooks(), *self.windows(), *self.triggers()]
        return [*components, *definitions, *actions, *rest, *self.course(), *self.winner()]

    def components(self) -> list[Node]:
        bank = self.pick("", " out of 9")
        room = self.pick("", " of up to 2 Cards", " of up to 3 Cards", " of Cards")
        found: list[Node] = [
            f'rulebook "Typed" for {self.seats} players',
            "a Suit is one of Oak, Ash, Elm",
            f"a Card is a card with a Suit, a Rank from 1 to {self.random.randint(1, 3)}",
        ]
        ranks = int(str(found[-1]).rsplit(" ", 1)[1])
        copies = self.random.choice((1, 1, 2))
        stock = f"{copies} of each Suit with each Rank" if copies > 1 else "each Suit with each Rank"
        found += [
            f"there are {3 * ranks * copies} Cards: {stock}",
            "a Chip is a token with a Suit",
            "there are 6 Chips: 3 Oak, 2 Ash, 1 Elm",
            "a Die is a die with faces 1, 2, 3",
            "there are 2 Dice",
            "the plural of Die is Dice",
            f"the Deck is a{self.pick('', ' face-down', 'n open')} pile of Cards",
            f"the Row is a row{self.pick('', ' of up to 3 Cards', ' of Cards')}",
            "the Yard is an area",
            f"the Sack is a{self.pick('', ' face-down')} bag of Chips",
            f"each player has a Hand, a{self.pick(' secret', 'n open')} area{room}",
            f"each player has a Porch, a row of up to {self.random.randint(1, 3)} Cards",
            f"each player has a Store, an area{self.pick('', ' of Chips', ' of up to 2 Chips')}",
            f"each player has Coins from 0 to {self.random.choice((1, 5, 9))}",
            f"each player has Fame from 0 to 9{self.pick('', ' starting at 2')}{bank}",
            "each player has every Suit from 0 to 3",
            "each player may be Safe",
            "each Suit may be Dry",
            "the Flames is a track from 0 to 4",
            "the Starter is a player",
            "the Trump is a Suit",
            "the Trail is a list of Suits",
        ]
        return found

    def definitions(self) -> list[Node]:
        found: list[Node] = []
        owner = Scope(acts=True, depth=1)
        for name in ("Share", "Might")[: self.random.randrange(3)]:
            otherwise = f", otherwise {self.value(owner)}"
            found.append(f"your {name} is {self.value(owner)} if {self.condition(owner)}{otherwise}")
            if self.often(0.4):
                more = self.pick("1 more", "is doubled", "is at most 3", "2 less")
                verb = "" if more.startswith("is") else "is "
                found.append(f"your {name} {verb}{more} if {self.condition(owner)}")
            self.values.append(name)
        if self.fits:
            found.append(f"a Card is Fit if {self.test(owner).replace('its', 'its')}")
        return found

    def write_actions(self) -> list[Node]:
        found: list[Node] = []
        calls: tuple[str, ...] = ()
        for number in range(self.random.randint(1, 4)):
            given = self.pick("", "", " for a Card")
            known = frozenset({"Card"}) if given else frozenset()
            deciding = number > 0 or self.often(0.5)
            scope = Scope(acts=True, known=known, calls=calls, deciding=deciding)
            name = f"Act {'ABCD'[number]}"
            body = self.block(scope, 4)
            found.append(Block(f"to {name}{given}", body))
            self.actions[name] = " for the Card" if given else ""
            if not deciding:
                self.happening.add(name)
            calls = (*calls, name)
        self.calls = calls
        self.plain_calls = tuple(name for name in calls if not self.actions[name])
        if not self.plain_calls:
            found.append(Block("to Act E", self.block(Scope(acts=True), 3)))
            self.actions["Act E"] = ""
            self.plain_calls = ("Act E",)
        return found

    def hooks(self) -> list[Node]:
        found: list[Node] = []
        if self.often(0.2):
            name = self.random.choice(self.plain_calls)
            who = self.pick("you", "a player", "a Safe player")
            head = f"{self.pick('before', 'after')} {who} {name.replace('Act', 'Acts')}"
            acting = Scope(acts=True, depth=2, deciding=False)
            found.append(Block(head, self.block(acting, 1)))
        return found

    def windows(self) -> list[Node]:
        if self.often(0.85):
            return []
        per = self.pick("once per turn", "once per game")
        return [Block(f"{per}, you may", self.block(Scope(acts=True, depth=2, calls=self.plain_calls), 2))]

    def triggers(self) -> list[Node]:
        found: list[Node] = []
        if self.often(0.15):
            found.append("as soon as a player's Fame is 9: the player wins")
        if self.often(0.1):
            found.append(Block("as soon as the Flames is 4", ("the Flames becomes 0", "the Trump becomes Oak")))
        if self.often(0.1):
            moment = self.pick("start", "end")
            found.append(Block(f"at the {moment} of each turn", ("gain 1 Coin",)))
        return found

    def course(self) -> list[Node]:
        setup: list[Node] = ["move all Cards to the Deck", "move all Chips to the Sack"]
        if self.often(0.7):
            setup.append("shuffle the Deck")
        if self.often(0.6):
            setup.append("each player: draw 1 Card from the Deck to the player's Hand")
        play: list[Node] = []
        for _ in range(self.random.randint(1, 2)):
            inside = self.in_turn()
            rounds = self.random.randint(1, 3)
            play.append(
                self.random.choice(
                    [
                        Block(f"repeat {rounds} rounds", (Block("each player takes a turn", inside),)),
                        Block(f"repeat {rounds} turns", inside),
                        Block("each player", inside),
                        Block("each player in reverse turn order takes a turn", inside),
                        Block("phase Noon", (Block("each player takes a turn", inside),)),
                        self.starting(inside),
                    ]
                )
            )
        return [Block("setup", tuple(setup)), Block("play", tuple(play))]

    def starting(self, inside: tuple[Node, ...]) -> Node:
        """From the first player on is what nothing says."""
        one = Block("each player in turn order starting with Ann", inside)
        return TwoWays("starting", (one,), (Block("each player", inside),))

    def in_turn(self) -> tuple[Node, ...]:
        scope = Scope(acts=True, calls=self.calls)
        name = self.random.choice(self.plain_calls)
        call = f"{name}{self.pick('', ' if possible')}"
        if self.often(0.4):
            idle = "Idle: gain 1 Coin"
            return (Block("choose one", (name, idle)),)
        return (call,) if self.often(0.6) else (call, *self.block(scope, 2))

    def winner(self) -> list[Node]:
        if self.often(0.3):
            return []
        return ["the winner is the player with the highest Fame, then the highest Coins, otherwise shared"]

"""What stands beside the actions: definitions, hooks, windows, triggers, texts, variants."""

from __future__ import annotations

from tests.language.generated.forms import Scope
from tests.language.generated.paired import Paired
from tests.language.generated.pieces_of_text import Block, Node, Nodes, TwoWays


class Rules(Paired):
    """Makes what changes other rules, and what happens by itself."""

    def definitions(self, acting: Scope) -> list[Node]:
        """Values of one's own, with their exceptions."""
        found: list[Node] = []
        owner = acting.deeper().deeper().knowing("acts !action")
        for _ in range(self.random.randint(1, 2)):
            name = f"Share {self.fresh()}"
            value, condition = self.fill("value", owner), self.fill("condition", owner)
            whose = self.random.choice(("your", "your", "a player's"))
            if whose == "a player's":
                value, condition = str(self.random.randrange(4)), "the player is Safe"
            otherwise = f", otherwise {self.random.randrange(3)}"
            found.append(f"{whose} {name} is {value}" + (f" if {condition}{otherwise}" if self.often(0.6) else ""))
            found += [f"your {name} {self.exception(owner)}" for _ in range(self.random.randrange(3))]
            if "bonus" in acting.known:
                how = self.random.choice(
                    ("1 more", "1 less", "2 instead", "2", "1 more if you are Safe", "3 if you are Safe")
                )
                found.append(f"your {name} may be {how}")
            self.shares.append(name)
        if self.often(0.4):
            found += self.of_two(owner)
        if "cards" in acting.known and self.often(0.5):
            found += self.of_cards(owner)
        return found

    def of_cards(self, owner: Scope) -> list[Node]:
        """A value for a card."""
        name, about = f"Worth {self.fresh()}", owner.knowing("Card !testing")
        head = f"your {name} for a Card"
        value = self.fill("value", about)
        found: list[Node] = [
            f"{head} is {value} if {self.fill('condition', about)}, otherwise 2 if the Card is Oak, otherwise 0"
        ]
        if self.often(0.4):
            found.append(f"your {name} for an Oak Card is {self.random.choice(('3 instead', '1 more', 'doubled'))}")
        elif self.often(0.5):
            found.append(f"your {name} for an Oak Card is 3 instead")
            found.append(f"your {name} for a Card is 4 instead over Oak if you are Safe")
        if "bonus" in owner.known:
            found.append(f"{head} may be {self.random.choice(('1 more', '1 less', '2 instead'))} if you are Safe")
        self.worths.append(name)
        return found

    def of_two(self, owner: Scope) -> list[Node]:
        """A value that one player has for another."""
        name = f"Bond {self.fresh()}"
        found: list[Node] = [f"a player's {name} for another player is 2 if the player is Safe, otherwise 1"]
        if self.often(0.5):
            found.append(f"your {name} for a Safe player {self.exception(owner)}")
        self.bonds.append(name)
        return found

    def exception(self, owner: Scope) -> str:
        change = self.random.choice(
            ("is 1 more", "is 2 less", "is doubled", "is at most 3", "is at least 1", "is <few> more")
        )
        if change == "is 1 more" and self.often(0.2):
            return self.expand(f"is 1 more if {self.fill('condition', owner)}, otherwise 2", owner)
        condition = f" if {self.fill('condition', owner)}" if self.often(0.7) else ""
        return self.expand(change, owner) + condition

    def hooks(self, scope: Scope) -> list[Node]:
        name = self.fill("plain call", scope)
        verb = name.replace("Act", "Acts")
        who = self.random.choice(("you", "a player", "a Safe player", "another player"))
        if who == "you":
            verb = name
        how = self.random.choice(("before", "after", "after", "instead of"))
        inside = scope.deeper().deeper().knowing("!deciding !action")
        if who == "another player":
            how = "after"
        return [Block(f"{how} {who} {verb}", self.block(inside, 2))]

    def windows(self, scope: Scope) -> list[Node]:
        per = self.random.choice(
            ("once per turn", "once per turn", "once per game", "at any time", "once per round", "once per phase")
        )
        if per.split()[-1] in {"round", "phase"} - scope.known:
            per = "once per turn"
        words = self.random.choice(("", "", ' written "take a breath"'))
        return [Block(f"{per}, you may{words}", self.block(scope.deeper().deeper(), 2))]

    def triggers(self, scope: Scope) -> list[Node]:
        nobody = Scope(scope.known - {"acts", "deciding", "action"}, 2)
        of: list[Node] = [
            "as soon as a player's Fame is 9: the player wins",
            "as soon as a player's Coins are at least 5: the player loses 5 Coins",
            Block("as soon as Ann is Safe", ("Ann becomes not Safe", *self.block(nobody, 1))),
            "as soon as every player is Safe: the game ends now",
        ]
        if "tracks" in scope.known:
            of.append(Block("as soon as the Flames is 1", ("the Flames becomes 0",)))
        if "turn" in scope.known:
            moment = self.random.choice(("start", "end"))
            of += [Block(f"at the {moment} of each turn", self.block(scope.deeper().deeper().knowing("!turn"), 1))] * 2
        if "round" in scope.known:
            of.append(Block(f"at the {self.random.choice(('start', 'end'))} of each round", self.block(nobody, 1)))
        if "phase" in scope.known:
            of += [Block(f"at the {self.random.choice(('start', 'end'))} of each phase", self.block(nobody, 1))] * 3
        of.append(Block(f"at the {self.random.choice(('start', 'end'))} of the game", self.block(nobody, 1)))
        return [self.random.choice(of)]

    def texts(self, scope: Scope) -> list[Node]:
        """Charms whose texts change things."""
        effect = Block("to Effect", self.block(scope.deeper().deeper().knowing("!action"), 2))
        found: list[Node] = [Block("Lamp", (effect,))]
        if self.often(0.6):
            found.append("a Charm works for a player if it is in the player's Porch")
        other: list[Node] = [Block("after you Act 1", ("gain 1 Coin",))]
        if self.shares:
            other.append(f"your {self.random.choice(self.shares)} is {self.random.choice(('1 more', '3 instead'))}")
        if "turn" in scope.known and "windows" in scope.known:
            other.append("once per turn, you may: gain 1 Fame")
        found.append(self._held("Fan", self.random.choice(other)))
        return found

    def variants(self, scope: Scope) -> list[Node]:
        """The variant in force, and the same written as if it always were."""
        body: Nodes = tuple(self.hooks(scope))
        if self.shares and self.often(0.5):
            body = (f"your {self.shares[0]} is 1 more",)
            return [TwoWays("variant", (self._held("variant Long Night", body[0]),), body)]
        if self.often(0.3):
            more: Nodes = tuple(self.triggers(scope))
            return [
                TwoWays("variant", (Block("variant Long Night", body),), body),
                TwoWays("variant", (Block("variant Short Day", more),), more),
            ]
        return [TwoWays("variant", (Block("variant Long Night", body),), body)]

    def _held(self, head: str, item: Node) -> Node:
        """What a heading holds, below it or behind its colon."""
        return f"{head}: {item}" if isinstance(item, str) and self.often(0.5) else Block(head, (item,))

    def invariants(self) -> list[Node]:
        """What always holds."""
        return [
            self.random.choice(("always Ann's Coins are at most 99", "always every player's Debt is less than 100"))
        ]

    def seats_only(self, scope: Scope) -> list[Node]:
        how = self.random.choice(("2 players", "2 or more players", "3 or fewer players", "1 or more players"))
        if self.shares and self.often(0.5):
            return [self._held(f"with {how}", f"your {self.shares[0]} is 1 more")]
        return [Block(f"with {how}", tuple(self.hooks(scope)))]

    @property
    def shares(self) -> list[str]:
        """The values defined so far."""
        return self._shares

    @property
    def worths(self) -> list[str]:
        """The values of cards defined so far."""
        return self._worths

    @property
    def bonds(self) -> list[str]:
        """The values between players defined so far."""
        return self._bonds

    _shares: list[str]
    _bonds: list[str]
    _worths: list[str]

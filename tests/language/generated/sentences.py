"""Sentences of actions: every deed, branch, loop and menu of the reference, typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.language.generated.phrases import SUITS, Phrases, Scope
from tests.language.generated.pieces_of_text import Block, Node, TwoWays

Written = tuple[list[Node], Scope]


class Sentences(Phrases):
    """Makes sentences by chance."""

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self.actions: dict[str, str] = {}
        self.happening: set[str] = set()
        self.used = 0
        #: How many sentences may still be made.
        self.left = 40

    def block(self, scope: Scope, most: int = 3) -> tuple[Node, ...]:
        """A few sentences."""
        found: list[Node] = []
        for _ in range(self.random.randint(1, most)):
            made, scope = self.sentence(scope)
            found += made
        return tuple(found)

    def sentence(self, scope: Scope) -> Written:
        self.left -= 1
        deep = scope.depth >= 3 or self.left < 0
        simple: list[Callable[[Scope], Written]] = [self.deed for _ in range(9)]
        simple += [self.choose for _ in range(4 if scope.deciding else 0)]
        if scope.acts:
            simple += [self.chain, self.call, self.call]
        if deep:
            return self.random.choice(simple)(scope)
        blocks = [self.branch, self.branch, self.each_card, self.each_player, self.each_suit, self.repeat]
        if scope.acts and scope.deciding:
            blocks += [self.menu, self.menu, self.may, self.menu_of_many, self.repeat_up_to, self.guarded]
        return self.random.choice([*simple, *blocks])(scope)

    # ------------------------------------------------------------------ deeds

    def deed(self, scope: Scope) -> Written:
        if not scope.acts:
            return self.by_somebody(scope)
        made = self.plain(scope)
        if isinstance(made, str):
            made = [made]
        return made, scope

    def by_somebody(self, scope: Scope) -> Written:
        who = "the player" if "player" in scope.known else self.pick("Ann", "Ben")
        acting = f"{who} {self.pick('gains', 'loses')} {self.amount(scope)}"
        return [acting if self.often(0.7) else f"{who} becomes {self.pick('', 'not ')}Safe"], scope

    def plain(self, scope: Scope) -> str | list[Node]:
        maybe = self.pick("", "", " if possible")
        place, drawn = self.place(scope), self.pick("Cards from the Deck", "Cards from the Row")
        number = self.random.choice((1, 1, 2, 3))
        found: list[str | list[Node]] = [
            f"gain {self.amount(scope)}",
            f"gain {self.amount(scope)}",
            f"lose {self.amount(scope)}",
            f"pay {number} {self.pick('Coins', 'Fame')}{maybe}",
            f"pay {number} Coins to {self.somebody(scope)}{maybe}",
            f"pay as many Coins as {self.value(scope)}{maybe}",
            f"gain 1 Coin for each {self.cards(scope, noun='Card')}",
            f"gain {number} {self.pick(*SUITS)}",
            f"move {number} {self.cards(scope, where=False)} to {place}{maybe}",
            f"move all {self.cards(scope, where=False)} to {place}{maybe}",
            f"move as many {self.cards(scope, where=False)} as {self.value(scope)} to {place}{maybe}",
            f"move {number} {self.chips(scope)} to {self.place(scope, 'Chip')}{maybe}",
            f"move all {self.chips(scope)} to {self.place(scope, 'Chip')}",
            f"draw {number} {drawn} to your {self.pick('Hand', 'Porch')}{maybe}",
            f"draw {number} Chips from the Sack to your Store{maybe}",
            f"move the first {self.cards(scope, noun='Card')} to the {self.pick('top', 'bottom')} of the Deck{maybe}",
            f"swap your Hand with {self.who(scope)} {self.pick('Hand', 'Porch')}{maybe}",
            "shuffle the Deck",
            "roll all Dice",
            f"the Flames becomes {self.pick('0', '1', '3', '4')}",
            f"the Starter becomes {self.somebody(scope, after=True)}",
            f"the Trump becomes {self.pick(*SUITS, 'nothing')}",
            f"become {self.pick('', 'not ')}Safe",
            f"{self.pick('Oak', 'Ash')} becomes {self.pick('', 'not ')}Dry",
            f"add {self.pick(*SUITS, 'the Trump')} to the Trail{maybe}",
            self.pick("clear the Trail", "clear the Starter"),
            f"show the first Card in {place} to {self.somebody(scope)}{maybe}",
            f"only if {self.condition(scope)}",
            "chance chooses a Suit, then the Trump becomes it",
            "do nothing",
            self.twice(number),
        ]
        if "Card" in scope.known:
            found += [
                f"move the Card to {place}{maybe}",
                f"move the Card to {place}{maybe}",
                ["remember the first Card in the Row as Other", f"swap the Card with the Other{maybe}"],
            ]
        return self.random.choice(found)

    def twice(self, number: int) -> list[Node]:
        """The same amount at once and bit by bit."""
        one = f"gain {number} Coins"
        bits: list[Node] = ["gain 1 Coin"] * number
        again = Block(f"repeat {number} times", ("gain 1 Coin",))
        joined = ", then ".join(["gain 1 Coin"] * number)
        other: list[Node] = self.random.choice([bits, [again], [joined]])
        return [TwoWays("bit by bit", (one,), tuple(other))]

    def amount(self, scope: Scope) -> str:
        if self.often(0.5):
            return f"{self.random.choice((1, 2, 5))} {self.pick('Coins', 'Fame')}"
        return f"as many {self.pick('Coins', 'Fame')} as {self.value(scope)}"

    def chain(self, scope: Scope) -> Written:
        """Sentences on one line, or each on its own."""
        parts = [f"{self.pick('gain', 'lose')} {self.amount(scope)}" for _ in range(self.random.randint(2, 3))]
        return [TwoWays("one line", (", then ".join(parts),), tuple(parts))], scope

    def call(self, scope: Scope) -> Written:
        if not scope.calls:
            return ["do nothing"], scope
        name = self.random.choice(scope.calls)
        if not scope.deciding and name not in self.happening:
            return ["do nothing"], scope
        maybe = self.pick("", " if possible")
        if self.actions[name] and "Card" not in scope.known:
            return ["do nothing"], scope
        return [f"{name}{self.actions[name]}{maybe}"], scope

    # ------------------------------------------------------------------ choices

    def choose(self, scope: Scope) -> Written:
        if not scope.acts:
            return self.deed(scope)
        maybe = self.pick("", "", "", " if possible")
        self.used += 1
        name = f"Pick {self.used}"
        low = self.random.randrange(3)
        case = self.random.randrange(8)
        if case <= 1:
            return [f"choose a {self.cards(scope, noun='Card')}{maybe}"], scope.knowing(*([] if maybe else ["Card"]))
        if case == 2:
            return [f"choose {self.pick('a', 'another')} player"], scope.knowing("player")
        if case == 3:
            return ["choose a Suit"], scope.knowing("Suit")
        if case == 4:
            number = f"choose a number from {low} to {low + self.random.randrange(3)} as {name}"
            return [number], replace(scope, numbers=(*scope.numbers, name))
        if case == 5:
            few = self.pick("up to 2", "1", "2")
            chosen = f"choose {few} {self.cards(scope, where=False)} as {name}{maybe if few != 'up to 2' else ''}"
            after: list[Node] = [] if maybe else [f"move the {name} to {self.place(scope)} if possible"]
            return [chosen, *after], scope
        if case == 6:
            return [f"choose all {self.cards(scope, where=False)} as {name}", f"move the {name} to the Yard"], scope
        return [f"you may {self.pick('gain 1 Coin', 'pay 1 Coin', 'draw 1 Card from the Deck to your Hand')}"], scope

    def menu(self, scope: Scope) -> Written:
        options: list[Node] = []
        for _ in range(self.random.randint(2, 3)):
            self.used += 1
            options.append(Block(f"Way {self.used}", self.block(scope.deeper(), 2)))
        if self.often(0.6):
            self.used += 1
            options.append(f"Way {self.used}: do nothing")
        return [Block(f"choose one{self.pick('', ' if possible')}", tuple(options))], scope

    def menu_of_many(self, scope: Scope) -> Written:
        options = []
        for _ in range(2):
            self.used += 1
            options.append(Block(f"Way {self.used}", self.block(scope.deeper(), 1)))
        return [Block(f"choose {self.pick('up to 1', 'up to 2', 'any number')}", tuple(options))], scope

    def guarded(self, scope: Scope) -> Written:
        """`only if` in an option, or `if` around the menu."""
        condition, deeper = self.condition(scope), scope.deeper().deeper()
        self.used += 2
        body = self.block(deeper, 2)
        bold = Block(f"Way {self.used}", body)
        asks = Block(f"Way {self.used}", (f"only if {condition}", *body))
        rest = f"Way {self.used - 1}: do nothing"
        both: tuple[Node, ...] = (
            Block(f"if {condition}", (Block("choose one", (bold, rest)),)),
            Block("otherwise", (Block("choose one", (rest,)),)),
        )
        return [TwoWays("only if", (Block("choose one", (asks, rest)),), both)], scope

    def may(self, scope: Scope) -> Written:
        return [Block("you may", self.block(scope.deeper(), 2))], scope

    # ------------------------------------------------------------------ branches and loops

    def branch(self, scope: Scope) -> Written:
        found: list[Node] = [Block(f"if {self.condition(scope)}", self.block(scope.deeper(), 2))]
        if self.often(0.3):
            found.append(Block(f"otherwise if {self.condition(scope)}", self.block(scope.deeper(), 2)))
        if self.often(0.5):
            found.append(Block("otherwise", self.block(scope.deeper(), 2)))
        return found, scope

    def each_card(self, scope: Scope) -> Written:
        order = self.pick("", "", ", in order of the highest Rank")
        inner = scope.deeper().knowing("Card")
        return [
            Block(f"for each {self.cards(scope, noun='Card', where=not order)}{order}", self.block(inner, 2))
        ], scope

    def each_suit(self, scope: Scope) -> Written:
        inner = scope.deeper().knowing("Suit")
        body = self.block(inner, 1)
        more: tuple[Node, ...] = ("gain 1 Suit",) if scope.acts else ()
        return [Block("for each Suit", (*body, *more))], scope

    def each_player(self, scope: Scope) -> Written:
        """`for each player`, or `each player`, who act then."""
        if self.often(0.5):
            inner = scope.deeper().knowing("player")
            return [
                Block(f"for each {self.players(scope).replace('players', 'player', 1)}", self.block(inner, 2))
            ], scope
        gain = self.amount(Scope(known=scope.known | {"player"}, depth=2))
        one = Block("for each player", (f"the player gains {gain}",))
        other = Block("each player", (f"the player gains {gain}",))
        return [TwoWays("each", (one,), (other,))], scope

    def repeat(self, scope: Scope) -> Written:
        head = self.random.choice(
            [
                f"repeat {self.random.randint(1, 3)} times",
                f"repeat as many times as {self.value(scope)}",
                f"repeat at most {self.random.randint(1, 3)} times while {self.condition(scope)}",
            ]
        )
        return [Block(head, self.block(scope.deeper().deeper(), 2))], scope

    def repeat_up_to(self, scope: Scope) -> Written:
        return [Block(f"repeat up to {self.random.randint(1, 2)} times", self.block(scope.deeper().deeper(), 2))], scope

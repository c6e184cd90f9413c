"""Sentences one after the other: what is introduced is known to those that follow; blocks, menus, and pairs."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.language.generated.deeds import DEEDS
from tests.language.generated.forms import DEEPEST, TOLD, Form, Maker, Scope
from tests.language.generated.pieces_of_text import Block, Node, Nodes
from tests.language.generated.things import THINGS
from tests.language.generated.values import VALUES

#: Heads of blocks; what they introduce is known inside.
BLOCKS = (
    Form("if <condition>", weight=3),
    Form("if <open condition>"),
    Form("repeat as many times as <open value>", weight=0.3),
    Form("for each of the Heap<|, in order of the <lowest|highest> Rank>", "Heap", "", "Card", weight=3),
    Form("for each player, in order of the <highest|lowest> <known Share>", "Share*", "", "player", weight=0.7),
    Form(
        "for each player, in order of the <highest|lowest> Coins, then the highest <known Bond> for Ann, "
        "then the lowest Fame",
        "Bond*",
        "",
        "player",
    ),
    Form("for each <cell set>, in order of the <highest|lowest> <row|column>", "grid", "", "Cell"),
    Form("each other player", "acts", "", "player !turn asked", weight=0.7),
    Form(
        "each other player in <reverse turn order|turn order|random order>",
        "acts",
        "",
        "player !turn asked",
        weight=0.3,
    ),
    Form("each other player takes a turn", "acts within !turn !secretly", "", "player turn asked", weight=0.2),
    Form(
        "each other player in turn order starting with Ben takes a turn",
        "acts within !turn",
        "",
        "turn asked",
        weight=0.1,
    ),
    Form("if there is a <card>", "cards", "", "Card"),
    Form("if there is a Pawn on <the cell>", "grid", "", "Pawn"),
    Form("for each <open card>", "cards", "", "Card", weight=2),
    Form("for each <card>, in order of the <highest|lowest> Rank", "cards", "", "Card"),
    Form("for each <player set>", "", "", "player", weight=2),
    Form("for each player, in order of the <highest|lowest> Coins<|, then the lowest Fame>", "", "", "player"),
    Form("for each Suit", "cards", "", "Suit"),
    Form("for each Suit among the Trail", "lists cards", "", "Suit"),
    Form("for each <cell set>", "grid", "", "Cell"),
    Form("for each <pawn set>", "grid", "", "Pawn"),
    Form("for each Stop", "ring", "", "Stop"),
    Form("for each Die", "dice", "", "Die"),
    Form("for each Disc in the Yard", "discs", "", "Disc"),
    Form("repeat <1|2|3> times", weight=2),
    Form("repeat as many times as <value>"),
    Form("repeat at most <1|2|3> times while <condition>", weight=1.5),
    Form("repeat up to <1|2> times", "acts deciding"),
    Form("you may", "acts deciding", weight=2),
    Form("<other person> may", "acts deciding !each", "asked", "player_given asked", weight=0.3),
)

SORTS = {**THINGS, **VALUES, **DEEDS, "block": BLOCKS}

#: What sentences introduce, so that it may mean something else behind others.
INTRODUCED = frozenset(
    (
        "Card",
        "Kept",
        "Heap",
        "player",
        "Suit",
        "Cell",
        "Pawn",
        "Scout",
        "Hex",
        "Stop",
        "Town",
        "Die",
        "Disc",
        "Charm",
        "Chip",
        TOLD,
    )
)

Written = tuple[list[Node], Scope]


@dataclass
class Sentences(Maker):
    """Makes sentences by chance, as many as are left to be made."""

    left: int = 10
    #: What pairs need beside the sentences: actions and values that one of two ways goes by.
    beside: list[Node] = field(default_factory=list)
    #: What the rulebook is about.
    families: frozenset[str] = frozenset()

    def block(self, scope: Scope, most: int = 3) -> Nodes:
        """A few sentences."""
        found: list[Node] = []
        for _ in range(self.random.randint(1, most)):
            made, scope = self.sentence(scope)
            found += made
        return tuple(found)

    def sentence(self, scope: Scope) -> Written:
        """One sentence, and what is known behind it."""
        self.left -= 1
        deciding = scope.has("acts deciding")
        ways: list[tuple[Callable[[Scope], Written], float]] = [(self.deed, 9)]
        if deciding:
            ways.append((self.choice, 5))
        if scope.depth < DEEPEST and self.left > 0:
            ways += [(self.headed, 4), (self.branches, 1.5), (self.pair, 4)]
            if deciding:
                ways += [(self.menu, 2.5)]
        return self.random.choices([way for way, _ in ways], [often for _, often in ways])[0](scope)

    def deed(self, scope: Scope) -> Written:
        return self._line("deed", scope)

    def choice(self, scope: Scope) -> Written:
        return self._line("choice", scope)

    def _line(self, sort: str, scope: Scope) -> Written:
        form = self.form(sort, scope)
        number = self.fresh() if "#" in form.text else 0
        text = self.expand(form.text, scope.deeper(), number)
        return list(text.split("\n")), scope.knowing(form.gives.replace("#", str(number)))

    # ------------------------------------------------------------------ blocks

    def headed(self, scope: Scope) -> Written:
        form = self.form("block", scope)
        inside = scope.deeper().knowing(form.inside)
        return [Block(self.expand(form.text, scope.deeper()), self.block(inside, 2))], scope

    def branches(self, scope: Scope) -> Written:
        inside = scope.deeper()
        found: list[Node] = [Block(f"if {self.fill('condition', scope)}", self.block(inside, 2))]
        if self.often(0.5):
            for _ in range(self.random.choice((1, 1, 2))):
                found.append(Block(f"otherwise if {self.fill('condition', scope)}", self.block(inside, 1)))
        if self.often(0.7):
            found.append(Block("otherwise", self.block(inside, 2)))
        return found, scope

    def menu(self, scope: Scope) -> Written:
        how = self.random.choice(
            (
                "one",
                "one",
                "one",
                "one if possible",
                "up to 1",
                "up to 2",
                "any number",
                "up to 1 if possible",
                "any number if possible",
            )
        )
        found = [self.option(scope) for _ in range(self.random.randint(1, 3))]
        if self.often(0.5):
            found.append(f"Way {self.fresh()}: do nothing")
        who = "" if self.often(0.85) else self.fill("other person", scope) + " "
        verb = "chooses" if who else "choose"
        if not who and self.often(0.15):
            verb = "you may choose"
        return [Block(f"{who}{verb} {how}", tuple(found))], scope

    def option(self, scope: Scope) -> Node:
        if scope.has("action") and self.often(0.3):
            return self.fill("plain call", scope)
        if scope.has("give Card") and self.often(0.3):
            return "Give for the Card"
        if scope.has("meet acts") and self.often(0.3):
            return self.expand("Meet for <person> for <few>", scope)
        return Block(f"Way {self.fresh()}", self.block(scope.deeper(), 2))

    @abstractmethod
    def pair(self, scope: Scope) -> Written:
        """The same said in two ways."""

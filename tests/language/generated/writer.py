"""A whole rulebook from a seed."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

from tests.language.generated.declared import CARDS, called_for
from tests.language.generated.forms import Scope
from tests.language.generated.pieces_of_text import Block, Node, Nodes, TwoWays, of_text, ways, written
from tests.language.generated.rules import Rules
from tests.language.generated.sentences import SORTS

#: What a rulebook may be about, beside coins and marks. Each has a few of them.
FAMILIES = (
    *("cards", "cards", "cards", "cards fit", "cards bold", "cards faces", "cards hints", "chips", "discs"),
    *("grid", "grid", "grid calm", "grid positions", "hex", "ring", "links", "tiles", "tiles union cards", "dice"),
    *("texts", "purses cards", "variables cards", "lists cards variables", "marks cards", "tracks", "goods"),
    *("order", "leaving", "ends", "definitions", "definitions bonus", "hooks", "windows", "watched", "variants"),
    *("given", "toll", "seats", "sides", "scoring", "meet"),
)


@dataclass(frozen=True)
class Made:
    """A rulebook that can be said in two ways."""

    seed: int
    nodes: Nodes
    forms: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return written(self.nodes)

    @property
    def other(self) -> str:
        """The same, said in the other way."""
        return written(self.nodes, other=True)

    @property
    def pairs(self) -> frozenset[str]:
        return frozenset(ways(self.nodes))


def make(seed: int) -> Made:
    """The rulebook of a seed."""
    writer = Writer(Random(f"typed {seed}"), SORTS)
    nodes = tuple(writer.book())
    return Made(seed, nodes, tuple(writer.counted))


class Writer(Rules):
    """Writes actions, the course of play, and what has to be declared for it."""

    def book(self) -> list[Node]:
        self._shares, self._worths, self._bonds = [], [], []
        large = self.often(0.08)
        families = self.random.sample(FAMILIES, 6 if large else self.random.choice((1, 1, 2, 2, 3)))
        self.families = _together(frozenset(" ".join(families).split()))
        players = self.random.choice(("2", "2", "2", "2", "3", "2 to 3", "1 to 2", "4", "2 to 4"))
        if "sides" in self.families:
            players = "2"
        known = self.families | ({"two"} if players == "2" else set())
        self.left = 40 if large else self.random.randint(1, 9)
        scope = Scope(frozenset(known)).knowing("acts deciding")
        body = self.rules(scope)
        return self.whole(players, body)

    def rules(self, scope: Scope) -> list[Node]:
        families, found = self.families, list[Node]()
        course, inside = self.course(scope)
        endless = re.match(r"repeat (turns|rounds)(?! until)(?!.* until)", course) is not None
        if endless:
            scope, inside = scope.knowing("triggered"), inside.knowing("triggered")
        if "definitions" in families:
            found += self.definitions(scope)
            names = (*self._shares, *self._worths, *self._bonds)
            scope = scope.knowing(" ".join(name.replace(" ", "_") for name in names))
        actions, calling = self.write_actions(scope)
        found += actions
        scope = scope.knowing(" ".join(name.replace(" ", "_") for name in calling) + " action")
        everywhere = scope.knowing(" ".join(inside.known & {"turn", "round", "phase"}) or "acts")
        if "hooks" in families:
            found += self.hooks(scope)
        if "windows" in families and "turn" in inside.known:
            found += self.windows(scope.knowing(" ".join(inside.known & {"round", "phase"})))
        if "watched" in families:
            found += self.triggers(everywhere)
        if "texts" in families:
            found += self.texts(everywhere)
        if "variants" in families:
            found += self.variants(scope)
        if "seats" in families:
            found += self.seats_only(scope)
        again = inside.knowing(" ".join(name.replace(" ", "_") for name in calling) + " action")
        found += self.setup(scope)
        found.append(Block("play", tuple(self.played(course, again))))
        found += self.beside
        if endless:
            found.append(self.expand("as soon as a player's <Coins|Fame> are at least <2|4>: the game ends now", scope))
        if self.often(0.03):
            found += self.invariants()
        if "scoring" in families:
            found.append(Block("scoring", self.block(Scope(self.families, 2), 2)))
        if self.often(0.5):
            found.append(self.winner())
        return found

    def write_actions(self, scope: Scope) -> tuple[list[Node], list[str]]:
        """Actions, each of which may do those before it; and the names of those that are given nothing."""
        found: list[Node] = []
        names: list[str] = []
        if "given" in self.families and "cards" in self.families:
            found.append(Block("to Give for a Card", self.block(scope.knowing("Card"), 3)))
            scope = scope.knowing("give")
        if "toll" in self.families:
            paid = ("pay as many Coins as the Toll", *self.block(scope.deeper(), 1))
            found.append(Block("to Toll for a number from 0 to 3 as Toll", paid))
            scope = scope.knowing("toll")
        if "meet" in self.families:
            body = self.block(scope.knowing("guest within"), 2)
            words = self.random.choice(("", ' written "to {Guest}"'))
            head = f"to Meet for a player as Guest for a number from 1 to 3<| as Size>{words}"
            found.append(Block(self.expand(head, scope), body))
            scope = scope.knowing("meet")
        for _ in range(self.random.randint(1, 2)):
            name = f"Act {len(names) + 1}"
            found.append(
                Block(f"to {name}{self.random.choice(('', '', self._words()))}", self.block(scope.knowing("within"), 4))
            )
            names.append(name)
            scope = scope.knowing(f"action {name.replace(' ', '_')}")
        return found, names

    def _words(self) -> str:
        return f' written "so be it {self.fresh()}"'

    # ------------------------------------------------------------------ the course of play

    def course(self, scope: Scope) -> tuple[str, Scope]:
        """The head of the course, and what holds inside it."""
        heads = (
            ("repeat <1|2|3> rounds; each player takes a turn", "turn round"),
            ("repeat <2|3|4> turns", "turn"),
            ("repeat <3|4> turns starting with <Ben|the Starter>", "turn"),
            ("repeat rounds until <condition>; each player takes a turn", "turn round"),
            ("repeat turns until <condition>", "turn"),
            ("repeat 3 turns until <condition>", "turn"),
            ("repeat 2 rounds until <condition>; each player takes a turn", "turn round"),
            ("repeat 2 rounds starting with Ben; each player takes a turn", "turn round"),
            ("repeat <2 |>turns starting with <Ben|the Starter> until <condition>", "turn"),
            ("repeat turns", "turn"),
            ("repeat rounds; each player takes a turn", "turn round"),
            ("each player in reverse turn order starting with Ben", ""),
            ("each player in order of the highest Coins, then the lowest Fame takes a turn", "turn"),
            ("each player", ""),
            ("each player in reverse turn order takes a turn", "turn"),
            ("each player in order of the <highest|lowest> Coins", ""),
            ("each player in random order takes a turn", "turn"),
            ("each player in turn order starting with Ben", ""),
            ("phase Noon; each player takes a turn", "turn phase"),
            ("repeat 2 rounds starting with Ben until <condition>; each player takes a turn", "turn round"),
            (
                "repeat rounds starting with Ben< until <condition>|>; each player takes a turn",
                "turn round",
            ),
            ("repeat turns starting with Ben", "turn"),
            ("each player in turn order", ""),
            ("each player in turn order takes a turn", "turn"),
            ("repeat 2 times; each player", ""),
            ("each player secretly", "secretly"),
            ("Ann takes a turn", "turn"),
        )
        head, inside = self.random.choice(heads)
        nobody = Scope(self.families, 3)
        if "the Starter" in head:
            head = head.replace("the Starter", "Ann") if "variables" not in self.families else head
        return self.expand(head, nobody), scope.knowing(inside or "acts")

    def played(self, head: str, inside: Scope) -> Nodes:
        call = self.fill("plain call", inside)
        left, self.left = self.left, min(max(self.left, 0), 3)
        body: Nodes = (call,)
        if self.often(0.2):
            body = (f"{call} if possible",)
        elif self.often(0.3):
            body = (*self.block(inside, 2),)
        elif self.often(0.4):
            body = (Block("choose one", (call, f"Idle {self.fresh()}: gain 1 Coin")),)
        self.left = left
        outer, _, inner = head.partition("; ")
        course: Node = Block(outer, (Block(inner, body),)) if inner else Block(outer, body)
        if head == "each player in turn order starting with Ben" and self.often(0.5):
            return (
                TwoWays(
                    "starting",
                    (Block("each player in turn order starting with Ann", body),),
                    (Block("each player", body),),
                ),
            )
        return (course,)

    def setup(self, scope: Scope) -> list[Node]:
        found: list[Node] = []
        if "cards" in self.families:
            found += ["shuffle the Deck"] if self.often(0.6) else []
            found += ["each player: draw 1 Card from the Deck to your Hand if possible"] if self.often(0.6) else []
        if "grid" in self.families and self.often(0.5):
            found.append("move the first Pawn in the Box to b1")
        if self.often(0.3):
            nobody = Scope(self.families, 3)
            found += self.block(nobody, 1)
        return [Block("setup", tuple(found))] if found else []

    def winner(self) -> str:
        who = self.random.choice(("", "", " where it is not Safe"))
        ranking = "the highest Coins, then the lowest Fame" if self.often(0.5) else "the highest Coins"
        return f"the winner is the player with {ranking}{who}{', otherwise shared' if not who else ''}"

    # ------------------------------------------------------------------ declarations

    def whole(self, players: str, rules: list[Node]) -> list[Node]:
        """The rules with what they speak of declared and laid out."""
        text = written(rules) + " " + written(rules, other=True)
        boards = [noun for family, noun in (("grid", "Cell"), ("hex", "Hex")) if family in self.families]
        declared = called_for(" ".join((text, *boards)))
        found: list[Node] = [f'rulebook "Typed" for {players} players']
        laid: list[Node] = []
        for one in declared:
            found += of_text(self.declaration(one.text, text))
            if one.setup:
                laid.append(self.expand(one.setup, Scope()))
        if laid:
            rules = [Block("setup", (*laid, *_setup(rules))), *(node for node in rules if not _is_setup(node))]
        if players.startswith("1 "):
            rules = list(_renamed(rules, {"Ben": "Ann"}))
        if "sides" in self.families:
            return [*found, "the sides are White, Black", *_renamed(rules, {"Ann": "White", "Ben": "Black"})]
        return [*found, *rules]

    def declaration(self, text: str, rules: str) -> str:
        """The text of a declaration by chance."""
        if text == CARDS:
            return self.cards(", perhaps Bold" if "Bold" in rules else "")
        return self.expand(
            text.replace("<room>", self.random.choice(("", "", " of up to 2 Cards"))).replace(
                "<grid table>", self._tolls(rules)
            ),
            Scope(self.families, 3),
        )

    def _tolls(self, rules: str) -> str:
        """A table of a few cells, named by where they are."""
        told = "Levy" in rules
        return " with a Levy from 0 to 3:\n    | Cell | Levy |\n    | a1 | 1 |\n    | b1 | <0|3> |" if told else ""

    def cards(self, bold: str) -> str:
        """Cards of every suit and rank, or a table of a few."""
        declared = f"a Card is a card with a Suit, a Rank from 1 to 3{bold}"
        if self.often(0.05):
            return (
                f"a Size is one of Big\n{declared}, a Size\nthere are 9 Cards: each Suit with each Rank with each Size"
            )
        if self.often(0.4):
            rows = [f"| {suit} | {rank} |{' yes |' if bold else ''}" for suit, rank in (("Oak", 1), ("Ash", 3))]
            head = f"| Suit | Rank |{' Bold |' if bold else ''}"
            return "\n".join((declared, "there are 2 Cards:", *("    " + row for row in (head, *rows))))
        declared = declared.replace("3", ranks := str(self.random.choice((1, 2, 3))))
        copies = self.random.choice((1, 1, 2))
        stock = "each Suit with each Rank" if copies == 1 else "2 of each Suit with each Rank"
        return f"{declared}\nthere are {3 * int(ranks) * copies} Cards: {stock}"


def _is_setup(node: Node) -> bool:
    return isinstance(node, Block) and node.head == "setup"


def _setup(rules: list[Node]) -> Nodes:
    return tuple(one for node in rules if isinstance(node, Block) and _is_setup(node) for one in node.body)


def _together(families: frozenset[str]) -> frozenset[str]:
    """Those that one rulebook may be about: one board with coordinates; positions where all lies in the open."""
    if "grid" in families:
        families -= {"hex"}
    return families - {"cards", "texts", "chips"} if "positions" in families else families


def _renamed(nodes: Nodes | list[Node], names: dict[str, str]) -> Nodes:
    """The same with other players."""

    def one(text: str) -> str:
        return re.sub(rf"\b({'|'.join(names)})\b", lambda found: names[found[0]], text)

    found = list[Node]()
    for node in nodes:
        match node:
            case Block(head, body):
                found.append(Block(one(head), _renamed(body, names)))
            case TwoWays(kind, first, second):
                found.append(TwoWays(kind, _renamed(first, names), _renamed(second, names)))
            case _:
                found.append(one(node))
    return tuple(found)

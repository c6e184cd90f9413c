"""Lines of examples: what is given, what is chosen, and what must be so then."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.tree.nodes.base import Node, Word
from rulelang.tree.nodes.conditions import Condition, Every
from rulelang.tree.nodes.phrases import Call, Phrase, Pointer


class Choice(Node):
    """One answer in an example: `Kochi`, `4 Pottery`, `3`, `nothing`, `anything`, `Buddha on Nara`, `"buy a ship"`"""

    value: Phrase | None
    count: int | None
    name: Word | None
    without: Literal["", "nothing", "anything"]
    location: Phrase | None


class GivenNew(Node):
    """`given a new game`"""


class GivenVariant(Node):
    """`given the variant First Game`"""

    name: Word


class Given(Node):
    """`given C`"""

    condition: Condition


class GivenAbout(Node):
    """`given Red is about to Capture`"""

    actor: Phrase
    call: Call


class IsOver(Node):
    """`the game is [not] over`"""

    negated: bool


class Wins(Node):
    """`Ann wins`, `Ann alone would win`, `Ann and Ben share the win`, `Ann does not win`; nobody or
    everybody instead of players. `would`: as things stand, whether the game is over or not."""

    players: tuple[Phrase, ...]
    form: Literal["alone", "among others", "share", "not", "nobody", "everybody"]
    would: bool


class Comes(Node):
    """`Ann comes second`, `Ann and Ben would come last`; the place counts from 1, -1 is the last."""

    players: tuple[Phrase, ...]
    rank: int
    would: bool


class Sees(Node):
    """`Ann sees X`, `Ann does not see X`"""

    player: Phrase
    seen: Pointer | Every
    negated: bool


Assertion: TypeAlias = Condition | IsOver | Wins | Comes | Sees


class WhenLine(Node):
    """`when Red chooses A, B`"""

    actor: Phrase
    choices: tuple[Choice, ...]


class WhenHappens(Node):
    """`when anything happens until C`"""

    assertion: Assertion


class Then(Node):
    """`then C`, `then at once C`"""

    assertion: Assertion
    at_once: bool


class ThenMay(Node):
    """`then Red may [not] choose A`"""

    actor: Phrase
    negated: bool
    choices: tuple[Choice, ...]


Line: TypeAlias = GivenNew | GivenVariant | Given | GivenAbout | WhenLine | WhenHappens | Then | ThenMay

"""What happens: sentences, blocks, loops and choices."""

from __future__ import annotations

from typing import Literal, TypeAlias

from rulelang.tree.nodes.base import Cite, Node, Word
from rulelang.tree.nodes.conditions import Condition
from rulelang.tree.nodes.phrases import Argument, Call, NthOf, Phrase, Pointer, Ranking, SetPhrase, Term, Value

Scope: TypeAlias = Literal["turn", "round", "game", "phase"]
Face: TypeAlias = Literal["face-up", "face-down"]

# ---------------------------------------------------------------- quantities


class Quantity(Node):
    """`3 [of] S` (count), `as many S as V` (value), `all S` (neither)."""

    count: int | None
    value: Value | None
    set: SetPhrase


class Amount(Node):
    """`3 Coins`, `as many Coins as V`, `3 Resource for the Ware`"""

    name: Word
    count: int | None
    value: Value | None
    member: Phrase | None = None


class AmountBundle(Node):
    """`the Building's Cost`"""

    bundle: Phrase


class Destination(Node):
    """Where a move goes; `end` says top or bottom of a pile or row."""

    place: Pointer
    end: Literal["top", "bottom"] | None


# --------------------------------------------------------------------- picks


class PickOne(Node):
    """`a S`, `another S`, `one of S`"""

    form: Literal["a", "another", "one of"]
    set: SetPhrase


class PickSome(Node):
    """Several at once: exactly, up to, at least so many, any number, or all there are."""

    form: Literal["exactly", "up to", "at least", "any", "all"]
    count: int | None
    value: Value | None
    set: SetPhrase


class PickValue(Node):
    """`choose your Stride for the Die`: one of the values optional exceptions allow"""

    name: Word
    arguments: tuple[Argument, ...]


class PickNumber(Node):
    """`a number from 0 to 8 [where C]`"""

    low: Value
    high: Value
    where: Condition | None


Pick: TypeAlias = PickOne | PickSome | PickValue | PickNumber

# --------------------------------------------------------------------- deeds


class Choose(Node):
    """`choose ...`"""

    pick: Pick
    alias: Word | None


class Gain(Node):
    """`gain 3 Coins`"""

    amount: Amount | AmountBundle


class Lose(Node):
    """`lose 3 Coins`: like paying, to the bank"""

    amount: Amount | AmountBundle


class Pay(Node):
    """`pay 3 Coins [to the player]`: cannot be obeyed with too few"""

    amount: Amount | AmountBundle
    to: Phrase | None


class Move(Node):
    """`move X to PLACE [face down]`"""

    what: Pointer | Quantity
    destination: Destination
    face: Face | None


class Draw(Node):
    """`draw 3 Cards from the Deck to your Hand`"""

    quantity: Quantity
    destination: Destination


class Shuffle(Node):
    """`shuffle the Deck`"""

    place: Phrase


class Roll(Node):
    """`roll the Die`, `roll all Dice in the Dice Pool`"""

    what: Pointer | SetPhrase


class TurnOver(Node):
    """`turn X face up`"""

    what: Pointer | SetPhrase
    face: Face


class Swap(Node):
    """`swap X with Y`: two pieces change places, two places change contents"""

    first: Phrase | NthOf
    second: Phrase | NthOf


class Show(Node):
    """`show X to P`"""

    what: Pointer
    to: Phrase


class Remember(Node):
    """`remember V as Name`"""

    value: Value
    alias: Word


class Add(Node):
    """`add X to LIST`"""

    value: Value
    list: Phrase


class Clear(Node):
    """`clear X`: empties a list, makes a variable nothing"""

    what: Phrase


class Become(Node):
    """`X becomes [not] V`; the subject is the actor of the enclosing By"""

    negated: bool
    value: Value


class Win(Node):
    """`you win`"""


class Leave(Node):
    """`the player leaves the game`"""


class ReverseTurnOrder(Node):
    """`reverse the turn order`"""


class SharedEnd(Node):
    """`everybody wins`, `nobody wins`"""

    everybody: bool


class Stop(Node):
    """`end the turn`: leaves the enclosing scope"""

    scope: Scope


class EndNow(Node):
    """`the game ends now`"""


class EndAfter(Node):
    """`the game ends after this round`"""

    scope: Scope


class Guard(Node):
    """`only if C`"""

    condition: Condition


class DoAction(Node):
    """`do the Card's Effect`, `the player does Leave Round`, `do nothing`"""

    what: Term | None


Deed: TypeAlias = (
    Choose | Gain | Lose | Pay | Move | Draw | Shuffle | Roll | TurnOver | Swap | Show | Remember | Add | Clear | Become
    | Win | Leave | ReverseTurnOrder | SharedEnd | Stop | EndNow | EndAfter | Guard | DoAction | Call
)  # fmt: skip


class By(Node):
    """A sentence with a subject: `the player chooses a Good`, `the Leader becomes Violet`"""

    actor: Phrase
    deed: Deed


# ---------------------------------------------------------------- statements


class Simple(Node):
    """Sentences in a row (`A, then B`); `if possible` skips what cannot be obeyed."""

    sentences: tuple[By | Deed, ...]
    if_possible: bool
    cite: Cite | None


class Block(Node):
    """Statements under a colon."""

    statements: tuple[Statement, ...]


class Arm(Node):
    """One `if` or `otherwise if`"""

    condition: Condition
    body: Block


class Branch(Node):
    """`if ... otherwise if ... otherwise`"""

    arms: tuple[Arm, ...]
    otherwise: Block | None


class ForEach(Node):
    """`for each S [, in order of R]`; a word stands for `each of the Symbols` chosen before"""

    domain: SetPhrase | Word
    order: Ranking | None
    body: Block


class Repeat(Node):
    """`repeat 3 times`, `repeat as many times as V`; with `up_to` each further pass is a choice"""

    times: Value
    up_to: bool
    body: Block


class RepeatWhile(Node):
    """`repeat at most 3 times while C`"""

    limit: int
    condition: Condition
    body: Block


class Loop(Node):
    """`repeat [12] rounds`, `repeat turns starting with P until C`"""

    count: int | None
    scope: Literal["turn", "round"]
    starting: Phrase | None
    until: Condition | None
    body: Block


class Seating(Node):
    """In which order players come: turn order, reverse, random, by a ranking, or all secretly at once."""

    form: Literal["turn", "random", "ranking", "secret"]
    reverse: bool
    starting: Phrase | None
    ranking: Ranking | None


class EachPlayer(Node):
    """`each [other] player [in ...] [takes a turn]`"""

    other: bool
    seating: Seating | None
    takes_turn: bool
    body: Block


class TurnOf(Node):
    """`the Leader takes a turn`"""

    player: Phrase
    body: Block


class OptionCall(Node):
    """An option that is an action"""

    call: Call
    cite: Cite | None


class OptionNamed(Node):
    """An option with its own block"""

    name: Word
    cite: Cite | None
    body: Block


class ChooseMenu(Node):
    """`choose one: ...`, `choose up to 2: ...`, `choose any number: ...`"""

    actor: Phrase | None
    form: Literal["one", "up to", "any"]
    limit: int | None
    if_possible: bool
    options: tuple[OptionCall | OptionNamed, ...]
    cite: Cite | None


class May(Node):
    """`you may ...`"""

    actor: Phrase
    body: Block | Simple | ChooseMenu


class Phase(Node):
    """`phase Laying: ...`"""

    name: Word
    cite: Cite | None
    body: Block


Statement: TypeAlias = (
    Simple | Branch | ForEach | Repeat | RepeatWhile | Loop | EachPlayer | TurnOf | ChooseMenu | May | Phase
)

"""What an example is once it is compiled: what is arranged, where it begins, what is chosen, and what must be so then:
facts about the table, the end of the game, its winners, what somebody sees.

Each sentence of the example is one step.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from rulelang.graph.origin import Origin
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import dataclass

#: The group of the nodes that lead into an example and end it. They stand beside the game.
EXAMPLE_GROUP: Final = "example"


@dataclass(frozen=True, slots=True)
class Fact:
    """A condition and, for comparisons, the values of both sides, to be shown when it does not hold. A part without a
    name tells how many there are."""

    condition: Term
    parts: tuple[tuple[str, Term], ...] = ()


@dataclass(frozen=True, slots=True)
class Over:
    """`the game is [not] over`"""

    negated: bool


@dataclass(frozen=True, slots=True)
class Winning:
    """Who wins: these seats and nobody else, these and perhaps others, this one and at least one
    other, or anybody but this one. `would`: as
    things stand, even if the game is not over."""

    seats: tuple[int, ...]
    form: Literal["just these", "among others", "not alone", "not these"]
    would: bool


@dataclass(frozen=True, slots=True)
class Ranked:
    """These seats and no others share a place at the end; it counts from 1, -1 is the last."""

    seats: tuple[int, ...]
    rank: int
    would: bool


@dataclass(frozen=True, slots=True)
class Seeing:
    """Whether a player sees all, some or none of the things of a set (pieces or tokens)."""

    seat: int
    amount: Literal["all", "some", "none", "not all"]
    things: Term
    tokens: bool
    text: str


Claim: TypeAlias = Fact | Over | Winning | Ranked | Seeing


#: Answers that name nothing that is offered.
NOTHING, ANYTHING = "nothing", "anything"


@dataclass(frozen=True, slots=True)
class Answer:
    """One choice as written: a label (with a count), a number, `nothing` or `anything`; `place` narrows it to things
    lying there. `quoted`: the words of a whole move."""

    text: str
    count: int | None
    place: str
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Arranged:
    """`given C`: effects that make the fact true, and the fact (None: there is none to look at)"""

    effects: tuple[Effect, ...]
    origin: Origin
    fact: Term | None = None


@dataclass(frozen=True, slots=True)
class Begins:
    """`given P is about to ...`: the flow goes on at `program.example_entries[entry]`"""

    entry: int
    origin: Origin


@dataclass(frozen=True, slots=True)
class Chosen:
    """`when P chooses A, B` (player -1 is chance)"""

    player: int
    answers: tuple[Answer, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Happens:
    """`when anything happens until C`"""

    until: Claim
    origin: Origin


@dataclass(frozen=True, slots=True)
class Expected:
    """`then C`: what must be so when somebody next has a choice, or `at_once`, before anything happens by itself"""

    claim: Claim
    at_once: bool
    origin: Origin


@dataclass(frozen=True, slots=True)
class MayChoose:
    """`then P may [not] choose A, B`: whether the answers, one after the other, are offered."""

    player: int
    negated: bool
    answers: tuple[Answer, ...]
    origin: Origin


Step: TypeAlias = Arranged | Begins | Chosen | Happens | Expected | MayChoose


@dataclass(frozen=True, slots=True)
class CompiledExample:
    """Everything a runner needs. `start` is "new" (setup with first choices and outcomes) or "empty" (all in the box).
    Then the steps in their order."""

    title: str
    origin: Origin
    start: Literal["new", "empty"]
    steps: tuple[Step, ...]

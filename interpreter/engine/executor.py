"""What the rest of the interpreter knows about an executor of a `Program`.

* state: a flat list of numbers, laid out by `program.layout`, or what an executor keeps in place of one; a game is
  nothing else. `state.copy()` is another one, `list(state)` the plain list; every executor takes plain lists, too.
* move: (option, value, value ...): the number of an option of the Decide, then one value for each of its parameters:
  a number for `pick`, an ascending tuple of numbers for `some`.
* outcome: a number, or for a shuffle the new order of the place as a tuple of pieces, the one on top last.

A state handed out by an executor always stands at a Decide with something to decide, at a Chance, or at the End.
`play`, `happen` and `run` change the state they are given.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

from rulelang.graph.faults import Fault, Stuck, Unable
from rulelang.graph.program import ChanceNode, Decide, Node, OptionEdge, Program
from rulelang.graph.state import NO_LOCALS, Locals, Vector
from rulelang.graph.terms import Effect, Term
from rulelang.tuning.fast_dataclass import dataclass

__all__ = [
    "LONGEST_FLOW",
    "LONGEST_GAME",
    "MOST_OPTIONS",
    "NO_LOCALS",
    "Cells",
    "Executor",
    "Fault",
    "FlowWatch",
    "Listing",
    "Locals",
    "Move",
    "NotNow",
    "Objection",
    "Outcome",
    "Stage",
    "Stuck",
    "Told",
    "Unable",
    "Value",
    "Vector",
    "option_of",
    "too_deep",
    "within_reach",
]  # fmt: skip

Value: TypeAlias = int | tuple[int, ...]
Move: TypeAlias = tuple[Value, ...]
Outcome: TypeAlias = int | tuple[int, ...]
#: Legal moves that are made when somebody looks at one: by what, of what. By nothing: they are moves already.
Listing: TypeAlias = tuple[Callable[[Any], Move] | None, Sequence[Any]]
#: A state that everybody can read: a list of all its cells.
Cells: TypeAlias = list[int]


#: Nodes passed without anybody or anything deciding before a flow counts as endless.
LONGEST_FLOW = 100_000

#: The state is first kept after so many nodes, to see whether it comes again; most flows are shorter.
_FIRST_KEPT = 64

#: Moves and outcomes in one random game before it counts as endless.
LONGEST_GAME = 1_000_000

#: More legal moves than this are neither listed nor counted; one after the other they can be found.
MOST_OPTIONS = 1_000_000


class FlowWatch:
    """Notices a flow without end. Where nobody decides, a state that comes again comes again for ever: one is kept
    after 64 nodes, 128, 256 and so on, and the others are compared with it (Brent's way to find a cycle)."""

    def __init__(self) -> None:
        self._passed = 0
        self._keep_at = _FIRST_KEPT
        self._kept: Vector | None = None

    def is_endless(self, state: Vector) -> bool:
        """Does the flow that has come to this state, a node further, never end?"""
        self._passed += 1
        if self._passed == self._keep_at:
            self._kept, self._keep_at = list(state), 2 * self._keep_at
            return self._passed >= LONGEST_FLOW
        return self._passed >= LONGEST_FLOW or state == self._kept


def option_of(node: Decide, move: Move) -> OptionEdge:
    """The option of a decision that a move takes."""
    number = move[0]
    assert isinstance(number, int)
    return node.options[number]


class Told(NamedTuple):
    """What a `Tell` reports: `program.events[event]`, its values, and the set of players who learn the values."""

    event: int
    values: tuple[int, ...]
    audience: int


class Stage(NamedTuple):
    """What may come next in a joint move: the next values, lowest first, and whether the handful may end here."""

    values: tuple[int, ...]
    may_stop: bool


@dataclass(frozen=True, slots=True)
class Objection:
    """Why a move is not legal. `reason` numbers `program.reasons` where a sentence could not be obeyed; else it is -1.

    `step` is "domain" (a value is not in its domain, fails its `where`, or a look-alike with a lower number stands for
    it; `parameter` tells which), "guard", "sentence" (a `Require` fails), or "later" (the move cannot be completed).
    """

    step: str
    parameter: str = ""
    reason: int = -1
    node: int = -1


class NotNow(ValueError):
    """Something was asked of a state that this state has no answer to: the moves where nobody decides."""


def deciding(node: Node | None) -> Decide:
    """The node at which somebody decides; `NotNow` if nobody does."""
    if not isinstance(node, Decide):
        raise NotNow("nobody decides here")
    return node


def by_chance(node: Node | None) -> ChanceNode:
    """The node at which chance decides; `NotNow` if it does not."""
    if not isinstance(node, ChanceNode):
        raise NotNow("chance does not decide here")
    return node


def within_reach(moves: Iterable[Move], node: int) -> Iterator[Move]:
    """The same moves; a fault after more of them than anybody can look through."""
    for number, move in enumerate(moves):
        if number == MOST_OPTIONS:
            raise Fault(f"there are more than {MOST_OPTIONS:,} ways to choose", node)
        yield move


def too_deep(node: int) -> Fault:
    """A look ahead that goes deeper than Python can."""
    return Fault("there are too many choices in one move to look ahead at", node)


class Executor(Protocol):
    """Plays a program. Both give the same answers; the generated one is for speed, the reference for trust."""

    @property
    def program(self) -> Program:
        """What is executed."""

    def start(self) -> Vector:
        """A new game, run forward to the first Decide, Chance or End."""

    def node(self, state: Vector) -> Node:
        """Where the game stands."""

    def actor(self, state: Vector) -> int:
        """Who decides at a Decide; -1 elsewhere."""

    def is_over(self, state: Vector) -> bool:
        """Is the game at its End?"""

    def options(self, state: Vector) -> Sequence[Move]:
        """The legal moves at a Decide in canonical order: by option, then by each value from left to right."""

    def listing(self, state: Vector) -> Listing:
        """The same moves, of which none is made yet where they have numbers."""

    def each_option(self, state: Vector) -> Iterator[Move]:
        """The same moves, found one after the other. Do not change the state while iterating."""

    def count(self, state: Vector) -> int:
        """How many legal moves there are."""

    def is_legal(self, state: Vector, move: Move) -> bool:
        """Is this one of the `options`? Asks without listing them."""

    def stage(self, state: Vector, chosen: Move = (), inside: tuple[int, ...] = ()) -> Stage:
        """The possible next values of a joint move after the values `chosen`: only those that can be completed.

        With nothing chosen, the values are the numbers of the options. Where the next parameter is a handful, `inside`
        are its members so far; a handful is built in ascending order. A complete move has no next values.
        """

    def play(self, state: Vector, move: Move, log: list[Told] | None = None) -> None:
        """Take a legal move, then run forward. What the rules tell is added to `log`. The move is not checked again."""

    def outcomes(self, state: Vector) -> list[tuple[int, int]] | None:
        """At a Chance: each outcome with its weight (above 0); at a shuffle None."""

    def shuffled(self, state: Vector) -> tuple[int, ...]:
        """At a shuffle: the pieces in their present order; every permutation of them is an equally likely outcome."""

    def happen(self, state: Vector, outcome: Outcome, log: list[Told] | None = None) -> None:
        """Let an outcome of a Chance happen, then run forward."""

    def draw(self, state: Vector, random: Random) -> Outcome:
        """One outcome of a Chance, drawn by the weights (it does not happen yet)."""

    def run(self, state: Vector, log: list[Told] | None = None) -> None:
        """Run forward from the node the state names (for states made by hand) to the next Decide, Chance or End."""

    def evaluate(self, state: Vector, term: Term, values: Locals = NO_LOCALS) -> int:
        """The value of any term in this state; `values` gives its free locals."""

    def apply(self, state: Vector, effects: Sequence[Effect], values: Locals = NO_LOCALS) -> None:
        """Carry out effects (facts of examples). A `Require` that fails raises `Fault`."""

    def standing(self, state: Vector, seat: int) -> tuple[bool, tuple[int, ...]]:
        """May a seat win by the rules of the ranking, and what do its criteria give for it?"""

    def random_playout(self, state: Vector, random: Random, most: int | None = None) -> int:
        """Play on to the End, every legal move equally likely, chance by its weights; how many moves were made.

        With `most` it stops once so many were made, at the next Decide, Chance or End."""

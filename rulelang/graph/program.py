"""What the compiler hands to an executor: layout, tables, functions and the nodes of the state graph.

A configuration is a vector; its cell `node` says where in the flow the game stands.

* `Decide`   the actor takes one of the options; if none is legal the flow goes on at `otherwise` (-1: stuck).
* `ChanceNode` one outcome happens by its weight, or a place is shuffled.
* `Do`       effects, then on.
* `Test`     the first arm that holds, else `otherwise`.
* `End`      the game is over.

Legality. An option is legal when its generators and guard allow it, its effects can be obeyed (no `Require` fails) and,
if `lookahead` is set, the flow from its target can be completed: running on through Do and Test nodes without a failing
`Require`, up to a node that is a `rest` (the move is over), a Chance, a Decide of another actor, the End, or a Decide
of the same actor that has `otherwise` or at least one legal option that is no window (asked in the same way). For
`Possible` the node itself may be a `rest`, and a first Decide counts as one of the same actor whoever decides there.

Running forward. A Decide is shown when an option that is no pass is legal; otherwise its pass is taken unasked, or the
flow goes on at `otherwise`, or the game is stuck (a fault of the rulebook). A Chance is always shown. A `Require` that
fails outside a decision, a number outside its region's range, a Chance without outcomes and a flow without end are
faults too; an option whose own effects run into a fault is legal, so that playing it shows the fault. A target of -1
leads nowhere: a fault too, except that looking ahead takes it for the end of the move (a procedure that is only asked
about has no way back).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

from rulelang.graph.example_steps import CompiledExample
from rulelang.graph.layout import Layout
from rulelang.graph.origin import Origin
from rulelang.graph.roles import PLAIN_TABLE, NodeRole, Shown, TableRole
from rulelang.graph.terms import And, Domain, Effect, Term
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(frozen=True, slots=True)
class Parameter:
    """One thing chosen in an option. `pick` is one element of the domain, or `some`: a handful of it.

    * `elements` names the class of the values, for labels ("token" values are token numbers).
    * `where` may use the parameters before it and `name` itself.
    * for `some`: between `fewest` and `most` members. Members that look alike are one option: a handful is a sequence
      in canonical order (ascending numbers), and for tokens the same number may come several times, up to `TokenCount`.
    * of individual pieces that look alike in one place with the same marks only the lowest is offered (for `pick` and
      `some`, not for chance). Marks are the cells of counter, flag and variable regions whose `holder` is the piece's
      kind, a union it belongs to, or every piece: one cell for each piece (indexed by piece number, or by rank within
      `Layout.pieces_of` the holder), or a single set cell of pieces.
    * A parameter is a local of its name: the number picked; for `some` (not of tokens) the set of its members, and in
      `where` the member looked at. A handful stands in its frame region as soon as it is chosen, so that later
      parameters, the guard and the effects can read it. The guard may use all parameters.
    * Canonical order: values ascending; handfuls in the order of their tuples, a shorter one before those that
      extend it.
    * `said` is the sentence that asks for it: for readers, not for play.
    """

    name: str
    elements: str
    domain: Domain
    where: Term | None
    form: Literal["pick", "some"] = "pick"
    fewest: Term | None = None
    most: Term | None = None
    said: Origin | None = field(default=None, compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class OptionEdge:
    """A symbolic edge out of a Decide: one drawn line, many moves. A `window` is a move of its own that comes back to
    the decision: looking ahead does not take it for a way to decide there. Handfuls are bound as sequences: the
    executor writes a handful's length and members into the frame region named by `handfuls[parameter]` before the
    effects run. `needs` numbers, for each part of the guard, the sentence in `program.reasons` that asks for it (-1:
    none does, the rules of the language do): what a refusal quotes.
    """

    name: str
    role: Literal["option", "pass"]
    parameters: tuple[Parameter, ...]
    guard: Term | None
    effects: tuple[Effect, ...]
    target: int
    lookahead: bool
    written: str
    origin: Origin
    handfuls: dict[str, str] = field(default_factory=dict, hash=False)
    silent: bool = False
    window: bool = False
    needs: tuple[int, ...] = ()
    action: str = ""
    """The action behind it, if it has another name: what a window in the text of a card does."""
    is_named: bool = True
    """Has the author a name for it? `name` only tells where it stands otherwise."""

    def conditions(self) -> list[tuple[Term, int]]:
        """The parts of the guard with the numbers of the sentences that ask for them (`Program.reasons`; -1: none)."""
        if self.guard is None:
            return []
        parts = self.guard.parts if isinstance(self.guard, And) else (self.guard,)
        return list(zip(parts, self.needs if len(self.needs) == len(parts) else (-1,) * len(parts), strict=True))


@dataclass(frozen=True, slots=True)
class Decide:
    """Somebody decides."""

    number: int
    title: str
    actor: Term
    options: tuple[OptionEdge, ...]
    otherwise: int
    rest: bool
    secret: bool
    origin: Origin
    group: str = ""
    role: NodeRole = NodeRole.SENTENCE


@dataclass(frozen=True, slots=True)
class ChanceNode:
    """Chance decides: one element of the domain by `weight` (a term of the parameter; without one every element weighs
    1, a token as much as there are of it), or (`shuffles`, a place, not None) the order of a place. `secretly`: who
    goes through `each player secretly` here; nobody else learns that it happens before all are through. `noun`: what
    the rulebook calls that which is drawn or chosen."""

    number: int
    title: str
    stream: str
    parameter: Parameter | None
    weight: Term | None
    shuffles: Term | None
    effects: tuple[Effect, ...]
    target: int
    audience: Term
    origin: Origin
    group: str = ""
    secretly: Term | None = None
    role: NodeRole = NodeRole.SENTENCE
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Do:
    """Things that happen by themselves. `rest` marks the end of a move."""

    number: int
    title: str
    effects: tuple[Effect, ...]
    target: int
    rest: bool
    origin: Origin
    group: str = ""
    role: NodeRole = NodeRole.SENTENCE


@dataclass(frozen=True, slots=True)
class Test:
    """A fork without a decision. `back`: the frame region it goes by, if it leads back to where an action was called
    (with a single caller there is nothing left to ask)."""

    number: int
    title: str
    arms: tuple[tuple[Term, int], ...]
    otherwise: int
    rest: bool
    origin: Origin
    group: str = ""
    role: NodeRole = NodeRole.SENTENCE
    back: str = ""


@dataclass(frozen=True, slots=True)
class End:
    """The game is over; the result is read from cell `result` and the ranking."""

    number: int
    origin: Origin
    group: str = ""


Node: TypeAlias = Decide | ChanceNode | Do | Test | End

#: What the kinds of nodes are called where graphs are written.
NODE_KINDS: Final[Mapping[str, type[Node]]] = MappingProxyType(
    {"decide": Decide, "chance": ChanceNode, "do": Do, "test": Test, "end": End}
)
KIND_OF_NODE: Final[Mapping[type[Node], str]] = MappingProxyType({kind: name for name, kind in NODE_KINDS.items()})


@dataclass(frozen=True, slots=True)
class Function:
    """A derived value: pure, total, without recursion. `form` are the words it is asked for with, the parameters (by
    their numbers) where they stand: `{1}'s Influence over {2} at {3}`. `clauses` are all sentences that it is woven
    from."""

    name: str
    parameters: tuple[str, ...]
    body: Term
    kind: Literal["number", "truth", "element", "set"]
    origin: Origin
    title: str = ""
    form: str = ""
    clauses: tuple[Origin, ...] = field(default=(), compare=False, kw_only=True, repr=False)


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One criterion of the ranking: its name, direction, and value for the player in local `player`."""

    name: str
    highest: bool
    value: Term


@dataclass(frozen=True, slots=True)
class Scoring:
    """Who may win (`eligible`, of local `player`), and the criteria in order. `shared`: the rest of the tie shares
    the win."""

    eligible: Term | None
    lines: tuple[ScoreLine, ...]
    shared: bool


@dataclass(frozen=True, slots=True)
class Program:
    """A rulebook compiled for one number of players and one set of variants."""

    title: str
    players: int
    seats: tuple[str, ...]
    variants: tuple[str, ...]
    layout: Layout
    tables: dict[str, tuple[int, ...]]
    lists: dict[str, tuple[tuple[int, ...], ...]]
    functions: dict[str, Function]
    nodes: tuple[Node, ...]
    entry: int
    scoring: Scoring
    reasons: tuple[tuple[str, Origin], ...]
    events: tuple[Shown, ...]
    names: dict[str, tuple[str, ...]]
    labels: dict[str, dict[str, str]]
    languages: tuple[str, ...]
    invariants: tuple[tuple[str, Term, Origin], ...]
    examples: tuple[CompiledExample, ...] = ()
    digest: str = ""
    example_entries: tuple[int, ...] = ()
    table_roles: dict[str, TableRole] = field(default_factory=dict)
    calls: tuple[tuple[Origin, str], ...] = field(default=(), compare=False, kw_only=True, repr=False)
    """Where actions are done, with their names: for readers, not for play."""

    def table_role(self, name: str) -> TableRole:
        """What a table or list is there for."""
        return self.table_roles.get(name, PLAIN_TABLE)


__all__ = [
    "KIND_OF_NODE", "NODE_KINDS", "ChanceNode", "Decide", "Do", "End", "Function", "Node", "OptionEdge", "Origin",
    "Parameter", "Program", "ScoreLine", "Scoring", "Test",
]  # fmt: skip

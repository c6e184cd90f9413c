"""Nodes while they are still being connected, and the pen that draws them one after the other.

The pen keeps the loose ends of what was drawn last (`here`); whatever is drawn next is tied to them. Effects are
written onto the last edge as long as there is just one, so that straight-line text becomes one edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal

from rulelang.compile.sorts import Typed
from rulelang.graph.program import Origin, Parameter
from rulelang.graph.roles import NodeRole, title_of
from rulelang.graph.terms import Const, Effect, Term
from rulelang.tuning.fast_dataclass import dataclass, field, replace

End = Callable[[int], None]


@dataclass(eq=False, slots=True)
class DraftOption:
    """An edge out of a decision."""

    name: str
    origin: Origin
    role: Literal["option", "pass"] = "option"
    parameters: list[Parameter] = field(default_factory=list)
    bound: dict[str, Term] = field(default_factory=dict)
    handfuls: dict[str, str] = field(default_factory=dict)
    actor: Term = Const(-1)
    guard: list[tuple[Term, int]] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    target: int = -1
    written: str = ""
    window: bool = False
    action: str = ""
    is_named: bool = True

    def tie(self, number: int) -> None:
        self.target = number

    def ask(self, condition: Term, reason: int = -1) -> None:
        """The option is only there if something is so, for a reason (by its number)."""
        self.guard.append((condition, reason))


@dataclass(eq=False, slots=True)
class Turn:
    """Whose turn it is where something is drawn. In an action that is drawn once for several callers, `you` is the cell
    of whoever does the action, `back` the one that says which of the callers it goes back to; it is their turn if it is
    so for every caller (None: nobody's). `over` is the node where the turn is over, `last` the decision with its last
    windows. A pass through `each player` is `plain`: no turn, but who leaves the game does nothing more in it, either.
    What somebody is told to do is `perhaps` part of the turn: that is so if it is their turn. A pass through `each
    player` in an action is in the `middle` of a move.
    """

    you: Typed
    callers: list[Turn | None] | None = None
    back: str = ""
    inside: Turn | None = None
    over: int = -1
    last: int = -1
    plain: bool = False
    perhaps: bool = False
    middle: bool = False

    def around(self, asked: tuple[Turn, ...] = (), or_told: bool = False) -> list[Turn]:
        """The turns around a pass in the middle of a move, also around one in which this action is called; or around
        what somebody is told to do."""
        before = [one for one in (self.inside, *(self.callers or ())) if one is not None and one not in asked]
        if self.middle or (or_told and self.perhaps):
            return before
        return [turn for one in before for turn in one.around((*asked, self), or_told)]

    def is_sure(self, asked: tuple[Turn, ...] = (), or_plain: bool = False) -> bool:
        """Is it certainly the turn of whoever acts, or a pass of theirs?"""
        if self in asked:
            return True
        if self.perhaps:
            return False
        if self.callers is None:
            inside = self.inside
            return (or_plain or not self.plain) and (inside is None or inside.is_sure((*asked, self), or_plain))
        return all(caller is not None and caller.is_sure((*asked, self), or_plain) for caller in self.callers)

    def outermost(self, asked: tuple[Turn, ...] = ()) -> Turn | None:
        """The turn that this is certainly in, whoever acts; None if that is not one and the same."""
        around = [self.inside] if self.callers is None else self.callers
        if self.middle:
            return None
        if around == [None]:
            return self if self.is_sure() else None
        found = {one.outermost((*asked, self)) if one is not None else None for one in around if one not in asked}
        return found.pop() if len(found) == 1 else None

    def belongs_to(self, turn: Turn, asked: tuple[Turn, ...] = ()) -> bool:
        """Is it part of another turn, perhaps as an action that is called there, by whomever?"""
        if self is turn or self.plain or self.perhaps:
            return self is turn
        called = [one for one in self.callers or () if one is not None]
        around = [self.inside, *called, *(one.outermost() for one in called)]
        return any(one is not None and one not in asked and one.belongs_to(turn, (*asked, self)) for one in around)


@dataclass(eq=False, slots=True)
class DraftLoop:
    """What the fork at the head of a loop goes over. Passes lead back to node `header`; `before` so many effects in
    front of it prepare the loop; node `body` begins a pass, its first `steps` effects take the next element. `over`
    makes one effect of the body's effects, if what is gone through is fixed at the start."""

    header: int
    before: int
    steps: int
    over: Callable[[list[Effect]], list[Effect]] | None
    body: int = -1


@dataclass(eq=False, slots=True)
class DraftNode:
    """Any node. Which fields count depends on `kind`."""

    kind: Literal["decide", "chance", "do", "test", "end"]
    role: NodeRole
    title: str
    origin: Origin
    group: str
    number: int = -1
    rest: bool = False
    secretly: Term | None = None
    actor: Term = Const(-1)
    options: list[DraftOption] = field(default_factory=list)
    otherwise: int = -1
    #: Of a decision: is there a way past it for who has left the game, and where does it lead?
    may_be_passed: bool = False
    gone: int = -1
    arms: list[tuple[Term, int]] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)
    target: int = -1
    parameter: Parameter | None = None
    weight: Term | None = None
    shuffles: Term | None = None
    stream: str = ""
    audience: Term = Const(-1)
    checked: bool = False
    point: bool = False
    #: Is it part of a phase? What happens there is told under its name.
    told: bool = False
    turn: Turn | None = None
    back: str = ""
    loop: DraftLoop | None = None
    noun: str = ""
    #: Does only looking ahead come to it?
    is_copy: bool = False

    def ways(self) -> list[int]:
        """Where it may lead on without anybody's choice."""
        return [self.target, self.otherwise, *(target for _, target in self.arms)]

    def every_way(self) -> list[int]:
        """Where it may lead on."""
        return [*self.ways(), self.gone, *(option.target for option in self.options)]

    def redirect(self, goals: Mapping[int, int]) -> None:
        """Lead every way that went to some nodes to others."""
        self.target, self.otherwise = goals.get(self.target, self.target), goals.get(self.otherwise, self.otherwise)
        self.gone = goals.get(self.gone, self.gone)
        self.arms = [(condition, goals.get(target, target)) for condition, target in self.arms]
        for option in self.options:
            option.target = goals.get(option.target, option.target)

    def tie(self, number: int) -> None:
        self.target = number

    def tie_otherwise(self, number: int) -> None:
        self.otherwise = number

    def tie_gone(self, number: int) -> None:
        self.gone = number

    def arm(self, condition: Term) -> End:
        """A new arm of a test; tie it later."""
        index = len(self.arms)
        self.arms.append((condition, -1))

        def tie(number: int) -> None:
            self.arms[index] = (condition, number)

        return tie


@dataclass(frozen=True, slots=True)
class IntroducedCell:
    """A frame cell that a sentence remembers something in, and whether it was made for it."""

    region: str
    called: str
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class Mark:
    """Where the pen was: loose ends, effects written onto the last edge, nodes drawn here, cells introduced."""

    here: list[End]
    tail: DraftOption | DraftNode | None
    written: int
    rest: bool
    drawn: int
    introduced: int


class Pen:
    """Draws the graph."""

    def __init__(self) -> None:
        self.nodes: list[DraftNode] = []
        #: The numbers of the nodes drawn here, without those drawn aside.
        self.drawn: list[int] = []
        #: The frame cells in which sentences remember something, in the order in which they came up.
        self.introduced: list[IntroducedCell] = []
        self.here: list[End] = []
        self.tail: DraftOption | DraftNode | None = None
        self.rest = False
        #: Who goes through `each player secretly` here.
        self.secretly: Term | None = None
        self.group: list[str] = []
        self.title = ""
        self.turn: Turn | None = None

    # ---------------------------------------------------------------- drawing

    def draw(
        self,
        kind: Literal["decide", "chance", "do", "test", "end"],
        origin: Origin,
        title: str = "",
        role: NodeRole = NodeRole.SENTENCE,
    ) -> DraftNode:
        """A new node at the loose ends; it becomes the only thing to go on from."""
        title = title or title_of(role) or self.title
        node = DraftNode(kind, role, title, origin, " / ".join(self.group), len(self.nodes))
        node.rest, self.rest = self.rest, False
        node.secretly = self.secretly
        node.turn = self.turn
        self.nodes.append(node)
        self.drawn.append(node.number)
        self.tie(node.number)
        return node

    def tie(self, number: int) -> None:
        """Tie all loose ends to a node."""
        for end in self.here:
            end(number)
        self.here, self.tail = [], None

    def go_on(self, *ends: End, tail: DraftOption | DraftNode | None = None) -> None:
        """Continue from these loose ends."""
        self.here = list(ends)
        self.tail = tail if len(ends) == 1 else None

    def effects(self, effects: Iterable[Effect], origin: Origin) -> None:
        """Things that happen by themselves, written onto the last edge or into a new node."""
        effects = list(effects)
        if not effects:
            return
        if self.tail is None or self.rest:
            node = self.draw("do", origin)
            self.go_on(node.tie, tail=node)
        assert self.tail is not None
        self.tail.effects.extend(one if one.said is not None else replace(one, said=origin) for one in effects)

    def start(self) -> Mark:
        """Note where the pen is, to fold what is drawn from here on."""
        written = len(self.tail.effects) if self.tail is not None else 0
        return Mark(self.here, self.tail, written, self.rest, len(self.drawn), len(self.introduced))

    def take_back(self, mark: Mark) -> None:
        """Wipe out what was drawn here since a mark."""
        if mark.tail is not None:
            del mark.tail.effects[mark.written :]
        for number in self.drawn[mark.drawn :]:
            node = self.nodes[number]
            blank = DraftNode("do", NodeRole.SENTENCE, "", node.origin, "", number)
            self.nodes[number] = blank
        while self.nodes and len(self.drawn) > mark.drawn and self.nodes[-1].number == self.drawn[-1]:
            self.nodes.pop()
            self.drawn.pop()
        del self.drawn[mark.drawn :]
        self.here, self.tail, self.rest = mark.here, mark.tail, mark.rest
        for end in self.here:
            end(-1)

    def mark(self, origin: Origin) -> int:
        """A place to come back to: a node of its own."""
        node = self.draw("do", origin)
        self.go_on(node.tie)
        return node.number

    def fork(self, condition: Term, origin: Origin, role: NodeRole, title: str = "") -> tuple[End, End]:
        """A test; gives the ends for yes and for no."""
        node = self.draw("test", origin, title, role)
        return node.arm(condition), node.tie_otherwise

    def loop(
        self,
        going: Term,
        step: Sequence[Effect],
        over: Callable[[list[Effect]], list[Effect]] | None,
        origin: Origin,
        role: NodeRole,
        title: str = "",
        before: int = 1,
    ) -> tuple[int, End]:
        """The head of a loop, and what begins each pass of it; gives the node a pass leads back to, and the way out."""
        header = self.mark(origin)
        more, done = self.fork(going, origin, role, title)
        self.nodes[-1].loop = loop = DraftLoop(header, before, len(step), over)
        self.go_on(more)
        self.effects(step, origin)
        loop.body = self.nodes[-1].number
        return header, done

    def again(self, header: int, *done: End) -> None:
        """A pass of a loop is over; drawing goes on where the loop is done."""
        self.tie(header)
        self.go_on(*done)

    def move_over(self) -> None:
        """What is drawn next begins a new move: look-ahead stops there."""
        self.rest = True

    # ----------------------------------------------------------------- asides

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Draw something elsewhere, then come back to the loose ends of now."""
        state = vars(self).copy()
        self.here, self.tail, self.rest, self.secretly = [], None, False, None
        self.drawn, self.introduced = [], []
        self.group, self.title, self.turn = [], "", None
        try:
            yield
        finally:
            for name, value in state.items():
                setattr(self, name, value)

    @contextmanager
    def within(self, group: str) -> Iterator[None]:
        """Nodes drawn inside belong to a named part (a phase, an action)."""
        self.group.append(group)
        try:
            yield
        finally:
            self.group.pop()

    @contextmanager
    def part(self, group: str) -> Iterator[None]:
        """The same for a part that is told by its name: nothing of it is written onto an edge outside, nor anything
        outside onto one of its own."""
        self.tail, before = None, len(self.drawn)
        with self.within(group):
            yield
        self.tail = None
        for number in self.drawn[before:]:
            self.nodes[number].told = True


def joined(*groups: Sequence[End]) -> list[End]:
    """All loose ends of several ways."""
    return [end for group in groups for end in group]

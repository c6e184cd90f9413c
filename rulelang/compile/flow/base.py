"""What the parts of the flow compiler share."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from rulelang.compile.clock import Clock
from rulelang.compile.context import Book, Misread
from rulelang.compile.flow.drafts import End, Pen
from rulelang.compile.flow.frames import Frames
from rulelang.compile.meaning import Meaning
from rulelang.compile.origins import origin_of
from rulelang.compile.scope import Scope
from rulelang.compile.sorts import Typed
from rulelang.diagnostics.catalogue import things as thing_wording
from rulelang.graph.build import is_there
from rulelang.graph.program import Origin
from rulelang.graph.roles import Shown
from rulelang.graph.terms import Cell, Effect, IfElse, Put, Require, Term
from rulelang.rulebook.loading import Placed
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(slots=True)
class Place:
    """Where in the rulebook a statement stands, and which scopes of the flow are open around it."""

    placed: Placed
    action: str
    structural: bool = False
    leaving: dict[str, list[End]] = field(default_factory=dict)

    def inside(self, **changes: object) -> Place:
        """The same place deeper in."""
        found = Place(self.placed, self.action, self.structural, dict(self.leaving))
        for name, value in changes.items():
            setattr(found, name, value)
        return found


def anything_to_leave() -> dict[str, list[End]]:
    """Where it is not known yet what is around a sentence: perhaps a turn, a round or a phase."""
    return {"turn": [], "round": [], "phase": []}


def cell_of(term: Term) -> Cell | None:
    """The cell a term reads, also behind the question whether its owner is there."""
    if isinstance(term, IfElse):
        term = term.then
    return term if isinstance(term, Cell) else None


def as_call(what: tree.Term) -> tree.Call | None:
    """`does Leave Round`, `does Retire for the Artisan`: the name of an action, with arguments."""
    arguments: list[tree.Argument] = []
    term = what
    while isinstance(term, tree.Apply):
        arguments.append(tree.Argument(term.preposition, term.argument, span=term.span))
        term = term.term
    if isinstance(term, tree.Name):
        return tree.Call(term.word, tuple(reversed(arguments)), span=what.span)
    return None


class FlowBase(ABC):
    """Pen, frames and the reader of phrases; and what the parts ask of one another."""

    def __init__(self, book: Book, meaning: Meaning) -> None:
        self.book = book
        self.world = book.world
        self.meaning = meaning
        self.pen = Pen()
        self.frames = Frames()
        self.clock = Clock()
        self.reasons: dict[tuple[str, Origin], int] = {}
        self.events: dict[Shown, int] = {}
        #: The least that a sentence asks for, by where it says how many.
        self.least_asked: dict[Span, int] = {}

    def origin(self, place: Place, node: tree.Node) -> Origin:
        """Text and citation of a statement."""
        return origin_of(place.placed, node)

    def reason(self, text: str, place: Place, node: tree.Node) -> int:
        """Number a reason why something may be impossible."""
        entry = (text, self.origin(place, node))
        return self.reasons.setdefault(entry, len(self.reasons))

    def event(self, shown: Shown) -> int:
        """Number a kind of event."""
        return self.events.setdefault(shown, len(self.events))

    def remembered(self, name: str, value: Typed, scope: Scope, place: Place) -> tuple[Scope, Effect]:
        """Keep a value in a cell of the action under a name."""
        shared = name not in scope.names
        cell = self.frames.cell(place.action, name, value.sort, maybe=value.maybe, shared=shared)
        cell = Typed(cell.term, value.sort, value.maybe)
        assert isinstance(cell.term, Cell)
        return scope.naming(name, cell), Put(cell.term.region, cell.term.index, value.term)

    def there(self, thing: Typed, text: str, place: Place, node: tree.Node) -> list[Effect]:
        """A sentence about something that may be nothing is impossible then."""
        return [Require(is_there(thing.term), self.reason(text, place, node))] if thing.maybe else []

    def assign(self, target: Typed, value: Term, span: Span, sentence: Span | None = None) -> Effect:
        """Write what a phrase stands for, if it is something that can be written."""
        cell = cell_of(target.term)
        if cell is None or cell.region in ("at", "contents"):
            raise Misread(thing_wording.cannot_become(span, span.text))
        return Put(cell.region, cell.index, value, site=self.book.site("change", sentence or span))

    @abstractmethod
    def block(self, statements: Sequence[tree.Statement], scope: Scope, place: Place) -> Scope:
        """Draw statements; gives the scope after them."""

    @abstractmethod
    def do(self, what: tree.Term, scope: Scope, place: Place, statement: tree.Simple) -> None:
        """Draw `do the Card's Effect`."""

    @abstractmethod
    def plain_effects(self, statements: Sequence[tree.Statement], scope: Scope, place: Place) -> list[Effect] | None:
        """The effects of statements that need no node of their own, or None."""

    @abstractmethod
    def plain_call(self, call: tree.Call, scope: Scope, place: Place) -> list[Effect]:
        """The effects of an action that needs no node of its own."""

    @abstractmethod
    def call(self, call: tree.Call, scope: Scope, place: Place, if_possible: bool = False) -> None:
        """Draw the call of an action; choices it begins with join the decision that leads to it."""

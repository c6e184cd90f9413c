"""What every sentence that is drawn is told: the pen, the actions by name, where it stands; and the deeds by their
forms."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from rulelang.compile.clock import Clock
from rulelang.compile.context import CompileContext, Misread
from rulelang.compile.flow.actions import Actions, OpenWindow, Procedure, Trigger
from rulelang.compile.flow.cells_to_locals import Locals, cells_to_locals
from rulelang.compile.flow.drafts import DraftNode, End, IntroducedCell, Mark, Pen
from rulelang.compile.flow.folding import folded
from rulelang.compile.flow.frames import ANY_LOOK, FrameCell, Frames, may_move
from rulelang.compile.meaning import Meaning
from rulelang.compile.origins import origin_of
from rulelang.compile.sorts import Scope, Typed
from rulelang.compile.texts import Texts
from rulelang.diagnostics.catalogue import changes as change_wording
from rulelang.graph.access import Accesses
from rulelang.graph.build import is_there
from rulelang.graph.program import Origin
from rulelang.graph.roles import NodeRole, Shown
from rulelang.graph.terms import Cell, Const, Effect, IfElse, Put, Require, Term
from rulelang.rulebook.loading import Placed
from rulelang.source import Span
from rulelang.tree import nodes as tree
from rulelang.tuning.fast_dataclass import dataclass, field


@dataclass(slots=True)
class Spot:
    """Where in the rulebook a statement stands, and which scopes of the flow are open around it."""

    placed: Placed
    action: str
    structural: bool = False
    leaving: dict[str, list[End]] = field(default_factory=dict)
    #: Is `action` a name of the author's?
    is_named: bool = True
    #: How often at most this is come to, by the loops around it that belong to the same move.
    passes: int = 1
    #: The player whom the rounds around it start with.
    first: Term = Const(0)

    def inside(self, **changes: object) -> Spot:
        """The same place deeper in."""
        found = Spot(self.placed, self.action, self.structural, dict(self.leaving), self.is_named)
        found.passes, found.first = self.passes, self.first
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


#: What a part of play that can end is called, in the order of the bits of the cell `ending`.
SCOPES = ("turn", "round", "phase", "game")
#: Why a sentence about a player who is not there is impossible.
NOBODY = "there is nobody to do it"


class Flow:
    """What is drawn, and what drawing has to know: pen, frames, the reader of phrases, the actions by name."""

    def __init__(self, book: CompileContext, meaning: Meaning, texts: Texts, items: Iterable[Placed]) -> None:
        self.book = book
        self.world = book.world
        self.meaning = meaning
        self.texts = texts
        self.pen = Pen()
        self.frames = Frames()
        self.clock = Clock()
        self.reasons: dict[tuple[str, Origin], int] = {}
        self.events: dict[Shown, int] = {}
        #: Is what happens by itself folded into effects?
        self.folding = True
        self.locals = Locals(book.local)
        #: The least that a sentence asks for, by where it says how many.
        self.least_asked: dict[Span, int] = {}
        #: How many deeds were drawn, and the place that one of them emptied.
        self.deeds = 0
        self.emptied: tuple[Term, int] | None = None
        #: Has somebody just seen something new in the sentence that is drawn?
        self.shown = False
        #: How the options of an action are written, by its title.
        self.written: dict[str, str] = {}
        #: The ends of sentences after which the winner is found, and of those that have told the winner.
        self.finish: list[End] = []
        self.over: list[End] = []
        #: The nodes they lead to, once these are drawn.
        self.finish_at = self.over_at = -1
        #: Where triggers are looked at for the last time, and the last move of the game and the game are over.
        self.last_look = self.last_at = self.end_at = -1
        self.actions = Actions()
        #: Whether actions happen by themselves, by their names.
        self.happening: dict[str, bool] = {}
        #: How many actions deep that is being asked.
        self.asked_within = 0
        #: The actions whose calls have been drawn, each call with all that it calls.
        self.entered: list[str] = []
        self.procedures: dict[str, Procedure] = {}
        #: Those of triggers, each drawn anew for its trigger; and those of windows, if triggers begin turns.
        self.of_triggers, self.of_windows, self.turns_in_triggers = list[Procedure](), dict[str, Procedure](), False
        #: Where actions are done, with their titles.
        self.calls: dict[tuple[Origin, str], None] = {}
        self.queries: dict[str, tuple[int, FrameCell, list[FrameCell]]] = {}
        self.windows: list[OpenWindow] = []
        #: What the options of menus are called, without what is given to their actions.
        self.offered: list[str] = []
        self.bodies: dict[int, Procedure] = {}
        self.opened: set[int] = set()
        #: Where windows are over, and the decision at which they were open comes again.
        self.windows_over: set[int] = set()
        self.edges: list[Placed] = []
        self.state_triggers: list[Placed] = []
        self.triggers: list[Trigger] = []
        #: The cell that remembers that triggers were looked at for the last time, if something is decided after that.
        self.looked_at = ""
        #: The cell for whether a trigger has said after what the game ends; nobody has asked yet whether there is one.
        self.end_said: str | None = None
        #: The scopes after which some sentence ends the game.
        self.latches: set[str] = set()
        #: Those of them of which there may be one within another.
        self.latches_inside: set[str] = set()
        #: Where setup is over.
        self.play_entry = -1
        for placed in items:
            match placed.item:
                case tree.Window():
                    self.windows.append(OpenWindow(placed, placed.item, len(self.windows)))
                case tree.TimeTrigger():
                    self.edges.append(placed)
                case tree.StateTrigger():
                    self.state_triggers.append(placed)
                case _:
                    pass

    def origin(self, place: Spot, node: tree.Node) -> Origin:
        """Text and citation of a statement."""
        return origin_of(place.placed, node)

    def decision(self, origin: Origin, place: Spot) -> DraftNode:
        """Draw a decision, called as the part of the rules that it stands in."""
        role = NodeRole.SENTENCE if place.is_named else NodeRole.UNTITLED
        self.windows_before()
        self.triggers_looked_at()
        return self.pen.draw("decide", origin, place.action, role)

    def triggers_looked_at(self) -> None:
        """Somebody or chance decides: before that, triggers may have moved any token that has a name."""
        if any(may_move(placed.item) for placed in self.state_triggers):
            self.frames.tokens.moved(ANY_LOOK)

    def windows_before(self) -> None:
        """Somebody may be about to decide in a turn: windows before that may have moved any token that has a name."""
        if self.pen.turn is not None and any(may_move(window.node) for window in self.windows):
            self.frames.tokens.moved(ANY_LOOK)

    def reason(self, text: str, place: Spot, node: tree.Node) -> int:
        """Number a reason why something may be impossible."""
        return self._asked(text, self.origin(place, node))

    def event(self, shown: Shown) -> int:
        """Number a kind of event."""
        return self.events.setdefault(shown, len(self.events))

    def remembered(self, name: str, value: Typed, scope: Scope, place: Spot) -> tuple[Scope, Put]:
        """Keep a value in a cell of the action under a name."""
        shared = self.is_free(name, scope)
        known = len(self.frames.regions)
        cell = self.frames.cell(place.action, name, value.sort, maybe=value.maybe, shared=shared)
        self.pen.introduced.append(IntroducedCell(cell.region, name, len(self.frames.regions) > known))
        return scope.naming(name, cell), cell.put(value.term)

    def is_free(self, name: str, scope: Scope) -> bool:
        """May the cell of a name serve again? What was called so before a block that names it again is still none of
        the others (9.4)."""
        return name not in scope.names and name not in self.book.named_again

    def there(self, thing: Typed, text: str, place: Spot, node: tree.Node) -> list[Effect]:
        """A sentence about something that may be nothing is impossible then."""
        return [Require(is_there(thing.term), self.reason(text, place, node))] if thing.maybe else []

    def assign(self, target: Typed, value: Term, span: Span, sentence: Span | None = None) -> Effect:
        """Write what a phrase stands for, if it is something that can be written."""
        cell = cell_of(target.term)
        if cell is None or cell.region in ("at", "contents"):
            raise Misread(change_wording.cannot_become(span, span.text))
        self.frames.tokens.written(cell.region)
        return Put(cell.region, cell.index, value, site=self.book.site("change", sentence or span))

    def fold(self, mark: Mark, origin: Origin, known: Scope) -> set[str]:
        """Say what was drawn since a mark as effects, if that can be; gives the cells that are no longer needed. What
        is `known` afterwards stays where it is."""
        effects = folded(self.pen, mark, self._asked, self.reads) if self.folding else None
        if effects is None:
            return set()
        kept = {cell.region for value in known.names.values() if (cell := cell_of(value.term)) is not None}
        introduced = {one.region: one for one in self.pen.introduced[mark.introduced :] if one.region not in kept}
        called = {region: one.called for region, one in introduced.items()}
        effects, gone = cells_to_locals(effects, called, self.locals)
        self.pen.introduced[mark.introduced :] = [
            one for one in self.pen.introduced[mark.introduced :] if one.region not in gone
        ]
        for region in gone:
            self.frames.tokens.written(region)
            if introduced[region].is_new:
                self.frames.release(region)
        self.pen.take_back(mark)
        self.pen.effects(effects, origin)
        return gone

    def reads(self, part: object) -> frozenset[str]:
        """The regions that a term or an effect depends on."""
        return Accesses(self.book.functions.program, ()).reads(part)

    def _asked(self, text: str, origin: Origin) -> int:
        return self.reasons.setdefault((text, origin), len(self.reasons))


Form = TypeVar("Form", bound=tree.Node)


@dataclass(frozen=True, slots=True)
class Doing:
    """A deed being done: by whom, with what names in sight, in which sentence of the rulebook."""

    flow: Flow
    actor: Typed
    scope: Scope
    place: Spot
    statement: tree.Simple
    if_possible: bool
    #: The sentence itself, and what it speaks of: `the Leader` in `the Leader becomes Ann`.
    sentence: tree.By | tree.Deed
    subject: tree.Phrase | None
    #: The ends of the ways on which an impossible sentence is left out.
    skipped: list[End]

    @property
    def origin(self) -> Origin:
        """Text and citation of the sentence."""
        return self.flow.origin(self.place, self.statement)

    def reason(self, text: str, node: tree.Node) -> int:
        """A reason why the deed may be impossible."""
        return self.flow.reason(text, self.place, node)

    def there(self, thing: Typed, text: str, node: tree.Node) -> list[Effect]:
        """The deed needs a thing to be there."""
        return self.flow.there(thing, text, self.place, node)


#: Deeds that happen by themselves: their effects.
DOES: Final[dict[type, Callable[[Any, Doing], list[Effect]]]] = {}
#: Deeds in which somebody or chance decides, or after which the rules do not just go on: they are drawn. What gives the
#: sentences after it a name tells what they know.
DRAWS: Final[dict[type, Callable[[Any, Doing], Scope | None]]] = {}
#: Deeds in which nobody decides, nothing is left to chance, and after which the rules go on.
BY_ITSELF: Final[set[type]] = set()


def does(form: type[Form]) -> Callable[[Callable[[Form, Doing], list[Effect]]], Callable[[Form, Doing], list[Effect]]]:
    """Register the effects of a deed, what they need among them."""

    def register(effects: Callable[[Form, Doing], list[Effect]]) -> Callable[[Form, Doing], list[Effect]]:
        DOES[form] = effects
        BY_ITSELF.add(form)
        return effects

    return register


def draws(
    form: type[Form], by_itself: bool = False
) -> Callable[[Callable[[Form, Doing], Scope | None]], Callable[[Form, Doing], Scope | None]]:
    """Register how a deed is drawn, and whether it happens `by_itself` all the same."""

    def register(draw: Callable[[Form, Doing], Scope | None]) -> Callable[[Form, Doing], Scope | None]:
        DRAWS[form] = draw
        if by_itself:
            BY_ITSELF.add(form)
        return draw

    return register

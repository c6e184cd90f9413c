"""A step played again with a pencil: what it wrote, part by part of the course of play, and who saw what moved."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator, Sequence
from functools import lru_cache
from threading import RLock
from typing import TYPE_CHECKING, Final, TypeAlias

from interpreter.engine.executor import Move, Outcome, Told, Vector, option_of
from interpreter.engine.tracer import Note, Passed, Tracer, Wrote
from interpreter.visibility.sight import Sight
from rulelang.graph import terms
from rulelang.graph.bit_sets import members
from rulelang.graph.program import ChanceNode, Decide, Node, Program
from rulelang.graph.terms import Put
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.engine.steps import Step


#: Parts of the course of play that no name of the rulebook stands for.
_UNNAMED: Final = ("play", "example")


@dataclass(frozen=True, slots=True)
class CoursePart:
    """What was written in one part of the course of play, and what that part is called ("": the move itself)."""

    name: str
    written: tuple[Wrote, ...] = field(repr=False)


class Course(Tracer):
    """Plays a step again. `own` is how many of the notes belong to what was chosen, before anything followed by
    itself; `goal` is the state the step is known to end in."""

    own = -1
    goal: tuple[int, ...] = ()

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        #: One step at a time, whichever thread asks.
        self._pencil: Final = RLock()
        #: Remembered from one time to the next, as long as the game lasts.
        self.glimpses: Final = lru_cache(maxsize=2048)(self._glimpses)

    def _is_shown(self, state: Vector, node: Decide) -> bool:
        # Where the step ended, somebody is asked; everything it passed on the way it passed. No move has to be tried.
        return tuple(state) == self.goal

    def run(self, state: Vector, log: list[Told] | None = None) -> None:
        """What follows by itself."""
        if self.own < 0:
            self.own = len(self.notes)
        super().run(state, log)

    def parts(self, step: Step) -> list[CoursePart]:
        """The parts of a step that wrote anything, in order."""
        node, notes, own = self._again(step)
        known = _known(node, step.move)
        found = [CoursePart("", _wrote(notes[:own]))]
        start = own
        for number, note in enumerate(notes[own:], own + 1):
            if isinstance(note, Passed):
                written = _wrote(notes[start:number])
                start = number
                if written:
                    found.append(CoursePart(_name(note.node, known), written))
        return list(_joined(found))

    def _glimpses(self, step: Step) -> tuple[tuple[int, int], ...]:
        """The pieces that moved, each with the players who could see it at some moment of the step: a card that comes
        to the table last may be put away within the same step."""
        sight = Sight(self.program)
        found: dict[int, int] = {}
        for note in self.noted(step):
            if isinstance(note, Wrote) and isinstance(note.effect, terms.MovePiece):
                piece = self.evaluate(list(note.before), note.effect.piece, note.values)
                found[piece] = found.get(piece, 0) | sight.piece_audience(note.after, piece)
        return tuple(found.items())

    def noted(self, step: Step) -> Sequence[Note]:
        """Everything a step did, in order."""
        return self._again(step)[1]

    def _again(self, step: Step) -> tuple[Node, Sequence[Note], int]:
        """Play a step once more: the node it began at, what was noted, and how much of that is its own."""
        cells = list(step.before)
        with self._pencil:
            self.notes.clear()
            self.own, self.goal = -1, step.after
            node = self.node(cells)
            if isinstance(node, Decide):
                self.play(cells, step.move)
            else:
                self.happen(cells, step.outcome)
            return node, tuple(self.notes), self.own


def _known(node: Node, move: Move) -> set[str]:
    """The names of the action that is decided about: they stand in the words of the move already."""
    found = {_last(node.group)}
    if isinstance(node, Decide | ChanceNode):
        found.add(node.title)
    if isinstance(node, Decide):
        found.add(option_of(node, move).name)
    return found


def _name(node: Node, known: set[str]) -> str:
    """What the part is called that a node belongs to: the innermost phase or action."""
    name = _last(node.group)
    return "" if name in known or name in _UNNAMED or not name[:1].isupper() else name


def _last(group: str) -> str:
    return group.rpartition(" / ")[2]


def _wrote(notes: Sequence[Note]) -> tuple[Wrote, ...]:
    return tuple(note for note in notes if isinstance(note, Wrote) and note.before != note.after)


def _joined(parts: Sequence[CoursePart]) -> Iterator[CoursePart]:
    """Neighbouring parts of one name are one part."""
    last: CoursePart | None = None
    for part in parts:
        if last is not None and last.name == part.name:
            last = CoursePart(last.name, last.written + part.written)
            continue
        if last is not None:
            yield last
        last = part
    if last is not None:
        yield last


# What of a step belongs to whose way through decisions that all make at the same time. The state lets one player
# after the other go through. After the last choice of one the rules run on into the way of the next: the card this
# player draws first thing belongs to that player, not to the one who has chosen.


#: Whose it is, and the states before and after it.
Part: TypeAlias = tuple[int, tuple[int, ...], tuple[int, ...]]

#: Steps that are remembered, at most.
_REMEMBERED: Final = 256

LEFT: Final = ": left in secret"
"""What the set of players is called who have not gone through yet."""


class StepParts:
    """Takes the steps of one game apart."""

    def __init__(self, program: Program) -> None:
        self._program: Final = program
        self._known: Final[OrderedDict[object, tuple[Part, ...]]] = OrderedDict()
        self.left: Final = [
            region.base for region in program.layout.regions.values() if region.role == "frame" and LEFT in region.name
        ]

    def begins_anew(self, before: tuple[int, ...], after: tuple[int, ...]) -> bool:
        """Did the players who have yet to decide become more? Then another round of such decisions began in between."""
        return any(after[cell] & ~before[cell] for cell in self.left)

    def of(self, step: Step) -> tuple[Part, ...]:
        """The parts of a step."""
        return self.happened(step.secretly, step.move, step.outcome, step.before, step.after)

    def happened(
        self, seat: int, move: Move, outcome: Outcome, before: tuple[int, ...], after: tuple[int, ...]
    ) -> tuple[Part, ...]:
        """The parts of what happened on the way of a player."""
        if seat < 0 or all(before[cell] == after[cell] for cell in self.left):
            return ((seat, before, after),)
        key = seat, move, outcome, before
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = tuple(self._taken_apart(seat, move, outcome, before, after))
            if len(self._known) > _REMEMBERED:
                self._known.popitem(last=False)
        return found

    def _taken_apart(
        self, seat: int, move: Move, outcome: Outcome, before: tuple[int, ...], after: tuple[int, ...]
    ) -> list[Part]:
        tracer, cells = Tracer(self._program), list(before)
        if move:
            tracer.play(cells, move)
        else:
            tracer.happen(cells, outcome)
        found: list[Part] = []
        start = before
        for note in tracer.notes:
            if not (isinstance(note, Wrote) and isinstance(note.effect, Put) and LEFT in note.effect.region):
                continue
            gone = next((note.before[c] & ~note.after[c] for c in self.left if note.before[c] & ~note.after[c]), 0)
            for following in members(gone):
                found.append((seat, start, note.before))
                seat, start = following, note.before
        return [*found, (seat, start, after)]

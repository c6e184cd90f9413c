"""The reference executor with a pencil: it notes the nodes it passes, the conditions it meets and the values it
writes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from interpreter.engine.executor import Locals, Objection, Told, Vector
from interpreter.engine.reference_effects import Effects
from interpreter.engine.reference_flow import Reference
from interpreter.engine.reference_moves import Choices, Joint
from rulelang.graph import terms
from rulelang.graph.evaluate import LookAhead, Terms
from rulelang.graph.program import Decide, Do, Node, OptionEdge, Program, Test
from rulelang.graph.state import Storage
from rulelang.tuning.fast_dataclass import dataclass

Written: TypeAlias = terms.Put | terms.MovePiece | terms.MoveTokens | terms.Append | terms.SortInto


@dataclass(frozen=True, slots=True)
class Passed:
    """A node was passed; for a fork, which way, and the moment."""

    node: Node
    target: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Met:
    """A condition that a sentence needs, and the moment it was looked at."""

    effect: terms.Require
    holds: bool
    cells: tuple[int, ...]
    values: Locals


@dataclass(frozen=True, slots=True)
class Wrote:
    """Something was written: the state before and after."""

    effect: Written
    before: tuple[int, ...]
    after: tuple[int, ...]
    values: Locals


Note: TypeAlias = Passed | Met | Wrote


class NotingEffects(Effects):
    """Effects that are noted while they are carried out."""

    def __init__(self, terms: Terms, storage: Storage, notes: list[Note]) -> None:
        super().__init__(terms, storage)
        self._notes = notes
        self.paused = False

    def carry_out(self, state: Vector, values: Locals, effects: Sequence[terms.Effect], log: list[Told] | None) -> None:
        """One effect at a time, so that each condition is seen in the state it was asked in."""
        named = dict(values)
        for effect in effects:
            if isinstance(effect, terms.Name):
                named[effect.name] = self._terms.value(state, named, effect.value)
                continue
            if isinstance(effect, terms.Require):
                holds = bool(self._terms.value(state, named, effect.condition))
                if not self.paused:
                    self._notes.append(Met(effect, holds, tuple(state), dict(named)))
            super().carry_out(state, named, (effect,), log)

    def _write(self, state: Vector, values: Locals, effect: Written) -> None:
        before = tuple(state)
        super()._write(state, values, effect)
        if not self.paused:
            self._notes.append(Wrote(effect, before, tuple(state), dict(values)))


class Tracer(Reference):
    """Plays like the reference and keeps `notes`."""

    def __init__(
        self,
        program: Program,
        terms: Callable[[Program, Storage, LookAhead], Terms] = Terms,
        effects: Callable[[Terms, Storage, list[Note]], NotingEffects] = NotingEffects,
    ) -> None:
        self.notes: list[Note] = []
        #: The decision, and its moment, at which looking ahead found nothing to choose last.
        self.blocked: tuple[Decide, tuple[int, ...]] | None = None
        built: list[NotingEffects] = []

        def noting(terms: Terms, storage: Storage) -> NotingEffects:
            built.append(effects(terms, storage, self.notes))
            return built[0]

        super().__init__(program, terms, noting)
        self._noting = built[0]

    @property
    def choices(self) -> Choices:
        """What the parameters of an option can be."""
        return self._choices

    def objection(self, joint: Joint, state: Vector, option: OptionEdge) -> Objection | None:
        """What makes a joint choice illegal."""
        node = self.node(state)
        assert isinstance(node, Decide)
        return self._objection(joint, node, option, self.actor(state))

    def _can_decide(self, state: Vector, node: Decide, actor: int | None) -> Objection | None:
        found = super()._can_decide(state, node, actor)
        if found is not None:
            self.blocked = node, tuple(state)
        return found

    def failed(self, reason: int) -> Met | None:
        """The last condition that failed for a reason."""
        found = (note for note in reversed(self.notes) if isinstance(note, Met) and not note.holds)
        return next((note for note in found if note.effect.reason == reason), None)

    def _is_shown(self, state: Vector, node: Decide) -> bool:
        # What is only tried out did not happen.
        paused, self._noting.paused = self._noting.paused, True
        try:
            return super()._is_shown(state, node)
        finally:
            self._noting.paused = paused

    def _possible(self, state: Vector, values: Locals, query: terms.Possible) -> bool:
        paused, self._noting.paused = self._noting.paused, True
        try:
            return super()._possible(state, values, query)
        finally:
            self._noting.paused = paused

    def _step(self, state: Vector, node: Do | Test, log: list[Told] | None) -> None:
        before = tuple(state) if isinstance(node, Test) else ()
        super()._step(state, node, log)
        if not self._noting.paused:
            self.notes.append(Passed(node, state[self._node_cell], before))

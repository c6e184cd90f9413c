"""Worked examples as they are run: where they start, and their lines one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, Literal, TypeAlias

from rulelang.graph.origin import Origin
from rulelang.graph.terms import Effect, Term
from rulelang.graph.walk import rewrite
from rulelang.tuning.fast_dataclass import dataclass, replace

#: The group of the nodes that lead into an example and end it. They stand beside the game.
EXAMPLE_GROUP: Final = "example"


@dataclass(frozen=True, slots=True)
class Answer:
    """One choice as written: a label (with a count), a number, or `nothing`; `place` narrows it to things lying
    there."""

    text: str
    count: int | None
    place: str
    nothing: bool = False


@dataclass(frozen=True, slots=True)
class Arranged:
    """`given C`: effects that make the fact true"""

    effects: tuple[Effect, ...]
    origin: Origin


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
class Expected:
    """`then C`: the condition and, for comparisons, the values of both sides, to be shown when it fails. A part without
    a name tells how many there are."""

    condition: Term
    parts: tuple[tuple[str, Term], ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class MayChoose:
    """`then P may [not] choose A, B`: whether the answers, one after the other, are offered."""

    player: int
    negated: bool
    answers: tuple[Answer, ...]
    origin: Origin


@dataclass(frozen=True, slots=True)
class Wins:
    """`then P wins`; -1 nobody"""

    player: int
    origin: Origin


Step: TypeAlias = Arranged | Begins | Chosen | Expected | MayChoose | Wins


@dataclass(frozen=True, slots=True)
class CompiledExample:
    """Everything a runner needs. `start` is "new" (setup with first choices and outcomes) or "empty" (all in the box).
    Then the steps in their order. Forced decisions before an expectation or an answer take themselves, and a decision
    with the title "windows" is passed when the answer is not among its options."""

    title: str
    origin: Origin
    start: Literal["new", "empty"]
    steps: tuple[Step, ...]

    def terms(self) -> list[Term]:
        """All terms that may ask about the graph."""
        return [
            term
            for step in self.steps
            if isinstance(step, Expected)
            for term in (step.condition, *dict(step.parts).values())
        ]

    def renumbered(self, renumber: Callable[[Any], Any]) -> CompiledExample:
        """The same example after the nodes got their final numbers."""
        steps = tuple(
            replace(
                step,
                condition=rewrite(step.condition, renumber),
                parts=tuple((text, rewrite(term, renumber)) for text, term in step.parts),
            )
            if isinstance(step, Expected)
            else step
            for step in self.steps
        )
        return replace(self, steps=steps)

"""A game as it is told: for every step what was done and what came of it, as everybody or one player may know it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from interpreter.events import Event
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.history import Step


@dataclass(frozen=True, slots=True)
class Passage:
    """One step of a game as it is told. A step the rules do not report has no events, but something may come of it."""

    number: int
    events: tuple[Event, ...]
    viewer: int | None
    concealed: bool
    _game: Game = field(compare=False, repr=False)
    _step: Step = field(compare=False, repr=False)

    @property
    def kind(self) -> Literal["move", "chance"]:
        """Did somebody move, or was it chance?"""
        return self._step.kind

    @property
    def seat(self) -> int:
        """Who moved; -1 for chance."""
        return self._step.seat

    def effects(self, language: str = "en") -> tuple[str, ...]:
        """What came of it that the events do not say: `Coins: Ann 3 → 5`, `Payday: Rice: Ben 2 → 0`."""
        if self.concealed:
            return ()
        from interpreter.wording.course import told

        names = self._game.names(language)
        return tuple(told(self._game, self._step, self.viewer, names))

    def lines(self, language: str = "en") -> tuple[str, ...]:
        """The events, and below them what came of them."""
        first, *others = [event.text(language) for event in self.events] or [""]
        effects = [f"  {line}" for line in self.effects(language)]
        return tuple(line for line in (first, *effects, *others) if line)

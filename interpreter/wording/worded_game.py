"""A game with what everything in it is called."""

from __future__ import annotations

from interpreter.engine.locked_property import LockedProperty
from interpreter.visibility.sighted_game import SightedGame
from interpreter.wording.names import Names
from rulelang.graph.access import effects_of
from rulelang.graph.describe import Speaker
from rulelang.graph.terms import ForIn, Name, Term


class WordedGame(SightedGame):
    """What moves, events and explanations are put into words with."""

    @LockedProperty
    def languages(self) -> tuple[str, ...]:
        """The languages labels are there for; "en" always is."""
        return tuple(dict.fromkeys(("en", *self.program.languages)))

    def seat(self, player: int | str) -> int:
        """The number of a seat, from its number or its name in any language."""
        if isinstance(player, int):
            if 0 <= player < self.program.players:
                return player
        else:
            for number, name in enumerate(self.players):
                labels = {name, *self.program.labels.get(name, {}).values()}
                if player.casefold() in {label.casefold() for label in labels}:
                    return number
        raise ValueError(f"{self.title} has no player {player!r}; its players are {', '.join(self.players)}")

    def names(self, language: str = "en") -> Names:
        """How things are called in a language."""
        if language not in self.languages:
            raise ValueError(f"{self.title} has no labels in {language!r}; it has {', '.join(self.languages)}")
        if language not in self._names:
            self._names[language] = Names(self.program, language)
        return self._names[language]

    @LockedProperty
    def speaker(self) -> Speaker:
        """Says the terms of the game, with things called as at the table."""
        return Speaker(self.program, named=self._called)

    def _called(self, kind: str, value: int) -> str | None:
        names = self.names()
        match kind:
            case "piece":
                return names.piece(value)
            case "variety":
                return names.variety(value)
            case "place":
                return names.the(value)
            case _:
                return None

    @LockedProperty
    def named_values(self) -> dict[str, Term]:
        """What the locals stand for that effects give a name."""
        return {one.name: one.value for one in effects_of(*self.program.nodes) if isinstance(one, Name)}

    @LockedProperty
    def gone_through(self) -> dict[str, str]:
        """The classes of the locals that effects go through things with, where it is known: a `disc` may be a token."""
        passes = (one for one in effects_of(*self.program.nodes) if isinstance(one, ForIn))
        return {one.name: self.speaker.elements.domain(one.domain, {}) for one in passes}

    @LockedProperty
    def read_as(self) -> dict[tuple[str, int], frozenset[str]]:
        """What elements are read as that are called the same in every state, by class and number."""
        return {}

    @LockedProperty
    def options_read_as(self) -> dict[tuple[int, int], frozenset[str]]:
        """The names that people may write for the options of a decision."""
        return {}

    @LockedProperty
    def before_backs(self) -> dict[int, tuple[str | None, ...]]:
        """What stands before the words of an unseen piece, by decision and option; None where no piece is chosen."""
        return {}

    @LockedProperty
    def _names(self) -> dict[str, Names]:
        return {}

"""A game: a rulebook for a number of players and some variants, ready to be played."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal

from interpreter.engine.alike import Alike
from interpreter.engine.executor import Executor
from interpreter.engine.executors import AUTO, executor_of
from interpreter.kept import Kept
from interpreter.position import Position
from interpreter.rulebook import Rulebook
from interpreter.state import State
from interpreter.visibility.determinise.exchange import Exchange
from interpreter.visibility.name_moves import Naming
from interpreter.visibility.sight import Sight
from interpreter.visibility.step_ownership import Parts
from interpreter.wording.names import Names
from rulelang.graph.program import Program

if TYPE_CHECKING:
    from networkx import MultiDiGraph

    from interpreter.saves.replay import Rejected
    from interpreter.saves.view import View
    from interpreter.session import Session
    from interpreter.wording.course import Course


class Game:
    """Built by `Rulebook.game`. Starts sessions, and holds what all of them share."""

    def __init__(
        self,
        rulebook: Rulebook,
        program: Program,
        executor: str = AUTO,
        examples: bool | frozenset[str] = False,
    ) -> None:
        self.rulebook: Final = rulebook
        self.program: Final = program
        self.executor_name: Final = executor
        self._examples: Final = examples

    @Kept
    def executor(self) -> Executor:
        """What carries the rules out."""
        return self.plain if self.executor_name == "reference" else executor_of(self.program, self.executor_name)

    @Kept
    def plain(self) -> Executor:
        """What notices when a rule looks at what does not exist: for explaining, and for tests."""
        return executor_of(self.program, "reference")

    @Kept
    def node_cell(self) -> int:
        """The cell of a state that tells where in the graph the game stands."""
        return self.program.layout.regions["node"].base

    @property
    def graph(self) -> MultiDiGraph:
        """The whole game as a networkx graph of its own: change it, and `interpreter.load` plays the changed game."""
        from rulelang.graph.network import graph_of

        return graph_of(self.program)

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.program.title

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the seats, in order."""
        return self.program.seats

    @property
    def variants(self) -> tuple[str, ...]:
        """The variants that are played."""
        return self.program.variants

    @property
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

    @Kept
    def _names(self) -> dict[str, Names]:
        return {}

    @Kept
    def sight(self) -> Sight:
        """Who sees what."""
        return Sight(self.program)

    @Kept
    def parts(self) -> Parts:
        """Whose what happens is, while all decide at the same time."""
        return Parts(self.program)

    @Kept
    def exchange(self) -> Exchange:
        """Where states speak of pieces: for bringing pieces into each other's place."""
        return Exchange(self)

    @Kept
    def naming(self) -> Naming:
        """What moves are called by those who see them."""
        return Naming(self)

    @Kept
    def course(self) -> Course:
        """What plays steps again to tell what came of them."""
        from interpreter.wording.course import Course

        return Course(self.program)

    @Kept
    def alike(self) -> Alike:
        """Which pieces look alike."""
        return Alike(self.program.layout)

    @property
    def has_secrets(self) -> bool:
        """Is there anything in the game that not every player knows?"""
        return self.naming.has_secrets

    def start(self, seed: int | None = None, chance: Literal["sampled", "asked"] = "sampled") -> Session:
        """Begin a game. The same seed and the same moves give the same game on every machine.

        chance: "sampled" lets chance happen by itself, from streams of random numbers derived from the seed and the
        name of each source of chance; "asked" stops at every chance (`Session.chance`), so that you can say or see
        what happens. Without a seed one is chosen; `Session.seed` tells it.
        """
        from interpreter.session import Session

        return Session(self, secrets.randbelow(1 << 63) if seed is None else seed, sampled=chance == "sampled")

    def resume(self, saved: str, *, other_versions: bool = False) -> Session | Rejected:
        """Continue a saved game, or say why that cannot be done.

        A game saved with other rules is not continued; with `other_versions`, it is as long as all its moves are legal.
        """
        from interpreter.saves.replay import resume

        return resume(self, saved, other_versions=other_versions)

    def view(self, saved: str) -> View | Rejected:
        """What one player knew of a game, from `Session.save(player)`: for the screen of a player who comes back."""
        from interpreter.saves.view import view

        return view(self, saved)

    def position(self, state: State | Iterable[int] | None = None) -> Position:
        """A position to try moves on, without history and secrets: for search and analysis. Default: the beginning."""
        if state is None:
            return Position(self, self.executor.start())
        return Position(self, list(state.cells if isinstance(state, State) else state))

    def __reduce__(self) -> tuple[object, ...]:
        """Another process compiles it anew, when it first plays."""
        players, variants = self.program.players, self.program.variants
        return _built, (self.rulebook, players, variants, self.executor_name, self._examples)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self

    def __repr__(self) -> str:
        variants = f", {', '.join(self.variants)}" if self.variants else ""
        return f"Game({self.title!r}, {len(self.players)} players{variants})"


def _built(
    rulebook: Rulebook,
    players: int,
    variants: tuple[str, ...],
    executor: str,
    examples: bool | frozenset[str],
) -> Game:
    return rulebook.game(players, variants, executor, examples=examples)

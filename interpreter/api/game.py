"""A game: a rulebook for a number of players and some variants, ready to be played."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, Literal

from interpreter.api.position import Position, State
from interpreter.api.rulebook import Rulebook
from interpreter.engine.executors import AUTO
from interpreter.engine.locked_property import LockedProperty
from interpreter.wording.worded_game import WordedGame
from rulelang.graph.program import Program

if TYPE_CHECKING:
    from networkx import MultiDiGraph

    from interpreter.api.session import Session
    from interpreter.saves.parse import Rejected
    from interpreter.saves.view import View


class Game(WordedGame):
    """Built by `Rulebook.game`. Starts sessions, and holds what all of them share."""

    def __init__(
        self,
        rulebook: Rulebook,
        program: Program,
        executor: str = AUTO,
        examples: bool | frozenset[str] = False,
    ) -> None:
        super().__init__(program, executor, foreign=rulebook.is_graph)
        self.rulebook: Final = rulebook
        self._examples: Final = examples

    @property
    def graph(self) -> MultiDiGraph:
        """The whole game as a networkx graph of its own: change it, and `interpreter.load` plays the changed game."""
        from rulelang.graph.network import graph_of

        return graph_of(self.program)

    def start(self, seed: int | None = None, chance: Literal["sampled", "asked"] = "sampled") -> Session:
        """Begin a game. The same seed and the same moves give the same game on every machine.

        chance: "sampled" lets chance happen by itself, from streams of random numbers derived from the seed and the
        name of each source of chance; "asked" stops at every chance (`Session.chance`), so that you can say or see
        what happens. Without a seed one is chosen; `Session.seed` says which.
        """
        return self._session(self, secrets.randbelow(1 << 63) if seed is None else seed, sampled=chance == "sampled")

    @LockedProperty
    def _session(self) -> type[Session]:
        from interpreter.api.session import Session

        return Session

    def resume(self, saved: str, *, other_versions: bool = False) -> Session | Rejected:
        """Continue a saved game, or say why that cannot be done.

        A game saved with other rules is not continued; with `other_versions`, it is as long as all its moves are legal.
        """
        from interpreter.api.resume import resume

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

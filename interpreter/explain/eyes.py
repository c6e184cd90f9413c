"""Values as far as one player can know them: for saying why, without giving anything away.

A term is worked out on a state that notes which of its cells are read. If one of them is not wholly seen by the player,
the value may tell something about what is hidden, and there is none to be told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, overload

from rulelang.graph.terms import Possible, Term

if TYPE_CHECKING:
    from interpreter.game import Game


class Eyes:
    """Works out terms in one state for a viewer (None: who sees everything)."""

    def __init__(self, game: Game, cells: Sequence[int], viewer: int | None) -> None:
        self._game: Final = game
        self._cells: Final = list(cells)
        hides = viewer is not None and game.sight.hides
        self._seen: Final = game.sight.blank(cells, viewer, deciding=True) if hides and viewer is not None else None

    def value(self, term: Term, values: Mapping[str, int]) -> int | None:
        """The value of a term; None if it hangs on something that the viewer does not see."""
        evaluate = self._game.plain.evaluate
        if self._seen is None:
            return evaluate(self._cells, term, values)
        if isinstance(term, Possible):
            # What can be done may hang on anything, and trying it leaves no trace.
            return None
        watched = _Watched(self._cells, self._seen)
        found = evaluate(watched, term, values)
        return None if watched.looked else found


class _Watched(list[int]):
    """Cells that note whether something hidden was read."""

    def __init__(self, cells: Sequence[int], seen: Sequence[int | None]) -> None:
        super().__init__(cells)
        self._hidden: Final = [known != cell for known, cell in zip(seen, cells, strict=True)]
        self.looked = False

    @overload
    def __getitem__(self, index: SupportsIndex) -> int: ...

    @overload
    def __getitem__(self, index: slice) -> list[int]: ...

    def __getitem__(self, index: Any) -> int | list[int]:
        hidden = self._hidden[index]
        self.looked = self.looked or (any(hidden) if isinstance(hidden, list) else hidden)
        found: int | list[int] = super().__getitem__(index)
        return found

    def __iter__(self) -> Iterator[int]:
        self.looked = self.looked or any(self._hidden)
        return super().__iter__()

"""Values as far as one player can know them: for saying why, without giving anything away."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from interpreter.explain.partly_known import Unknown, Veiled, veiled
from rulelang.graph.terms import Term

if TYPE_CHECKING:
    from interpreter.wording.worded_game import WordedGame


class ViewerValues:
    """Works out terms in one state for a viewer (None: who sees everything)."""

    def __init__(self, game: WordedGame, cells: Sequence[int], viewer: int | None) -> None:
        self._game: Final = game
        hides = viewer is not None and game.sight.hides
        self._cells: Final = veiled(game, cells, viewer, deciding=True) if hides and viewer is not None else list(cells)

    def value(self, term: Term, values: Mapping[str, int]) -> int | None:
        """The value of a term; None if it hangs on something that the viewer does not see."""
        try:
            found = self._game.plain.evaluate(self._cells, term, values)
        except Veiled:
            return None
        return None if isinstance(found, Unknown) else found

"""What happened, as it may be told: to everybody who looks over the game, or to one player."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from interpreter.engine.executor import Move, Outcome, Told
from interpreter.visibility.secrecy import shown_pieces
from interpreter.wording.luck import Luck
from interpreter.wording.move_wording import MoveWording
from interpreter.wording.phrases import phrase
from rulelang.graph.bit_sets import members
from rulelang.graph.program import ChanceNode, Decide
from rulelang.graph.roles import Shown
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.wording.names import Names
    from interpreter.wording.worded_game import WordedGame


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened, as `viewer` learns it (None: everything is known).

    `kind` is "move", "chance" or "told"; `concealed` means that the viewer learns only that it happened. What else the
    viewer does not learn cannot be asked.
    """

    kind: Literal["move", "chance", "told"]
    seat: int
    viewer: int | None
    concealed: bool
    _game: WordedGame = field(compare=False, repr=False)
    _before: tuple[int, ...] = field(compare=False, repr=False)
    _after: tuple[int, ...] = field(compare=False, repr=False)
    _move: Move = field(default=(), compare=False, repr=False)
    _outcome: Outcome = field(default=-1, compare=False, repr=False)
    _told: Told | None = field(default=None, compare=False, repr=False)
    _glimpsed: frozenset[int] = field(default=frozenset(), compare=False, repr=False)

    @property
    def player(self) -> str:
        """Whose move it was; "" for chance."""
        return self._game.players[self.seat] if self.seat >= 0 else ""

    def text(self, language: str = "en") -> str:
        """The event in words."""
        game = self._game
        names = game.names(language)
        if self._told is not None:
            return told_text(game, names, self._told, self.viewer, self._after)
        node = game.executor.node(list(self._before))
        if isinstance(node, ChanceNode):
            return Luck(game, self._before, node, None if self.concealed else self._outcome, names).text()
        assert isinstance(node, Decide)
        player = names.player(self.seat)
        if self.concealed:
            return f"{player}: {phrase('chooses in secret', language)}"
        plain = self.viewer != self.seat
        scene = MoveWording(game, self._before, node, self.viewer, self._after, self._glimpsed, plain=plain)
        return f"{player}: {scene.told(self._move, names)}"

    def __str__(self) -> str:
        return self.text()


def told_text(game: WordedGame, names: Names, told: Told, viewer: int | None, cells: tuple[int, ...]) -> str:
    """What the rules show somebody; of dice also what they show."""
    to = ", ".join(names.player(seat) for seat in members(told.audience & game.sight.everybody))
    shown = game.program.events[told.event]
    pieces = shown_pieces(game, told)
    things = [_with_face(game, names, piece, cells) for piece in pieces]
    if not pieces and shown is not Shown.PLACE:
        things = [names.element(shown.value, value) for value in told.values]
    sees = phrase("sees", names.language)
    if viewer is not None and not told.audience >> viewer & 1:
        return f"{to} {sees} {phrase('something', names.language)}"
    return f"{to} {sees}: {', '.join(things) or names.nothing}"


def _with_face(game: WordedGame, names: Names, piece: int, cells: tuple[int, ...]) -> str:
    cell = game.sight.faces.get(piece)
    return names.piece(piece) if cell is None else f"{names.piece(piece)} {cells[cell]}"

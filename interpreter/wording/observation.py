"""What one player sees of a state: the whole vector with what is hidden blanked, and the same in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from interpreter.visibility.sight import Marked, Unseen
from rulelang.graph.bit_sets import members
from rulelang.tuning.fast_dataclass import dataclass, field

if TYPE_CHECKING:
    from interpreter.wording.worded_game import WordedGame


@dataclass(frozen=True, slots=True)
class PlaceSeen:
    """A place as seen: its pieces (None where only the back is seen; ordered places in their order, the top last), its
    tokens by variety, and how many things of which only the back is seen lie there. `remembered` are those of them that
    the player has seen before and knows to lie there, `marked` what everybody sees marked on them: where in its row the
    thing lies, the mark and its value."""

    place: int
    pieces: tuple[int | None, ...]
    tokens: tuple[tuple[int, int], ...]
    unseen: tuple[tuple[str, int, int], ...]
    remembered: tuple[int, ...] = ()
    marked: tuple[tuple[int, str, int], ...] = ()

    @property
    def size(self) -> int:
        """How many pieces and tokens lie there."""
        seen = sum(1 for piece in self.pieces if piece is not None)
        return seen + sum(count for _, count in self.tokens) + sum(count for *_, count in self.unseen)


@dataclass(frozen=True, slots=True)
class Observation:
    """What one player sees; for player -1, everything. If two observations are equal, the player cannot tell the states
    apart.

    `cells` is the vector of the layout with None for what is hidden; `unseen` counts the backs in each place;
    `remembered` are the pieces behind some of these backs that the player has seen before: place and piece, of pieces
    that look alike the lowest; `marked` is what is marked on unseen pieces for everybody to see: place, where in its
    row, mark and value.
    """

    game: WordedGame = field(compare=False, repr=False)
    player: int
    cells: tuple[int | None, ...]
    unseen: tuple[Unseen, ...] = ()
    remembered: tuple[tuple[int, int], ...] = ()
    marked: tuple[Marked, ...] = ()

    def place(self, name: str) -> PlaceSeen:
        """What is seen of a place, by its English name."""
        return self.places[self.game.program.names["place"].index(name)]

    @property
    def places(self) -> tuple[PlaceSeen, ...]:
        """What is seen of every place, in the order of the layout."""
        return tuple(self._place(place) for place in range(len(self.game.program.layout.places)))

    def counter(self, name: str, holder: int = 0) -> int | None:
        """The value of a counter; `holder` is the number of its player, kind member or piece."""
        regions = self.game.program.layout.regions
        found = [r for key, r in regions.items() if key == name or (r.holder and key == f"{r.holder}'s {name}")]
        if not found:
            raise KeyError(name)
        return self.cells[found[0].base + holder]

    def _place(self, place: int) -> PlaceSeen:
        layout, sight = self.game.program.layout, self.game.sight
        contents = self.cells[sight.contents + place] or 0
        found = layout.places[place]
        pieces: tuple[int | None, ...] = tuple(members(contents))
        if found.order_region:
            start = sight.order_start(found.order_region, found.order_start)
            length = self.cells[start] or 0
            pieces = self.cells[start + 1 : start + 1 + length]
        tokens = []
        for variety, store in enumerate(layout.tokens):
            count: int | None = 0
            if store.set_places >> place & 1:
                count = (self.cells[store.set_cell] or 0) >> place & 1
            elif place in store.counts:
                count = self.cells[store.counts[place]]
            if count:
                tokens.append((variety, count))
        unseen = tuple((*back, count) for where, back, count in self.unseen if where == place)
        remembered = tuple(piece for where, piece in self.remembered if where == place)
        marked = tuple(found[1:] for found in self.marked if found[0] == place)
        return PlaceSeen(place, pieces, tuple(tokens), unseen, remembered, marked)

    def text(self, language: str = "en") -> str:
        """The observation in words, place by place and player by player."""
        from interpreter.wording.picture import picture

        return picture(self, self.game.names(language))

    def __str__(self) -> str:
        return self.text()


def observe(
    game: WordedGame,
    cells: Sequence[int],
    player: int | None,
    *,
    deciding: bool = False,
    known: Iterable[int] = (),
) -> Observation:
    """What a player sees of a state (everything, without a player). `known` are pieces the player has seen before and
    knows where they are."""
    if player is None:
        return Observation(game, -1, tuple(cells))
    sight, looks = game.sight, [piece.look for piece in game.program.layout.pieces]
    hidden = sight.hidden_pieces(cells, player) & sight.mistakable
    remembered = sorted((cells[sight.at + piece], looks.index(looks[piece])) for piece in known if hidden >> piece & 1)
    seen, unseen = sight.blank(cells, player, deciding=deciding), sight.unseen(cells, player)
    return Observation(game, player, seen, unseen, tuple(remembered), sight.marks_on_unseen(cells, player))

"""Who sees what. Every other module asks here; nothing else reads the visibility declarations of the layout.

* an open place is seen by all, a secret one by its owner, an outward one by all but its owner, a hidden one by nobody;
  a face-down piece by nobody, unless somebody holds it in secret;
* what changes about a piece (a die's value, a mark, a number) is seen by those who see the piece, or by all, if the
  rules say so;
* how many pieces with the same back lie in a place is seen by all; the back shows the class and whose piece it is;
* what the rules hold in mind while somebody decides (frames) is known to the one who decides, unless it was read off
  what that player does not see (`kept`);
* everything else is open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from interpreter.engine.alike import hidden_rows
from rulelang.graph.bit_sets import members
from rulelang.graph.layout import Piece, Region, Variety
from rulelang.graph.program import Program
from rulelang.graph.roles import DIE_VALUE

Back: TypeAlias = tuple[str, int]
Unseen: TypeAlias = tuple[int, Back, int]
Marked: TypeAlias = tuple[int, int, str, int]


def counts_first(region: Region) -> bool:
    """Lists and handfuls begin with their length."""
    return region.kind == "number" and (region.role == "list" or (region.role == "frame" and region.length > 1))


def back_of(thing: Piece | Variety) -> Back:
    """What shows of a thing that is not seen."""
    return thing.back or thing.kind, thing.owner


class _Regions(NamedTuple):
    """Frames (with the name of what is held in mind there), cells with sets of pieces, and cells with one."""

    frames: list[tuple[int, int, str]]
    sets: list[int]
    pieces: list[int]


class Sight:
    """The visibility declarations of one game."""

    def __init__(self, program: Program) -> None:
        layout = program.layout
        self.program: Final = program
        self.everybody: Final = (1 << program.players) - 1
        self.place_audience: Final = tuple(place.seen_by(self.everybody) for place in layout.places)
        self.at: Final = layout.regions["at"].base if "at" in layout.regions else -1
        self.contents: Final = layout.regions["contents"].base
        #: Can pieces be turned over?
        self.turns_down: Final = "face-down" in layout.regions
        self._face_down: Final = layout.regions["face-down"].base if "face-down" in layout.regions else -1
        self._piece_words: Final = layout.piece_words()
        self._hidden_places: Final = tuple(
            tuple(place for place, mask in enumerate(self.place_audience) if not mask >> player & 1)
            for player in range(program.players)
        )
        self._is_open: Final = tuple(place.sight != "secret" for place in layout.places)
        self._own_secrets: Final = tuple(
            tuple(n for n, place in enumerate(layout.places) if place.sight == "secret" and place.owner == player)
            for player in range(program.players)
        )
        self._visible_places: Final[dict[int, int]] = {}
        self._hidden_varieties: Final[dict[int, tuple[int, ...]]] = {}
        self._unseen_tokens: Final[dict[int, int]] = {}
        #: Which piece a cell says something about.
        self.marked: Final = dict(self._marks())
        #: Where it is kept what a die shows.
        self.faces: Final = {
            piece: cell
            for cell, piece in self.marked.items()
            if (die := layout.regions.get(DIE_VALUE)) is not None
            and 0 <= cell - die.base < die.length
            and (program.tables.get("die faces") or [0] * (piece + 1))[piece]
        }
        #: Cells that hold the pieces that bear a mark, or lie face down.
        self.piece_sets: Final = tuple(
            region.base
            for region in layout.regions.values()
            if region.name == "face-down"
            or (region.role == "flag" and region.kind == "set" and self.holds_pieces(region))
        )
        #: The regions of marks that everybody sees, also on pieces of which not everybody sees the face.
        self.open_marks: Final = tuple(
            region for region in layout.regions.values() if region.audience == "all" and self._bears_marks(region)
        )
        #: Where everybody knows pieces that nobody sees by their place in a row: the cell with the length of each row.
        self.hidden_rows: Final = hidden_rows(layout)
        #: Is there anything that not everybody sees?
        self.hides: Final = self._face_down >= 0 or any(mask != self.everybody for mask in self.place_audience)

    @cached_property
    def mistakable(self) -> int:
        """The pieces that, seen from behind, could be others of another look."""
        looks: dict[Back, set[int]] = {}
        for number, piece in enumerate(self.program.layout.pieces):
            looks.setdefault(self.back(number), set()).add(piece.look)
        pieces = range(len(self.program.layout.pieces))
        return sum(1 << piece for piece in pieces if len(looks[self.back(piece)]) > 1)

    @cached_property
    def copies(self) -> Mapping[int, tuple[int, ...]]:
        """For each piece that is not the only one of its look, all of that look. (Dice are told apart.)"""
        looks: dict[int, list[int]] = {}
        for number, piece in enumerate(self.program.layout.pieces):
            if number not in self.faces:
                looks.setdefault(piece.look, []).append(number)
        return {piece: tuple(alike) for alike in looks.values() for piece in alike if len(alike) > 1}

    @cached_property
    def mistakable_varieties(self) -> tuple[int, ...]:
        """The varieties that can lie where not everybody sees them, with others of the same back."""
        layout = self.program.layout
        hidden = [place for place, seen in enumerate(self.place_audience) if seen != self.everybody]
        backs: dict[Back, list[int]] = {}
        hides: set[Back] = set()
        for variety, (kind, store) in enumerate(zip(layout.varieties, layout.tokens, strict=True)):
            backs.setdefault(back_of(kind), []).append(variety)
            if any(place in store.counts or store.set_places >> place & 1 for place in hidden):
                hides.add(back_of(kind))
        return tuple(variety for back, these in backs.items() if back in hides and len(these) > 1 for variety in these)

    @cached_property
    def kept(self) -> Mapping[str, int | None]:
        """What the rules keep in mind of hidden things: the regions, and the cells that tell who knows it."""
        from interpreter.visibility.kept import kept_in_mind

        return kept_in_mind(self.program, self) if self.hides else {}

    def keeps(self, player: int, cells: Sequence[int], region: str) -> bool:
        """Does a player know what the rules keep in mind there?"""
        if region not in self.kept:
            return True
        keeper = self.kept[region]
        return keeper is not None and cells[keeper] == player

    def _marks(self) -> list[tuple[int, int]]:
        found = []
        layout = self.program.layout
        for region in layout.regions.values():
            if region.holder not in self._piece_words or (region.kind == "set" and self.holds_pieces(region)):
                continue
            own = layout.pieces_of(region.holder)
            numbered = range(len(layout.pieces)) if region.length == len(layout.pieces) else own
            if region.length == len(numbered):
                found += [(region.base + offset, piece) for offset, piece in enumerate(numbered)]
        return found

    def _bears_marks(self, region: Region) -> bool:
        return any(cell in self.marked for cell in range(region.base, region.base + region.length))

    def holds_pieces(self, region: Region) -> bool:
        """Are the values of a region numbers (or sets) of individual pieces?"""
        return region.role not in ("at", "order", "contents") and (
            region.elements in self._piece_words or (region.kind == "set" and region.holder in self._piece_words)
        )

    def is_piece(self, elements: str) -> bool:
        """Does the class of a parameter name individual pieces?"""
        return elements in self._piece_words

    def sees_place(self, player: int, place: int) -> bool:
        """Does a player see what lies in a place?"""
        return bool(self.place_audience[place] >> player & 1)

    def piece_audience(self, cells: Sequence[int], piece: int) -> int:
        """The players who see what a piece is."""
        place = cells[self.at + piece]
        if self._face_down >= 0 and cells[self._face_down] >> piece & 1 and self._is_open[place]:
            return 0
        return self.place_audience[place]

    def sees_piece(self, cells: Sequence[int], player: int, piece: int) -> bool:
        """Does a player see what a piece is?"""
        return bool(self.piece_audience(cells, piece) >> player & 1)

    def token_audience(self, token: int) -> int:
        """The players who see what a token (look and place) is."""
        return self.place_audience[token // len(self.program.layout.varieties)]

    def unseen_tokens(self, player: int) -> int:
        """The numbers of the tokens (look and place) a player does not see, whether any are there or not."""
        if player not in self._unseen_tokens:
            varieties = range(len(self.program.layout.varieties))
            hidden = [place for place in range(len(self.place_audience)) if not self.sees_place(player, place)]
            self._unseen_tokens[player] = sum(1 << v + len(varieties) * place for place in hidden for v in varieties)
        return self._unseen_tokens[player]

    def back(self, piece: int) -> Back:
        """What everybody sees of a hidden piece: its class, or the widest it can be taken for, and whose it is."""
        return back_of(self.program.layout.pieces[piece])

    def position(self, cells: Sequence[int], piece: int) -> int:
        """The how manieth a piece is in a row that nobody sees into, where all know it by that; 0 elsewhere."""
        start = self.hidden_rows.get(cells[self.at + piece], -1) if self.hidden_rows else -1
        return cells.index(piece, start + 1, start + 1 + cells[start]) - start if start >= 0 else 0

    def unseen_pieces(self, cells: Sequence[int], player: int) -> list[int]:
        """The pieces a player does not see, ascending."""
        return list(members(self.hidden_pieces(cells, player)))

    def hidden_pieces(self, cells: Sequence[int], player: int) -> int:
        """The same pieces as a set."""
        found = cells[self._face_down] if self._face_down >= 0 else 0
        if found:
            # Whoever holds a piece in secret looks at it, however it lies.
            for place in self._own_secrets[player]:
                found &= ~cells[self.contents + place]
        for place in self._hidden_places[player]:
            found |= cells[self.contents + place]
        return found

    # ---------------------------------------------------------------------------------------------- the vector

    def blank(self, cells: Sequence[int], player: int, *, deciding: bool) -> tuple[int | None, ...]:
        """The vector as a player sees it: what is hidden is None, sets keep the members that are seen."""
        unseen = set(self.unseen_pieces(cells, player))
        seen_bits = ~sum(1 << piece for piece in unseen)
        seen: list[int | None] = list(cells)
        regions = self._regions
        if deciding:
            for start, stop, name in regions.frames:
                if not self.keeps(player, cells, name):
                    seen[start:stop] = [None] * (stop - start)
        else:
            for start, stop, _ in regions.frames:
                seen[start:stop] = [None] * (stop - start)
        for cell in regions.sets:
            if (found := seen[cell]) is not None:
                seen[cell] = found & seen_bits
        if unseen:
            for cell in regions.pieces:
                if seen[cell] in unseen:
                    seen[cell] = None
            for piece in unseen:
                seen[self.at + piece] = None
            for cell, piece in self.marked.items():
                if piece in unseen:
                    seen[cell] = None
            self._blank_orders(cells, seen, unseen)
        self._blank_tokens(seen, player)
        return tuple(seen)

    @cached_property
    def _regions(self) -> _Regions:
        """Where in the vector something may have to be hidden."""
        found = _Regions([], [], [])
        for region in self.program.layout.regions.values():
            span = range(region.base, region.base + region.length)
            if region.role == "frame":
                found.frames.append((span.start, span.stop, region.name))
            if region.role == "contents" or (region.kind == "set" and self.holds_pieces(region)):
                found.sets.extend(span)
            elif self.holds_pieces(region):
                found.pieces.extend(span[counts_first(region) :])
        return found

    def _blank_orders(self, cells: Sequence[int], seen: list[int | None], unseen: set[int]) -> None:
        """An ordered place shows how many pieces it has, and where the seen ones are."""
        for start in self._order_starts:
            for cell in range(start + 1, start + 1 + cells[start]):
                if cells[cell] in unseen:
                    seen[cell] = None

    @cached_property
    def _order_starts(self) -> tuple[int, ...]:
        places = (place for place in self.program.layout.places if place.order_region)
        return tuple(self.order_start(place.order_region, place.order_start) for place in places)

    def order_start(self, region: str, start: int) -> int:
        """The cell that holds the length of an ordered place."""
        return self.program.layout.regions[region].base + start

    def _blank_tokens(self, seen: list[int | None], player: int) -> None:
        for variety in self._varieties_hidden_from(player):
            store = self.program.layout.tokens[variety]
            if store.set_cell >= 0:
                found = seen[store.set_cell]
                assert found is not None
                seen[store.set_cell] = found & (self._visible(player) | ~store.set_places)
            for place in store.counts.keys() & self._hidden_places[player]:
                seen[store.counts[place]] = None

    def _varieties_hidden_from(self, player: int) -> tuple[int, ...]:
        """Those that may lie where a player does not look."""
        if player not in self._hidden_varieties:
            hidden = ~self._visible(player)
            stores = enumerate(self.program.layout.tokens)
            self._hidden_varieties[player] = tuple(
                variety
                for variety, store in stores
                if store.set_places & hidden or any(hidden >> place & 1 for place in store.counts)
            )
        return self._hidden_varieties[player]

    def _visible(self, player: int) -> int:
        """The places a player looks into."""
        if player not in self._visible_places:
            seen = (1 << place for place in range(len(self.place_audience)) if self.sees_place(player, place))
            self._visible_places[player] = sum(seen)
        return self._visible_places[player]

    def unseen(self, cells: Sequence[int], player: int) -> tuple[Unseen, ...]:
        """How many pieces and tokens a player does not see there are, for each place and back."""
        found: dict[tuple[int, Back], int] = {}
        for piece in self.unseen_pieces(cells, player):
            key = cells[self.at + piece], self.back(piece)
            found[key] = found.get(key, 0) + 1
        visible = self._visible(player)
        for variety in self._varieties_hidden_from(player):
            kind = self.program.layout.varieties[variety]
            for place, count in self.stored(cells, variety):
                if count and not visible >> place & 1:
                    back = place, back_of(kind)
                    found[back] = found.get(back, 0) + count
        return tuple((place, back, count) for (place, back), count in sorted(found.items()))

    def marks_on_unseen(self, cells: Sequence[int], player: int) -> tuple[Marked, ...]:
        """What everybody sees marked on pieces that a player does not see: place, where in its row, mark and value."""
        if not self.open_marks:
            return ()
        hidden = self.hidden_pieces(cells, player)
        return tuple(
            sorted(
                (cells[self.at + piece], self.position(cells, piece), region.name, cells[cell])
                for region in self.open_marks
                for cell, usual in enumerate(region.start, region.base)
                if cells[cell] != usual and hidden >> (piece := self.marked[cell]) & 1
            )
        )

    def new_tokens(self, before: Sequence[int], after: Sequence[int], player: int) -> list[tuple[int, int, int]]:
        """The tokens that have come where a player sees them, of those that can be taken for others elsewhere: variety,
        place and how many more there are."""
        found, visible = [], self._visible(player)
        for variety in self.mistakable_varieties:
            store = self.program.layout.tokens[variety]
            if store.set_cell >= 0:
                new = after[store.set_cell] & ~before[store.set_cell] & store.set_places & visible
                found += [(variety, place, 1) for place in members(new)]
            for place, cell in store.counts.items():
                if after[cell] > before[cell] and visible >> place & 1:
                    found.append((variety, place, after[cell] - before[cell]))
        return found

    def stored(self, cells: Sequence[int], variety: int) -> list[tuple[int, int]]:
        """Where the tokens of a variety lie, and how many: (place, count), counts may be 0."""
        store = self.program.layout.tokens[variety]
        in_sets = list(members(cells[store.set_cell] & store.set_places)) if store.set_cell >= 0 else []
        return sorted([(place, 1) for place in in_sets] + [(place, cells[c]) for place, c in store.counts.items()])

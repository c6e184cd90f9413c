"""Imagined worlds: states that may be the real one for all that a player knows.

What is hidden from the player is dealt out anew: unseen pieces change places with unseen pieces of the same back,
within
what the player remembers; unseen tokens likewise; unseen dice show any face; what others chose in secret is chosen
again.
How many things lie in each place, and everything the player sees, stays.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from interpreter.execute.storage import Storage, members
from interpreter.history import secret_steps
from interpreter.position import Position
from interpreter.sight.dealing import dealt
from interpreter.sight.observation import merged
from interpreter.sight.tallies import Certain
from interpreter.ways import Walk, Way, by_key
from rulelang.graph.layout import Region

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.session import Session

#: So often choices of others are tried that fit to what the player has seen.
_MOST_TRIED: Final = 50


class Imagination:
    """What one player may imagine at one moment of a session; makes as many worlds as asked for."""

    def __init__(self, session: Session, player: int) -> None:
        self._game: Final = session.game
        self._player: Final = player
        self._now: Final = session.state.cells
        running = secret_steps(session)
        history = session.history
        self._secret: Final = history[len(history) - running :]
        known = history[: len(history) - running]
        self._cells: Final = self._secret[0].before if self._secret else session.state.cells
        self._hides: Final = session.game.sight.hides
        self._pinned: Final[set[int]] = set()
        self._known: tuple[int | None, ...] | None = None
        self._places: Final = session.memories.of(player, known) if self._hides else []
        self._certain: Final = session.memories.certain(player, known) if self._hides else {}
        if self._hides and self._secret:
            self._pin_own_luck()

    def _pin_own_luck(self) -> None:
        """What the player has seen meanwhile lay where it lay."""
        sight, player = self._game.sight, self._player
        unseen = sight.unseen_pieces(self._cells, player)
        for step in self._secret:
            for seat, _, after in self._game.parts.of(step):
                if seat == player:
                    self._pinned.update(piece for piece in unseen if sight.sees_piece(after, player, piece))

    def world(self, random: Random) -> Position:
        """One world."""
        if not self._hides and not self._secret:
            return Position(self._game, list(self._now))
        cells = list(self._cells)
        if self._hides:
            cells = with_pieces_dealt(self._game, cells, self._player, self._places, random, self._pinned)
            deal_tokens(self._game, cells, self._player, random, self._certain)
            roll_unseen(self._game, cells, self._player, random)
        return self._secrets_again(cells, random) if self._secret else Position(self._game, cells)

    def _secrets_again(self, cells: list[int], random: Random) -> Position:
        """The player's own secret choices and luck once more; for the others anything they may have chosen."""
        game, player = self._game, self._player
        own = [step for step in self._secret if step.secretly == player]
        way = Way(
            [Position(game, list(step.before)).key(step.move) for step in own if step.kind == "move"],
            [step.outcome for step in own if step.kind == "chance"],
        )
        stop = Position(game, list(self._now)).secretly
        choices = sum(1 for step in self._secret if step.kind == "move" and step.secretly == stop)
        for _ in range(_MOST_TRIED):
            walk = Walk(game, cells, {player: way}, by_key(game), random)
            ending = walk.go(stop, choices)
            if ending == "here" and walk.choices(player) == len(way.moves) and self._looks_right(walk):
                break
        return Position(game, walk.cells)

    def _looks_right(self, walk: Walk) -> bool:
        """Does the player know there just what the player knows?"""
        if not self._hides:
            return True
        player, blank = self._player, self._game.sight.blank
        if self._known is None:
            parts = [part for step in self._secret for part in self._game.parts.of(step)]
            own = [part[1:] for part in parts if part[0] == player]
            self._known = blank(merged(self._game, self._cells, own), player, deciding=False)
        return blank(walk.known_to(player), player, deciding=False) == self._known


def with_pieces_dealt(
    game: Game, cells: Sequence[int], player: int, places: Sequence[int], random: Random, pinned: Container[int] = ()
) -> list[int]:
    """The same state with the unseen pieces dealt out anew among the places they may be in; those that are `pinned`
    stay where they are, in their order."""
    sight = game.sight
    backs: dict[object, list[int]] = {}
    for piece in sight.unseen_pieces(cells, player):
        if piece in pinned:
            continue
        backs.setdefault(sight.back(piece), []).append(piece)
    exchange: dict[int, int] = {}
    for pieces in backs.values():
        slots = [cells[sight.at + piece] for piece in pieces]
        taken = dealt([places[piece] for piece in pieces], slots, random)
        exchange |= {pieces[slot]: pieces[piece] for slot, piece in enumerate(taken)}
    return exchanged(game, cells, exchange)


def exchanged(game: Game, cells: Sequence[int], exchange: dict[int, int]) -> list[int]:
    """The state in which each piece is replaced by another: where it lay, and wherever the rules speak of it."""
    if all(one == other for one, other in exchange.items()):
        return list(cells)
    found = list(cells)
    sight = game.sight

    def named(piece: int) -> int:
        return exchange.get(piece, piece)

    for region in game.program.layout.regions.values():
        span = range(region.base, region.base + region.length)
        if region.role == "at":
            for piece in exchange:
                found[region.base + named(piece)] = cells[region.base + piece]
        elif region.role == "contents" or (region.kind == "set" and sight.holds_pieces(region)):
            for cell in span:
                found[cell] = sum(1 << named(piece) for piece in members(cells[cell]))
        elif region.role == "order":
            _exchange_orders(game, found, named)
        elif sight.holds_pieces(region):
            first = 1 if _counts_first(region) else 0
            for cell in span[first:]:
                found[cell] = named(cells[cell])
    cell_of = {(_region_of(game, cell), piece): cell for cell, piece in sight.marked.items()}
    for (region_name, piece), cell in cell_of.items():
        found[cell_of[region_name, named(piece)]] = cells[cell]
    return found


def _counts_first(region: Region) -> bool:
    """Lists and handfuls begin with their length."""
    return region.role == "list" or (region.role == "frame" and region.length > 1)


def _region_of(game: Game, cell: int) -> str:
    regions = game.program.layout.regions.values()
    return next(region.name for region in regions if region.base <= cell < region.base + region.length)


def _exchange_orders(game: Game, found: list[int], named: Callable[[int], int]) -> None:
    for place in game.program.layout.places:
        if place.order_region:
            start = game.sight.order_start(place.order_region, place.order_start)
            for cell in range(start + 1, start + 1 + found[start]):
                found[cell] = named(found[cell])


def deal_tokens(game: Game, cells: list[int], player: int, random: Random, certain: Certain) -> None:
    """Deal the unseen tokens of each back out anew among the places they lie in, but for those of which the player is
    certain."""
    sight, layout = game.sight, game.program.layout
    storage = Storage(layout)
    backs: dict[object, list[tuple[int, int]]] = {}
    for variety, kind in enumerate(layout.varieties):
        for place, count in sight.stored(cells, variety):
            unsure = count - certain.get((variety, place), 0)
            if unsure > 0 and not sight.sees_place(player, place):
                backs.setdefault((kind.kind, kind.owner), []).extend([(variety, place)] * unsure)
    for tokens in backs.values():
        slots = [place for _, place in tokens]
        allowed = [_holders(game, variety) for variety, _ in tokens]
        taken = dealt(allowed, slots, random)
        for variety, place in tokens:
            storage.add_tokens(cells, variety, place, -1)
        for slot, token in enumerate(taken):
            storage.add_tokens(cells, tokens[token][0], slots[slot], 1)


def _holders(game: Game, variety: int) -> int:
    store = game.program.layout.tokens[variety]
    return store.set_places | sum(1 << place for place in store.counts)


def roll_unseen(game: Game, cells: list[int], player: int, random: Random) -> None:
    """Dice the player does not see may show any face."""
    program = game.program
    region = program.layout.regions.get("die value")
    faces, weights = program.tables.get("die faces"), program.tables.get("die weights")
    if region is None or faces is None or weights is None:
        return
    width = (len(weights) - 1) // max(1, len(program.layout.pieces))
    for piece in game.sight.unseen_pieces(cells, player):
        if piece < len(faces) and faces[piece]:
            shown = list(members(faces[piece]))
            weighed = [weights[piece * width + face] for face in shown]
            cells[region.base + piece] = random.choices(shown, weighed)[0]

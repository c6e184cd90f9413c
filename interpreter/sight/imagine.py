"""Imagined worlds: states that may be the real one for all that a player knows.

What is hidden from the player is dealt out anew: unseen pieces change places with unseen pieces of the same back,
within what the player remembers; unseen tokens likewise; unseen dice show any face; what others chose in secret is
chosen again. How many things lie in each place, and everything the player sees, stays.

With the same random numbers, the same worlds are imagined in all worlds that the player cannot tell apart: things are
dealt out by what they are and slots filled by where they are, and how things truly lie makes no difference.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING, Final

from interpreter.execute.storage import Storage, members
from interpreter.history import secret_steps
from interpreter.position import Position
from interpreter.sight.dealing import dealt
from interpreter.sight.secret_course import SecretCourse
from interpreter.sight.tallies import Certain

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.session import Session


class Imagination:
    """What one player may imagine at one moment of a session; makes as many worlds as asked for."""

    def __init__(self, session: Session, player: int) -> None:
        self._game: Final = session.game
        self._player: Final = player
        self._now: Final = session.state.cells
        running = secret_steps(session)
        history = session.history
        secret, known = history[len(history) - running :], history[: len(history) - running]
        self._cells: Final = secret[0].before if secret else session.state.cells
        self._hides: Final = session.game.sight.hides
        self._places: Final = session.memories.of(player, known) if self._hides else []
        self._certain: Final = session.memories.certain(player, known) if self._hides else {}
        self._course: Final = SecretCourse(session.game, player, secret, self._now, self._places) if secret else None

    def world(self, random: Random) -> Position:
        """One world."""
        if self._course is not None:
            return Position(self._game, self._course.again(self._dealt, random))
        return Position(self._game, self._dealt(random))

    def _dealt(self, random: Random) -> list[int]:
        """The state before anything was chosen in secret, with what the player does not see there dealt out anew."""
        cells = list(self._cells)
        if self._hides:
            cells = with_pieces_dealt(self._game, cells, self._player, self._places, random)
            deal_tokens(self._game, cells, self._player, random, self._certain)
            roll_unseen(self._game, cells, self._player, random)
        return cells


def with_pieces_dealt(
    game: Game, cells: Sequence[int], player: int, places: Sequence[int], random: Random
) -> list[int]:
    """The same state with the unseen pieces dealt out anew among the places they may be in."""
    sight = game.sight
    backs: dict[object, list[int]] = {}
    for piece in sight.unseen_pieces(cells, player):
        backs.setdefault(sight.back(piece), []).append(piece)
    order = game.exchange.order(cells)
    exchange: dict[int, int] = {}
    for pieces in backs.values():
        held = sorted(pieces, key=lambda piece: order.get(piece, (cells[sight.at + piece], 0)))
        taken = dealt([places[piece] for piece in pieces], [cells[sight.at + piece] for piece in held], random)
        exchange |= {held[slot]: pieces[piece] for slot, piece in enumerate(taken)}
    return game.exchange.made(cells, exchange)


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
        varieties, slots = [variety for variety, _ in tokens], sorted(place for _, place in tokens)
        taken = dealt([_holders(game, variety) for variety in varieties], slots, random)
        for variety, place in tokens:
            storage.add_tokens(cells, variety, place, -1)
        for slot, token in enumerate(taken):
            storage.add_tokens(cells, varieties[token], slots[slot], 1)


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

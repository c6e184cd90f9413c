"""Reading what one player knew of a game. Whatever is wrong with it is an answer, never an exception."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from interpreter.saves.parse import Rejected, record_of
from interpreter.visibility.sight import back_of
from interpreter.wording.observation import Observation
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from interpreter.saves.saved_form import SavedView
    from interpreter.visibility.sight import Marked, Unseen
    from interpreter.wording.worded_game import WordedGame
    from rulelang.graph.layout import Region


_DAMAGED: Final = "what was saved is damaged: it cannot be seen so in this game"


@dataclass(frozen=True, slots=True)
class View:
    """What one player knew of a game when `Session.save(player)` was asked for it."""

    player: str
    observation: Observation
    events: tuple[str, ...]


def view(game: WordedGame, text: str) -> View | Rejected:
    """What a player knew, from the save for that player."""
    from interpreter.saves.saved_form import SavedGame

    saved = record_of(text)
    if isinstance(saved, Rejected):
        return saved
    if isinstance(saved, SavedGame):
        return Rejected("this is a whole game, and not what one player knows of it: `resume` continues it")
    if saved.digest != game.program.digest or saved.players != len(game.players):
        return Rejected(f"this is of another game, or of other rules: {saved.title}, {saved.players} players")
    if tuple(sorted(saved.variants)) != tuple(sorted(game.variants)) or saved.player not in game.players:
        return Rejected(f"this is of another game: {saved.player}, with {', '.join(saved.variants) or 'no variants'}")
    unseen = _unseen(game, saved)
    remembered = _remembered(game, saved)
    marked = _marked(game, saved)
    if unseen is None or remembered is None or marked is None or not _fits(game, saved.seen):
        return Rejected(_DAMAGED)
    observation = Observation(game, game.seat(saved.player), tuple(saved.seen), unseen, remembered, marked)
    try:
        str(observation)
    except (IndexError, KeyError, TypeError):
        # Every number by itself can be so, but not all of them together.
        return Rejected(_DAMAGED)
    return View(saved.player, observation, tuple(saved.events))


def _unseen(game: WordedGame, saved: SavedView) -> tuple[Unseen, ...] | None:
    """How many backs lie where, by number."""
    names, layout = game.names(), game.program.layout
    places = _places(game)
    known = {back_of(piece) for piece in layout.pieces} | {back_of(variety) for variety in layout.varieties}
    backs = {names.back(*back): back for back in known}
    if any(place not in places or back not in backs or count < 1 for place, back, count in saved.unseen):
        return None
    return tuple(sorted((places[place], backs[back], count) for place, back, count in saved.unseen))


def _remembered(game: WordedGame, saved: SavedView) -> tuple[tuple[int, int], ...] | None:
    """Which pieces seen before lie where, by number."""
    places, pieces = _places(game), len(game.program.layout.pieces)
    if any(place not in places or piece >= pieces for place, piece in saved.remembered):
        return None
    return tuple(sorted((places[place], piece) for place, piece in saved.remembered))


def _marked(game: WordedGame, saved: SavedView) -> tuple[Marked, ...] | None:
    """What is marked on unseen pieces, by number."""
    places, regions = _places(game), {region.name: region for region in game.sight.open_marks}
    for place, position, name, value in saved.marked:
        region = regions.get(name)
        if place not in places or region is None or not region.low <= value <= region.high:
            return None
        if position > len(game.program.layout.pieces):
            return None
    return tuple(sorted((places[place], at, mark, value) for place, at, mark, value in saved.marked))


def _places(game: WordedGame) -> dict[str, int]:
    names = game.names()
    return {names.place(place): place for place in range(len(game.program.layout.places))}


def _fits(game: WordedGame, seen: list[int | None]) -> bool:
    """Has every cell a value that it can have?"""
    regions = game.program.layout.regions.values()
    if len(seen) != sum(region.length for region in regions):
        return False
    return all(
        _may_be(game, region, cell, seen[cell])
        for region in regions
        for cell in range(region.base, region.base + region.length)
    )


def _may_be(game: WordedGame, region: Region, cell: int, value: int | None) -> bool:
    if value is None:
        pieces = cell in game.sight.marked or (game.sight.holds_pieces(region) and region.kind == "number")
        return pieces or region.role in ("at", "order", "frame", "tokens")
    if region.kind == "set":
        return value >= 0 and value >> region.high == 0
    return region.low <= value <= region.high

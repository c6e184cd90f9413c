"""The order of turns: who is after whom."""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.compile.meaning.registers import Meaning
from rulelang.graph.build import holds
from rulelang.graph.roles import TableKind, TableRole
from rulelang.graph.terms import Cell, Const, Entry, FirstIn, Listed, Local, Term

_AFTER, _BEFORE = TableRole(TableKind.SEAT_AFTER, entries="player"), TableRole(TableKind.SEAT_BEFORE, entries="player")


def next_player(meaning: Meaning, player: Term, reverse: bool = False) -> Term:
    """The player after (or before) a player."""
    count = meaning.world.players
    step = -1 if reverse else 1
    name, role = ("player before", _BEFORE) if reverse else ("player after", _AFTER)
    return Entry(meaning.book.table(name, lambda: ((seat + step) % count for seat in range(count)), -1, role), player)


def others_after(meaning: Meaning, player: Term) -> Listed:
    """All players but one, in turn order from that one."""
    count = meaning.world.players

    def others() -> Iterator[tuple[int, ...]]:
        for seat in range(count):
            yield tuple((seat + step) % count for step in range(1, count))

    return Listed(meaning.book.listing("other players after", others), player)


def player_after(meaning: Meaning, player: Term) -> Term:
    """The player after a player, who has not left the game."""
    if not meaning.book.functions.players_leave:
        return next_player(meaning, player)
    local = meaning.book.local("player")
    return FirstIn(local, others_after(meaning, player), holds(Cell("players in", Const(0)), Local(local)))

"""The order of turns: who is after whom.

Seats are numbered in turn order. Where some sentence reverses the order, a variable says whether it is reversed now,
and every question for the next player asks it.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulelang.compile.meaning.registers import Meaning
from rulelang.graph.build import either, holds, same
from rulelang.graph.roles import TableKind, TableRole
from rulelang.graph.terms import Cell, Const, FirstIn, Listed, Local, Put, Term
from rulelang.rulebook.world import Kind, Variable, World

_AFTER, _BEFORE = TableRole(TableKind.SEAT_AFTER, entries="player"), TableRole(TableKind.SEAT_BEFORE, entries="player")

_NAME = "turn order"
_NOW = Cell(_NAME, Const(0))
_REVERSED = Const(0)
_AS_USUAL = Const(-1)


def may_turn_around(world: World) -> None:
    """The order of turns is something that can change in this game."""
    world.kinds[_NAME] = Kind(_NAME, ["reversed"])
    world.variables["", _NAME] = Variable(_NAME, _NAME)


def turned_around() -> Put:
    """From now on play goes the other way round."""
    return Put(_NAME, Const(0), either(same(_NOW, _REVERSED), _AS_USUAL, _REVERSED))


def may_change(meaning: Meaning) -> bool:
    """Does some sentence reverse the order?"""
    return ("", _NAME) in meaning.world.variables


def next_player(meaning: Meaning, player: Term, reverse: bool = False) -> Term:
    """The player after (or before) a player."""
    usual = _neighbour(meaning, player, reverse)
    if not may_change(meaning):
        return usual
    return either(same(_NOW, _REVERSED), _neighbour(meaning, player, not reverse), usual)


def _neighbour(meaning: Meaning, player: Term, reverse: bool) -> Term:
    count = meaning.world.players
    step = -1 if reverse else 1
    name, role = ("player before", _BEFORE) if reverse else ("player after", _AFTER)
    return meaning.book.entry(name, lambda: ((seat + step) % count for seat in range(count)), -1, player, role)


def others_after(meaning: Meaning, player: Term, and_back: bool = False) -> Listed:
    """All players but one, in turn order from that one; perhaps with that one at the end."""
    count = meaning.world.players
    turns = may_change(meaning)

    def others() -> Iterator[tuple[int, ...]]:
        for step in (1, -1) if turns else (1,):
            for seat in range(count):
                yield tuple((seat + step * number) % count for number in range(1, count + and_back))

    row = player
    if turns:
        turned = meaning.book.entry("row of seat in reversed order", lambda: range(count, 2 * count), -1, player)
        row = either(same(_NOW, _REVERSED), turned, player)
    name = "players after" if and_back else "other players after"
    return Listed(meaning.book.listing(name, others, TableRole(entries="player")), row)


def player_after(meaning: Meaning, player: Term) -> Term:
    """The player after a player, who has not left the game: alone at the table, the same."""
    if not meaning.book.functions.players_leave:
        return next_player(meaning, player)
    local = meaning.book.local("player")
    return FirstIn(local, others_after(meaning, player, True), holds(Cell("players in", Const(0)), Local(local)))

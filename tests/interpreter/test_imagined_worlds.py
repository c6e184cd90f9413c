"""What a player imagines, on small games of which every line of play can be listed: just the worlds that can be the
real one for all the player has perceived in the whole game, and none of them more often because it is the real one.

    IMAGINED_LINES=400 pytest tests/interpreter/test_imagined_worlds.py

looks at more.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from functools import cache
from math import sqrt
from random import Random

import pytest

from interpreter import Game, Session, load
from interpreter.bots import bot
from tests.interpreter.all_lines import World, groups, levels, world
from tests.interpreter.small_secrets import SMALL_SECRETS

pytestmark = pytest.mark.slow

LINES = int(os.environ.get("IMAGINED_LINES", "120"))

#: All of them but one: the lines of that tell apart in which order the members of a handful move, which nobody sees.
NAMES = [name for name in SMALL_SECRETS if name != "handfuls"]

#: Games in which every course is as likely as any other, once it is known what can be seen of it.
EVEN = (
    "pointing",
    "put back",
    "pass on",
    "swap",
    "blind",
    "cups",
    "roles",
    "backs",
    "marks",
    "on the way",
    "bids",
    "thief",
    "old maid",
)

#: Of the worlds that look alike, so many are compared.
AT_MOST = 10

#: So many players' points of view are looked at after each number of moves.
VIEWS = 6


@cache
def small(name: str) -> Game:
    return load(SMALL_SECRETS[name]).game()


def alike(name: str, wanted: Callable[[list[Session], int], bool]) -> list[tuple[int, list[Session]]]:
    """A player, and sessions that the player cannot tell apart: all there are."""
    game, random, found = small(name), Random(name), []
    for level in levels(game, max(LINES, 600) if name == "tokens" else LINES):
        running = [session for session in level if session.decision is not None]
        views = [(seat, group) for seat in range(len(game.players)) for group in groups(running, seat)]
        fitting = [(seat, group) for seat, group in views if wanted(group, seat)]
        found += random.sample(fitting, min(VIEWS, len(fitting)))
    return found


def all_of_them(sessions: list[Session], seat: int) -> bool:
    return True


def unsure(sessions: list[Session], seat: int) -> bool:
    """May the world be another than the real one?"""
    return len(sessions) > 1


def asked(sessions: list[Session], seat: int) -> bool:
    """Has the player to decide something, in a world that may be another?"""
    decision = sessions[0].decision
    return decision is not None and decision.seat == seat and len(sessions) > 1 and len(decision.options) > 1


def _world(session: Session, cells: tuple[int, ...]) -> tuple[World, int]:
    return world(session.game, cells), cells[session.game.node_cell]


def imagined(session: Session, player: int, seed: int, times: int) -> Counter[tuple[World, int]]:
    random, seat = Random(seed), session.seat(player)
    return Counter(_world(session, seat.imagine(random).state.cells) for _ in range(times))


@pytest.mark.parametrize("name", NAMES)
def test_all_possible_worlds_are_imagined_and_no_others(name: str) -> None:
    for player, sessions in alike(name, all_of_them):
        possible = {_world(session, session.state.cells) for session in sessions}
        session = sessions[0]
        found = imagined(session, player, 1, 16 * len(possible))
        assert not set(found) - possible, session.transcript(player)
        if len(found) < len(possible):
            found += imagined(session, player, 2, 60 * len(possible))
        assert set(found) == possible, session.transcript(player)


@pytest.mark.parametrize("name", SMALL_SECRETS)
def test_what_is_imagined_does_not_follow_what_is_real(name: str) -> None:
    """In worlds that the player cannot tell apart the same is imagined with the same luck, number for number."""
    compared = 0
    for player, sessions in alike(name, unsure):
        told = {_imagined_with(Random(5), session, player) for session in sessions[:AT_MOST]}
        assert len(told) == 1, sessions[0].transcript(player)
        compared += 1
    assert compared


def _imagined_with(luck: Random, session: Session, player: int) -> tuple[tuple[int, ...], ...]:
    return tuple(session.seat(player).imagine(luck).state.cells for _ in range(3))


@pytest.mark.parametrize("name", EVEN)
def test_each_course_is_imagined_as_often(name: str) -> None:
    """A world to which twice as many courses lead is imagined twice as often: by chi square, over all pairs. (Exact
    but for long chains of things that were seen on their way.)"""
    deviations = []
    for number, (player, sessions) in enumerate(alike(name, unsure)):
        leading = Counter(_world(session, session.state.cells) for session in sessions)
        found, share = imagined(sessions[0], player, number, 150), 150 / len(sessions)
        distance = sum((found[one] - share * courses) ** 2 / (share * courses) for one, courses in leading.items())
        freedom = max(1, len(leading) - 1)
        deviations.append((distance - freedom) / sqrt(2 * freedom))
    assert sum(deviations) / len(deviations) < 2, deviations


@pytest.mark.parametrize("name", ["put back", "bids", "legal", "shown"])
def test_search_chooses_the_same_whatever_the_real_world_is(name: str) -> None:
    """Bots get a seat, and what it imagines: their choices cannot follow what is hidden."""
    compared = 0
    for player, sessions in alike(name, asked):
        for kind in ("greedy", "mcts"):
            told = {_choices(kind, session, player) for session in sessions[:AT_MOST]}
            assert len(told) == 1, (name, sessions[0].transcript(player))
            compared += 1
    assert compared


def _choices(kind: str, session: Session, player: int) -> tuple[str, ...]:
    return tuple(bot(kind, seed, iterations=12).choose(session.seat(player)).notation for seed in range(3))

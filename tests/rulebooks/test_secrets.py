"""What the four games keep secret: screens and captured figures of Samurai, face-down paintings, hidden fleets."""

from __future__ import annotations

from random import Random

import pytest

from interpreter import Session
from interpreter.wording.observation import PlaceSeen
from tests.random_moves import play_on
from tests.rulebooks.library import game


def seen(session: Session, viewer: int, name: str, owner: int) -> PlaceSeen:
    """What one player sees in a place of another."""
    places = session.game.program.layout.places
    number = next(n for n, place in enumerate(places) if place.holder == name and place.owner == owner)
    return session.observe(viewer).places[number]


def played(name: str, players: int, moves: int, seed: int = 5) -> Session:
    return play_on(game(name, players).start(seed=seed), Random(seed), moves)


def hidden(place: PlaceSeen) -> int:
    return sum(count for *_, count in place.unseen)


@pytest.mark.parametrize(("players", "open_to_all"), [(2, True), (3, False), (4, False)])
def test_captured_figures_stand_in_the_open_with_two_players_only(players: int, open_to_all: bool) -> None:
    session = played("samurai", players, {2: 90, 3: 100, 4: 130}[players])
    owners = [owner for owner in range(players) if seen(session, owner, "Shelf", owner).tokens]
    assert owners
    for owner in owners:
        other = seen(session, (owner + 1) % players, "Shelf", owner)
        assert bool(other.tokens) is open_to_all
        assert bool(hidden(other)) is not open_to_all


def test_nobody_sees_which_tiles_another_player_picked() -> None:
    session = played("samurai", 3, 2)
    mine, theirs = seen(session, 0, "Screen", 0), seen(session, 1, "Screen", 0)
    assert len([piece for piece in mine.pieces if piece is not None]) == 5
    assert [piece for piece in theirs.pieces if piece is not None] == []
    assert not any("Pick Tiles: " in line for line in session.transcript(1).splitlines() if line.startswith("Red"))


def test_paintings_lie_face_down_for_everybody() -> None:
    session = played("tokaido_duo", 2, 1)
    for viewer in range(2):
        easel = seen(session, viewer, "Easel", 0)
        assert hidden(easel) == easel.size > 0
        assert [piece for piece in easel.pieces if piece is not None] == []

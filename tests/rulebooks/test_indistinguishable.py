"""Hidden information, on everything that hides something: two worlds a player cannot tell apart give that player the
same to see, to do and to read; and the worlds a player imagines hold all that the player has seen.

    INDISTINGUISHABLE_GAMES=50 pytest tests/rulebooks/test_indistinguishable.py

looks at more games.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from random import Random

import pytest

from interpreter import Observation, Session
from interpreter.visibility.secrecy import secret_steps
from tests.rulebooks.library import game, rulebook, tables

pytestmark = pytest.mark.slow

GAMES = int(os.environ.get("INDISTINGUISHABLE_GAMES", "1"))

#: Decisions looked at in a game, and moves made between them at most.
LOOKS, BETWEEN = 5, 16

#: These hide nothing; all others are looked at.
OPEN = (
    "amazons", "backgammon", "breakthrough", "chess", "connect_four", "english_draughts", "go_9x9", "gomoku",
    "hex", "nine_mens_morris", "othello", "pig", "tic_tac_toe",
)  # fmt: skip
SECRETIVE = [(name, players) for name, players in tables() if name not in OPEN]


def _moments(name: str, players: int) -> Iterator[tuple[Session, Random]]:
    assert game(name, players).has_secrets, f"{name} hides nothing"
    for seed in range(GAMES):
        random = Random(f"{name} {players} {seed}")
        session = game(name, players).start(seed=seed)
        for _ in range(LOOKS):
            for _ in range(random.randrange(BETWEEN)):
                _move(session, random)
            if session.decision is None:
                break
            yield session, random


def _move(session: Session, random: Random) -> None:
    decision = session.decision
    if decision is not None:
        assert session.apply(decision.options[random.randrange(len(decision.options))])


def _as_if(session: Session, cells: tuple[int, ...]) -> Session:
    """The session, as if an imagined world were the real one."""
    twin = session.clone()
    twin._stand_at(cells)
    return twin


@pytest.mark.parametrize("name", OPEN)
def test_open_games_hide_nothing(name: str) -> None:
    assert not game(name, rulebook(name).players[0]).has_secrets


@pytest.mark.parametrize(("name", "players"), SECRETIVE)
def test_worlds_that_cannot_be_told_apart_are_the_same_to_the_player(name: str, players: int) -> None:
    for session, random in _moments(name, players):
        if secret_steps(session.game, session.state.cells, session.history):
            # What others chose in secret is asked about below.
            continue
        decision = session.decision
        assert decision is not None
        for player in range(players):
            other = _as_if(session, session.seat(player).imagine(random).state.cells)
            assert other.observe(player) == session.observe(player)
            assert other.events(player) == session.events(player)
            assert other.transcript(player) == session.transcript(player)
            assert json.loads(other.save(player)) == json.loads(session.save(player))
            assert other.can_undo == session.can_undo
            if player == decision.seat:
                assert other.decision is not None
                assert _notations(other) == _notations(session)


def _notations(session: Session) -> list[str]:
    assert session.decision is not None
    options = session.decision.options
    found = sorted(option.notation for option in options[:300])
    return found if len(options) <= 300 else [str(len(options))]


@pytest.mark.parametrize(("name", "players"), SECRETIVE)
def test_who_decides_has_the_same_options_in_all_worlds_while_others_choose_in_secret(name: str, players: int) -> None:
    for session, random in _moments(name, players):
        decision = session.decision
        assert decision is not None
        world = session.seat(decision.seat).imagine(random)
        assert world.seat == decision.seat
        assert len(world.moves()) >= len(decision.options)
        here = {world.notation(move) for move in world.moves()[:300]}
        if len(decision.options) <= 300:
            assert here == {option.notation for option in decision.options}


@pytest.mark.parametrize(("name", "players"), SECRETIVE)
def test_imagined_worlds_hold_what_the_player_has_seen_before(name: str, players: int) -> None:
    """A piece seen somewhere is still there, if nothing unseen of its back has left that place since."""
    looked, counted = 0, 0
    for seed in range(GAMES):
        random = Random(f"seen {name} {players} {seed}")
        session = game(name, players).start(seed=seed)
        known = [_Seen(session, player) for player in range(players)]
        due = False
        for turn in range(LOOKS * 9):
            if session.decision is None:
                break
            length = len(session.history)
            _move(session, random)
            for seen in known:
                seen.watch(session, length)
            # Players may all choose in secret one after the other: then it is looked when they have chosen.
            due = due or turn % 7 == 1
            if due and not secret_steps(session.game, session.state.cells, session.history):
                due = False
                for player, seen in enumerate(known):
                    world = session.seat(player).imagine(random).state.cells
                    at = session.game.sight.at
                    assert all(world[at + piece] == place for piece, place in seen.pieces.items())
                    looked, counted = looked + len(seen.pieces), counted + 1
                    _counts_alike(session.observe(player), _as_if(session, world).observe(player))
    assert counted
    assert looked or name in ("liars_dice", "rock_paper_scissors")


class _Seen:
    """Where a player last saw each piece, as long as that is certain: told in the simplest way."""

    def __init__(self, session: Session, player: int) -> None:
        self._player = player
        self.pieces: dict[int, int] = {}
        self.watch(session, 0)

    def watch(self, session: Session, start: int) -> None:
        sight = session.game.sight
        for step in session.history[start:]:
            moved = [
                (piece, step.before[sight.at + piece])
                for piece in sight.unseen_pieces(step.before, self._player)
                if step.before[sight.at + piece] != step.after[sight.at + piece]
            ]
            left = {(sight.back(piece), place) for piece, place in moved}
            self.pieces = {
                piece: place for piece, place in self.pieces.items() if (sight.back(piece), place) not in left
            }
            for piece in range(len(session.game.program.layout.pieces)):
                if any(sight.sees_piece(cells, self._player, piece) for cells in (step.before, step.after)):
                    self.pieces[piece] = step.after[sight.at + piece]


def _counts_alike(one: Observation, other: Observation) -> None:
    assert one.unseen == other.unseen
    assert [place.size for place in one.places] == [place.size for place in other.places]


@pytest.mark.parametrize("players", [3, 4])
def test_captured_figures_that_everybody_saw_are_behind_the_right_screen(players: int) -> None:
    """In Samurai figures are captured openly and kept behind a screen: who watched knows what is there."""
    session, random = game("samurai", players).start(seed=3), Random(players)
    while session.decision is not None and len(session.history) < 170:
        _move(session, random)
    layout = session.game.program.layout
    shelves = [n for n, place in enumerate(layout.places) if place.name.endswith("Shelf")]
    held = [_tokens(session.state.cells, session, shelf) for shelf in shelves]
    assert sum(map(sum, held)) > 3
    for viewer in range(players):
        for _ in range(5):
            world = session.seat(viewer).imagine(random).state.cells
            assert [_tokens(world, session, shelf) for shelf in shelves] == held


def _tokens(cells: tuple[int, ...], session: Session, place: int) -> list[int]:
    sight, varieties = session.game.sight, session.game.program.layout.varieties
    return [dict(sight.stored(cells, variety)).get(place, 0) for variety in range(len(varieties))]

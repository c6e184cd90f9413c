"""The four big games: moves in words and back, and nobody learns what the rules do not show."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Session
from interpreter.wording.observation import observe
from tests.interpreter.games import BIG_GAMES, big_session

pytestmark = pytest.mark.slow

positions = st.tuples(st.sampled_from(BIG_GAMES), st.integers(0, 30), st.integers(0, 60))


@settings(max_examples=16)
@given(positions)
def test_the_notation_of_options_reads_back(position: tuple[str, int, int]) -> None:
    decision = big_session(*position).decision
    assert decision is not None
    options = decision.options[:12]
    assert len({option.notation for option in options}) == len(options)
    for option in options:
        assert [found.notation for found in decision.read(option.notation)] == [option.notation]
        assert [found.key for found in decision.read(option.notation)] == [option.key]


@settings(max_examples=12)
@given(positions)
def test_everything_is_said_in_every_language(position: tuple[str, int, int]) -> None:
    session = big_session(*position)
    assert session.decision is not None
    assert len(session.game.languages) >= 2
    for language in session.game.languages:
        assert session.state.text(language)
        assert all(option.label(language) for option in session.decision.options[:12])
        assert len(session.transcript(language=language).splitlines()) >= position[2]


def as_if(session: Session, cells: tuple[int, ...]) -> Session:
    """The session, as if an imagined world were the real one."""
    twin = session.clone()
    twin._stand_at(cells)
    return twin


@settings(max_examples=12)
@given(positions, st.randoms(use_true_random=False))
def test_worlds_that_look_the_same_give_the_same_to_see_to_do_and_to_save(
    position: tuple[str, int, int], random: Random
) -> None:
    session = big_session(*position)
    decision = session.decision
    assert decision is not None
    for player in range(2):
        other = as_if(session, session.seat(player).imagine(random).state.cells)
        assert other.observe(player) == session.observe(player)
        assert other.events(player) == session.events(player)
        assert other.transcript(player) == session.transcript(player)
        assert json.loads(other.save(player)) == json.loads(session.save(player))
        if player == decision.seat:
            assert other.decision is not None
            assert other.decision.seat == player
            names = [[option.notation for option in one.options[:60]] for one in (decision, other.decision)]
            assert sorted(names[0]) == sorted(names[1]) or len(names[0]) == 60


@settings(max_examples=16)
@given(positions, st.randoms(use_true_random=False))
def test_a_move_that_looks_the_same_leads_to_what_looks_the_same(
    position: tuple[str, int, int], random: Random
) -> None:
    """One plays on in the real world and in one that another cannot tell from it, by a move that looks alike to them;
    unless chance or the move itself shows a difference, they still cannot tell."""
    session = big_session(*position)
    decision = session.decision
    assert decision is not None
    watcher = 1 - decision.seat
    world = session.seat(watcher).imagine(random)
    real = session.game.position(session.state)
    moves = world.moves()
    seen = {}
    for move in moves[:40]:
        after = world.copy()
        after.play(move)
        seen[world.watched(move, after, watcher)] = after
    chosen = real.moves()[:40]
    for move in chosen:
        after = real.copy()
        after.play(move)
        twin = seen.get(real.watched(move, after, watcher))
        if twin is None or twin.node != after.node or after.at_chance:
            continue
        one, two = (observe(session.game, state.state.cells, watcher) for state in (after, twin))
        assert one.unseen == two.unseen
        assert [place.size for place in one.places] == [place.size for place in two.places]

"""Bots know no more than their seat: in worlds a player cannot tell apart, the same bot with the same seed does the
same. It holds to the letter, move for move, because nothing that a bot gets hangs on how things truly lie."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from interpreter import Session
from interpreter.bots import bot
from tests.interpreter.games import BIG_GAMES
from tests.interpreter.test_told_why import in_another_world, session_of

pytestmark = pytest.mark.slow

GAMES = ("kuhn_poker", "leduc_poker", "liars_dice", "sealed_letter", "lock_keepers", "secrets", "spying", *BIG_GAMES)


def worlds(name: str, seed: int, moves: int, random: Random) -> tuple[Session, Session] | None:
    """A game, and the same game as it may be for all that the one who decides now knows."""
    session = session_of(name, seed, moves)
    if session.decision is None:
        return None
    twin = in_another_world(session, session.decision.seat, random)
    return (session, twin) if twin is not None else None


@settings(max_examples=40, phases=[Phase.explicit, Phase.generate])
@given(st.sampled_from(GAMES), st.integers(0, 60), st.integers(0, 25), st.randoms(use_true_random=False))
def test_options_stand_in_the_same_order(name: str, seed: int, moves: int, random: Random) -> None:
    both = worlds(name, seed, moves, random)
    if both is not None:
        here, there = ([option.notation for option in one.decision.options[:200]] for one in both if one.decision)
        assert here == there


@settings(max_examples=40, phases=[Phase.explicit, Phase.generate])
@given(st.sampled_from(GAMES), st.integers(0, 60), st.integers(0, 25), st.randoms(use_true_random=False))
def test_the_same_worlds_are_imagined(name: str, seed: int, moves: int, random: Random) -> None:
    both = worlds(name, seed, moves, random)
    if both is not None:
        assert both[0].decision is not None
        seat = both[0].decision.seat
        luck = random.randrange(1 << 30)
        here, there = (one.seat(seat).imagine(Random(luck)).state for one in both)
        assert here == there


@pytest.mark.parametrize("player", ["random", "greedy", "mcts"])
@settings(max_examples=15, phases=[Phase.explicit, Phase.generate])
@given(st.sampled_from(GAMES), st.integers(0, 60), st.integers(0, 25), st.randoms(use_true_random=False))
def test_the_same_move_is_chosen(player: str, name: str, seed: int, moves: int, random: Random) -> None:
    both = worlds(name, seed, moves, random)
    if both is not None:
        assert both[0].decision is not None
        seat = both[0].decision.seat
        here, there = (bot(player, seed, iterations=12).choose(one.seat(seat)).notation for one in both)
        assert here == there

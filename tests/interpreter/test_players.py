"""Bots: they play by their seat alone, the same with the same seed, and the better ones win."""

from __future__ import annotations

import pytest

from interpreter import Option, Seat
from interpreter.bots import bot, bot_names, play
from tests.interpreter.games import big_game, game

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", bot_names())
@pytest.mark.parametrize("rulebook", ["kuhn_poker", "liars_dice", "rock_paper_scissors", "sealed_letter"])
def test_bots_play_any_game_to_its_end(name: str, rulebook: str) -> None:
    played = game(rulebook)
    session = play(played.start(seed=1), [bot(name, seed, iterations=20) for seed in range(len(played.players))])
    assert session.is_over


@pytest.mark.parametrize("name", bot_names())
def test_the_same_seed_makes_the_same_moves(name: str) -> None:
    stories = {
        play(game("leduc_poker").start(seed=2), [bot(name, 1, 20), bot(name, 2, 20)]).transcript() for _ in range(2)
    }
    assert len(stories) == 1


def wins(rulebook: str, name: str, games: int, iterations: int) -> float:
    """How many games a bot wins against random moves."""
    won = 0.0
    for seed in range(games):
        seat = seed % 2
        bots = {seat: bot(name, seed, iterations), 1 - seat: bot("random", seed)}
        result = play(game(rulebook).start(seed), bots).result
        assert result is not None
        won += result.shares[seat]
    return won


def test_search_beats_chance() -> None:
    assert wins("connect_four", "mcts", games=10, iterations=50) >= 8
    assert wins("liars_dice", "mcts", games=20, iterations=100) >= 14


def test_search_beats_chance_in_a_big_game() -> None:
    shares = []
    for seat in range(2):
        bots = {seat: bot("mcts", seat, iterations=40), 1 - seat: bot("random", seat)}
        result = play(big_game("tokaido_duo").start(seat), bots).result
        assert result is not None
        shares.append(result.shares[seat])
    assert sum(shares) >= 1


def test_greed_takes_the_win_that_is_there() -> None:
    session = game("tic_tac_toe").start()
    for move in ("a1", "b1", "a2", "b2"):
        session.apply(move)
    assert bot("greedy", 1).choose(session.seat("Cross")).notation == "a3"


def test_search_prevents_the_loss_that_threatens() -> None:
    session = game("tic_tac_toe").start()
    for move in ("a1", "b2", "a2"):
        session.apply(move)
    assert bot("mcts", 1, iterations=300).choose(session.seat("Nought")).notation == "a3"


def test_a_bot_is_anything_that_chooses() -> None:
    class First:
        def choose(self, seat: Seat) -> Option:
            assert seat.decision is not None
            return seat.decision.options[0]

    session = play(game("tic_tac_toe").start(), [First(), First()])
    assert str(session.result) == "Cross wins"


def test_a_bot_may_leave_seats_to_people() -> None:
    session = play(game("tic_tac_toe").start(), {0: bot("random", 1)})
    assert session.decision is not None
    assert session.decision.player == "Nought"


def test_there_is_no_unknown_bot() -> None:
    with pytest.raises(ValueError, match="there are: random, greedy, mcts"):
        bot("genius")

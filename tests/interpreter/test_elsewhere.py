"""Games go where an embedder sends them: into copies, other processes, and several threads at once."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import pytest

from interpreter import Game, Position, Session, load
from interpreter.bots import bot, play
from tests.interpreter.games import EXAMPLES, big_session, game, played
from tests.random_moves import play_on

pytestmark = pytest.mark.slow


def test_whatever_an_embedder_holds_can_be_sent() -> None:
    session = played("leduc_poker", 1, 2)
    assert session.decision is not None
    held: list[Any] = [
        session.state,
        session.decision.options[0],
        session.seat("Ben").player,
        session.observe("Ben"),
        session.events("Ben"),
        session.history,
        session.why(),
        session.why_not("nonsense"),
        session.scores(),
    ]
    assert pickle.loads(pickle.dumps(held)) == held
    decision = pickle.loads(pickle.dumps(session.decision))
    assert list(decision.options) == list(session.decision.options)
    position = pickle.loads(pickle.dumps(session.game.position(session.state)))
    assert position.state == session.state


def test_a_session_that_was_sent_goes_on_as_it_would_have() -> None:
    session = played("liars_dice", 1, 2)
    sent: Session = pickle.loads(pickle.dumps(session))
    assert sent.history == session.history
    for one in (sent, session):
        play(one, [bot("random", 1), bot("random", 2)])
    assert sent.save() == session.save()
    assert sent.transcript("Ann") == session.transcript("Ann")


def test_what_arrives_twice_is_one_rulebook_compiled_once() -> None:
    sent = pickle.dumps(game("breakthrough"))
    assert pickle.loads(sent) is pickle.loads(sent)
    assert len(sent) < 10_000  # the text, and nothing of what became of it


def test_a_rulebook_of_several_files_is_sent_whole(tmp_path: Path) -> None:
    (tmp_path / "one.rules").write_text('rulebook "One" for 2 players\nuses "two.rules"\n', encoding="utf-8")
    (tmp_path / "two.rules").write_text('library "Two"\na Coin is a token\n', encoding="utf-8")
    rulebook = load(tmp_path / "one.rules")
    sent = pickle.dumps(rulebook)
    for file in tmp_path.iterdir():
        file.unlink()
    del rulebook
    arrived = pickle.loads(sent)
    assert [Path(file).name for file in arrived.files] == ["one.rules", "two.rules"]
    assert not arrived.diagnostics


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
def test_a_copy_is_on_its_own(copied: Any) -> None:
    session = played("breakthrough", 1, 4)
    twin: Session = copied(session)
    assert session.decision is not None
    session.apply(session.decision.options[0])
    assert len(twin.history) == 4
    assert twin.game is session.game
    position = session.game.position(session.state)
    other: Position = copied(position)
    other.play(other.moves()[0])
    assert position.state == session.state
    assert other.state != session.state


def self_play(position: Position, seed: int) -> tuple[float, ...]:
    """A random game in another process."""
    position.playout(Random(seed))
    return position.shares()


def test_processes_share_the_work() -> None:
    position, seeds = game("kuhn_poker").position(), range(6)
    with ProcessPoolExecutor(2, get_context("spawn")) as pool:
        there = list(pool.map(self_play, [position.copy() for _ in seeds], seeds))
    assert there == [self_play(position.copy(), seed) for seed in seeds]


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads take turns as often as they can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


def everything_asked(asked: Game, seed: int) -> list[str]:
    """A game, and all that is asked about it on the way."""
    session, random = asked.start(seed), Random(seed)
    told = []
    for _ in range(8):
        play_on(session, random, 1, among=30)
        told += [session.transcript(seed % 2), str(session.why_not("nonsense")), str(session.why())]
        told.append(str(session.seat(0).imagine(random).state))
        trial = session.game.position(session.state)
        trial.playout(random, 5)
        told.append(str(trial.shares()))
    return [*told, session.save()]


@pytest.mark.usefixtures("hasty_threads")
@pytest.mark.parametrize("name", ["kuhn_poker", "sealed_letter", "breakthrough"])
def test_sessions_of_one_game_are_played_in_several_threads(name: str) -> None:
    alone = [everything_asked(game(name), seed) for seed in range(5)]
    fresh = load(EXAMPLES / f"{name}.rules").game()
    with ThreadPoolExecutor(5) as pool:
        assert list(pool.map(everything_asked, [fresh] * 5, range(5))) == alone


def test_a_big_game_is_sent() -> None:
    session = big_session("samurai", 1, 6)
    assert pickle.loads(pickle.dumps(session)).save() == session.save()

"""Two whole games that a seat cannot tell apart give that seat the same in every output and format."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from interpreter import Session, load
from tests.interpreter.every_output import choices, outputs, twin_of
from tests.interpreter.games import EXAMPLES, big_session, game, secrets
from tests.interpreter.small_cooperation import FIREFLIES
from tests.interpreter.small_secrets import SMALL_SECRETS
from tests.interpreter.test_told_why import spying
from tests.random_moves import play_on

pytestmark = pytest.mark.slow

SMALL = ("kuhn_poker", "leduc_poker", "liars_dice", "sealed_letter", "lock_keepers", "blind_garden", "beacons")


def session_of(name: str, seed: int, moves: int) -> Session:
    if name == "secrets":
        return play_on(secrets().start(seed), Random(seed), moves)
    if name == "spying":
        return play_on(spying().start(seed), Random(seed), moves)
    if name in ("samurai", "iki", "yamatai", "tokaido_duo"):
        return big_session(name, seed, moves)
    return play_on(game(name).start(seed), Random(seed), moves)


def differences(session: Session, twin: Session, seat: int) -> list[str]:
    here, there = ({**dict(outputs(one, seat)), **dict(choices(one, seat))} for one in (session, twin))
    return [
        f"{name}:\n{here.get(name)}\n{there.get(name)}" for name in here | there if here.get(name) != there.get(name)
    ]


@settings(max_examples=14, phases=[Phase.explicit, Phase.generate])
@given(
    st.sampled_from((*SMALL, "secrets", "spying")),
    st.integers(0, 500),
    st.integers(0, 30),
    st.randoms(use_true_random=False),
)
def test_small_games(name: str, seed: int, moves: int, random: Random) -> None:
    session = session_of(name, seed, moves)
    for seat in range(len(session.game.players)):
        twin = twin_of(session, seat, random)
        if twin is not None:
            assert not differences(session, twin, seat)


@settings(max_examples=4, phases=[Phase.explicit, Phase.generate])
@given(
    st.sampled_from(("samurai", "iki", "yamatai", "tokaido_duo")),
    st.integers(0, 500),
    st.integers(0, 25),
    st.randoms(use_true_random=False),
)
def test_big_games(name: str, seed: int, moves: int, random: Random) -> None:
    session = session_of(name, seed, moves)
    for seat in range(2):
        twin = twin_of(session, seat, random)
        if twin is not None:
            assert not differences(session, twin, seat)


def _told_apart(text: str, players: int | None, moves: tuple[int, ...], seeds: range) -> int:
    """How many pairs of games were compared, of which one player saw the same and the pasts were different."""
    game, random, compared = load(text).game(players), Random(3), 0
    for seed, number in product(seeds, moves):
        session = play_on(game.start(seed), Random(seed), number)
        for seat in range(len(game.players)):
            twin = twin_of(session, seat, random)
            if twin is not None and _past(twin) != _past(session) and _ended(twin) == _ended(session):
                assert not differences(session, twin, seat)
                compared += 1
    return compared


def _past(session: Session) -> list[object]:
    return [(step.move, step.outcome) for step in session.history]


def _ended(session: Session) -> object:
    """What everybody hears when a game is over: who has won, and by what."""
    result = session.result
    return result and (result.shares, [score.text("en") for score in result.scores])


@pytest.mark.parametrize("name", SMALL_SECRETS)
def test_every_secret(name: str) -> None:
    _told_apart(SMALL_SECRETS[name], None, (3, 6), range(1))


@pytest.mark.parametrize("players", [2, 3])
def test_won_together(players: int) -> None:
    """Also when the game is over, and everybody has won or nobody."""
    assert _told_apart(FIREFLIES, players, (4, 60), range(2)) >= 3


def test_twins_are_found_and_differ() -> None:
    """Else the tests above would prove nothing."""
    random, differ = Random(3), 0
    for name in (*SMALL, "secrets", "spying"):
        for seed in range(4):
            session = session_of(name, seed, 6)
            for seat in range(len(session.game.players)):
                twin = twin_of(session, seat, random)
                differ += twin is not None and twin.state != session.state
    assert differ >= 25


def test_a_leak_is_noticed() -> None:
    session = load((EXAMPLES / "kuhn_poker.rules").read_text(encoding="utf-8")).game().start(1)
    other = next(one for seed in range(2, 60) if (one := session.game.start(seed)).state != session.state)
    assert differences(session, other, 0) or differences(session, other, 1)

"""The four big games explained: which rules were at work in a step (recorded, to be read in a diff).

    pytest tests/interpreter/test_explain_big.py --snapshot-update

records anew.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter import Session
from tests.interpreter.games import BIG_GAMES, RULEBOOKS, big_session

pytestmark = pytest.mark.slow

#: Seeds, and how many moves have been made: early, in the middle, and late.
MOMENTS = ((1, 8), (2, 30), (3, 75))


def _told(session: Session) -> Iterator[str]:
    """The last few steps, each with what the rules did."""
    for number in range(max(0, len(session.history) - 4), len(session.history)):
        events = [event.text() for event in session.narrative()[number].events]
        yield f"{'; '.join(events) or 'silently'}\n"
        yield "".join(f"    {line}\n" for line in str(session.why(number)).splitlines())


@pytest.mark.parametrize("name", BIG_GAMES)
def test_what_the_rules_did_is_told_as_it_was(name: str, snapshot: SnapshotAssertion) -> None:
    told = [f"== game {seed}, after {moves} moves\n" + "".join(_told(big_session(name, seed, moves)))
            for seed, moves in MOMENTS]  # fmt: skip
    # The sentence and its citation tell where it stands; lines move with every edit above them.
    text = re.sub(r"\.rules:\d+:\d+", ".rules", "\n".join(told).replace(f"{RULEBOOKS}/", ""))
    assert text == snapshot


@pytest.mark.parametrize("name", BIG_GAMES)
def test_every_step_names_its_sentence_and_no_word_of_the_machine(name: str) -> None:
    session = big_session(name, 4, 60)
    for number in range(len(session.history)):
        fired = session.why(number).fired
        assert fired
        assert all(one.origin is not None and one.origin.span is not None for one in fired)
        for word in ("back from", "next player", "takes part", "nothing ->  ", "-1", "{}:"):
            assert not any(one.text.startswith(word) for one in fired)


def test_where_hidden_things_are_is_not_given_away_by_a_refusal() -> None:
    """A tile of the other's screen may be called like one of mine: nothing is said of it."""
    session = big_session("samurai", 2, 25)
    assert session.decision is not None
    other = session.game.players[1 - session.decision.seat]
    for tile in {piece.name for piece in session.game.program.layout.pieces}:
        refusal = session.why_not(tile)
        assert refusal is None or f"{other}'s Screen" not in str(refusal)

"""Moves of the four big games that could be made at another time, and which rules are against them now: each refusal
names a sentence with its values, and up to ten of different kinds are recorded as somebody reads them aloud."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter import Refusal
from tests.interpreter.games import BIG_GAMES, big_session

pytestmark = pytest.mark.slow

#: Moves that are asked about in each game, and kinds of refusals that are recorded.
ASKED, MOST = 60, 10
#: Words of the machine that nobody says at a table.
_OF_THE_MACHINE = re.compile(r"it is not so that|_|>=|<=|==|!=|0x|\bpieces?\[|-1\b|\{|\}")


def _refusals(name: str) -> Iterator[tuple[str, Refusal]]:
    """Moves that are legal at the same decision at another time, and why they are not now."""
    session, random = big_session(name, 11, 0), Random(name)
    known: dict[int, list[str]] = {}
    asked = 0
    while asked < ASKED and session.decision is not None:
        decision = session.decision
        here = {option.notation for option in decision.options[:400]}
        earlier = known.setdefault(decision.node.number, [])
        for text in random.sample(earlier, min(3, len(earlier))):
            if text not in here and (refusal := session.why_not(text)) is not None:
                asked += 1
                yield text, refusal
        earlier += sorted(here - set(earlier))[:40]
        assert session.apply(decision.options[random.randrange(min(len(decision.options), 400))])


def _names_sentences(text: str, refusal: Refusal) -> None:
    assert refusal.clauses, text
    for clause in refusal.clauses:
        assert clause.where, text
        assert clause.quote, text
        assert clause.values, text
        assert all(part and value for part, value in clause.values), text
        assert clause.cite or clause.origin is None or not clause.origin.cite
        assert "could not be completed" not in clause.text
    if refusal.step == "unknown":
        # It is nowhere to be seen: to say where it is would give it away.
        assert refusal.suggestions


@pytest.mark.parametrize("name", BIG_GAMES)
def test_refusals_are_read_aloud(name: str, golden: SnapshotAssertion) -> None:
    told: dict[tuple[str, str], str] = {}
    seen = 0
    for text, refusal in _refusals(name):
        seen += 1
        _names_sentences(text, refusal)
        kind = (refusal.step, refusal.clauses[0].quote)
        if kind not in told and len(told) < MOST:
            clauses = [f"    {clause.text}\n        > {clause.quote}" for clause in refusal.clauses]
            possible = [f"    possible: {'; '.join(refusal.suggestions)}"] if refusal.suggestions else []
            told[kind] = "\n".join([f"{text} ({refusal.step})", *clauses, *possible])
        for clause in refusal.clauses:
            said = re.sub(r"`[^`]*`", "", clause.text)
            assert not _OF_THE_MACHINE.search(said), said
            assert len(clause.text) < 400, clause.text
    assert seen >= ASKED // 3
    assert "\n".join(told.values()) + "\n" == golden

"""Refusals of the four big games as somebody reads them aloud: up to ten of different kinds for each."""

from __future__ import annotations

import re

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.interpreter.games import BIG_GAMES
from tests.interpreter.test_explain_big import _refusals

pytestmark = pytest.mark.slow

_MOST = 10
#: Words of the machine that nobody says at a table.
_OF_THE_MACHINE = re.compile(r"it is not so that|_|>=|<=|==|!=|0x|\bpieces?\[|-1\b|\{|\}")


@pytest.mark.parametrize("name", BIG_GAMES)
def test_refusals_are_read_aloud(name: str, golden: SnapshotAssertion) -> None:
    told: dict[tuple[str, str], str] = {}
    for text, refusal in _refusals(name):
        kind = (refusal.step, refusal.clauses[0].quote)
        if kind not in told and len(told) < _MOST:
            clauses = [f"    {clause.text}\n        > {clause.quote}" for clause in refusal.clauses]
            told[kind] = "\n".join([f"{text} ({refusal.step})", *clauses])
        for clause in refusal.clauses:
            said = re.sub(r"`[^`]*`", "", clause.text)
            assert not _OF_THE_MACHINE.search(said), said
            assert len(clause.text) < 400, clause.text
    assert "\n".join(told.values()) + "\n" == golden

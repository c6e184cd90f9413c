"""Every statement of the printed rules that sentences carry out is held by a mutant that was noticed where it is cited,
or has a reason why none can be (`unheld.json`).

A statement counts as open, and not as fallen, only as long as one of its mutants has no verdict in the baseline.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

from rulelang.mutation.mutants import mutants_of
from rulelang.mutation.statements import Held, Homes, Outcome, held
from rulelang.rulebook.statements import collect_facts
from tests.rulebooks.library import BIG
from tests.rulebooks.test_mutants import baseline, written

pytestmark = pytest.mark.slow

REASONS: dict[str, dict[str, str]] = json.loads(Path(__file__).with_name("unheld.json").read_text("utf-8"))


@cache
def covered(name: str) -> tuple[str, ...]:
    """The statements that sentences carry out."""
    return tuple(one.number for one in collect_facts(written(name)).statements if one.status == "covered")


def unheld(name: str, outcomes: Mapping[str, Outcome]) -> list[str]:
    """Those for which no mutant stands."""
    found = held(written(name), mutants_of(written(name)), outcomes)
    return [number for number in covered(name) if not found.get(number, Held()).noticed]


@cache
def untried(name: str) -> frozenset[str]:
    """Those with a mutant that nobody has tried yet."""
    homes, known = Homes(written(name)), baseline(name).known
    waiting = (mutant for mutant in mutants_of(written(name)) if mutant.edits and mutant.key not in known)
    return frozenset(number for mutant in waiting for number in homes.around(mutant))


@pytest.mark.parametrize("name", BIG)
def test_a_statement_is_held_or_has_a_reason(name: str) -> None:
    missing = unheld(name, baseline(name).outcomes())
    assert [number for number in missing if number not in REASONS[name] and number not in untried(name)] == []


@pytest.mark.parametrize("name", BIG)
def test_no_reason_is_given_for_what_is_held(name: str) -> None:
    assert set(REASONS[name]) <= set(unheld(name, baseline(name).outcomes()))


def test_a_statement_that_nothing_holds_any_more_is_found() -> None:
    missed: dict[str, Outcome] = dict.fromkeys(baseline("samurai").known, "missed")
    assert set(unheld("samurai", missed)) == set(covered("samurai"))

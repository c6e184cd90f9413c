"""Saved games: the same game again, or a clear answer why not."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import load
from interpreter.saves.saved_form import SavedGame
from tests.interpreter.games import ALL_GAMES, EXAMPLES, game, played

positions = st.tuples(st.sampled_from(ALL_GAMES), st.integers(0, 50), st.integers(0, 25))


@settings(max_examples=25)
@given(positions)
def test_a_saved_game_goes_on_where_it_was(position: tuple[str, int, int]) -> None:
    session = played(*position)
    again = session.game.resume(session.save())
    assert again
    assert again.state == session.state
    assert again.history == session.history
    assert again.save() == session.save()
    if session.decision is not None:
        option = session.decision.options[0]
        assert again.apply(option.move) == session.apply(option.move)
        assert again.state == session.state


def test_a_save_follows_its_schema() -> None:
    saved = json.loads(played("pig", 1, 10).save())
    SavedGame.model_validate_json(json.dumps(saved))
    assert set(saved) <= set(SavedGame.model_json_schema()["properties"])
    assert saved["steps"][0] == {"kind": "chance", "source": "roll Die", "outcome": "3", "numbers": 3}
    assert {step["kind"] for step in saved["steps"]} == {"chance", "move"}


def changed(**fields: Any) -> str:
    """A save with some fields replaced."""
    return json.dumps({**json.loads(played("tic_tac_toe", 1, 4).save()), **fields})


HOSTILE = {
    "": "no saved game of RuleLang, or a damaged one",
    "[" * 100_000: "no saved game of RuleLang, or a damaged one",
    "[]": "not a saved game",
    '{"format": "zip"}': "not a saved game",
    changed(version=2): "saved in form 2",
    changed(seed="1; drop table"): "damaged at seed",
    changed(extra=1): "damaged at extra",
    changed(steps=[{"kind": "move", "by": "Cross", "move": "a1", "numbers": [0, 10**30]}]): "damaged at steps.0",
    changed(steps=[{"kind": "move", "by": "Cross", "move": "a1", "numbers": [99, 99]}]): "step 1 (a1) is not possible",
    changed(steps=[{"kind": "move", "by": "Cross", "move": "", "numbers": []}]): "step 1 () is not possible",
    changed(steps=[{"kind": "move", "by": "Nought", "move": "a1", "numbers": [0, 0]}]): "step 1 (a1) is not possible",
    changed(steps=[{"kind": "chance", "source": "x", "outcome": "6", "numbers": 6}]): "step 1 (6) is not possible",
    changed(position="0" * 16): "lead to another position",
    changed(title="Chess"): "another game",
    changed(players=3): "another game",
    changed(variants=["Blitz"]): "another game",
}


@pytest.mark.parametrize("text", HOSTILE, ids=list(HOSTILE.values()))
def test_a_damaged_save_is_answered(text: str) -> None:
    rejected = game("tic_tac_toe").resume(text)
    assert not rejected
    assert HOSTILE[text] in str(rejected)


@settings(max_examples=50)
@given(st.data())
def test_whatever_is_broken_in_a_save_no_exception_comes(data: st.DataObject) -> None:
    text = played("kuhn_poker", 1, 2).save()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    broken = text[:start] + data.draw(st.text(max_size=5)) + text[end:]
    found = game("kuhn_poker").resume(broken)
    assert found or str(found)


def test_a_save_of_other_rules_says_what_changed_and_replays_where_it_can() -> None:
    path = EXAMPLES / "tic_tac_toe.rules"
    saved = played("tic_tac_toe", 1, 4).save()
    newer = load(path.read_text(encoding="utf-8") + "\nnote: a second printing\n").game()
    rejected = newer.resume(saved)
    assert not rejected
    assert "tic_tac_toe.rules is no longer used" in str(rejected)
    replayed = newer.resume(saved, other_versions=True)
    assert replayed
    assert replayed.transcript() == played("tic_tac_toe", 1, 4).transcript()

"""Saves that somebody has changed on purpose: a clear answer, in short time, and never an exception."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Session
from tests.interpreter.games import game, played

ODD: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | st.integers(-(10**30), 10**30)
    | st.integers(-2, 70)
    | st.floats()
    | st.text(max_size=8)
    | st.lists(st.integers(-2, 1 << 62), max_size=4)
    | st.just([[[]]])
    | st.just({"kind": "move"})
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values inside a value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(found for key, part in inside for found in places(part, (*path, key)))]


def with_changed(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """The same value with one part replaced."""
    if not path:
        return new
    first, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[first] = with_changed(copy[first], tuple(rest), new)
    return copy


@pytest.mark.parametrize("name", ["kuhn_poker", "liars_dice", "backgammon", "breakthrough"])
@settings(max_examples=15, deadline=4000)
@given(st.data())
def test_any_part_may_be_anything(name: str, data: st.DataObject) -> None:
    saved = json.loads(played(name, 1, 6).save())
    path = data.draw(st.sampled_from(places(saved)))
    text = json.dumps(with_changed(saved, path, data.draw(ODD)))
    found = game(name).resume(text)
    assert isinstance(found, Session) or str(found)


def test_a_long_save_of_nonsense_is_left_soon() -> None:
    saved = json.loads(played("kuhn_poker", 1, 2).save())
    saved["steps"] = saved["steps"] + [saved["steps"][-1]] * 50_000
    began = time.process_time()
    rejected = game("kuhn_poker").resume(json.dumps(saved))
    assert not rejected
    assert "is not possible" in str(rejected)
    assert time.process_time() - began < 10

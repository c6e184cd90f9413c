"""Saves that somebody has changed on purpose: a clear answer, in short time, and never an exception."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Session
from tests.interpreter.games import BIG_GAMES, big_session, game, played
from tests.stopwatch import timed

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


def cut(data: st.DataObject, text: str) -> str:
    """The text without its end."""
    return text[: data.draw(st.integers(0, len(text)))]


def lost(data: st.DataObject, text: str) -> str:
    """One part is gone."""
    saved = json.loads(text)
    path = data.draw(st.sampled_from(places(saved)[1:]))
    inside: Any = saved
    for key in path[:-1]:
        inside = inside[key]
    del inside[path[-1]]
    return json.dumps(saved)


def shuffled(data: st.DataObject, text: str) -> str:
    """The steps are in another order, some of them twice or not at all."""
    saved = json.loads(text)
    steps = saved["steps"]
    order = data.draw(st.lists(st.integers(0, len(steps) - 1), max_size=2 * len(steps)))
    return json.dumps({**saved, "steps": [steps[number] for number in order]})


def said_twice(data: st.DataObject, text: str) -> str:
    """A key stands there twice, with another value."""
    key = data.draw(st.sampled_from(sorted(json.loads(text))))
    return text.replace("{", "{" + f"{json.dumps(key)}: {json.dumps(data.draw(ODD))}, ", 1)


def other_rules(data: st.DataObject, text: str) -> str:
    """Saved by other rules, so that the words count; and these are anything."""
    saved = json.loads(text)
    for step in saved["steps"]:
        if data.draw(st.booleans()):
            step["move" if step["kind"] == "move" else "outcome"] = data.draw(st.text(max_size=12))
    return json.dumps({**saved, "digest": data.draw(st.text(max_size=8))})


def other_letters(data: st.DataObject, text: str) -> str:
    """Letters are replaced, also by halves of letters and by what no text may hold."""
    place = data.draw(st.integers(0, len(text) - 1))
    odd = data.draw(
        st.sampled_from(["\x00", "\ud800", "\ufeff", "\\ud800", "]", "}", '"', "NaN", "-Infinity", "1e999"])
    )
    return text[:place] + odd + text[place + data.draw(st.integers(0, 2)) :]


def grown(data: st.DataObject, text: str) -> str:
    """Numbers of one step are many, or deep."""
    saved = json.loads(text)
    step = data.draw(st.sampled_from(saved["steps"]))
    step["numbers"] = data.draw(
        st.sampled_from([[0] * 65, [0] * 64, [[0] * 1000], [[[0]]], [-1, -1], [[0, 0, 0]], 1 << 61, [], [[]]])
    )
    return json.dumps(saved)


DAMAGES = [cut, lost, shuffled, said_twice, other_rules, other_letters, grown]
NAMES = ["kuhn_poker", "liars_dice", "backgammon", "rock_paper_scissors", *BIG_GAMES]


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_no_damage_is_more_than_a_clear_answer(
    damage: Callable[[st.DataObject, str], str], data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(NAMES))
    session = big_session(name, 1, 5) if name in BIG_GAMES else played(name, 1, 5)
    text = damage(data, session.save())
    for other_versions in (False, True):
        found = session.game.resume(text, other_versions=other_versions)
        if isinstance(found, Session):
            # It is a game that can be played on: whatever was damaged did not matter.
            assert found.is_over or found.decision is not None or found.chance is not None
        else:
            assert found.reason.strip()
            assert "Traceback" not in str(found)


def test_the_view_of_a_player_with_damage_is_refused_too() -> None:
    session = played("kuhn_poker", 1, 2)
    saved = json.loads(session.save("Ann"))
    for path in places(saved):
        odd: Any
        for odd in (None, [], -1, "x", {"a": 1}):
            assert not session.game.resume(json.dumps(with_changed(saved, path, odd)))


def test_a_long_save_of_nonsense_is_left_soon() -> None:
    saved = json.loads(played("kuhn_poker", 1, 2).save())
    saved["steps"] = saved["steps"] + [saved["steps"][-1]] * 50_000
    kuhn, text = game("kuhn_poker"), json.dumps(saved)
    rejected, seconds = timed(lambda: kuhn.resume(text))
    assert not rejected
    assert "is not possible" in str(rejected)
    assert seconds < 10

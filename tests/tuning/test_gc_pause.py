"""The pause of the collector: nothing is lost by it, and nothing is looked through because of it."""

from __future__ import annotations

import gc
import weakref
from itertools import count

import pytest

from rulelang.tuning import gc_pause
from rulelang.tuning.gc_pause import gc_paused


class _Ring:
    def __init__(self) -> None:
        self.itself = self


def test_what_is_made_in_a_pause_counts_as_old_and_is_still_collected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_pause, "_pauses", count())
    assert gc.isenabled()
    with gc_paused():
        assert not gc.isenabled()
        made = [[number] for number in range(2000)]
        gone = weakref.ref(_Ring())
    assert gc.isenabled()
    assert not any(one is made for one in gc.get_objects(generation=0))
    assert gc.get_freeze_count() == 0
    assert gone() is not None
    gc.collect()
    assert gone() is None


def test_after_many_pauses_garbage_is_found_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gc_pause, "_pauses", count(10_000))
    with gc_paused():
        made = [[number] for number in range(2000)]
    assert any(one is made for young in (0, 1) for one in gc.get_objects(generation=young))


def test_a_pause_in_a_pause_ends_with_the_outer_one() -> None:
    with gc_paused():
        with gc_paused():
            pass
        assert not gc.isenabled()
    assert gc.isenabled()

"""The collector of garbage rests while something is read, and only then."""

from __future__ import annotations

import gc

import pytest

from rulelang.tuning.gc_pause import gc_paused


def test_it_rests_and_wakes_up() -> None:
    assert gc.isenabled()
    with gc_paused():
        assert not gc.isenabled()
        with gc_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    assert gc.isenabled()


def test_it_wakes_up_after_a_fault() -> None:
    with pytest.raises(ZeroDivisionError), gc_paused():
        raise ZeroDivisionError
    assert gc.isenabled()


def test_who_has_stopped_it_finds_it_stopped() -> None:
    gc.disable()
    try:
        with gc_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()

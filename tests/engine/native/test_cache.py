"""The cache: whole or not at all, the user's alone, checked before anything is loaded, and cleaned up."""

from __future__ import annotations

import json
import os
import stat
import time
from pathlib import Path

import pytest

from interpreter.engine.native import cache as cache_module
from interpreter.engine.native.cache import DAY, Cache, user_cache
from interpreter.engine.native.compilers import Failed

Patch = pytest.MonkeyPatch
KEY = "0123456789abcdef"


def _stored(cache: Cache, key: str = KEY, content: bytes = b"library") -> Path:
    def make(target: Path) -> None:
        target.write_bytes(content)

    found = cache.store(key, f"Game {key[:2]}", "cc 1.0", make)
    assert isinstance(found, Path)
    return found


def test_what_was_stored_is_found_again(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    assert cache.fetch(KEY) is None
    library = _stored(cache)
    assert cache.fetch(KEY) == library
    assert library.read_bytes() == b"library"
    assert [(entry.title, entry.size) for entry in cache.entries()] == [("Game 01", 7)]


def test_nothing_is_left_of_what_failed(tmp_path: Path) -> None:
    def half(target: Path) -> Failed:
        target.write_bytes(b"half")
        return Failed("no more memory")

    assert Cache(tmp_path).store(KEY, "Game", "cc", half) == Failed("no more memory")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_to_is_no_exception(tmp_path: Path) -> None:
    missing = Cache(tmp_path / "gone")
    found = missing.store(KEY, "Game", "cc", lambda target: None)
    assert isinstance(found, Failed)
    assert missing.fetch(KEY) is None


def test_what_was_compared_is_remembered_with_its_library(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    cache.note_compared(KEY)
    assert not cache.is_compared(KEY)
    library = _stored(cache)
    assert not cache.is_compared(KEY)
    cache.note_compared(KEY)
    assert cache.is_compared(KEY)
    assert cache.fetch(KEY) == library
    library.write_bytes(b"another")
    assert cache.fetch(KEY) is None
    assert not cache.is_compared(KEY)


@pytest.mark.parametrize("damage", [b"librarY", b"", b"library and more"])
def test_a_library_that_was_changed_is_not_loaded(tmp_path: Path, damage: bytes) -> None:
    cache = Cache(tmp_path)
    library = _stored(cache)
    library.write_bytes(damage)
    assert cache.fetch(KEY) is None
    assert cache.entries() == []


@pytest.mark.parametrize("record", ["", "[]", "{}", '{"title": 1, "compiler": "", "sha256": "", "size": 0}'])
def test_a_damaged_record_counts_as_none(tmp_path: Path, record: str) -> None:
    cache = Cache(tmp_path)
    _stored(cache)
    (tmp_path / f"{KEY}.json").write_text(record, encoding="utf-8")
    assert cache.fetch(KEY) is None


def test_a_record_cannot_name_a_file_elsewhere(tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    cache.folder.mkdir()
    _stored(cache)
    record = json.loads((cache.folder / f"{KEY}.json").read_text("utf-8"))
    record["sha256"] = "/../../elsewhere"
    (cache.folder / f"{KEY}.json").write_text(json.dumps(record), encoding="utf-8")
    assert cache.fetch(KEY) is None


def test_what_others_may_write_to_is_not_loaded(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    library = _stored(cache)
    library.chmod(0o722)
    assert cache.fetch(KEY) is None


def test_a_link_is_not_loaded(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    library = _stored(cache)
    elsewhere = tmp_path / "elsewhere"
    library.rename(elsewhere)
    library.symlink_to(elsewhere)
    assert cache.fetch(KEY) is None


def test_the_folder_is_the_users_alone(tmp_path: Path, monkeypatch: Patch) -> None:
    folder = tmp_path / "mine"
    folder.mkdir(mode=0o777)
    monkeypatch.setenv("RULELANG_CACHE", str(folder))
    assert user_cache().folder == folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_folder_of_somebody_else_is_not_used(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path / "theirs"))
    monkeypatch.setattr(cache_module, "_is_own", lambda found: False)
    assert user_cache().folder != tmp_path / "theirs"


def test_where_nothing_can_be_written_a_private_folder_is_made(tmp_path: Path, monkeypatch: Patch) -> None:
    blocked = tmp_path / "blocked"
    blocked.touch()
    monkeypatch.delenv("RULELANG_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked / "cache"))
    folder = user_cache().folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert user_cache().folder == folder
    assert _stored(Cache(folder)).parent == folder


def test_it_is_where_the_environment_says(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.delenv("RULELANG_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert user_cache().folder == tmp_path / "rulelang"


def test_the_oldest_goes_first(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    keys = [f"{number:016x}" for number in range(5)]
    for age, key in enumerate(keys):
        _stored(cache, key, bytes(100))
        os.utime(tmp_path / f"{key}.json", (time.time() - age * DAY,) * 2)
    assert [entry.key for entry in cache.clean(longest=3.5 * DAY)] == [keys[4]]
    assert [entry.key for entry in cache.clean(largest=250)] == keys[2:4]
    assert [entry.key for entry in cache.clean(largest=0, keep=keys[1])] == [keys[0]]
    assert [path.name.partition("-")[0].partition(".")[0] for path in tmp_path.iterdir()] == [keys[1]] * 2


def test_what_was_used_counts_as_young(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    _stored(cache)
    os.utime(tmp_path / f"{KEY}.json", (1, 1))
    assert cache.fetch(KEY) is not None
    assert cache.clean(longest=DAY) == []


def test_what_an_ended_process_left_is_swept_up(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    _stored(cache)
    left = [tmp_path / "a.unfinished", tmp_path / f"{KEY}-old.so", tmp_path / "rulelang-x"]
    left[0].touch()
    left[1].touch()
    left[2].mkdir()
    cache.clean()
    assert all(path.exists() for path in left)
    for path in left:
        os.utime(path, (1, 1))
    cache.clean()
    assert not any(path.exists() for path in left)
    assert cache.fetch(KEY) is not None

"""`rulelang cache`"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from interpreter.engine.native.cache import Cache
from tests.cli.conftest import Command


def _make(library: Path) -> None:
    library.write_bytes(b"library")


def test_the_command_lists_and_deletes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rulelang: Command) -> None:
    monkeypatch.setenv("RULELANG_CACHE", str(tmp_path))
    Cache(tmp_path).store("0123456789abcdef", "Game 01", "cc 1.0", _make)
    shown = rulelang("cache")
    assert shown.code == 0
    assert "Game 01" in shown.out
    assert str(tmp_path) in shown.out
    record = json.loads(rulelang("cache", "list", "--format", "json").out)
    assert [game["title"] for game in record["games"]] == ["Game 01"]
    assert rulelang("cache", "path").out == f"{tmp_path}\n"
    assert "none" in rulelang("cache", "clean", "--older-than", "1").out
    deleted = json.loads(rulelang("cache", "clean", "--format", "json").out)
    assert [game["title"] for game in deleted["deleted"]] == ["Game 01"]
    assert Cache(tmp_path).entries() == []
    assert rulelang("cache", "clean", "--older-than", "-1").code == 2

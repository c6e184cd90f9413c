"""A compiler that does not work is passed over, whatever is wrong with it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from interpreter.engine.native import compilers, toolchain
from interpreter.engine.native.cache import Cache
from interpreter.engine.native.compilers import CCompiler, Failed

Patch = pytest.MonkeyPatch
ROOT = Path(__file__).parents[3]


def _script(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


#: Compilers that are broken each in its own way, and what is said of them.
BROKEN = {
    "exit 3": "code 3",
    "echo 'no such thing as crt1.o' >&2; exit 1": "crt1.o",
    "echo 'cc 1.0'": "made nothing",
    'for last; do :; done; while [ "$1" != -o ] && [ $# -gt 0 ]; do shift; done; [ -n "$2" ] && echo no > "$2"; exit 0':
        "does not load",
}  # fmt: skip


@pytest.mark.parametrize("script", BROKEN)
def test_a_broken_compiler_is_told_apart(tmp_path: Path, script: str) -> None:
    found = compilers.probe((str(_script(tmp_path, "cc", script)),))
    assert isinstance(found, Failed)
    assert BROKEN[script] in found.why


def test_a_compiler_that_hangs_is_ended_with_all_it_started(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    script = _script(tmp_path, "cc", f"(sleep 2; touch {alive}) & sleep 60")
    begun = time.monotonic()
    found = compilers.probe((str(script),), limit=0.3)
    assert isinstance(found, Failed)
    assert "0.3 seconds" in found.why
    assert time.monotonic() - begun < 2
    assert not compilers._AT_WORK


_LEAVES = """
import sys, time
from pathlib import Path
from threading import Thread
from interpreter.engine.native import compilers

compiler = compilers.CCompiler((sys.argv[1],), "cc", ())
made = Path(sys.argv[2]) / "made"
Thread(target=compiler.compile_parts, args=(["1", "2"], made), daemon=True).start()
while len(compilers._AT_WORK) < 2:
    time.sleep(0.01)
"""


def test_a_process_that_ends_waits_for_no_part_of_a_game(tmp_path: Path) -> None:
    alive = tmp_path / "alive"
    script = _script(tmp_path, "cc", f"sleep 3; touch {alive}; sleep 60")
    begun = time.monotonic()
    subprocess.run([sys.executable, "-c", _LEAVES, script, tmp_path], check=True, timeout=50, cwd=ROOT)
    assert time.monotonic() - begun < 30
    time.sleep(3.5)
    assert not alive.exists()


def test_a_compiler_that_is_not_there(tmp_path: Path) -> None:
    assert isinstance(compilers.probe((str(tmp_path / "cc"),)), Failed)


def test_the_one_that_is_named_comes_first_then_the_others(tmp_path: Path, monkeypatch: Patch) -> None:
    named = _script(tmp_path / "a", "mine", "exit 1")
    first, second = _script(tmp_path / "b", "cc", "exit 1"), _script(tmp_path / "b", "clang", "exit 1")
    monkeypatch.setenv("PATH", str(tmp_path / "b"))
    monkeypatch.setenv("CC", f"{named} -m64")
    monkeypatch.setattr(compilers, "find_spec", lambda name: object())
    found = list(compilers.candidates())
    assert found[:3] == [(str(named), "-m64"), (str(first),), (str(second),)]
    assert found[3][1:] == ("-m", "ziglang", "cc")
    monkeypatch.setattr(compilers, "find_spec", lambda name: None)
    answer = compilers.search()
    assert answer.compiler is None
    assert len(answer.problems) == 3


def test_nothing_there_at_all(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(compilers, "find_spec", lambda name: None)
    assert compilers.search() == compilers.Search(None, ())


def test_what_was_found_is_remembered_until_something_changes(tmp_path: Path, monkeypatch: Patch) -> None:
    cache, searched = Cache(tmp_path), []
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setattr(compilers, "find_spec", lambda name: None)
    script = _script(tmp_path / "bin", "cc", "exit 1")
    works = CCompiler((str(script),), "cc 1.0\nof somebody", ("-shared",))

    def search() -> compilers.Search:
        searched.append(1)
        return compilers.Search(works, ("gcc: broken",))

    monkeypatch.setattr(compilers, "search", search)
    assert toolchain.search(cache) == toolchain.search(cache) == compilers.Search(works, ("gcc: broken",))
    assert len(searched) == 1
    os.utime(script, (1, 1))
    toolchain.search(cache)
    assert len(searched) == 2
    toolchain.forget(cache)
    toolchain.search(cache)
    assert len(searched) == 3


def test_a_memory_that_is_damaged_is_no_memory(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setattr(compilers, "search", lambda: compilers.Search(None, ()))
    for text in ("", "[]", "{", '{"circumstances": 1}', "\0"):
        (tmp_path / "compiler.memory").write_text(text, encoding="utf-8")
        assert toolchain.search(Cache(tmp_path)) == compilers.Search(None, ())


def test_identity_changes_with_version_and_flags() -> None:
    one = CCompiler(("cc",), "1", ("-a",))
    others = (CCompiler(("cc",), "2", ("-a",)), CCompiler(("cc",), "1", ("-b",)), CCompiler(("gcc",), "1", ("-a",)))
    assert all(one.identity != other.identity for other in others)
    assert one.identity == CCompiler(("cc",), "1", ("-a",)).identity

"""Files are written whole or not at all, by every command that writes one."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT, Command

PIG = "examples/pig.rules"
BEFORE = (ROOT / PIG).read_text(encoding="utf-8").replace("\n\n", "\n\n\n\n")

COMMANDS = {
    "fmt": ("fmt", "{}"),
    "graph": ("graph", PIG, "-o", "{}"),
    "book": ("book", PIG, "-o", "{}"),
    "sim": ("sim", PIG, "-g", "1", "-p", "1", "-o", "{}"),
    "cover": ("cover", PIG, "-o", "{}"),
}

each_command = pytest.mark.parametrize("name", COMMANDS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "kept.rules"
    path.write_text(BEFORE, encoding="utf-8")
    path.chmod(0o640)
    return path


def arguments(name: str, path: Path) -> list[str]:
    return [part.format(path) for part in COMMANDS[name]]


@each_command
def test_a_full_disk_leaves_the_file_as_it_was(
    name: str, path: Path, rulelang: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    ran = rulelang(*arguments(name, path))
    assert ran.code == 2
    assert ran.err.endswith("cannot be written: no space left on device.\n")
    assert path.read_text(encoding="utf-8") == BEFORE
    assert [file.name for file in path.parent.iterdir()] == ["kept.rules"]


@each_command
def test_a_file_that_is_replaced_keeps_its_permissions(name: str, path: Path, rulelang: Command) -> None:
    assert rulelang(*arguments(name, path)).code != 2
    assert path.read_text(encoding="utf-8") != BEFORE
    assert path.stat().st_mode & 0o777 == 0o640
    assert [file.name for file in path.parent.iterdir()] == ["kept.rules"]


def test_a_link_stays_a_link_and_a_device_a_device(path: Path, rulelang: Command) -> None:
    link = path.parent / "link.rules"
    link.symlink_to(path)
    assert rulelang("fmt", link).code == 0
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") != BEFORE
    assert rulelang("graph", PIG, "-o", "/dev/null").code == 0
    assert not Path("/dev/null").is_file()

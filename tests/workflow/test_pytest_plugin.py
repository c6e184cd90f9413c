"""pytest runs the examples of rulebooks, and only when it is asked to."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
TIDES = (PROJECT / "tests" / "cli" / "rulebooks" / "tides.rules").read_text(encoding="utf-8")
WRONG = (
    "\nexample \"this is wrong\":\n    given a new game\n    given Ann's Pearls are 5\n    then Ann's Pearls are 4\n"
)


def _pytest(folder: Path, *arguments: str) -> tuple[int, str]:
    words = [sys.executable, "-m", "pytest", "-p", "interpreter.cli.pytest_plugin", "-p", "no:cacheprovider"]
    alone = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": str(PROJECT)}
    done = subprocess.run(
        [*words, *arguments], cwd=folder, capture_output=True, text=True, check=False, env=alone, timeout=60
    )
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """One rulebook with an example that does not hold, and a file that is only a part."""
    (tmp_path / "tides.rules").write_text(TIDES + WRONG, encoding="utf-8")
    (tmp_path / "part.rules").write_text("# Only a part\n", encoding="utf-8")
    return tmp_path


def test_a_failure_is_told_as_the_command_tells_it(folder: Path) -> None:
    code, shown = _pytest(folder, "--rules", "-v")
    assert code == pytest.ExitCode.TESTS_FAILED
    assert "tides.rules::this is wrong (2 players) FAILED" in shown
    assert "tides.rules::a boat brings two pearls (2 players) PASSED" in shown
    words = [sys.executable, "-m", "rulelang", "test", "tides.rules", "-g", "0"]
    told = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False).stdout
    report = told[told.index("  --> tides.rules:") : told.index("Tides")].rstrip()
    assert "Ann's Pearls" in report
    assert report in shown


def test_examples_are_picked_by_words(folder: Path) -> None:
    code, shown = _pytest(folder, "--rules", "-k", "boat and pearls", "-q")
    assert code == pytest.ExitCode.OK
    assert "1 passed" in shown


def test_nothing_is_run_unasked(folder: Path) -> None:
    assert _pytest(folder)[0] == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_setting_asks_too(folder: Path) -> None:
    (folder / "pytest.ini").write_text("[pytest]\nrulelang_examples = true\n", encoding="utf-8")
    assert "1 failed" in _pytest(folder)[1]


def test_a_broken_rulebook_is_an_error_with_its_findings(folder: Path) -> None:
    (folder / "tides.rules").write_text('rulebook "Tides"\n\nan Boat are a are\n', encoding="utf-8")
    code, shown = _pytest(folder, "--rules")
    assert code == pytest.ExitCode.INTERRUPTED
    assert "tides.rules:3" in shown
    assert "and cannot be used." in shown
    assert "Traceback" not in shown


def test_the_entry_point_is_the_plugin() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    plugin = import_module(project["entry-points"]["pytest11"]["rulelang"])
    assert callable(plugin.pytest_collect_file)
    assert any(need.startswith("pytest") for need in project["optional-dependencies"]["pytest"])

"""Another distribution ships a package `interpreter`, too; RuleLang notices and says how to mend it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from rulelang.installation import WrongInterpreterError, ensure_our_interpreter

ASK = "from rulelang.installation import ensure_our_interpreter; ensure_our_interpreter()"


def _asked_beside(folder: Path) -> subprocess.CompletedProcess[str]:
    """Ask in a Python that finds the packages in `folder` before ours."""
    program = f"import sys; sys.path.insert(0, {str(folder)!r}); {ASK}"
    return subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)


def test_our_own_package_is_found() -> None:
    assert ensure_our_interpreter().DISTRIBUTION == "rulelang"


def test_a_foreign_package_is_named_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "interpreter").mkdir()
    (tmp_path / "interpreter" / "__init__.py").write_text("print('the foreign package ran')\n", encoding="utf-8")
    asked = _asked_beside(tmp_path)
    assert asked.returncode == 1
    assert asked.stdout == ""
    assert f"the package `interpreter` at {tmp_path}" in asked.stderr
    assert "belongs to another program" in asked.stderr
    assert "fresh virtual environment" in asked.stderr


def test_a_foreign_folder_without_code_does_not_hide_ours(tmp_path: Path) -> None:
    (tmp_path / "interpreter").mkdir()
    assert _asked_beside(tmp_path).returncode == 0


def test_a_missing_package_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulelang.installation.find_spec", lambda name: None)
    with pytest.raises(WrongInterpreterError, match="is not installed"):
        ensure_our_interpreter()

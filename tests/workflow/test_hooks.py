"""The hooks of pre-commit and the GitHub action: what they run is run here, with the arguments they give."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

PROJECT = Path(__file__).parents[2]
RULEBOOKS = PROJECT / "tests" / "cli" / "rulebooks"
HOOKS: list[dict[str, Any]] = yaml.safe_load((PROJECT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
ACTION: dict[str, Any] = yaml.safe_load((PROJECT / "action.yml").read_text(encoding="utf-8"))
STEPS: dict[str, dict[str, Any]] = {step["name"]: step for step in ACTION["runs"]["steps"]}

#: What a folder has in it, and how `check`, `fmt` and `test` end there.
FOLDERS = [("tides", (0, 0, 0)), ("tides_second_edition", (0, 0, 3)), ("broken", (1, 0, 1))]


def _run(folder: Path, words: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    given = {**os.environ, "PATH": path, "PYTHONPATH": str(PROJECT), "RUNNER_TEMP": str(folder), **more}
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, env=given, timeout=60)


def _step(folder: Path, name: str) -> subprocess.CompletedProcess[str]:
    """Run a step as GitHub does, with the inputs as they are if nobody says otherwise."""
    step = STEPS[name]
    given = {
        key: value if "inputs" not in value else ACTION["inputs"][value.split("inputs.")[1].split()[0]]["default"]
        for key, value in step["env"].items()
    }
    assert step["shell"] == "bash"
    return _run(folder, ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], **given)


@pytest.fixture(params=FOLDERS, ids=lambda folder: str(folder[0]))
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, tuple[int, int, int]]:
    """A folder with one rulebook, and the codes that commands end with there."""
    name, codes = request.param
    text = (RULEBOOKS / f"{name}.rules").read_text(encoding="utf-8")
    (tmp_path / "game.rules").write_text(text, encoding="utf-8")
    return tmp_path, codes


def test_each_hook_runs_its_command(folder: tuple[Path, tuple[int, int, int]]) -> None:
    assert [hook["id"] for hook in HOOKS] == ["rulelang-check", "rulelang-fmt", "rulelang-test"]
    for hook, code in zip(HOOKS, folder[1], strict=True):
        program, *words = shlex.split(hook["entry"]) + list(hook.get("args", []))
        files = ["game.rules"] if hook.get("pass_filenames", True) else []
        assert (program, hook["language"], hook["files"]) == ("rulelang", "python", r"\.rules$")
        done = _run(folder[0], [sys.executable, "-m", program, *words, *files])
        assert done.returncode == code, done.stdout + done.stderr


def test_the_action_ends_as_the_commands_do(folder: tuple[Path, tuple[int, int, int]]) -> None:
    check, _, test = folder[1]
    for name, code in (("Check", check), ("Run the examples", test)):
        done = _step(folder[0], name)
        assert done.returncode == code, done.stdout + done.stderr
        assert ("::error " in done.stdout) == (code != 0)


def test_findings_for_code_scanning_do_not_end_the_action(folder: tuple[Path, tuple[int, int, int]]) -> None:
    done = _step(folder[0], "Write the findings for code scanning")
    assert done.returncode == 0, done.stderr
    written = folder[0] / STEPS["Upload them"]["with"]["sarif_file"].removeprefix("${{ runner.temp }}/")
    results = json.loads(written.read_text(encoding="utf-8"))["runs"][0]["results"]
    graver = [result for result in results if result["level"] == "error"]
    assert bool(graver) == (folder[1][0] != 0)


def test_nothing_is_asked_of_the_action_that_it_does_not_take() -> None:
    text = (PROJECT / "action.yml").read_text(encoding="utf-8")
    assert ACTION["runs"]["using"] == "composite"
    assert [name for name in ACTION["inputs"] if f"inputs.{name}" not in text] == []
    # What a workflow gives never becomes a part of a script: it comes as a variable.
    assert [name for name, step in STEPS.items() if "${{" in step.get("run", "")] == []

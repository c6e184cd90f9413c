"""Completion scripts, tried in the shells that are there; the others by the protocol the script speaks."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.installed import FOLDER, command, environment, run

_BASH = """\
source {script}
COMP_WORDS=({words}); COMP_CWORD={last}
_rulelang_completion rulelang
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
# Without the line editor of zsh, its own helpers are stood in for by functions that print what they are given.
_ZSH = """\
compdef() {{}}
_describe() {{ print -l -- $completions_with_descriptions }}
compadd() {{ print -l -- $completions }}
source {script}
words=({words}); CURRENT={last}+1
_rulelang_completion
"""
_FISH = """\
source {script}
complete -C "{words}"
"""
_TRY = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}


def completed(shell: str, script: Path, typed: str) -> list[str]:
    """What the shell offers after these words."""
    words = typed.split(" ")
    path = f"{Path(command()).parent}:{environment()['PATH']}"
    if shutil.which(shell) is None:
        asked = {"COMP_WORDS": f"rulelang {typed}", "COMP_CWORD": str(len(words))}
        if shell == "fish":
            asked["COMP_CWORD"] = words[-1]
        out = run(**asked, _RULELANG_COMPLETE=f"{shell}_complete").stdout
        return [line.split(",", 1)[-1] for line in out.splitlines()]
    program = _TRY[shell].format(script=script, words=f"rulelang {typed}", last=len(words))
    done = subprocess.run(
        [shell, "-c", program], cwd=FOLDER, capture_output=True, text=True, check=False, env=environment(PATH=path)
    )
    return done.stdout.splitlines()


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_shell_completes_commands_options_and_codes(shell: str, tmp_path: Path) -> None:
    script = tmp_path / f"rulelang.{shell}"
    script.write_text(run("completion", shell).stdout, encoding="utf-8")
    assert any(line.startswith("check") for line in completed(shell, script, "ch"))
    assert any(line.startswith("--fix") for line in completed(shell, script, "check --fi"))
    assert any(line.startswith("RL0203") for line in completed(shell, script, "explain RL0203"))


def test_files_are_completed_by_fish(tmp_path: Path) -> None:
    items = run(COMP_WORDS="rulelang check ti", COMP_CWORD="2", _RULELANG_COMPLETE="bash_complete").stdout
    assert items == "file,ti\n"


def test_completing_a_command_imports_none() -> None:
    out = run(COMP_WORDS="rulelang ", COMP_CWORD="1", _RULELANG_COMPLETE="zsh_complete").stdout
    assert "Find mistakes in rulebooks, without playing them." in out

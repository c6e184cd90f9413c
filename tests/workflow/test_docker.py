"""The image is built from the files that it copies, and from nothing else."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest

PROJECT = Path(__file__).parents[2]
DOCKERFILE = (PROJECT / "Dockerfile").read_text(encoding="utf-8")
COPIED = [name for line in re.findall(r"^COPY (.+) \S+$", DOCKERFILE, re.MULTILINE) for name in line.split()]


def test_what_is_copied_is_not_ignored() -> None:
    ignored = (PROJECT / ".dockerignore").read_text(encoding="utf-8").split()
    assert ignored[0] == "*"
    assert sorted(name[1:] for name in ignored if name.startswith("!")) == sorted(COPIED)


def test_it_runs_the_command_on_a_python_that_will_do() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    images = set(re.findall(r"^FROM python:([0-9.]+)-slim", DOCKERFILE, re.MULTILINE))
    assert len(images) == 1
    assert f"Programming Language :: Python :: {images.pop()}" in project["classifiers"]
    (entry,) = re.findall(r'^ENTRYPOINT \["(\w+)"\]$', DOCKERFILE, re.MULTILINE)
    assert entry in project["scripts"]


@pytest.mark.slow
def test_what_is_copied_makes_the_wheel(tmp_path: Path) -> None:
    for name in COPIED:
        if (PROJECT / name).is_dir():
            shutil.copytree(PROJECT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(PROJECT / name, tmp_path / name)
    words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", "wheels", "."]
    built = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    assert {"rulelang/__main__.py", "interpreter/cli/pytest_plugin.py"} <= set(ZipFile(wheel).namelist())

"""What is installed is what was written: every file of both packages, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from rulelang import __version__

PROJECT = Path(__file__).parents[2]


#: Pages that stand at the top of the project lie among the others in the wheel: `rulelang docs` shows them.
FROM_THE_TOP = ("architecture", "changelog", "contributing")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(PROJECT)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    return ZipFile(folder / f"rulelang-{__version__}-py3-none-any.whl")


def _written() -> set[str]:
    files = (path for package in ("rulelang", "interpreter") for path in (PROJECT / package).rglob("*"))
    return {path.relative_to(PROJECT).as_posix() for path in files if path.is_file() and path.suffix != ".pyc"}


def test_the_wheel_holds_both_packages_and_nothing_else(wheel: ZipFile) -> None:
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    assert packed == _written() | {f"rulelang/reference/{name}.md" for name in FROM_THE_TOP}
    for name in FROM_THE_TOP:
        written = (PROJECT / f"{name.upper()}.md").read_text(encoding="utf-8")
        assert wheel.read(f"rulelang/reference/{name}.md").decode() == written
    assert {"rulelang/py.typed", "interpreter/py.typed", "rulelang/source.py"} <= packed


def test_the_wheel_carries_licence_and_command(wheel: ZipFile) -> None:
    about = f"rulelang-{__version__}.dist-info"
    assert "RuleLang developers" in wheel.read(f"{about}/licenses/LICENSE").decode()
    assert "rulelang = rulelang.cli:main" in wheel.read(f"{about}/entry_points.txt").decode()
    assert "Requires-Python: >=3.11" in wheel.read(f"{about}/METADATA").decode()

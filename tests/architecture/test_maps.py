"""The maps speak of what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.measures import ROOT

_PATH = re.compile(r"`((?:rulelang|interpreter|tests|examples|rulebooks)/[\w/.]*)`")


@pytest.mark.parametrize("name", ["ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_path_on_a_map_is_there(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    paths = set(_PATH.findall(text))
    assert paths
    assert sorted(path for path in paths if not (ROOT / path).exists()) == []


def test_every_package_is_on_the_map() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    packages = [
        f"{top}/{path.name}"
        for top in ("rulelang", "interpreter")
        for path in sorted(Path(ROOT / top).iterdir())
        if (path / "__init__.py").exists()
    ]
    assert [package for package in packages if f"`{package}`" not in text] == []

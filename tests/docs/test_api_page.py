"""The page about the API is true: its Python runs from top to bottom, and it names everything that is public."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import interpreter
from tests.docs.snippets import ROOT

PAGE = ROOT / "rulelang" / "reference" / "api.md"
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: Path) -> list[str]:
    """The Python of a page, each block with as many empty lines before it as stand there."""
    text = page.read_text(encoding="utf-8")
    return ["\n" * text.count("\n", 0, found.start(1)) + found[1] for found in _BLOCK.finditer(text)]


def test_the_page_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    namespace: dict[str, Any] = {}
    assert len(blocks(PAGE)) >= 9
    for block in blocks(PAGE):
        exec(compile(block, str(PAGE), "exec"), namespace)
    assert namespace["match"].is_over


def test_the_page_names_everything_that_is_public() -> None:
    text = PAGE.read_text(encoding="utf-8")
    table = text[text.index("## All public names") :]
    assert set(re.findall(r"`(\w+)`", table)) >= set(interpreter.__all__)
    named = {
        name
        for line in table.splitlines()
        if line.startswith("| `")
        for name in re.findall(r"`(\w+)`", line.split("|")[1])
    }
    assert named == set(interpreter.__all__)


def _members(value: object) -> dict[str, object]:
    """What is public of a class."""
    if not inspect.isclass(value):
        return {}
    own = {name: member for name, member in vars(value).items() if not name.startswith("_")}
    return {name: member for name, member in own.items() if callable(member) or isinstance(member, property)}


@pytest.mark.parametrize("name", interpreter.__all__)
def test_everything_public_is_described_and_typed(name: str) -> None:
    value = getattr(interpreter, name)
    assert inspect.getdoc(value)
    for member_name, member in {name: value, **_members(value)}.items():
        function = member.fget if isinstance(member, property) else member
        assert inspect.getdoc(member), member_name
        if inspect.isfunction(function):
            hints = function.__annotations__
            parameters = set(inspect.signature(function).parameters) - {"self", "cls"}
            assert parameters | {"return"} <= set(hints), member_name


def test_importing_is_light_and_quiet() -> None:
    """Neither parser nor models nor graph library before they are needed; no warnings."""
    heavy = ("lark", "pydantic", "networkx", "rich", "click", "interpreter.engine.lower", "interpreter.bots")
    asked = f"import interpreter, sys; print([m for m in sys.modules if m.startswith({heavy!r})])"
    found = subprocess.run([sys.executable, "-W", "error", "-c", asked], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
    assert found.stderr == ""

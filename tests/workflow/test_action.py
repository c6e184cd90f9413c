"""The action for GitHub is one that GitHub accepts, as far as its published schema says."""

from __future__ import annotations

from pathlib import Path

import pytest
from check_jsonschema import main
from click.testing import CliRunner

ACTION = Path(__file__).parents[2] / "action.yml"


def told(path: Path) -> int:
    """The exit code of check-jsonschema, which has the schema with it."""
    return CliRunner().invoke(main, ["--builtin-schema", "vendor.github-actions", str(path)]).exit_code


def test_the_schema_accepts_it() -> None:
    assert told(ACTION) == 0


@pytest.mark.parametrize(
    ("right", "wrong"), [("using: composite", "using: composit"), ("description: The Python", "describes: The Python")]
)
def test_the_schema_refuses_what_is_misspelt(right: str, wrong: str, tmp_path: Path) -> None:
    text = ACTION.read_text(encoding="utf-8")
    assert right in text
    (tmp_path / "action.yml").write_text(text.replace(right, wrong), encoding="utf-8")
    assert told(tmp_path / "action.yml") == 1

"""The tree as JSON, and back."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import ValidationError
from syrupy.assertion import SnapshotAssertion

from rulelang.source import source_from_text
from rulelang.tree import parse
from rulelang.tree.debug import dump
from rulelang.tree.wire import from_json, json_schema, to_json
from tests.tree.corpus import CORPUS, read

pytestmark = pytest.mark.slow

SMALL = 'rulebook "Harbour" for 2 to 4 players [de "Hafen"]\n\nto Rest: gain 2 Coins note: a remark\n'


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_there_and_back(path: Path) -> None:
    source = read(path)
    document = parse(source).document
    text = to_json(document)
    again = from_json(text, source)
    assert again == document
    assert dump(again, spans=True) == dump(document, spans=True)
    assert to_json(again) == text


def test_json(golden: SnapshotAssertion) -> None:
    assert to_json(parse(source_from_text("harbour.rules", SMALL)).document, indent=2) == golden


def test_dump(golden: SnapshotAssertion) -> None:
    assert dump(parse(source_from_text("harbour.rules", SMALL)).document, spans=True) == golden


def test_json_schema(golden: SnapshotAssertion) -> None:
    schema = json_schema()
    assert json.dumps(schema["$defs"]["Move"], indent=2) + "\n" == golden
    assert {"Document", "Gain", "Span"} - {*schema["$defs"]} == {"Span"}


@pytest.mark.parametrize(
    "change",
    [
        lambda tree: tree.update(version=2),
        lambda tree: tree["document"].update(node="Gain"),
        lambda tree: tree["document"]["items"][0].pop("name"),
        lambda tree: tree["document"]["items"][0].update(more=1),
    ],
)
def test_json_of_something_else_is_refused(change: object) -> None:
    source = source_from_text("harbour.rules", SMALL)
    tree = json.loads(to_json(parse(source).document))
    assert callable(change)
    change(tree)
    with pytest.raises(ValidationError):
        from_json(json.dumps(tree), source)


def test_reading_a_rulebook_loads_no_heavy_library() -> None:
    script = (
        "import sys; from rulelang.source import source_from_text; from rulelang.tree import parse;"
        " import rulelang.tree.wire; parse(source_from_text('a', 'chose'));"
        " print([name for name in ('lark', 'pydantic', 'networkx', 'rich', 'interegular') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

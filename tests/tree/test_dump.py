"""The tree as text, and what reading one takes."""

from __future__ import annotations

import subprocess
import sys

from syrupy.assertion import SnapshotAssertion

from rulelang.source import source_from_text
from rulelang.tree import parse
from tests.tree.dump import dump

SMALL = 'rulebook "Harbour" for 2 to 4 players [de "Hafen"]\n\nto Rest: gain 2 Coins note: a remark\n'


def test_dump(golden: SnapshotAssertion) -> None:
    assert dump(parse(source_from_text("harbour.rules", SMALL)).document, spans=True) == golden


def test_reading_a_rulebook_loads_no_heavy_library() -> None:
    script = (
        "import sys; from rulelang.source import source_from_text; from rulelang.tree import parse;"
        " parse(source_from_text('a', 'chose'));"
        " print([name for name in ('lark', 'pydantic', 'networkx', 'rich', 'interegular') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"

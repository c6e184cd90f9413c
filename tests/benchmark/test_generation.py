"""How long generated Python is waited for is measured from the start."""

from __future__ import annotations

import pytest

from examples.benchmarks.generation import seconds, show
from examples.benchmarks.own import ROOT
from interpreter import load

PIG = ROOT / "examples" / "pig.rules"


def test_both_parts_take_time() -> None:
    play, more = seconds(load(PIG))
    assert play > 0
    assert more > 0


def test_every_rulebook_asked_for_has_a_row(capsys: pytest.CaptureFixture[str]) -> None:
    show([PIG, ROOT / "examples" / "kuhn_poker.rules"])
    rows = capsys.readouterr().out.splitlines()[2:]
    assert [row.split()[0] for row in rows] == ["pig", "kuhn_poker"]

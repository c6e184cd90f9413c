"""A ratio that has changed by more than 15% is told, one that has changed less is not."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from examples.benchmarks import baseline, command
from examples.benchmarks.baseline import Change, changes
from examples.benchmarks.figures import Figure
from examples.benchmarks.report import Row, as_json

pytestmark = pytest.mark.slow


def _report(**ratios: float) -> dict[str, Any]:
    return {"games": {"hex": {"ratios": ratios}}}


def test_small_changes_are_noise() -> None:
    assert changes(_report(by_hand=2.0), _report(by_hand=2.29)) == []
    assert changes(_report(by_hand=2.0), _report(by_hand=1.72)) == []


def test_faster_and_slower_are_both_told() -> None:
    found = changes(_report(by_hand=2.0, PettingZoo=10.0), _report(by_hand=1.6, PettingZoo=13.0))
    assert [(change.way, round(change.part, 2)) for change in found] == [("by_hand", -0.2), ("PettingZoo", 0.3)]
    assert str(found[0]).split() == ["hex", "by_hand", "2.0x", "1.6x", "-20%"]


def test_only_what_both_runs_have_is_compared() -> None:
    now = {"games": {"go_9x9": {"ratios": {"by_hand": 9.0}}, "hex": {"ratios": {"Ludii": 1.0}}}}
    assert changes(_report(by_hand=2.0), now) == []


def test_the_reference_is_not_held_to_its_speed() -> None:
    assert changes(_report(reference=100.0), _report(reference=400.0)) == []


def test_ratios_are_ours_to_theirs() -> None:
    figures = (Figure("hex", 2, "generated", 300.0, 3.0), Figure("hex", 2, "OpenSpiel from Python", 100.0, 1.0))
    row = Row("hex", figures, 10.0, {"Ludii": 600.0})
    found = as_json([row], {"python": "3.13"})["games"]["hex"]
    assert found["ratios"] == {"OpenSpiel from Python": 3.0, "the machine": 30.0}
    assert found["recorded ratios"] == {"Ludii": 0.5}


@pytest.fixture
def other_baseline(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(baseline, "FILE", tmp_path / "baseline.json")
    return tmp_path / "baseline.json"


def test_the_whole_command(tmp_path: Path, other_baseline: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = ["--games", "tic_tac_toe", "kuhn_poker", "--seconds", "0.02"]
    figures = tmp_path / "figures.json"
    assert command.main([*short, "--json", str(figures), "--save"]) == 0
    printed = capsys.readouterr().out
    assert "calibration" in printed
    for way in ("generated", "reference", "by hand", "by hand, tuned", "OpenSpiel from Python", "OpenSpiel in C++"):
        assert f"tic_tac_toe           2  {way} " in printed
    assert "Ludii (recorded)" in printed
    told = json.loads(figures.read_text(encoding="utf-8"))
    assert told["games"]["tic_tac_toe"]["ratios"]["by hand"] > 0
    kept = json.loads(other_baseline.read_text(encoding="utf-8"))
    assert kept["games"].keys() == {"tic_tac_toe", "kuhn_poker"}
    kept["games"]["kuhn_poker"]["ratios"]["the machine"] *= 1000
    other_baseline.write_text(json.dumps(kept), encoding="utf-8")
    assert command.main([*short, "--compare"]) == 1
    assert "kuhn_poker          the machine" in capsys.readouterr().out


def test_the_committed_baseline_can_be_read() -> None:
    games = baseline.committed()["games"]
    assert "chess" in games
    for game, found in games.items():
        assert all(Change(game, way, ratio, ratio).part == 0 for way, ratio in found["ratios"].items())

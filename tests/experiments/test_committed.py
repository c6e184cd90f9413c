"""The plans in `examples/experiments` can be run, and their reports are whole pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter.experiments.cells import cells_of
from interpreter.experiments.written_plan import read_plan
from tests.experiments.small import ROOT

pytestmark = pytest.mark.slow

FOLDER = ROOT / "examples" / "experiments"
PLANS = sorted(FOLDER.glob("*.toml"))


@pytest.mark.parametrize("path", PLANS, ids=lambda path: path.stem)
def test_a_plan_can_be_run_and_has_its_report(path: Path) -> None:
    cells = cells_of(read_plan(path))
    assert cells
    html = (FOLDER / "reports" / f"{path.stem}.html").read_text(encoding="utf-8")
    assert f"games in {len(cells)} cells" in html
    assert "<script" not in html
    for cell in cells:
        assert cell.bots in html


def test_there_is_a_report_on_each_of_the_four_games() -> None:
    games = {path.stem for path in (ROOT / "rulebooks").glob("*.rules") if "rulebook " in path.read_text("utf-8")[:200]}
    assert len(games) == 4
    assert games <= {path.stem for path in PLANS}

"""The command `rulelang experiment`: plans, reports, tables, comparisons, gates, tuning."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from interpreter.experiments.dispatch import dispatch
from interpreter.experiments.engines import EngineLost
from interpreter.experiments.store import ResultStore
from tests.cli.conftest import ROOT, Command
from tests.cli.schemas import SCHEMAS

pytestmark = pytest.mark.slow

BAZAAR = (ROOT / "tests/experiments/bazaar.rules").read_text(encoding="utf-8")
PLAN = """title = "Bazaar"
books = ["bazaar.rules"]
bots = ["random", ["greedy", "random"]]
games = 12

[vary]
"play / 3" = [2, 3]

[tune]
targets = ["length 4", "Ann 40%..60%"]
trials = 4
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    (tmp_path / "bazaar.rules").write_text(BAZAAR, encoding="utf-8")
    path = tmp_path / "plan.toml"
    path.write_text(PLAN, encoding="utf-8")
    return path


def test_a_plan_is_run_and_reported(rulelang: Command, plan: Path) -> None:
    ran = rulelang("experiment", plan, "-p", "1")
    assert (ran.code, ran.err) == (0, "")
    assert "48 games in 4 cells, seed 1" in ran.out
    assert "play / 3 = 2" in ran.out
    again = rulelang("experiment", plan, "-p", "1", "--report-only")
    assert again.out == ran.out
    assert plan.with_suffix(".games").is_file()


def test_the_same_report_whoever_plays(rulelang: Command, plan: Path, tmp_path: Path) -> None:
    one = rulelang("experiment", plan, "-p", "1", "--format", "json")
    other = rulelang("experiment", plan, "-p", "3", "--format", "json", "--store", tmp_path / "other.games")
    assert one.out == other.out
    assert set(SCHEMAS["experiment"]()["required"]) == set(json.loads(one.out))


@pytest.mark.parametrize("how", ["time", "workers"])
def test_what_is_kept_is_told_whatever_ends_a_run(
    rulelang: Command, plan: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    def for_a_while(*given: Any) -> Iterator[Any]:
        for number, batch in enumerate(dispatch(*given)):
            if how == "workers" and number == 2:
                raise EngineLost("Workers die again and again.")
            yield batch

    monkeypatch.setattr("interpreter.experiments.runner.dispatch", for_a_while)
    time = ("--minutes", "0.0000001") if how == "time" else ()
    ran = rulelang("experiment", plan, "-p", "1", *time)
    kept = ResultStore(plan.with_suffix(".games"))
    many = sum(len(kept.numbers(cell.setting.key)) for cell in kept.cells())
    kept.close()
    assert 0 < many < 48
    assert f"Kept {many} of 48 games" in ran.err
    assert "Run the same command again to go on." in ran.err
    assert ran.code == (0 if how == "time" else 2)
    monkeypatch.undo()
    assert "48 games in 4 cells" in rulelang("experiment", plan, "-p", "1").out


def test_the_page_is_written(rulelang: Command, plan: Path, tmp_path: Path) -> None:
    target = tmp_path / "report.html"
    ran = rulelang("experiment", plan, "-p", "1", "--format", "html", "-o", target)
    assert ran.out == f"Wrote {target}: 48 games.\n"
    assert target.read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_first_plan_is_written_and_runs(rulelang: Command, tmp_path: Path) -> None:
    book, target = tmp_path / "bazaar.rules", tmp_path / "plans" / "first.toml"
    target.parent.mkdir()
    book.write_text(BAZAAR, encoding="utf-8")
    assert rulelang("experiment", "--new", book, "-o", target).code == 0
    assert 'books = ["../bazaar.rules"]' in target.read_text(encoding="utf-8")
    assert rulelang("experiment", target, "-g", "2", "-p", "1").code == 0


def test_tables_for_other_programs(rulelang: Command, plan: Path) -> None:
    for form in ("csv", "parquet"):
        ran = rulelang("experiment", plan, "-p", "1", "--export", form)
        assert ran.err.startswith("Wrote ")
    folder = plan.with_suffix(".tables")
    with (folder / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 48
    assert {row["length"] for row in rows} == {"6.0", "4.0"} or {row["length"] for row in rows} == {"6", "4"}
    with duckdb.connect() as base:
        for name in ("games", "seats", "uses"):
            counted = base.sql(f"select count(*) from '{folder / name}.parquet'").fetchall()
            with (folder / f"{name}.csv").open(encoding="utf-8", newline="") as file:
                assert counted == [(sum(1 for _ in csv.reader(file)) - 1,)]
        ((shares,),) = base.sql(f"select sum(share) from '{folder}/seats.parquet'").fetchall()
        assert shares == pytest.approx(48)
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        f"{name}.{form}" for name in ("games", "seats", "uses") for form in ("csv", "parquet")
    )


def test_numbers_are_tuned_towards_targets(rulelang: Command, plan: Path) -> None:
    ran = rulelang("experiment", plan, "-p", "1", "--tune")
    assert ran.code == 0
    best = ran.out.splitlines()[1]
    assert best.endswith("play / 3 = 2")
    assert "length 4" in best
    assert ran.err.count("\n") == 5
    assert "(3 of 5 trials, about 0.0 minutes left)" in ran.err
    assert rulelang("experiment", plan, "-p", "1", "--tune").out == ran.out


def test_a_change_of_a_rule_is_a_gate(rulelang: Command, plan: Path, tmp_path: Path) -> None:
    old, new = tmp_path / "bazaar.rules", tmp_path / "new.rules"
    new.write_text(BAZAAR.replace("starting at 0", "starting at 6"), encoding="utf-8")
    run = ("experiment", new, "--against", old, "-p", "1", "-g", "150")
    ran = rulelang(*run, "--expect", "change of first-player -10%..10%")
    assert ran.code == 1
    assert "wins of the first seat" in ran.out
    assert "expected change of first-player -10%..10% (Bazaar, 2 players, random): missed" in ran.out
    assert rulelang(*run, "--expect", "change of length -1..1").code == 0
    assert rulelang(*run, "--expect", "change of first-player 30%..50%").code == 4
    assert rulelang(*run, "--expect", "first-player 80%..100%").code == 0
    page = rulelang(*run, "--format", "html").out
    assert page.count("<h1>") == 1
    assert json.loads(rulelang(*run, "--format", "json").out)["found"]


def test_two_experiments_are_compared(rulelang: Command, plan: Path, tmp_path: Path) -> None:
    first = tmp_path / "first.games"
    assert rulelang("experiment", plan, "-p", "1", "--store", first).code == 0
    book = plan.parent / "bazaar.rules"
    book.write_text(
        BAZAAR.replace("repeat 3 rounds", "repeat 3 rounds").replace("faces 0,", "faces 9,"), encoding="utf-8"
    )
    ran = rulelang("experiment", plan, "-p", "1", "--compare", first)
    assert ran.code == 0
    assert "score of the winner" in ran.out.split("what changes")[0]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--expect", "change of first-player -3%..3%"), "needs something to compare with: --against or --compare"),
        (("--expect", "the weather 1..2"), "I do not understand the expectation"),
        (("--expect", "first-player 40..60"), "a share is told in percents"),
        (("--expect", "length 60..40"), "the lower number comes first"),
        (("--expect", "change of length 1.2.3..4", "--against", "bazaar.rules"), "I do not understand the expectation"),
        (("--compare", "nothing.games"), "There is no file nothing.games with games that were played."),
        (("--cluster", "everywhere"), "`everywhere` is no cluster"),
        (("--report-only", "--store", "nothing.games"), "There is no file nothing.games"),
    ],
)
def test_what_cannot_be_done_is_told(rulelang: Command, plan: Path, options: tuple[str, ...], said: str) -> None:
    ran = rulelang("experiment", plan, "-p", "1", "-g", "2", *options)
    assert ran.code == 2
    assert said in ran.err
    if "--expect" in options:
        with ResultStore(plan.with_suffix(".games")) as kept:
            assert not kept.cells()


def test_a_bad_plan_is_told_at_its_line(rulelang: Command, plan: Path) -> None:
    plan.write_text(PLAN.replace("games = 12", "game = 12"), encoding="utf-8")
    ran = rulelang("experiment", plan)
    assert ran.code == 2
    assert f"--> {plan}:4:1" in ran.err
    assert "Did you mean `games`?" in ran.err
    assert rulelang("experiment", plan.parent / "none.toml").code == 2


def test_tuning_needs_something_to_tune(rulelang: Command, plan: Path) -> None:
    plan.write_text('books = ["bazaar.rules"]\ngames = 2\n', encoding="utf-8")
    ran = rulelang("experiment", plan, "-p", "1", "--tune")
    assert ran.code == 2
    assert "a plan needs a table [tune] with `targets`, and numbers in [vary]" in ran.err

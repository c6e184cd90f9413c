"""`rulelang mutate`: what it tells, its gates, and what it says to wrong use."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from interpreter.cli.mutation_runs import KeptMutants
from interpreter.mutation.verdict import Verdict
from rulelang.cli.facts_mutants import read_briefs
from rulelang.mutation.operators import OPERATORS
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import read_source
from tests.cli.conftest import ROOT, Command

PATH = "examples/tic_tac_toe.rules"
QUICK = ("--jobs", "1", "--operators", "highest-lowest,number-up")

COIN = """rulebook "Coin" for 2 players

each player has Coins from 0 to 90

play: repeat turns: Earn

to Earn:
    choose a number from 1 to 2 as Luck
    gain 2 Coins
    gain as many Coins as the Luck

as soon as any player's Coins are at least 9: the game ends now
the winner is the player with the highest Coins, otherwise shared

example "two and one":
    given Red is about to Earn
    when Red chooses 1
    then Red's Coins are 3
""".replace("Red", "Ann").replace("each player has", "the sides are Ann, Ben\neach player has")


@pytest.fixture
def coin(tmp_path: Path) -> Path:
    path = tmp_path / "coin.rules"
    path.write_text(COIN, encoding="utf-8")
    return path


def record(rulelang: Command, *arguments: str | Path) -> dict[str, Any]:
    (found,) = json.loads(rulelang("mutate", *arguments, "--format", "json").out)
    assert isinstance(found, dict)
    return found


def test_a_survivor_is_told_as_a_sentence(rulelang: Command, coin: Path) -> None:
    ran = rulelang("mutate", coin, *QUICK)
    assert ran.code == 0
    assert (
        "nothing notices if `as soon as any player's Coins are at least 9: the game ends now` were "
        "`as soon as any player's Coins are at least 10: the game ends now`" in ran.out
    )
    assert "`gain 2 Coins` were" not in ran.out


def test_the_gate(rulelang: Command, coin: Path) -> None:
    assert rulelang("mutate", coin, *QUICK, "--at-least", "10%").code == 0
    missed = rulelang("mutate", coin, *QUICK, "--at-least", "95%")
    assert (missed.code, missed.err) == (1, "40.0% were noticed, less than 95%.\n")
    assert rulelang("mutate", coin, *QUICK, "--at-least", "10%", "--minutes", "0.000001").code == 4


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((PATH, "--operators", "number-upp"), "There is no operator `number-upp`. Did you mean `number-up`?"),
        ((PATH, "--operators", "everything"), "There is no operator `everything`. There are "),
        ((PATH, "--at-least", "many"), "`many` is no part of a hundred"),
        ((PATH, "--since", "--output=x"), "`--output=x` is no commit, tag or branch."),
        ((PATH, "--since", "no-such-branch"), "git cannot say what changed: fatal: bad revision"),
        (("-",), "the rulebook must be a file"),
        (("tests/cli/rulebooks/broken.rules",), "Only a rulebook without errors has mutants."),
        (("rulebooks/iki_board.rules",), "is only a part of a rulebook"),
        (("nowhere.rules",), "There is no file nowhere.rules."),
    ],
)
def test_wrong_use(rulelang: Command, arguments: tuple[str, ...], said: str) -> None:
    ran = rulelang("mutate", *arguments)
    assert ran.code == 2
    assert said in ran.err


def test_without_examples_nothing_could_notice(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "coin.rules"
    path.write_text(COIN.partition("example")[0], encoding="utf-8")
    ran = rulelang("mutate", path)
    assert ran.code == 2
    assert "has no examples, so nothing could notice a mutant" in ran.err


def test_examples_hold_before_anything_is_changed(rulelang: Command, coin: Path) -> None:
    coin.write_text(COIN.replace("Coins are 3", "Coins are 4"), encoding="utf-8")
    ran = rulelang("mutate", coin)
    assert ran.code == 2
    assert "1 example does not hold before anything is changed: `two and one`." in ran.err


def test_several_processes_come_to_the_same(rulelang: Command, coin: Path) -> None:
    alone, together = record(rulelang, coin, "--jobs", "1"), record(rulelang, coin, "--jobs", "2")
    assert alone == together


def test_only_what_changed(rulelang: Command, coin: Path) -> None:
    def git(*arguments: str) -> None:
        name = ["-c", "user.name=A", "-c", "user.email=a@b.c"]
        subprocess.run(["git", *name, *arguments], cwd=coin.parent, check=True, capture_output=True)

    every = rulelang("mutate", coin, "--list").out
    git("init")
    assert rulelang("mutate", coin, "--list", "--since", "HEAD").out == every
    git("add", ".")
    git("commit", "-m", "one")
    assert rulelang("mutate", coin, "--list", "--since", "HEAD").out == "0 mutants.\n"
    coin.write_text(COIN.replace("gain 2 Coins", "gain 1 Coins"), encoding="utf-8")
    listed = rulelang("mutate", coin, "--list", "--since", "HEAD").out.splitlines()
    assert listed[-1] == "4 mutants."
    assert all("`gain 1 Coins" in line for line in listed[:-1])


def test_gone_on_with(rulelang: Command, coin: Path, tmp_path: Path) -> None:
    kept = tmp_path / "verdicts.jsonl"
    first = record(rulelang, coin, "--jobs", "1", "--resume", kept)
    lines = kept.read_text("utf-8").splitlines()
    assert len(lines) == len(first["mutants"])
    assert record(rulelang, coin, "--jobs", "1", "--resume", kept) == first
    assert kept.read_text("utf-8").splitlines() == lines
    # A run that was stopped while it wrote.
    kept.write_text("\n".join([*lines[:5], lines[5][:20]]), encoding="utf-8")
    assert record(rulelang, coin, "--jobs", "1", "--resume", kept) == first
    assert len(kept.read_text("utf-8").splitlines()) == len(lines) + 1
    assert record(rulelang, coin, "--jobs", "1", "--resume", kept) == first


def test_after_an_example_was_written_only_what_survived_is_tried_again(
    rulelang: Command, coin: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "verdicts.jsonl"
    before = record(rulelang, coin, "--jobs", "1", "--resume", kept)
    tried = len(kept.read_text("utf-8").splitlines())
    more = COIN + "\nexample \"nine are enough\":\n    given Ann's Coins are 9\n    then Ann's Coins are 9\n"
    coin.write_text(more, encoding="utf-8")
    after = record(rulelang, coin, "--jobs", "1", "--resume", kept)
    survived = sum(mutant["status"] == "survived" for mutant in before["mutants"])
    assert survived <= len(kept.read_text("utf-8").splitlines()) - tried < tried
    assert after == record(rulelang, coin, "--jobs", "1")


def test_what_noticed_under_other_rules_is_tried_first(rulelang: Command, coin: Path, tmp_path: Path) -> None:
    kept = KeptMutants(tmp_path / "verdicts.jsonl", loaded(coin))
    with kept.path.open("w", encoding="utf-8") as file:
        kept.write(file, Verdict("0123", "killed", "two and one"))
        kept.write(file, Verdict("4567", "survived"))
    coin.write_text(COIN.replace("gain 2 Coins", "gain 1 Coins"), encoding="utf-8")
    other = KeptMutants(kept.path, loaded(coin))
    assert other.read() == {}
    assert other.killers == {"0123": "two and one"}


def loaded(path: Path) -> WrittenRulebook:
    return load(read_source(path).source)[0]


def test_a_file_that_holds_no_verdicts_is_left_alone(rulelang: Command, coin: Path) -> None:
    ran = rulelang("mutate", coin, "--resume", coin)
    assert ran.code == 2
    assert "holds no verdicts of `rulelang mutate`" in ran.err
    assert coin.read_text("utf-8") == COIN


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ("plain", "nothing notices if"),
        ("sarif", '"ruleId": "mutant-survived"'),
        ("github", "::warning"),
        ("junit", "<testsuites"),
        ("html", "<!doctype html>"),
    ],
)
def test_other_formats(rulelang: Command, coin: Path, form: str, said: str) -> None:
    assert said in rulelang("mutate", coin, *QUICK, "--format", form).out


def test_in_brief(rulelang: Command, coin: Path, tmp_path: Path) -> None:
    path = tmp_path / "mutants.json"
    assert rulelang("mutate", coin, "--jobs", "1", "--format", "brief", "--output", path).code == 0
    [brief] = read_briefs(path.read_text("utf-8"))
    whole = record(rulelang, coin, "--jobs", "1")
    assert (brief.title, brief.score) == ("Coin", whole["score"])
    assert brief.known == {mutant["key"] for mutant in whole["mutants"]}
    assert brief.killers() == {one["key"]: one["by"] for one in whole["mutants"] if one["status"] == "killed"}


def test_less_than_before(rulelang: Command, coin: Path, tmp_path: Path) -> None:
    path = tmp_path / "mutants.json"
    rulelang("mutate", coin, *QUICK, "--format", "brief", "--output", path)
    assert rulelang("mutate", coin, *QUICK, "--baseline", path).code == 0
    coin.write_text(COIN.replace("then Ann's Coins are 3", "then Ann's Coins are at least 3"), encoding="utf-8")
    ran = rulelang("mutate", coin, *QUICK, "--baseline", path)
    assert ran.code == 1
    assert "noticed before, but no longer: `gain 2 Coins` were `gain 3 Coins`" in ran.err
    assert rulelang("mutate", coin, "--baseline", coin).code == 2


def test_examples_for_what_survived(rulelang: Command, tmp_path: Path) -> None:
    tides = (ROOT / "tests/cli/rulebooks/tides.rules").read_text("utf-8")
    book, more = tmp_path / "tides.rules", tmp_path / "more.rules"
    book.write_text(tides, "utf-8")
    few = ("--jobs", "1", "--operators", "stock-changed,otherwise-removed")
    before = record(rulelang, book, *few)
    ran = rulelang("mutate", book, *few, "--write", more)
    assert ran.out.endswith(f"Wrote {more}: 3 examples for 3 survivors.\n")
    book.write_text(f"{tides}\n{more.read_text('utf-8')}", "utf-8")
    assert rulelang("test", book, "-g", "0").code == 0
    after = record(rulelang, book, *few)
    assert [one["status"] for one in before["mutants"]].count("survived") == 3
    assert [one["status"] for one in after["mutants"]].count("survived") == 0


CITED = (
    COIN.replace("2 players\n", "2 players\nstatements K1 to K4\n", 1)
    .replace("gain 2 Coins\n", "gain 2 Coins [K1]\n")
    .replace("otherwise shared", "otherwise shared [K2]")
    .replace("to Earn:", "to Earn [K3]:")
    .replace('"two and one":', '"two and one" [K4]:')
)


def test_statements_that_a_mutant_holds(rulelang: Command, coin: Path, tmp_path: Path) -> None:
    coin.write_text(CITED, encoding="utf-8")
    path = tmp_path / "mutants.json"
    rulelang("mutate", coin, "--jobs", "1", "--format", "brief", "--output", path)
    out = rulelang("facts", coin, "--mutants", path).out
    assert "2 of 3 covered statements held by a mutant that was noticed" in out
    assert "Not held: K2" in out
    assert "K1    covered, 4 of 4 mutants noticed" in out
    assert "K4    covered by its example\n" in out
    ran = rulelang("facts", coin, "--mutants", path, "--uncovered")
    assert (ran.code, ran.out.splitlines()[-1]) == (1, "Not held: K2.")
    [facts] = json.loads(rulelang("facts", coin, "--mutants", path, "--format", "json").out)
    said = {one["number"]: (one["noticed"] > 0, one["missed"] > 0) for one in facts["statements"]}
    assert said == {"K1": (True, False), "K2": (False, True), "K3": (True, True), "K4": (False, False)}
    assert "statement-unheld" in rulelang("facts", coin, "--mutants", path, "--format", "github").out
    assert '<failure message="not held">' in rulelang("facts", coin, "--mutants", path, "--format", "junit").out
    assert "| K2 | covered, 0 of" in rulelang("facts", coin, "--mutants", path, "--format", "markdown").out


def test_mutants_of_something_else(rulelang: Command, coin: Path, tmp_path: Path) -> None:
    path = tmp_path / "mutants.json"
    rulelang("mutate", coin, *QUICK, "--format", "brief", "--output", path)
    assert "says nothing about Pig" in rulelang("facts", "examples/pig.rules", "--mutants", path).err
    assert "is not what `rulelang mutate --format brief` writes" in rulelang("facts", coin, "--mutants", coin).err
    coin.write_text((ROOT / PATH).read_text("utf-8").replace('"Tic-Tac-Toe"', '"Coin"'), "utf-8")
    assert "is about other rules" in rulelang("facts", coin, "--mutants", path).err


def test_the_reference_names_every_operator() -> None:
    page = (ROOT / "rulelang/reference/commands.md").read_text("utf-8")
    assert [one.name for one in OPERATORS.values() if f"| `{one.name}` | {one.title} |" not in page] == []

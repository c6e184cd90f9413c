"""`rulelang cover`: one clause for each sentence, in the author's words, and nothing that was only tried counts."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from pydantic import TypeAdapter

from interpreter.cli.cover import CoverRecord
from interpreter.cli.loading import load_playable
from interpreter.cli.observer import UntriedRules, cover
from rulelang.graph.program import Node
from tests.cli.conftest import ROOT, Command
from tests.cli.schemas import SCHEMAS

PIG = "examples/pig.rules"
Write = Callable[[str], Path]


@pytest.fixture
def short(tmp_path: Path) -> Path:
    """Pig with its first example only."""
    path = tmp_path / "short.rules"
    path.write_text((ROOT / PIG).read_text(encoding="utf-8").split('example "a one costs', 1)[0], encoding="utf-8")
    return path


def test_what_was_never_used_is_named_in_the_authors_words(rulelang: Command, short: Path) -> None:
    lines = rulelang("cover", short).out.splitlines()
    assert [re.sub(rf"^{re.escape(str(short))}:\d+: ", "", line) for line in lines] == [
        "never true: a player is Ready if the player's Points plus the player's Turn Total are at least 100",
        "never true: if the Die's value is 1",
        "never reached: as soon as a player's Points are at least 100: the player wins",
        "never true: as soon as a player's Points are at least 100",
        "Pig: 79% of 12 rules used, 4 rules not or only half.",
    ]


def test_a_threshold_fails(rulelang: Command, short: Path) -> None:
    assert rulelang("cover", short, "--threshold", "100").code == 1
    assert rulelang("cover", short, "--threshold", "10").code == 0
    assert rulelang("test", short, "--coverage", "100").code == 3
    (short.parent / "rulelang.toml").write_text("coverage = 100\n", encoding="utf-8")
    assert rulelang("test", short, "--config", short.parent / "rulelang.toml").code == 3


TWICE = """
rulebook "Twice" for 2 players

a player has Coins from 0 to 9

to Learn for a player:
    the player gains 1 Coin
    if the player's Coins are 2: the player gains 1 Coin

play:
    repeat 2 rounds:
        each player:
            choose one:
                Study
                Teach

to Study: Learn for you
to Teach: Learn for your opponent

the winner is the player with the highest Coins, otherwise shared

example "one lesson":
    given Ann is about to Study
    then Ann's Coins are 1

example "the second lesson counts double":
    given Ben's Coins are 1
    given Ann is about to Teach
    then Ben's Coins are 3
"""


def test_a_sentence_woven_into_several_places_is_one_clause(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "twice.rules"
    path.write_text(TWICE.lstrip().replace("a player has Coins", "each player has Coins"), encoding="utf-8")
    record = json.loads(rulelang("cover", path, "--format", "json").out)[0]
    forks = [clause for clause in record["clauses"] if clause["text"].startswith("if the player's Coins")]
    assert [(fork["yes"], fork["no"], fork["missing"]) for fork in forks] == [(1, 1, "")]


def test_options_that_were_only_looked_at_are_not_taken(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "looked.rules"
    path.write_text(
        'rulebook "Looked" for 2 players\n\neach player has Coins from 0 to 9\n\nplay:\n    repeat 2 rounds:\n'
        "        each player:\n            choose one:\n                Take\n                Wait\n\n"
        "to Take:\n    gain 1 Coin\n    if your Coins are 1: gain 1 Coin\n\nto Wait: do nothing\n\n"
        "the winner is the player with the highest Coins, otherwise shared\n\n"
        'example "waiting":\n    given a new game\n    when Ann chooses Wait\n    then Ann may not choose Wait\n',
        encoding="utf-8",
    )
    missing = {
        c["text"]: c["missing"] for c in json.loads(rulelang("cover", path, "--format", "json").out)[0]["clauses"]
    }
    assert missing["Take"] == "never taken"
    assert missing["if your Coins are 1"] == "never asked"
    assert missing["Wait"] == ""


CALLS = """
rulebook "Calls" for 2 players

each player has Coins from 0 to 9
each player has Rings from 0 to 9

play:
    repeat 3 turns: Take Turn

to Take Turn:
    if you can Trade: Trade
    otherwise: gain 1 Coin

to Trade:
    only if your Coins are at least 2
    choose another player
    lose 2 Coins
    the player gains 1 Ring

a player's Wealth is the player's Rings times 2 plus the player's Coins
a player is Poor if the player's Coins are 0 and the player's Rings are 0
a player is Broke if the player is Poor
always every player's Coins are at most 9 or any player is Broke

the winner is the player with the highest Wealth, otherwise shared

example "two coins buy another's ring":
    given Ann's Coins are 2
    given Ann is about to Trade
    then Ben's Rings are 1
"""


def _missing(rulelang: Command, path: Path, text: str, *more: str) -> dict[str, str]:
    path.write_text(text.lstrip(), encoding="utf-8")
    clauses = json.loads(rulelang("cover", path, "--format", "json", *more).out)[0]["clauses"]
    return {clause["text"]: clause["missing"] for clause in clauses}


def test_an_action_an_example_begins_with_counts_where_it_is_called(rulelang: Command, tmp_path: Path) -> None:
    missing = _missing(rulelang, tmp_path / "calls.rules", CALLS)
    assert missing["Trade"] == ""
    assert missing["if you can Trade"] == "never asked"
    assert missing["gain 1 Coin"] == "never done"


def test_what_is_only_asked_about_is_not_something_to_be_done(rulelang: Command, tmp_path: Path) -> None:
    clauses = tmp_path / "calls.rules"
    _missing(rulelang, clauses, CALLS)
    record = json.loads(rulelang("cover", clauses, "--format", "json").out)[0]
    assert [clause["kind"] for clause in record["clauses"] if clause["text"] == "Trade"] == ["step"]


def test_definitions_of_invariants_are_no_rules_of_play(rulelang: Command, tmp_path: Path) -> None:
    missing = _missing(rulelang, tmp_path / "calls.rules", CALLS)
    assert not any(word in text for text in missing for word in ("Poor", "Broke"))


def test_who_wins_is_asked_at_the_end_and_by_examples(rulelang: Command, tmp_path: Path) -> None:
    wealth = "a player's Wealth is the player's Rings times 2 plus the player's Coins"
    assert _missing(rulelang, tmp_path / "calls.rules", CALLS)[wealth] == "never asked"
    assert _missing(rulelang, tmp_path / "calls.rules", CALLS, "--games", "1")[wealth] == ""
    assert _missing(rulelang, tmp_path / "calls.rules", CALLS + "    then Ben would win\n")[wealth] == ""


def test_what_examples_say_is_no_rule(rulelang: Command) -> None:
    record = json.loads(rulelang("cover", "examples/pig.rules", "--format", "json").out)[0]
    first = next(
        number
        for number, line in enumerate((ROOT / PIG).read_text(encoding="utf-8").splitlines(), 1)
        if line.startswith("example ")
    )
    lines = [clause["line"] for clause in record["clauses"]]
    assert lines
    assert max(lines) < first


def test_learning_in_iki_goes_both_ways(rulelang: Command) -> None:
    clauses = json.loads(rulelang("cover", "rulebooks/iki.rules", "--format", "json").out)[0]["clauses"]
    learn = [c for c in clauses if c["text"].startswith("if the Artisan's Experience is the Artisan's Rungs")]
    assert [(bool(c["yes"]), bool(c["no"])) for c in learn] == [(True, True)]
    assert not any(word in c["text"] for c in clauses for word in ("actor", ">=", "is in {"))
    assert len({(c["kind"], c["path"], c["line"], c["text"]) for c in clauses}) == len(clauses)


def test_sections_that_no_used_rule_cites(rulelang: Command, short: Path) -> None:
    header = 'rulebook "Pig" for 2 to 10 players\n'
    text = short.read_text(encoding="utf-8")
    text = text.replace(header, f"{header}statements A1 to A3\n", 1)
    text = text.replace("# A turn", "# A turn [A1]", 1).replace(
        "as soon as a player's Points are at least 100:", "as soon as a player's Points are at least 100 [A2, A3]:"
    )
    short.write_text(text, encoding="utf-8")
    record = json.loads(rulelang("cover", short, "--format", "json").out)[0]
    assert "A1" not in record["sections_never"]


@pytest.mark.parametrize("form", ["plain", "sarif", "github", "junit"])
def test_other_tools_take_what_is_missing(rulelang: Command, short: Path, form: str) -> None:
    out = rulelang("cover", short, "--format", form).out
    assert "as soon as a player" in out
    if form == "junit":
        assert ElementTree.fromstring(out).get("skipped") != "0"
    if form == "github":
        assert out.startswith(f"::notice file={short},line=")
    if form == "sarif":
        assert json.loads(out)["runs"][0]["results"][0]["ruleId"] == "rule-unused"


def test_the_record_has_the_shape_its_schema_says(rulelang: Command) -> None:
    out = rulelang("cover", PIG, "examples/kuhn_poker.rules", "--format", "json").out
    assert len(TypeAdapter(tuple[CoverRecord, ...]).validate_json(out)) == 2
    assert set(json.loads(out)[0]) == set(SCHEMAS["cover"]()["$defs"]["CoverRecord"]["required"])


def test_the_page_marks_the_lines_of_the_source(rulelang: Command, short: Path, tmp_path: Path) -> None:
    path = tmp_path / "coverage.html"
    assert rulelang("cover", short, "--format", "html", "-o", path).out.startswith(f"Wrote {path}: Pig: ")
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert 'class="used"' in page
    assert 'class="half" title="' in page


@pytest.mark.parametrize("name", ["pig", "leduc_poker", "lock_keepers", "cloister_garden", "sealed_letter"])
def test_what_is_not_watched_could_use_nothing_new(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Random games are watched only where a rule may be used in a way that is still missing: nothing is overlooked."""
    text = (ROOT / f"examples/{name}.rules").read_text(encoding="utf-8").split("\nexample ", 1)[0]
    path = tmp_path / f"{name}.rules"
    path.write_text(text + "\n", encoding="utf-8")
    steps = {True: 0, False: 0}
    after = UntriedRules.after

    def counted(rules: UntriedRules, node: Node, number: int = 0) -> bool:
        found = after(rules, node, number)
        steps[found] += 1
        return found

    def used() -> dict[object, tuple[bool, bool]]:
        clauses = cover(load_playable(str(path), examples=True), 4).clauses
        return {key: (bool(clause.yes), bool(clause.no)) for key, clause in clauses.items()}

    monkeypatch.setattr(UntriedRules, "after", counted)
    found = used()
    monkeypatch.setattr(UntriedRules, "after", lambda *_: True)
    assert found == used()
    assert steps[True]
    assert steps[False]

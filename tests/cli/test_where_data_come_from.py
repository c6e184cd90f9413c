"""`rulelang facts` tells where every statement and every row comes from: printed, confirmed elsewhere, or assumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from interpreter import load
from interpreter.examples.run import run_examples
from rulelang.checks import check_rulebook
from rulelang.rulebook.loading import load as load_text
from rulelang.source import read_source
from tests.cli.conftest import Command

RULES = """rulebook "Fish Stall" for 2 players
source de "Der Fischstand"
source Player Aid "the card with the prices"
source Second Edition "the rules of the second edition"
statements A1 to A3
uses "fish.rules"

# Buying [de "Kauf" page 4]

each player has Coins from 0 to 40 starting at 20 [A1, confirmed by Second Edition]
each player has a Basket, an open area of Fish
the Stall is an open area of Fish
setup: move all Fish to the Stall
play: repeat 4 turns: Buy
to Buy [A2]:
    choose a Fish from the Stall
    pay as many Coins as the Fish's Price
    move the Fish to your Basket
the winner is the player with the highest Coins, otherwise shared

a player's Spending is the total Price of Fish in the player's Basket

example "a carp is paid" [A3]:
    given a new game
    when Ann chooses Carp
    then Ann's Coins plus Ann's Spending is 20
"""
ASSUMED = """library "Fish"
a Fish is a card with a Price from 0 to 9 [assumed "no source has the prices"]:
    | Title | Price |
    | Carp  | 3     |
    | Eel   | 4     |
    | Perch | 2     | [de "Kauf" page 4, A1]
    | Pike  | 6     | [confirmed by Player Aid and Second Edition]
"""
PRINTED = """library "Fish"
a Fish is a card with a Price from 0 to 9 [de "Preise" page 9]:
    | Title | Price |
    | Carp  | 5     |
    | Eel   | 7     |
    | Perch | 1     |
    | Pike  | 8     |
"""


def written(folder: Path, data: str) -> Path:
    """The rules, with this file of data beside them."""
    (folder / "fish.rules").write_text(data, encoding="utf-8")
    rules = folder / "stall.rules"
    rules.write_text(RULES, encoding="utf-8")
    return rules


def told(rulelang: Command, rules: Path) -> dict[str, Any]:
    (facts,) = json.loads(rulelang("facts", str(rules), "--format", "json").out)
    assert isinstance(facts, dict)
    return facts


def standings(facts: dict[str, Any]) -> dict[str, str]:
    (table,) = facts["tables"]
    return {row["what"]: row["provenance"]["standing"] for row in table["rows"]}


def test_every_row_says_where_it_comes_from(rulelang: Command, tmp_path: Path) -> None:
    facts = told(rulelang, written(tmp_path, ASSUMED))
    assert standings(facts) == {"Carp": "assumed", "Eel": "assumed", "Perch": "printed", "Pike": "confirmed"}
    carp, _, perch, pike = (row["provenance"] for row in facts["tables"][0]["rows"])
    assert carp["reason"] == "no source has the prices"
    assert perch["printed"] == 'de "Kauf" page 4, A1'
    assert pike["confirmed_by"] == ["Player Aid", "Second Edition"]
    assert [source["name"] for source in facts["sources"]] == ["", "Player Aid", "Second Edition"]


def test_every_statement_says_what_else_confirms_it(rulelang: Command, tmp_path: Path) -> None:
    facts = told(rulelang, written(tmp_path, ASSUMED))
    homes = {record["number"]: record["constructs"] for record in facts["statements"]}
    coins = next(home["provenance"] for home in homes["A1"] if home["what"].startswith("Coins"))
    assert coins == {
        "standing": "printed",
        "printed": 'de "Kauf" page 4, A1',
        "confirmed_by": ["Second Edition"],
        "reason": "",
    }
    assert homes["A2"][0]["provenance"]["confirmed_by"] == []


def test_the_text_and_the_markdown_tell_it_too(rulelang: Command, tmp_path: Path) -> None:
    rules = str(written(tmp_path, ASSUMED))
    text = rulelang("facts", rules).out
    assert "    Player Aid: the card with the prices\n" in text
    assert "    Carp to Eel: assumed: no source has the prices\n" in text
    assert "    Pike: confirmed by Player Aid and Second Edition\n" in text
    assert '(printed: de "Kauf" page 4, A1, confirmed by Second Edition)' in text
    table = rulelang("facts", rules, "--format", "markdown").out
    assert "| Carp to Eel | assumed: no source has the prices |" in table


def test_a_stand_in_is_replaced_by_swapping_one_file(rulelang: Command, tmp_path: Path) -> None:
    before = written(tmp_path, ASSUMED)
    rules = before.read_bytes()
    assert [one["what"] for one in told(rulelang, before)["stand_ins"]]
    assert all(result.passed for result in run_examples(load(before)))
    (tmp_path / "fish.rules").write_text(PRINTED, encoding="utf-8")
    after = told(rulelang, before)
    assert before.read_bytes() == rules
    assert after["stand_ins"] == []
    assert set(standings(after).values()) == {"printed"}
    assert all(result.passed for result in run_examples(load(before)))


def test_a_source_that_is_not_named_is_found(tmp_path: Path) -> None:
    rules = written(tmp_path, ASSUMED.replace("Player Aid", "Player Aids"))
    book, found = load_text(read_source(str(rules)).source)
    assert not found
    (finding,) = [one for one in check_rulebook(book) if one.code == "RL0807"]
    assert finding.message == "This rulebook names no source `Player Aids`."

"""Subcommands that look at a rulebook without playing: graph, facts, book, explain, new, completion, help."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulelang.cli.menu import SUBCOMMANDS
from tests.cli.conftest import ROOT, Command

PIG = "examples/pig.rules"


def test_help_lists_every_subcommand_and_the_exit_codes(rulelang: Command) -> None:
    ran = rulelang("--help")
    assert ran.code == 0
    assert all(f"  {name} " in ran.out for name in SUBCOMMANDS)
    assert "Exit codes: 0" in ran.out


@pytest.mark.parametrize("name", sorted(SUBCOMMANDS))
def test_every_help_shows_an_example(rulelang: Command, name: str) -> None:
    ran = rulelang(name, "--help")
    assert ran.code == 0
    assert f"rulelang {name} " in ran.out.split("Usage:", 1)[1].split("\n", 1)[1]


def test_an_unknown_subcommand_is_guessed(rulelang: Command) -> None:
    ran = rulelang("chekc")
    assert ran.code == 2
    assert "Did you mean `check`?" in ran.err


@pytest.mark.parametrize("form", ["text", "dot", "mermaid", "graphml", "json", "svg"])
def test_graph_writes_every_format(rulelang: Command, tmp_path: Path, form: str) -> None:
    path = tmp_path / "graph"
    ran = rulelang("graph", PIG, "--format", form, "-o", path)
    assert ran.code == 0
    assert "Hold" in path.read_text(encoding="utf-8")


def test_graph_of_one_action(rulelang: Command) -> None:
    ran = rulelang("graph", PIG, "--group", "Take Turn", "-n", "3")
    assert ran.code == 0
    assert "Hold  ->" in ran.out
    assert "Points are" not in ran.out
    full = rulelang("graph", PIG, "--group", "Take Turn", "-n", "3", "--full")
    assert "option Hold" in full.out


def test_graph_of_a_variant(rulelang: Command) -> None:
    ran = rulelang("graph", PIG, "-n", "3", "--variant", "early hold")
    assert ran.out.startswith("Pig for 3 players, with Early Hold")
    full = rulelang("graph", PIG, "-n", "3", "--variant", "early hold", "--full")
    assert "variants: Early Hold" in full.out


@pytest.mark.parametrize("wrong", [("-n", "12"), ("--variant", "Nope"), ("--group", "Nope")])
def test_graph_of_what_is_not_there(rulelang: Command, wrong: tuple[str, str]) -> None:
    ran = rulelang("graph", PIG, *wrong)
    assert ran.code == 2
    assert wrong[1] in ran.err


def test_facts_list_statements_and_stand_ins(rulelang: Command) -> None:
    ran = rulelang("facts", "rulebooks/tokaido_duo.rules")
    assert ran.code == 0
    assert "161 statements: " in ran.out
    [record] = json.loads(rulelang("facts", "rulebooks/tokaido_duo.rules", "--format", "json").out)
    statuses = {found["status"] for found in record["statements"]}
    assert statuses <= {"covered", "shown", "aside", "uncovered"}
    assert all(found["constructs"] for found in record["statements"] if found["status"] == "covered")
    assert record["stand_ins"]


@pytest.fixture
def cited(tmp_path: Path) -> Path:
    """Pig with statements A1 (the header), A2 (a heading), A3 (an example only) and A4 (nothing)."""
    path = tmp_path / "cited.rules"
    text = (ROOT / PIG).read_text(encoding="utf-8")
    header = 'rulebook "Pig" for 2 to 10 players\n'
    text = text.replace(header, f"{header.strip()} [A1]\nstatements A1 to A4\n", 1)
    text = text.replace("# A turn", "# A turn [A2]", 1).replace('points":', 'points" [A3]:', 1)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_header_is_a_home_and_an_example_covers(rulelang: Command, cited: Path) -> None:
    out = rulelang("facts", cited).out
    assert "4 statements: 2 covered, 1 shown, 0 aside, 1 uncovered; 1 played in examples" in out
    assert "A1    covered\n" in out
    assert f'{cited}:1  rulebook "Pig" for 2 to 10 players\n' in out
    assert "A3    covered by its example\n" in out
    assert rulelang("check", cited, "--select", "RL0804").out.count("`A4`") == 1


def test_an_uncovered_statement_is_found(rulelang: Command, cited: Path) -> None:
    ran = rulelang("facts", cited, "--uncovered")
    assert (ran.code, ran.out) == (1, "No home: A4.\n")
    assert "title=statement-uncovered::statement A4 has no home" in rulelang("facts", cited, "--format", "github").out
    assert '<failure message="no home">' in rulelang("facts", cited, "--format", "junit").out


def test_the_book_speaks_the_readers_language(rulelang: Command) -> None:
    english, german = rulelang("book", PIG).out, rulelang("book", PIG, "-l", "de").out
    assert "# Pig" in english
    assert "**Example: holding keeps the points**" in english
    assert "| Zugpunkte | Leiste von 0 bis 105, je Spieler | 1 |" in german
    assert "_für 2–10 Spieler_" in german
    assert "**Beispiel: holding keeps the points**" in german
    # The rules stay as they are played; the names are explained beside them, once under each heading.
    assert all(line in german for line in english.splitlines() if line.startswith("  - "))
    assert german.count("Hold = Sichern") == 2
    assert rulelang("book", PIG, "-l", "xx").code == 2


def test_the_book_lists_components_and_citations(rulelang: Command) -> None:
    book = rulelang("book", "rulebooks/yamatai.rules", "-l", "de").out
    assert "| Bestandteil | Art | 2 Spieler | 3 Spieler | 4 Spieler |" in book
    assert "| Standardgebäude | Marker | 20 | 24 | 24 |" in book
    assert "#### Ab 3 Spielern" in book
    assert "- there are 80 Ships: 10 Gold, 13 Clay, 16 Stone, 19 Wood, 22 Bamboo _(COMP-02)_" in book
    assert "| Holz | 2 |" in book


def test_the_book_as_a_page(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    assert rulelang("book", "examples/sealed_letter.rules", "--format", "html", "-o", path).code == 0
    page = path.read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert "<th>Title</th>" in page
    assert "http" not in page


def test_the_board_is_drawn(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "island.svg"
    assert rulelang("board", "rulebooks/tokaido_duo.rules", "-l", "de", "-o", path).code == 0
    picture = path.read_text(encoding="utf-8")
    assert picture.startswith("<svg ")
    assert picture.count("<rect ") > 36
    assert "<title>Gebirgsort 1</title>" in picture
    assert ">Handelsweg</text>" in picture
    assert rulelang("board", "examples/tic_tac_toe.rules").out.count("<g><title>") == 9
    nowhere = rulelang("board", PIG)
    assert nowhere.code != 0
    assert "column `at`" in nowhere.err


def test_explain(rulelang: Command) -> None:
    assert rulelang("explain", "rl0203").out.startswith("# RL0203: ")
    assert "RL0203" in rulelang("explain", "--all").out
    ran = rulelang("explain", "RL203")
    assert ran.code == 2
    assert "Did you mean RL0203?" in ran.err


@pytest.mark.parametrize("template", ["race", "grid"])
def test_a_new_rulebook_checks_tests_and_plays(rulelang: Command, tmp_path: Path, template: str) -> None:
    path = tmp_path / "three_towers.rules"
    assert rulelang("new", path, "--template", template).code == 0
    assert path.read_text(encoding="utf-8").startswith('rulebook "Three Towers"')
    assert rulelang("check", path).code == 0
    assert rulelang("test", path).code == 0
    ran = rulelang("sim", path, "-g", "20", "-p", "1", "--format", "json")
    assert json.loads(ran.out)["finished"] == 20
    assert rulelang("new", path).code == 2

"""Every format, over findings that are hard to draw."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable, Mapping
from xml.etree import ElementTree

import pytest
from pydantic import TypeAdapter
from syrupy.assertion import SnapshotAssertion

from rulelang.diagnostics import Diagnostic, Edit, Fix, Label, Severity
from rulelang.diagnostics.fixes import apply_edits
from rulelang.diagnostics.render import FORMATS, render_text
from rulelang.diagnostics.render.json_records import DiagnosticRecord, record
from rulelang.diagnostics.render.snippet import ansi_paint
from rulelang.tree import parse
from tests.cli.schemas import SCHEMAS
from tests.diagnostics.cases import CASES, find, rules

OFFERS = rules(
    "your Offer for a Ship is 4\n"
    "\n"
    "Susanoo:\n"
    "    your Offer for a Stone Ship is 6 instead\n"
    "\n"
    "Mogul:\n"
    "    your Offer for a Ship\n"
    "        with a Flag\n"
    "        is 8\n"
    "        instead\n",
    "rulebooks/harbour.rules",
)
LIBRARY = rules('library "Flags"\n\na Ship may be Flagged\n', "rulebooks/flags.rules")


def _finding(
    primary: Label, *secondary: Label, fixes: tuple[Fix, ...] = (), severity: Severity = Severity.ERROR
) -> Diagnostic:
    return Diagnostic("RL0100", severity, "A finding made up to be drawn.", primary, secondary, fixes=fixes)


def several_lines() -> Diagnostic:
    source = OFFERS
    start, end = find(source, "your Offer", 3), find(source, "instead", 2)
    return _finding(
        Label(start.merge(end), "two texts replace one number"),
        Label(find(source, "your Offer for a Stone Ship is 6 instead"), "the other one"),
    )


def two_adjacent_lines() -> Diagnostic:
    return _finding(Label(find(OFFERS, "with a Flag\n        is 8"), "both lines"))


def ends_with_the_line_feed() -> Diagnostic:
    return _finding(Label(find(OFFERS, "Susanoo:\n"), "the whole line"))


def another_file() -> Diagnostic:
    return _finding(
        Label(find(OFFERS, "Flag"), "no such thing"),
        Label(find(LIBRARY, "Flagged"), "this is the nearest"),
        Label(find(OFFERS, "Ship"), "asked of this"),
        severity=Severity.WARNING,
    )


def side_by_side() -> Diagnostic:
    line = rules("move 1 Cube from your Chest to the Bag\n")
    return _finding(
        Label(find(line, "Bag"), "cannot hold it"),
        Label(find(line, "Cube"), "a Cube"),
        Label(find(line, "Chest"), "an area"),
    )


def overlapping() -> Diagnostic:
    line = rules("move 1 Cube from your Chest to the Bag\n")
    return _finding(Label(find(line, "your Chest"), "here"), Label(find(line, "1 Cube from your"), "read together"))


def wide_characters() -> Diagnostic:
    line = rules("the 侍の箱 is a cafe\u0301 of 🂡 Cards\n", "遊び.rules")
    return _finding(Label(find(line, "Cards"), "these"), Label(find(line, "侍の箱"), "that"))


def tabs() -> Diagnostic:
    line = rules("\t\tchose a\tShip\n")
    return _finding(Label(find(line, "Ship"), "here"))


def hostile_text() -> Diagnostic:
    line = rules("the \x1b[31mBag\x1b[0m \u202eis\u202c open\n", "evil\x1b[2J.rules")
    return _finding(Label(find(line, "open"), "100% <here> & \x07 now"))


def long_file() -> Diagnostic:
    source = rules("\n".join(f"line {number}" for number in range(1, 1201)))
    return _finding(Label(find(source, "line 1200"), "last"), Label(source.line_span(7), "early"))


def very_long_line() -> Diagnostic:
    source = rules(f"to Walk: {'move your Pawn, then ' * 40}draw two Cards{', then do nothing' * 40}\n")
    two = find(source, "two")
    fixes = (Fix("write `2`", (Edit(two, "2"),), "safe"),)
    return _finding(Label(two, "a number"), Label(find(source, "Walk"), "in this action"), fixes=fixes)


def every_remark() -> Diagnostic:
    text = rules("to Walk:\n    move your Pawn\n    draw 1 Card\n\nto Rest:\n    do nothing\n")
    finding = CASES["misspelt_word"]()
    return Diagnostic(
        finding.code,
        Severity.NOTE,
        "Everything a finding can carry.",
        Label(find(text, "Pawn"), "which one?"),
        (),
        ("first note", "second note"),
        ("write more",),
        (
            Fix("take out a line", (Edit(find(text, "    draw 1 Card\n"), ""),), "safe"),
            Fix(
                "change two places",
                (Edit(find(text, "do nothing"), "draw 1 Card\n    gain 1 Coin"), Edit(find(text, "Walk"), "Stroll")),
                "display",
            ),
            Fix("rename in one line", (Edit(find(text, "move"), "push"), Edit(find(text, "Pawn"), "Pilgrim"))),
        ),
        'Rulebook 4.2 "Moving" (p. 6)',
    )


def open_question() -> Diagnostic:
    source = rules("to Draw Tiles:\n    repeat as many times as the Tide: draw 1 Tile from the Bag to the Market\n")
    return _finding(Label(find(source, "the Tide"), "how often?"), severity=Severity.UNPROVED)


DRAWN: Mapping[str, Callable[[], Diagnostic]] = {
    case.__name__: case
    for case in (
        several_lines,
        two_adjacent_lines,
        ends_with_the_line_feed,
        another_file,
        side_by_side,
        overlapping,
        wide_characters,
        tabs,
        hostile_text,
        long_file,
        very_long_line,
        every_remark,
        open_question,
    )
}
MIXED = [several_lines(), another_file(), every_remark(), CASES["empty_file"](), hostile_text(), open_question()]


@pytest.mark.parametrize("case", DRAWN)
def test_text(case: str, golden: SnapshotAssertion) -> None:
    assert render_text([DRAWN[case]()]) == golden


@pytest.mark.parametrize("name", FORMATS)
def test_format(name: str, golden: SnapshotAssertion) -> None:
    assert FORMATS[name](MIXED) == golden


def test_colours(golden: SnapshotAssertion) -> None:
    assert render_text([several_lines(), every_remark()], ansi_paint).replace("\033", "<escape>") == golden


@pytest.mark.parametrize("name", ["text", "plain", "concise", "github"])
def test_nothing_found_says_nothing(name: str) -> None:
    assert FORMATS[name]([]) == ""


@pytest.mark.parametrize("name", ["text", "plain", "concise", "github", "junit"])
def test_no_control_character_reaches_the_reader(name: str) -> None:
    shown = FORMATS[name]([hostile_text()])
    assert all(character == "\n" or character.isprintable() for character in shown)


def test_drawing_loads_no_heavy_library() -> None:
    program = "import sys, rulelang.diagnostics.render; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert "rulelang.diagnostics.render" in loaded
    assert not {"pydantic", "networkx", "rich", "click", "lark"} & set(loaded)


def test_json_has_the_promised_shape() -> None:
    given = FORMATS["json"](MIXED)
    assert TypeAdapter(list[DiagnosticRecord]).validate_json(given) == [record(finding) for finding in MIXED]
    assert json.loads(given)[0]["rendered"] == render_text([MIXED[0]])


def test_json_schema_lists_every_member() -> None:
    schema = SCHEMAS["check"]()
    members = schema["$defs"]["DiagnosticRecord"]["properties"]
    assert schema["type"] == "array"
    assert set(members) == set(json.loads(FORMATS["json"](MIXED))[0])


def test_junit_is_xml_that_counts_failures() -> None:
    suites = ElementTree.fromstring(FORMATS["junit"](MIXED))
    assert suites.get("tests") == str(len(suites.findall(".//testcase"))) == "6"
    assert suites.get("failures") == str(len(suites.findall(".//failure"))) == "3"
    assert suites.get("skipped") == str(len(suites.findall(".//skipped"))) == "1"
    assert len(suites.findall(".//system-out")) == 3


def test_sarif_points_at_its_rules() -> None:
    run = json.loads(FORMATS["sarif"](MIXED))["runs"][0]
    rules_by_number = run["tool"]["driver"]["rules"]
    assert [rules_by_number[result["ruleIndex"]]["id"] for result in run["results"]] == [d.code for d in MIXED]
    assert [result["kind"] for result in run["results"]] == ["fail"] * 5 + ["open"]
    assert run["results"][-1]["level"] == "none"
    assert "chose an empty Square" in rules_by_number[1]["help"]["markdown"]


def test_words_that_run_over_a_line_are_quoted_on_one() -> None:
    source = rules("to Trade:\n    gain 1 Coin, then ,\n        then gain 1 Coin\n", "rulebooks/trade.rules")
    found = parse(source).diagnostics[-1]
    assert found.message == "`, then` is one word too many here."
    assert found.fixes[0].title == "take out `, then`"


def test_what_stands_around_a_word_too_many_does_not_grow_together() -> None:
    head = 'rulebook "Harbour" for 2 players\n\n'
    source = rules(f"{head}each player has Coins from 0 to 30, starting at 3\n")
    (fix,) = (fix for found in parse(source).diagnostics for fix in found.fixes)
    assert apply_edits(source.text, fix.edits) == f"{head}each player has Coins from 0 to 30 starting at 3\n"

"""The report names what was planted in a small book, with its line, and names nothing in a fair one."""

from __future__ import annotations

import itertools
import json
import re
from dataclasses import replace
from functools import cache
from html import escape
from html.parser import HTMLParser

import pytest
from pydantic import TypeAdapter

from interpreter.experiments.cells import ExperimentCell
from interpreter.experiments.compare import Games, compare, varied
from interpreter.experiments.metrics import METRICS
from interpreter.experiments.played import Played, PlayedCourse
from interpreter.experiments.report.charts import COLOURS, charts
from interpreter.experiments.report.difference import WRITERS, difference
from interpreter.experiments.report.figures import Estimate, Measured, figures
from interpreter.experiments.report.findings import Finding, findings
from interpreter.experiments.report.page import page
from interpreter.experiments.report.report import ExperimentReport, ReportChange, report
from interpreter.experiments.report.uses import _opinion, _Tally
from interpreter.experiments.report.words import changes_table, json_text, tables, text, uses_table
from interpreter.experiments.setting import Looks
from interpreter.statistics.intervals import ERROR
from tests.experiments.small import ROOT, all_of, of_text, setting

pytestmark = pytest.mark.slow

FAIR = (ROOT / "tests/experiments/bazaar.rules").read_text(encoding="utf-8")
DOMINANT = FAIR.replace("| Garnet | 2     |", "| Garnet | 12    |")
FIRST = FAIR.replace("starting at 0", "starting at 6")
DEAD = FAIR.replace("to Rest: gain 2 Points", "to Rest: lose 3 Points")
NEVER = FAIR.replace("to Rest: gain", "to Rest:\n    only if your Points are at least 99\n    gain")
GAMES = 300


@cache
def played(rules: str, bots: tuple[str, ...] = ("random", "greedy"), games: int = GAMES) -> tuple[Games, ...]:
    cells = [ExperimentCell("Bazaar", of_text(rules, bot=bot), games) for bot in bots]
    found = all_of([cell.setting for cell in cells], games)
    return tuple((cell, found[cell.setting.key]) for cell in cells)


def found(rules: str) -> dict[str, Finding]:
    (game,) = report("Bazaar", played(rules)).games
    assert len(game.findings) == len({(one.kind, one.message) for one in game.findings})
    return {one.kind: one for one in game.findings}


def test_a_fair_book_has_no_findings() -> None:
    assert found(FAIR) == {}
    assert "Nothing that is both certain and large enough to matter." in text(report("", played(FAIR)))


def test_a_dominant_card_is_named_with_its_line() -> None:
    card = found(DOMINANT)["dominant"]
    assert "Garnet (Ware)" in card.message
    assert (card.place, card.sentence) == ("small.rules:12", "| Garnet | 12 |")


def test_an_advantage_of_the_first_player_is_named() -> None:
    seat = found(FIRST)
    assert set(seat) == {"seat", "runaway"}
    assert "the first seat (Ann) wins more than a fair share" in "".join(
        one.message for one in report("", played(FIRST)).games[0].findings
    )


def test_a_dead_option_is_named_with_its_line() -> None:
    option = found(DEAD)["dead"]
    assert "Players who think hardly take Rest" in option.message
    assert (option.place, option.sentence) == ("small.rules:39", "to Rest: lose 3 Points")


def test_an_option_that_never_comes_up_is_named() -> None:
    option = found(NEVER)["never offered"]
    assert option.message == "Rest could never be chosen."
    assert option.place == "small.rules:39"


UNUSED = FAIR.replace("to Rest: gain 2 Points", "to Rest: gain 2 Points\n\nas soon as the Gift is 9: nobody wins")


def test_a_rule_that_never_ends_a_game_is_named_with_its_line() -> None:
    cell = ExperimentCell("Bazaar", of_text(UNUSED), 200)
    games = all_of([cell.setting], 200)[cell.setting.key]
    (game,) = report("", [(cell, games)]).games
    (one,) = game.findings
    assert (one.kind, one.sentence, one.place) == (
        "unused end",
        "as soon as the Gift is 9: nobody wins",
        "small.rules:41",
    )
    assert "as soon as the Gift is 9: nobody wins (small.rules:41)" in text(report("", [(cell, games)]))
    (few,) = report("", [(cell, games[:20])]).games
    assert few.findings == ()


def test_what_the_number_of_players_changes_is_told() -> None:
    """The leader is hard to catch for one, and luck among four; the turns of each player stay the same."""
    rules = FAIR.replace("for 2 players", "for 2 to 4 players")
    cells = [ExperimentCell("Bazaar", of_text(rules, players), 60) for players in (2, 3, 4)]
    games = all_of([cell.setting for cell in cells], 60)
    (game,) = report("", [(cell, games[cell.setting.key]) for cell in cells]).games
    found = {one.measure: one for one in game.by_players}
    turns = found["turns"]
    assert {players: one.mean for players, one in turns.found.items()} == {2: 6, 3: 9, 4: 12}
    assert turns.sure
    assert found["rounds"].found[4].mean == 3
    assert not found["rounds"].sure
    assert "what the number of players changes (random)" in text(
        report("", [(cell, games[cell.setting.key]) for cell in cells])
    )
    (alone,) = report("", [(cells[0], games[cells[0].setting.key])]).games
    assert alone.by_players == ()


def test_decisions_that_matter_are_told_from_those_that_do_not() -> None:
    looks = Looks(uses=True, probes=3, options=6, playouts=30, probed=12)
    matter = []
    for rules in (DOMINANT, FAIR.replace("to Rest: gain 2 Points", "to Rest: gain 0 Points").replace("| 2 ", "| 1 ")):
        cell = ExperimentCell("Bazaar", of_text(rules, looks=looks), 12)
        games = all_of([cell.setting], 12)[cell.setting.key]
        probes = [probe for game in games for probe in game.probes]
        assert all(1 <= probe.good <= probe.tried for probe in probes)
        matter.append(sum(probe.good < probe.tried for probe in probes) / len(probes))
        table = text(report("", [(cell, games)]))
        assert "decisions that surely matter" in table
    assert matter[0] > 0.3
    assert matter[1] < 0.15


def test_a_comeback_is_a_win_from_behind_at_half_time() -> None:
    one = next(metric for metric in METRICS if metric.name == "comebacks")
    led = {1: (0, 0, 0, 0, 0b01, 0, 0, 0, 0, 0b01), 0: (0, 0, 0, 0, 0b11, 0, 0, 0, 0, 0b10)}
    winner = {1: (1,), 0: (1,)}
    for came_back, leaders in led.items():
        game = Played(0, shares=(0.0, 1.0), winners=winner[came_back], course=PlayedCourse(leaders))
        assert one.value(game) == came_back
    assert one.value(Played(0)) is None


def test_all_at_once() -> None:
    rules = DOMINANT.replace("starting at 0", "starting at 6").replace("to Rest: gain 2", "to Rest: lose 3")
    assert {"dominant", "seat", "dead"} <= set(found(rules))


def test_fair_books_are_left_alone_whatever_the_seed() -> None:
    """Ten more experiments: at most one of twenty may tell something that is not there."""
    told = 0
    for seed in range(2, 12):
        cell = ExperimentCell("Bazaar", of_text(FAIR, seed=seed), 80)
        games = all_of([cell.setting], 80)[cell.setting.key]
        told += bool(report("", [(cell, games)]).games[0].findings)
    assert told <= 1


def test_games_of_all_together_are_told_so() -> None:
    cell = ExperimentCell("Beacons", setting("examples/beacons.rules", 2), 40)
    games = all_of([cell.setting], 40)[cell.setting.key]
    told = report("", [(cell, games)])
    assert told.games[0].together
    assert "won together" in text(told)
    assert "wins of" not in text(told)
    assert all(one.kind != "seat" for one in told.games[0].findings)
    assert all(chart.title != "Wins of the seats" for chart in charts(told.games[0]))


RAFT = """rulebook "Raft" for 2 players

the Planks are a track from 0 to 20

play:
    repeat 3 rounds:
        each player in turn order takes a turn:
            choose one:
                Build
                Rest
                Sing
    if the Planks are at least 4: everybody wins
    otherwise: nobody wins

to Build: the Planks become the Planks plus 1
to Rest: the Planks become the Planks
to Sing: the Planks become the Planks
"""


def test_what_helps_all_together_is_named_and_search_bots_find_it() -> None:
    cells = [ExperimentCell("Raft", of_text(RAFT, bot=bot), games) for bot, games in (("random", 120), ("mcts:60", 5))]
    cells.append(ExperimentCell("Raft", of_text(RAFT, bots=("mcts:2", "random"), rotated=True), 4))
    games = [(cell, all_of([cell.setting], cell.games)[cell.setting.key]) for cell in cells]
    assert all(game.shares == (1.0, 1.0) for game in games[1][1])
    (told,) = report("Raft", games).games
    assert [one.message.split(" once more")[0] for one in told.findings if one.kind == "dominant"] == ["Taking Build"]
    # Who plays for all is not compared with whom he plays for.
    assert not any(title == "does the better player win?" for title, _, _ in tables(told))
    assert not any(chart.title == "Does the better player win?" for chart in charts(told))


def test_what_brings_the_end_is_told_and_not_what_is_decided_then() -> None:
    """Frost ends nearly every game at random, and only then it is seen that nobody has won."""
    games = all_of([setting("examples/blind_garden.rules", 2)], 20).popitem()[1]
    frosts = [game.ending for game in games].count("as soon as the Frosts are at least 3: nobody wins")
    assert frosts > 10


def test_failures_and_endless_games_are_told() -> None:
    bots = ("tests.experiments.failing_bots:Silent", "random")
    failing = ExperimentCell("Tic-Tac-Toe", setting(bots=bots), 6)
    endless = ExperimentCell("Pig", setting("examples/pig.rules", most_moves=3), 6)
    told: list[Finding] = []
    for cell in (failing, endless):
        games = all_of([cell.setting], 6)[cell.setting.key]
        told += report("", [(cell, games)]).games[0].findings
    assert [one.kind for one in told] == ["bot failure", "endless"]


@pytest.mark.parametrize(
    ("rules", "many", "kinds"), [(DOMINANT, 120, ["skill"]), (FAIR, 120, ["luck"]), (FAIR, 24, [])]
)
def test_it_is_told_whether_the_better_player_wins(rules: str, many: int, kinds: list[str]) -> None:
    """That it is all luck, few games do not say."""
    cell = ExperimentCell("Bazaar", of_text(rules, bots=("greedy", "random"), rotated=True), many)
    games = all_of([cell.setting], many)[cell.setting.key]
    found = report("", [(cell, games)]).games[0].findings
    assert [one.kind for one in found if one.kind in ("skill", "luck")] == kinds


def test_whether_the_better_player_wins_is_asked_at_all_tables_at_once() -> None:
    cell = ExperimentCell("Bazaar", of_text(DOMINANT, bots=("greedy", "random"), rotated=True), 40)
    one = replace(
        figures((cell, all_of([cell.setting], 40)[cell.setting.key])), line_up_p={"random": 0.04, "greedy": 0.04}
    )
    kinds = [[found.kind for found in findings([one] * many, (), {}, together=False)] for many in (1, 3)]
    assert ["skill" in told for told in kinds] == [True, False]


@pytest.mark.parametrize(("name", "mean", "together"), [("draws", 0.53, False), ("won", 0.0, True)])
def test_what_one_table_shows_is_not_certain_where_it_is_the_best_of_many(
    name: str, mean: float, together: bool
) -> None:
    """Sixteen draws of thirty games say something, and no win in eighty; where thirty tables are asked, either may be
    luck."""
    cell = ExperimentCell("Bazaar", of_text(FAIR, bot="random"), 20)
    many = 30 if name == "draws" else 80
    measures = (Measured(name, name, "share", Estimate(mean, None, many)),)
    one = replace(figures((cell, all_of([cell.setting], 20)[cell.setting.key])), measures=measures, finished=0)
    told = [list(findings([one] * tables, (), {}, together=together)) for tables in (1, 30)]
    assert [len([found for found in each if found.kind != "endless"]) for each in told] == [1, 0]


def test_what_thinking_players_leave_is_certain_of_all_that_is_judged() -> None:
    """What was left 16 times, when luck would take it 8 times, is dead; that one of a thousand things would not look
    so by luck is not certain."""
    tally = _Tally(offered=16, taken=0, expected=8.0, games=16)
    assert [_opinion(tally, ERROR / judged) for judged in (1, 1000)] == ["dead", ""]


# ----------------------------------------------------------------------------------------------- how it looks


class Structure(HTMLParser):
    """Looks whether tags are closed, and what is there."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in ("meta", "path", "line", "rect", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in ("meta", "path", "line", "rect", "br"):
            assert self.open.pop() == tag


@cache
def whole_report() -> ExperimentReport:
    looks = Looks(uses=True, probes=2, options=4, playouts=4, probed=5)
    cells = [
        ExperimentCell("Bazaar", of_text(DOMINANT, bot=bot, looks=looks, changes=changes), 30)
        for bot in ("random", "greedy")
        for changes in ((), (("play / 3", 2),), (("play / 3", 4),))
    ]
    games = all_of([cell.setting for cell in cells], 30)
    return report("Bazaar & <co>", [(cell, games[cell.setting.key]) for cell in cells])


def test_the_page_is_whole_accessible_and_loads_nothing() -> None:
    html = page(whole_report())
    structure = Structure()
    structure.feed(html)
    assert structure.open == []
    assert "Bazaar &amp; &lt;co&gt;" in html
    tags = [tag for tag, _ in structure.seen]
    assert tags.count("svg") == len(charts(whole_report().games[0])) >= 6
    assert "script" not in tags
    assert not re.search(r'(?:src|href)="(?!#)', html)
    assert "url(" not in html
    for tag, attributes in structure.seen:
        if tag == "svg":
            assert attributes["role"] == "img"
            assert attributes["aria-label"]
        if tag == "html":
            assert attributes["lang"] == "en"
    assert tags.count("caption") == tags.count("table")
    levels = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_the_page_does_without_something_to_draw_with(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("interpreter.experiments.report.page.can_draw", lambda: False)
    html = page(whole_report())
    assert "<svg" not in html
    assert "What taking something does" in html


def test_colours_are_dark_enough_to_be_seen() -> None:
    """What is drawn stands out from white at least three to one (WCAG 2, 1.4.11)."""
    for colour in COLOURS:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
        assert 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 4


def test_every_figure_stands_on_the_page_once() -> None:
    """Data of a plot are the table that the text has, too."""
    html = page(whole_report())
    captions = re.findall("<caption>(.*?)</caption>", html)
    assert len(captions) == len(set(captions))
    assert {escape(title) for title, _, _ in tables(whole_report().games[0])} <= set(captions)


def test_plots_are_vega_lite() -> None:
    import vl_convert

    for chart in charts(whole_report().games[0]):
        assert vl_convert.vegalite_to_vega(chart.spec)["$schema"].startswith("https://vega.github.io/schema/vega/")
        assert json.loads(json.dumps(chart.spec)) == chart.spec


def test_the_record_has_its_shape_and_no_strange_numbers() -> None:
    record = json.loads(json_text(whole_report()), parse_constant=pytest.fail)
    (game,) = record["games"]
    assert {cell["changes"] for cell in game["changed"]} == {"play / 3 = 2", "play / 3 = 4"}
    assert TypeAdapter(ExperimentReport).json_schema(mode="serialization")["required"] == list(record)


def test_what_a_number_changes_is_told() -> None:
    (game,) = whole_report().games
    longer = [one for one in game.changes if one.measure == "length" and one.changes == "play / 3 = 4"]
    assert [(one.before, one.after, one.sure) for one in longer] == [(6, 8, True), (6, 8, True)]


def test_a_change_of_the_rules_is_told_on_one_page() -> None:
    before, after = played(FAIR, ("random",)), played(FIRST, ("random",))
    told = difference("Gift", compare(list(zip(before, after, strict=True))), after)
    assert any("wins of the first seat: 46.2% before, 90.7% now, very much more" in one for one in told.found)
    same = difference("Same", compare(list(zip(before, before, strict=True))), before)
    assert same.found == ()
    assert "Nothing changed that is surely more than luck." in WRITERS["text"](same)
    for form in ("text", "html", "json"):
        assert "first" in WRITERS[form](told)
    structure = Structure()
    structure.feed(WRITERS["html"](told))
    assert structure.open == []
    assert [attributes["role"] for tag, attributes in structure.seen if tag == "svg"] == ["img"]
    assert "<svg" not in WRITERS["html"](same)
    assert varied(before) == []


@pytest.mark.parametrize(("gap", "said"), [(0.0, "the same in every game"), (0.02, "may be luck")])
def test_what_a_change_leaves_alone_is_not_called_luck(gap: float, said: str) -> None:
    one = ReportChange("small", "", 2, "length", "moves", "number", 6, 6 + gap, (-gap, gap), 1.0, 1.0, None, False)
    [row] = changes_table([one])[2]
    assert row[-1] == said


def test_the_text_says_how_much_of_what_was_offered_it_leaves_out() -> None:
    (game,) = whole_report().games
    title, _, rows = uses_table(game.uses, 2)
    assert title.endswith(f"(most certain first, 2 of {len(game.uses)})")
    assert rows == uses_table(game.uses)[2][:2]
    assert len(uses_table(game.uses)[2]) == len(game.uses)

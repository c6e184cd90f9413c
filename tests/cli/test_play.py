"""Subcommands that play: sim, test, cover, play, why, why-not, replay, diff."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.cli.board import short_names
from interpreter.cli.gates import judged, read_gate
from interpreter.cli.table import gathered
from interpreter.statistics.intervals import wilson
from tests.cli.conftest import ROOT, Command
from tests.cli.schemas import SCHEMAS

pytestmark = pytest.mark.slow

TIC = "examples/tic_tac_toe.rules"
PIG = "examples/pig.rules"


def figures(text: str) -> dict[str, object]:
    record: dict[str, object] = json.loads(text)
    del record["moves_per_second"]
    return record


def test_sim_says_what_it_promises(rulelang: Command) -> None:
    ran = rulelang(
        "sim", PIG, "--players", "3", "--games", "30", "--watched", "30", "--seed", "7", "--format", "json", "-p", "1"
    )  # fmt: skip
    record = json.loads(ran.out)
    assert ran.code == 0
    assert {"games", "finished", "moves_mean", "ends", "wins", "moves_per_second"} <= set(record)
    assert set(SCHEMAS["sim"]()["required"]) <= set(record) <= set(SCHEMAS["sim"]()["properties"])
    assert record["finished"] == record["games"] == sum(record["ends"].values()) == 30
    assert sum(record["wins"].values()) == pytest.approx(1, abs=1e-5)


def test_the_same_seed_gives_the_same_figures_whatever_the_processes(rulelang: Command) -> None:
    one = rulelang("sim", PIG, "-g", "24", "-s", "3", "-p", "1", "--format", "json")
    two = rulelang("sim", PIG, "-g", "24", "-s", "3", "-p", "2", "--format", "json")
    other = rulelang("sim", PIG, "-g", "24", "-s", "4", "-p", "1", "--format", "json")
    assert figures(one.out) == figures(two.out)
    assert figures(one.out)["options"] != figures(other.out)["options"]


def test_a_rulebook_from_standard_input_is_simulated(rulelang: Command) -> None:
    ran = rulelang("sim", "-", "-g", "5", "--format", "json", typed=(ROOT / PIG).read_text(encoding="utf-8"))
    assert json.loads(ran.out)["finished"] == 5


def test_gates(rulelang: Command) -> None:
    simulated = ("sim", TIC, "-g", "200", "-p", "1")
    assert rulelang(*simulated, "--expect", "first-player 50%..90%").code == 0
    assert rulelang(*simulated, "--expect", "Nought 90%..95%").code == 1
    assert rulelang(*simulated, "--expect", "first-player 69%..71%").code == 4
    assert rulelang(*simulated, "--expect", "the weather 1..2").code == 2


def test_an_interval_is_inside_outside_or_neither() -> None:
    gate = read_gate("first-player 40%..60%", ["Ann", "Ben"])
    assert judged(gate, (0.45, 0.55)).outcome == "met"
    assert judged(gate, (0.61, 0.7)).outcome == "missed"
    assert judged(gate, (0.55, 0.7)).outcome == "inconclusive"
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)


def test_bots_win_against_chance(rulelang: Command) -> None:
    ran = rulelang("sim", TIC, "-g", "10", "-p", "1", "--bot", "mcts", "--bot", "random", "--format", "json")
    assert json.loads(ran.out)["wins"]["Cross"] > 0.7


def test_the_report_is_one_page(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert rulelang("sim", TIC, "-g", "20", "-p", "1", "--format", "html", "-o", path).code == 0
    page = path.read_text(encoding="utf-8")
    assert page.count("<svg") == 2
    assert "Claim Square" in page


def test_examples_pass_and_fail(rulelang: Command, tmp_path: Path) -> None:
    ran = rulelang("test", PIG)
    assert ran.code == 0
    assert " examples passed" in ran.out
    path = tmp_path / "wrong.rules"
    text = (ROOT / PIG).read_text(encoding="utf-8").replace("for 2 to 10 players", "for 2 players")
    path.write_text(text.replace("Points are 11", "Points are 12"), encoding="utf-8")
    ran = rulelang("test", path)
    assert ran.code == 3
    assert 'FAILED "holding keeps the points"' in ran.out
    assert "this does not hold (Ann's Points: 11)" in ran.out
    assert rulelang("test", path, "--name", "hundred").code == 0
    failed = [
        found
        for found in json.loads(rulelang("test", path, "--format", "json").out)[0]["examples"]
        if not found["passed"]
    ]
    assert [found["title"] for found in failed] == ["holding keeps the points"]


def test_a_broken_invariant_fails(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "wrong.rules"
    text = (ROOT / TIC).read_text(encoding="utf-8")
    path.write_text(
        text.replace("is at least the number of Nought", "is at most the number of Nought"), encoding="utf-8"
    )
    ran = rulelang("test", path)
    assert ran.code == 3
    assert "does not hold" in ran.out


def test_a_game_is_played_saved_resumed_replayed_and_explained(rulelang: Command, tmp_path: Path) -> None:
    saved = tmp_path / "game.json"
    ran = rulelang("play", TIC, "-l", "de", typed=f"b2\nb2\na1\nundo\nc1\nwhy-not b2\nlog\nsave {saved}\nquit\n")
    assert ran.code == 0
    assert "b2 ist nicht möglich:" in ran.out
    assert "Kreis: c1" in ran.out
    assert "Kreis: a1" not in ran.out.rsplit("Kreis: c1", 1)[1]
    ran = rulelang("play", TIC, "--resume", saved, typed="a3\na1\na2\nc3\nc2\nb1\nb3\nquit\n")
    assert "The game is over" in ran.out or "You left" in ran.out
    assert rulelang("replay", TIC, saved, "--positions").out.startswith("Cross: b2\n")
    assert "1 Nought Mark: Box -> c1" in rulelang("why", TIC, saved).out
    assert rulelang("why-not", TIC, "b2", "--saved", saved).code == 1
    assert rulelang("why-not", TIC, "a1", "--saved", saved).code == 0


def test_bots_take_the_other_seats(rulelang: Command, tmp_path: Path) -> None:
    transcript = tmp_path / "game.txt"
    arguments = (
        "play",
        PIG,
        "-n",
        "3",
        "--bot",
        "Ben=greedy",
        "--bot",
        "random",
        "--seed",
        "5",
        "--transcript",
        transcript,
    )
    ran = rulelang(*arguments, typed="Hold\n" * 200)
    assert ran.code == 0
    assert "The game is over" in ran.out
    assert "Cleo" in transcript.read_text(encoding="utf-8")


def test_secrets_stay_hidden_between_seats(rulelang: Command) -> None:
    ran = rulelang("play", "examples/kuhn_poker.rules", "--seed", "1", typed="\nBet\n\nquit\n")
    first, second = ran.out.split("Press Enter", 2)[1:]
    assert "Ann's Hand: Card (unseen)" in second
    assert "Ben's Hand: Card (unseen)" in first


@pytest.mark.parametrize("text", ["", "{}", "[1]", '{"format": "rulelang game", "version": 99}', "\x00"])
def test_saves_that_are_none(rulelang: Command, tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.json"
    path.write_text(text, encoding="utf-8")
    ran = rulelang("replay", TIC, path)
    assert ran.code == 2
    assert str(path) in ran.err


def test_a_broken_rulebook_is_not_played(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.rules"
    path.write_text('rulebook "Bad" for 2 players\n\nplay:\n    repeat turns: Fly Away\n', encoding="utf-8")
    for name in ("sim", "play", "test", "cover"):
        ran = rulelang(name, path)
        assert ran.code == 1
        assert "Fly Away" in ran.err


GEMS = """
rulebook "Gems" for 2 players

a Gem is a card
there are 8 Gems:
    | Title |
    | Agate |
    | Amber |
    | Beryl |
    | Coral |
    | Ivory |
    | Jade  |
    | Opal  |
    | Pearl |
the Tray is an area of Gems
each player has Points from 0 to 9

setup: move all Gems from the Box to the Tray

play:
    repeat 1 round:
        each player: Take Gems

to Take Gems:
    choose 3 Gems from the Tray
    gain 1 Point

the winner is the player with the highest Points, otherwise shared
"""


def test_a_choice_of_several_parts_is_searched_part_by_part(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "gems.rules"
    path.write_text(GEMS.lstrip(), encoding="utf-8")
    typed = "a\nzzz\nback\nback\nbery\njade\nback\n2\nopal\nquit\n"
    menus = rulelang("play", path, "--seed", "1", typed=typed).out.split("Ann> ")
    assert menus[0].endswith(
        "Ann: Take Gems (choose 3)\n"
        "  1  Agate\n  2  Amber\n  3  Beryl\n  4  Coral\n  5  Ivory\n  6  Jade\n  7  Opal\n  8  Pearl\n"
    )
    assert (
        menus[1] == "Ann: Take Gems (choose 3)\n  1  Agate\n  2  Amber\n  3  Coral\n  4  Jade\n  5  Opal\n  6  Pearl\n"
    )
    assert menus[2].startswith("zzz is not possible:")
    assert menus[3] == menus[4]
    assert menus[0].endswith(menus[3])
    assert menus[5].startswith("  so far: Beryl (2 more)\n  1  Agate\n  2  Amber\n  3  Coral\n")
    assert menus[6].startswith("  so far: Beryl, Jade (1 more)\n  1  Agate\n")
    assert menus[7] == menus[5]
    assert menus[8].startswith("  so far: Beryl, Amber (1 more)\n  1  Agate\n  2  Coral\n")
    assert "Ann: Take Gems: Amber, Beryl and Opal" in menus[9]


def test_several_are_chosen_in_one_line_and_in_any_order(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "gems.rules"
    path.write_text(GEMS.lstrip(), encoding="utf-8")
    ran = rulelang("play", path, "--seed", "1", typed="8 2 1\n1, 3\n5 5\n2\nq\n")
    assert "Ann: Take Gems: Agate, Amber and Pearl" in ran.out
    assert "  so far: Agate, Beryl (1 more)\n" in ran.out
    assert "These cannot be chosen together: 5 5." in ran.out
    assert "Ben: Take Gems: Agate, Beryl and Coral\n" in ran.out


def test_refusals_tell_many_possibilities_by_their_kind(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "gems.rules"
    path.write_text(GEMS.lstrip(), encoding="utf-8")
    refused = rulelang("play", path, "--seed", "1", typed="zzz\nq\n").out.partition("possible: ")[2].partition("\n")[0]
    assert refused == "Take Gems (56 ways)"


@pytest.mark.parametrize("word", ["q", "quit", "exit", "Q"])
def test_everybody_finds_the_way_out_and_the_help(rulelang: Command, word: str) -> None:
    ran = rulelang("play", TIC, typed=f"help\nh\n?\n{word}\na1\n")
    assert ran.out.count("leave the game") == 3
    assert "Cross: a1" not in ran.out
    assert "You left the game." in ran.out


def test_what_lies_where_can_be_asked(rulelang: Command) -> None:
    ran = rulelang("play", TIC, typed="b2\nwhere b2\nwhere cross\nwhere unicorn\nwhere\nq\n")
    assert "  b2: Cross Mark\n" in ran.out
    assert "  Cross Mark: b2\n" in ran.out
    assert ran.out.count("You see nothing by that name.") == 2


def test_what_is_secret_is_not_told_to_who_asks_where_it_lies(rulelang: Command) -> None:
    ran = rulelang("play", "examples/kuhn_poker.rules", "--bot", "random", "--seed", "1", typed="where card\nq\n")
    asked = ran.out.partition("Ann> ")[2]
    assert "Ben's Hand: Card (unseen)" not in asked
    assert not re.search(r"Card \w+: Ben's Hand", asked)


def test_no_two_spaces_have_one_name_on_the_board() -> None:
    names = [
        "Hokkaido Village 1",
        "Honshu Village 1",
        "Coast Town 7",
        "Nara",
        "Sidelines",
        "West Moon",
        "Western Mountain",
    ]
    assert list(short_names(names).values()) == ["HokV1", "HonV1", "CT7", "Nara", "Sidelines", "WestM", "WesteM"]


@given(st.lists(st.sampled_from(["Ab", "Abc", "Ac", "B", "1", "12"]), min_size=1, max_size=4).map(" ".join), st.data())
def test_short_names_are_names(name: str, data: st.DataObject) -> None:
    other = data.draw(st.permutations(name.split()).map(" ".join))
    short = short_names([name, other])
    assert len(set(short.values())) == len({name, other})


def test_equal_lines_are_one() -> None:
    assert list(gathered(["a", "a", "b", "a"])) == ["a (×2)", "b", "a"]


def test_what_comes_to_a_place_that_is_named_is_told_too(rulelang: Command) -> None:
    ran = rulelang(
        "play", "rulebooks/iki.rules", "--bot", "random", "--seed", "3", typed="Salt Seller, Stall A1\nlog\nq\n"
    )
    assert "Ann: Salt Seller to Stall A1\n    Ann Kobun: Ann's Board → Stall A1\n" in ran.out


def test_a_rulebook_to_play_is_a_file(rulelang: Command) -> None:
    ran = rulelang("play", "-", typed=GEMS.lstrip())
    assert ran.code == 2
    assert "give the rulebook as a file" in ran.err


def test_parts_come_with_the_rulebooks_that_use_them(rulelang: Command) -> None:
    ran = rulelang("test", "examples/compass.rules", "examples/breakthrough.rules", "--games", "0")
    assert (ran.code, ran.out.count("passed")) == (0, 1)
    alone = rulelang("test", "examples/compass.rules", TIC)
    assert alone.code == 2
    assert "only a part of a rulebook" in alone.err


DEAD_END = """rulebook "Stepping Stones" for 2 players
a Stone is a card
there are 2 Stones
each player has a Pouch, a secret area of Stones
setup: each player: move 1 Stone from the Box to your Pouch
play:
    repeat rounds:
        each player takes a turn: Step
to Step:
    choose a Stone in your Pouch
    move the Stone to the Box
the winner is the player with the highest Steps, otherwise shared
a player's Steps are the number of Stones in the player's Pouch
"""


def test_rules_that_lead_nowhere_are_a_finding_about_the_rulebook(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "stones.rules"
    path.write_text(DEAD_END, encoding="utf-8")
    ran = rulelang("play", path, "--bot", "random", "--bot", "random", "--seed", "1")
    assert ran.code == 1
    assert "nothing is possible" in ran.err
    assert f"{path}:10:5" in ran.err
    assert "choose a Stone in your Pouch" in ran.err


NUMBERS = """rulebook "Three Wells" for 2 players
a Well is a card with a Depth from 1 to 9:
    | Title | Depth |
    | Dry   | 1     |
    | Deep  | 9     |
the Row is an open row of Wells
each player has Water from 0 to 40
setup: move all Wells from the Box to the Row
play:
    repeat 2 rounds:
        each player takes a turn: Draw Water
to Draw Water:
    choose a number from 3 to 5 as Amount
    gain as many Water as the Amount
the winner is the player with the highest Water, otherwise shared
"""


def test_numbers_are_typed_as_they_are_and_cards_can_be_looked_at(rulelang: Command, tmp_path: Path) -> None:
    path = tmp_path / "wells.rules"
    path.write_text(NUMBERS, encoding="utf-8")
    ran = rulelang("play", path, typed="look dee\nlook whale\n1\n5\n3\nquit\n")
    assert ran.code == 0
    assert "  one of: 3, 4, 5\n" in ran.out
    assert "  Deep: Depth 9\n" in ran.out
    assert "Nothing in the rulebook goes by that name." in ran.out
    assert "There are 3 choices" in ran.out
    assert "Ann: Draw Water: 5\n    Water: Ann 0 → 5\n" in ran.out
    assert "Ben: Draw Water: 3" in ran.out

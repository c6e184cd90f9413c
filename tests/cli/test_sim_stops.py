"""When a simulation has seen enough, what it says of shared wins, and how quick it can be."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from interpreter.experiments.played import Played
from interpreter.experiments.stopping import LOOK, Until, read_until
from tests.cli.conftest import Command

pytestmark = pytest.mark.slow

TIC = "examples/tic_tac_toe.rules"
PIG = "examples/pig.rules"


def test_it_stops_when_a_figure_is_known_well_enough(rulelang: Command) -> None:
    ran = [
        rulelang("sim", TIC, "--until", "first-player within 8%", "--format", "json", "-p", processes, "--seed", "3")
        for processes in ("1", "3")
    ]
    one, other = (json.loads(each.out) for each in ran)
    assert one["games"] == other["games"]
    assert one["games"] % LOOK == 0
    assert one["wins"] == other["wins"]
    fewer = json.loads(rulelang("sim", TIC, "-g", one["games"], "-p", "1", "--format", "json", "--seed", "3").out)
    assert fewer["wins"] == one["wins"]
    more = rulelang("sim", TIC, "--until", "first-player within 8%", "--until", "draws within 5%", "-p", "1")
    assert int(more.out.split(" of ")[0].rsplit(" ", 1)[1]) > one["games"]


def test_it_stops_when_the_time_is_over(rulelang: Command) -> None:
    begun = time.monotonic()
    ran = rulelang("sim", PIG, "--minutes", "0.01", "-p", "1", "--format", "json")
    assert time.monotonic() - begun < 8
    assert json.loads(ran.out)["games"] > 0


def test_it_stops_at_the_number_of_games_at_the_latest(rulelang: Command) -> None:
    ran = rulelang("sim", TIC, "--until", "first-player within 0.1%", "-g", "120", "-p", "1", "--format", "json")
    assert json.loads(ran.out)["games"] == 120


@pytest.mark.parametrize(
    ("until", "said"),
    [
        ("first-player 2%", "I do not understand when to stop"),
        ("the weather within 2%", "I do not understand when to stop"),
        ("finished within 2%", "I do not understand when to stop"),
        ("first-player within 2", "a share is known within percents"),
        ("length within 2%", "a length is a number of moves"),
        ("Cross within 0%", "no number of games is enough for 0"),
    ],
)
def test_a_rule_that_cannot_be_meant_is_told(rulelang: Command, until: str, said: str) -> None:
    ran = rulelang("sim", TIC, "--until", until)
    assert ran.code == 2
    assert said in ran.err


def test_a_rule_names_a_seat() -> None:
    rule = read_until("nought  within 1.5 %", ["Cross", "Nought"])
    assert isinstance(rule, Until)
    assert rule.reach == 0.015
    assert rule.figure.values([Played(0, shares=(0.25, 0.75)), Played(1)]) == [0.75]


def test_quick_figures_leave_out_what_takes_time(rulelang: Command) -> None:
    ran = rulelang("sim", TIC, "--watched", "0", "-g", "400", "-p", "1")
    assert ran.code == 0
    assert "400 of 400 games came to an end" in ran.out
    assert "how the games ended" not in ran.out
    assert "options taken" not in ran.out
    assert "never:" not in ran.out
    page = rulelang("sim", TIC, "--watched", "0", "-g", "40", "-p", "1", "--format", "html").out
    assert "Options taken" not in page


def test_only_the_first_games_are_watched(rulelang: Command) -> None:
    """The others cost what the executor takes; all games are the same ones, however many are played."""
    ran = rulelang("sim", TIC, "-g", "300", "-p", "1")
    assert "how the games ended, in the first 20 games" in ran.out
    record = json.loads(rulelang("sim", TIC, "-g", "300", "-p", "1", "--format", "json").out)
    assert (record["games"], record["watched"], sum(record["ends"].values())) == (300, 20, 20)
    assert len(record["wins"]) == 2
    every = json.loads(rulelang("sim", TIC, "-g", "60", "-p", "1", "--watched", "60", "--format", "json").out)
    assert sum(every["ends"].values()) == 60
    bots = json.loads(rulelang("sim", TIC, "-g", "25", "-p", "1", "--bot", "greedy", "--format", "json").out)
    assert (bots["watched"], sum(bots["ends"].values())) == (25, 25)


def test_what_all_win_or_lose_together_is_no_share(rulelang: Command) -> None:
    ran = rulelang("sim", "examples/beacons.rules", "-g", "40", "-p", "1")
    assert "won together" in ran.out
    assert "wins      " not in ran.out
    met = rulelang("sim", "examples/beacons.rules", "-g", "40", "-p", "1", "--expect", "won 0%..100%")
    assert met.code == 0


def test_a_failing_bot_is_counted_and_told(rulelang: Command) -> None:
    bots = ("--bot", "random", "--bot", "tests.experiments.failing_bots:Silent")
    ran = rulelang("sim", TIC, "-g", "5", "-p", "1", *bots)
    assert ran.code == 0
    assert "0 of 5 games came to an end" in ran.out
    assert "failures of bots\n        5  Silent (Nought) chose None, which is no option" in ran.out
    annotated = rulelang("sim", TIC, "-g", "5", "-p", "1", *bots, "--format", "github")
    assert "5 of 5 games abandoned by a bot" in annotated.out


def test_an_unknown_bot_is_told(rulelang: Command) -> None:
    ran = rulelang("sim", TIC, "--bot", "clever")
    assert ran.code == 2
    assert "There is no bot `clever`. There are random, greedy, mcts, `mcts:50`" in ran.err


def test_an_unknown_cluster_is_told(rulelang: Command) -> None:
    ran = rulelang("sim", TIC, "--cluster", "everywhere")
    assert ran.code == 2
    assert "`everywhere` is no cluster" in ran.err


def test_a_long_shared_game_is_not_sure_too_early(rulelang: Command) -> None:
    """Shared wins are no half wins: the part won alone has an interval of its own."""
    record = json.loads(rulelang("sim", TIC, "-g", "60", "-p", "1", "--format", "json").out)
    seat = record["seats"]["Cross"]
    assert seat["alone"] < seat["share"]
    assert seat["alone_interval"][0] < seat["alone"] < seat["alone_interval"][1]


ENDLESS = """rulebook "Endless" for 2 players
each player has Coins from 0 to 9
play:
    repeat rounds until Ann has at least 9 Coins:
        each player takes a turn:
            you may gain 1 Coin
            your Coins become 0
"""


def test_games_without_an_end_are_told_and_are_no_success(rulelang: Command, tmp_path: Path) -> None:
    book = tmp_path / "endless.rules"
    book.write_text(ENDLESS, encoding="utf-8")
    ran = rulelang("sim", book, "-g", "2", "-p", "1")
    assert ran.code == 4
    assert "0 of 2 games came to an end" in ran.out
    assert "went on for so long that they were stopped\n        2  the first is game 0: `--game 0` tells it" in ran.out
    record = json.loads(rulelang("sim", book, "-g", "2", "-p", "1", "--format", "json").out)
    assert (record["finished"], record["stopped"], record["first_stopped"]) == (0, 2, 0)
    told = rulelang("sim", book, "--game", "0").out.splitlines()
    assert told[-1] == "The game goes on."
    assert len(told) > 20_000

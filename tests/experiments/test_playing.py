"""What is known of one game: its players, its failures, what was offered, who led, what was at stake."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from random import Random
from time import process_time
from typing import Any

import pytest

from interpreter.api.chance import stream
from interpreter.bots.bot import RandomBot
from interpreter.engine.executor import Vector
from interpreter.engine.executors import EXECUTORS
from interpreter.experiments import playing
from interpreter.experiments.engines import Engine, EngineLost, Inline
from interpreter.experiments.line_up import UnknownBot, maker, ranked
from interpreter.experiments.played import written
from interpreter.experiments.playing import PlayTable
from interpreter.experiments.setting import Looks
from interpreter.experiments.stopping import closely_and_quickly, simulate
from interpreter.experiments.work import game_of
from tests.experiments.small import ROOT, all_of, of_text, setting, told

FAILING = "tests.experiments.failing_bots:"


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("Raising", "RuntimeError: I have no idea"),
        ("Late", "chose what is not allowed: "),
        ("Silent", "chose None, which is no option"),
    ],
)
def test_a_bot_that_fails_ends_its_game_and_no_other(bot: str, said: str) -> None:
    one = setting(bots=(f"{FAILING}{bot}", "random"), rotated=True)
    (played,) = all_of([one], 8).values()
    assert len(played) == 8
    assert all(bot in game.failure and said in game.failure and not game.is_finished for game in played)
    assert {"Cross" in game.failure for game in played} == {True, False}


def test_line_ups_rotate() -> None:
    one = setting("examples/pig.rules", 3, bots=("random", "greedy", "mcts:2"), rotated=True)
    assert [one.seating(number) for number in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert replace(one, rotated=False).seating(1) == (0, 1, 2)


def test_bots_by_their_names() -> None:
    assert sorted(["mcts:200", "mcts:5", "mine:Bot", "random", "greedy"], key=ranked) == [
        "random",
        "greedy",
        "mcts:5",
        "mcts:200",
        "mine:Bot",
    ]
    assert isinstance(maker("random")(3), RandomBot)
    for name in ("clever", "mcts:many", "mcts:0", "random:3"):
        with pytest.raises(UnknownBot):
            maker(name)
    with pytest.raises(UnknownBot, match="The bot `no_such_module:Bot` is not there"):
        maker("no_such_module:Bot")


def test_settings_with_the_same_meaning_have_the_same_key() -> None:
    assert setting().key == setting().key
    others = [setting(seed=2), setting(changes=(("Turn / 3", 4),)), setting(looks=Looks()), setting(bot="greedy")]
    assert len({one.key for one in [setting(), *others]}) == 5


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_games_of_one_number_have_the_same_luck_under_other_rules(bot: str) -> None:
    """A change that never matters changes nothing, move by move; one that matters late changes only what is late."""
    text = (ROOT / "examples/pig.rules").read_text(encoding="utf-8")
    rules = [text, text.replace("from 0 to 105", "from 0 to 106"), text.replace("at least 100", "at least 80")]
    games = [all_of([of_text(one, bot=bot)], 5).popitem()[1] for one in rules]
    assert [written(game) for game in games[0]] == [written(game) for game in games[1]]
    assert [game.moves for game in games[0]] != [game.moves for game in games[2]]


def test_what_was_offered_and_taken_is_counted_for_each_seat() -> None:
    (played,) = all_of([setting("examples/lantern_market.rules", 3)], 6).values()
    for game in played:
        for uses in game.uses.values():
            assert len(uses) == 3
            for use in uses:
                assert 0 <= use.taken <= use.offered
                assert use.expected <= use.offered / 2
    assert any(name.startswith("action/") for name in played[0].uses)


def test_the_course_of_a_game_fits_to_its_end() -> None:
    (played,) = all_of([setting("examples/lantern_market.rules", 3)], 10).values()
    for game in played:
        assert game.course is not None
        assert len(game.course.leaders) == 10
        assert 0 <= game.course.settled <= 1
        assert 0 <= game.course.behind <= 1
        assert game.rounds * 3 >= game.turns >= game.rounds
        assert game.decisions <= game.moves <= game.offered
    assert all(game.course is None for game in all_of([setting()], 3).popitem()[1])


def test_probes_see_what_hangs_on_a_decision() -> None:
    """Where one move wins and the others lose, much does; where all moves are alike, nothing."""
    fateful = """rulebook "Fate" for 2 players
a Door is one of Gold, Ash, Lead
play: repeat 1 turn: Open
to Open:
    choose a Door
    if the Door is Gold: you win
    otherwise: another player wins
"""
    fateful = fateful.replace("another player wins", "nobody wins")
    indifferent = fateful.replace("if the Door is Gold: you win\n    otherwise: nobody wins", "nobody wins")
    looks = Looks(uses=True, probes=1, options=3, playouts=6, probed=10)
    spreads = []
    for text in (fateful, indifferent):
        (played,) = all_of([of_text(text, looks=looks)], 20).values()
        probes = [probe for game in played for probe in game.probes]
        assert len(probes) == 10
        spreads.append(sum(probe.spread for probe in probes) / 10)
    assert spreads[0] > 0.05
    assert spreads[1] == 0


def test_bots_that_are_to_search_in_c_never_search_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """They play otherwise, and games of both would be taken for games of one experiment. At random both are one."""
    monkeypatch.setitem(EXECUTORS, "native", EXECUTORS["python"])
    text = (ROOT / "examples/pig.rules").read_text(encoding="utf-8").replace("100", "60")
    one = of_text(text, bot="mcts:2", executor="native")
    with pytest.raises(EngineLost, match="There is no compiler for C"):
        all_of([one], 2)
    at_random = of_text(text, executor="native"), of_text(text, executor="python")
    first, second = (told(all_of([each], 4)).popitem()[1] for each in at_random)
    assert first == second


def test_a_simulation_watches_few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """By the work that is done, not by the time it takes: no move of another game is listed or looked at."""
    one = setting("examples/pig.rules", 2)
    lists = 0
    executor = game_of(one).executor
    options = executor.options

    def counted(*given: Any) -> Any:
        nonlocal lists
        lists += 1
        return options(*given)

    monkeypatch.setattr(executor, "options", counted)
    many = {}
    for games in (20, 400):
        lists = 0
        played = simulate(closely_and_quickly(one, 20, games), Engine(Inline(), 1))
        many[games] = lists
        assert [game.number for game in played] == list(range(games))
        assert sum(bool(game.ending) for game in played) == 20
    assert many[20] == many[400] > 0


@pytest.mark.parametrize("executor", ["python", "native"])
@pytest.mark.parametrize(
    "book", ["connect_four", "kuhn_poker", "leduc_poker", "pig", "rock_paper_scissors", "tic_tac_toe"]
)
def test_quick_games_cost_little_more_than_the_executor_takes(book: str, executor: str) -> None:
    """In time of the processor, best of some tries of each in turn: the machine may be busy with other things. The
    shortest games there are show it best, with a rule that names the winner and with a ranking."""
    one = setting(f"examples/{book}.rules", 2, looks=Looks(endings=False), executor=executor)
    table = PlayTable(game_of(one), one)
    plays, games = table.game.executor, 300
    best = [inf, inf]
    for _ in range(12):
        begun = process_time()
        for number in range(games):
            plays.random_playout(plays.start(), stream(1, f"game {number}"))
        between = process_time()
        played = table.play_all(range(games))
        best = [min(best[0], between - begun), min(best[1], process_time() - between)]
        assert all(game.is_finished for game in played)
    assert best[1] * 0.7 < best[0]


def test_a_game_that_is_too_long_is_stopped_where_it_would_be_if_moves_were_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Most are not counted: as soon as the first have been short. Here all that are allowed are short."""
    one = setting("examples/pig.rules", 2, looks=Looks(endings=False), executor="python")
    lengths = [game.moves for game in PlayTable(game_of(one), one).play_all(range(200))]
    most = sorted(lengths)[-3]
    monkeypatch.setattr(playing, "_SHORT", 1)
    table = PlayTable(game_of(one), replace(one, most_moves=most))
    uncounted = 0
    random_playout = table.game.executor.random_playout

    def watched(cells: Vector, random: Random, limit: int | None = None) -> int:
        nonlocal uncounted
        uncounted += limit is None
        return random_playout(cells, random, limit)

    monkeypatch.setattr(table.game.executor, "random_playout", watched)
    found = table.play_all(range(200))
    assert [game.moves for game in found] == [min(length, most) for length in lengths]
    assert [game.is_finished for game in found] == [length <= most for length in lengths]
    assert 0 < uncounted < 200


WIDE = """rulebook "Heaps" for 2 players
a Card is a card with a Rank from 1 to 40
there are 40 Cards: each Rank
the Row is an open area of Cards
setup: move all Cards to the Row
play: each player: Pick
to Pick:
    choose any number of Cards in the Row as Heap
    move the Heap to the Box
"""


@pytest.mark.parametrize("line_up", [("random", "random"), ("random", "greedy")])
def test_a_game_with_a_trillion_ways_to_choose_is_simulated(line_up: tuple[str, str]) -> None:
    one = of_text(WIDE, bots=line_up, executor="python")
    played = PlayTable(game_of(one), one).play(0)
    assert (played.is_finished, played.fault, dict(played.options)) == (True, "", {"Pick": 2})

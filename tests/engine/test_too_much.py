"""What nobody can look through or ahead at is refused in words."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import load
from interpreter.api import decision
from interpreter.bots import bot, bot_names, play
from interpreter.engine import executor
from interpreter.engine.executor import Fault, Told, Vector
from interpreter.engine.executors import EXECUTORS
from interpreter.engine.reference_flow import Reference
from rulelang.graph.program import Do, Program
from rulelang.graph.program import Test as Fork
from tests.engine.build import Builder, cell, equal, put


@pytest.fixture(params=["python", "reference"])
def executor_name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


DEEP = """rulebook "Many" for 2 players
each player has Coins from 0 to 9
play: each player: Scout
to Scout:
    repeat as many times as (30 times 40):
        choose a number from 1 to 2 as Way
        gain as many Coins as the Way
"""

WIDE = """rulebook "Heaps" for 2 players
a Card is a card with a Rank from 1 to 6
there are 6 Cards: each Rank
the Row is an open area of Cards
setup: move all Cards to the Row
play: each player: Pick
to Pick:
    choose any number of Cards in the Row as Heap
    move the Heap to the Box
"""


def test_more_choices_in_one_move_than_can_be_looked_ahead_at(executor_name: str) -> None:
    game = load(DEEP).game(2, executor=executor_name)
    with pytest.raises(Fault, match="too many choices in one move"):
        game.start(seed=1)


LONG = """rulebook "Long" for 2 players
the Sum is a track from 0 to 9
play: each player: Dig
to Dig:
    choose a number from 1 to 2
    repeat {times} times:
        repeat 1000 times:
            if the Sum is less than 9: the Sum becomes the Sum plus 1
            otherwise: the Sum becomes 0
"""


@pytest.mark.parametrize(("times", "stops"), [(1_000, True), (20, False)])
def test_passes_without_a_decision_that_nobody_waits_for(executor_name: str, times: int, stops: bool) -> None:
    """Also where the loops stand inside one another, and each alone is not too long."""
    plays = load(LONG.format(times=times)).game(2, executor=executor_name).executor
    state = plays.start()
    move = plays.options(state)[0]
    if not stops:
        plays.play(state, move)
        return
    with pytest.raises(Fault, match="without end and without a decision") as fault:
        plays.play(state, move)
    node = plays.program.nodes[fault.value.node]
    assert node.origin.span is not None
    assert node.origin.span.text.startswith(("repeat", "if"))


def test_more_ways_to_choose_than_are_listed(executor_name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plays = load(WIDE).game(2, executor=executor_name).executor
    state = plays.start()
    assert len(plays.options(state)) == plays.count(state) == 2**6
    monkeypatch.setattr(executor, "MOST_OPTIONS", 2**6 - 1)
    for looks_through in (plays.options, plays.count):
        with pytest.raises(Fault, match="more than 63 ways to choose"):
            looks_through(state)
    assert next(plays.each_option(state)) == (0, ())


def test_ways_that_are_offered_again_are_the_same(executor_name: str) -> None:
    """And they stay what they were when the game goes on."""
    plays = load(WIDE).game(2, executor=executor_name).executor
    state = plays.start()
    listed = list(plays.each_option(state))
    for offered in (plays.options(state), plays.options(state)):
        assert (len(offered), list(offered), list(plays.each_option(state))) == (len(listed), listed, listed)
        assert (offered[5], offered[-1], list(offered[3:5])) == (listed[5], listed[-1], listed[3:5])
    plays.play(state, offered[5])
    assert list(offered) == listed


def test_of_too_many_ways_one_is_chosen_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """By people, who are asked for one card after the other, and by bots."""
    monkeypatch.setattr(executor, "MOST_OPTIONS", 40)
    monkeypatch.setattr(decision, "MOST_LISTED", 20)
    session = load(WIDE.replace("6", "9")).game(2, executor="python").start(seed=1)
    assert session.decision is not None
    assert session.decision.options.few(20) is None
    with pytest.raises(Fault, match="more than 40 ways"):
        len(session.decision.options)
    assert session.decision.steps()
    for name in bot_names():
        assert bot(name, 1).choose(session.seat(0)) in session.decision.options


def test_bots_finish_a_game_with_a_trillion_ways_to_choose() -> None:
    game = load(WIDE.replace("6", "40")).game(2, executor="python")
    for name in bot_names():
        session = play(game.start(seed=1), [bot(name, 1), bot("random", 2)])
        assert session.is_over


def test_words_that_mean_nothing_are_refused_where_there_are_many_ways() -> None:
    session = load(WIDE.replace("6", "40")).game(2, executor="python").start(seed=1)
    assert not session.apply("Card 99 of nobody")
    assert session.apply("nothing")


class Counting(Reference):
    """Counts the nodes that are gone through."""

    passed = 0

    def _step(self, state: Vector, node: Do | Fork, log: list[Told] | None) -> None:
        self.passed += 1
        super()._step(state, node, log)


def round_and_round(change: int) -> Program:
    """Something is done again and again until a number is 7, which it never is."""
    builder = Builder("Round and round")
    builder.numbers("Number", [0], 0, 1_000_000)
    builder.do("more", [put("Number", change)], "enough")
    builder.test("enough", (equal(cell("Number"), 7), "end"), otherwise="more")
    builder.end()
    return builder.program("more")


@pytest.mark.parametrize("name", ["python", "reference", "native"])
def test_what_goes_on_for_ever_is_a_fault(name: str) -> None:
    plays = EXECUTORS[name](round_and_round(3))
    with pytest.raises(Fault, match="without end and without a decision"):
        plays.start()


def test_a_state_that_comes_again_comes_again_for_ever() -> None:
    plays = Counting(round_and_round(3))
    with pytest.raises(Fault, match="without end and without a decision"):
        plays.start()
    assert plays.passed < 100


PATIENCE = """rulebook "Patience" for 1 players
a Die is a die with faces 1, 2
there are 1 Dice
play: repeat rounds until the total value of Dice is at least 3: roll all Dice
"""


def test_a_session_does_not_wait_for_chance_for_ever(tmp_path: Path) -> None:
    path = tmp_path / "patience.rules"
    path.write_text(PATIENCE, encoding="utf-8")
    with pytest.raises(Fault, match="chance acts 10,000 times") as found:
        load(path).game(1).start(1)
    assert found.value.said is not None
    assert found.value.said.span is not None
    assert found.value.said.span.text == "roll all Dice"

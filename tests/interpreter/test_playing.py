"""Loading, playing, taking back: what an embedder does first."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import BrokenRulebook, Decision, Refusal, load, stream
from interpreter.engine.executor import Move
from tests.interpreter.games import ALL_GAMES, EXAMPLES, game, played

positions = st.tuples(st.sampled_from(ALL_GAMES), st.integers(0, 50), st.integers(0, 25))


def test_a_rulebook_says_what_it_offers() -> None:
    rulebook = load(EXAMPLES / "pig.rules")
    assert rulebook.title == "Pig"
    assert rulebook.players[0] == 2
    assert not rulebook.diagnostics


def test_a_rulebook_can_be_a_text() -> None:
    text = (EXAMPLES / "tic_tac_toe.rules").read_text(encoding="utf-8")
    assert load(text).game().players == ("Cross", "Nought")


def test_a_broken_rulebook_loads_but_does_not_play() -> None:
    text = (EXAMPLES / "tic_tac_toe.rules").read_text(encoding="utf-8")
    rulebook = load(text + "\nthe winner is the player with the highest Glory\n")
    with pytest.raises(BrokenRulebook, match="Tic-Tac-Toe cannot be played") as broken:
        rulebook.game()
    assert broken.value.diagnostics


def test_a_game_is_only_built_for_the_players_it_is_for() -> None:
    with pytest.raises(ValueError, match="is for 2 players, not for 5"):
        load(EXAMPLES / "tic_tac_toe.rules").game(players=5)
    with pytest.raises(ValueError, match="no variant 'Misère'"):
        load(EXAMPLES / "tic_tac_toe.rules").game(variants=["Misère"])


def test_a_session_asks_for_one_decision_after_the_other() -> None:
    session = game("tic_tac_toe").start(seed=1)
    decision = session.decision
    assert decision is not None
    assert decision.player == "Cross"
    assert len(decision.options) == 9
    assert decision.options[4].notation == "b2"
    for move in ("b2", "a1", "a2", "c2", "c1", "a3", "b1", "b3", "c3"):
        assert session.decision is not None
        session.apply(move)
    assert session.is_over
    assert session.decision is None
    assert str(session.result) == "nobody wins"


def test_a_move_can_be_an_option_a_move_or_words() -> None:
    session = game("tic_tac_toe").start()
    assert session.decision is not None
    assert session.apply(session.decision.options[0])
    assert session.apply((0, 4))
    assert session.apply("C3")
    assert [str(event) for event in session.events()] == ["Cross: a1", "Nought: b2", "Cross: c3"]


def test_an_impossible_move_is_answered_and_changes_nothing() -> None:
    session = game("tic_tac_toe").start()
    session.apply("a1")
    before = session.state
    refusal = session.apply("a1")
    assert isinstance(refusal, Refusal)
    assert not refusal
    assert session.state == before


def test_a_move_in_numbers_is_refused_with_the_same_reasons_as_in_words() -> None:
    session = game("liars_dice").start(seed=1)
    assert session.apply((1,)) == session.why_not("Challenge")


def test_the_winner_and_the_score_stand_in_the_result() -> None:
    session = played("pig", 3, 1000)
    assert session.result is not None
    assert len(session.result.winners) == 1
    assert sum(session.result.shares) == 1
    winner = session.game.players.index(session.result.winners[0])
    assert session.result.shares[winner] == 1


def test_chance_may_be_asked_instead_of_sampled() -> None:
    session = game("pig").start(seed=1, chance="asked")
    while session.chance is None:
        assert session.decision is not None
        session.apply(session.decision.options[0])
    assert [happening.probability for happening in session.chance.outcomes] == [Fraction(1, 6)] * 6
    assert session.happen("4")
    assert str(session.events()[-1]) == "roll Die: 4"
    assert not session.happen("4")


@pytest.mark.parametrize("name", ["pig", "liars_dice", "backgammon"])
def test_the_same_seed_and_moves_make_the_same_game(name: str) -> None:
    assert played(name, 5, 40).state == played(name, 5, 40).state
    assert played(name, 5, 40).state != played(name, 6, 40).state


def test_streams_of_luck_do_not_disturb_each_other() -> None:
    assert stream(1, "dice/0").random() == stream(1, "dice/0").random()
    assert stream(1, "dice/0").random() != stream(1, "cards/0").random()


def test_luck_stays_the_same_when_a_move_is_taken_back_and_made_again() -> None:
    session = game("pig").start(seed=4)
    session.apply("Roll")
    first = session.state
    assert not session.undo()
    assert session.undo(beyond=True)
    session.apply("Roll")
    assert session.state == first


def test_a_state_is_a_value() -> None:
    one, other = game("tic_tac_toe").start(), game("tic_tac_toe").start()
    for move in ("a1", "b2", "c3", "b1"):
        one.apply(move)
    for move in ("c3", "b2", "a1", "b1"):
        other.apply(move)
    assert one.state == other.state
    assert len({one.state, other.state}) == 1
    assert "Cross Mark: a1, c3" in str(one.state)


def test_a_joint_choice_can_be_made_in_steps() -> None:
    session = game("breakthrough").start()
    decision = session.decision
    assert decision is not None
    (advance,) = decision.steps()
    pawns = decision.steps(advance)
    squares = decision.steps(pawns[2])
    assert [step.label for step in pawns[:3]] == ["a2", "b2", "c2"]
    assert [step.label for step in squares] == ["b3", "c3", "d3"]
    assert squares[0].complete is not None
    assert session.apply(squares[0].complete)


@settings(max_examples=20)
@given(positions)
def test_steps_lead_to_all_options_and_to_no_others(position: tuple[str, int, int]) -> None:
    decision = played(*position).decision
    if decision is None or len(decision.options) > 200:
        return
    found, work = set(), list(decision.steps())
    while work:
        step = work.pop()
        if step.complete is not None:
            found.add(step.complete.move)
        else:
            work += decision.steps(step)
    assert found == {option.move for option in decision.options}


@settings(max_examples=25)
@given(positions)
def test_undo_brings_back_the_state_before(position: tuple[str, int, int]) -> None:
    session = played(*position)
    before = session.state
    if session.decision is None:
        return
    session.apply(session.decision.options[-1])
    assert session.undo(beyond=True)
    assert session.state == before


@settings(max_examples=15)
@given(positions)
def test_a_clone_lives_on_its_own(position: tuple[str, int, int]) -> None:
    session = played(*position)
    twin = session.clone()
    before = session.state, session.history
    if twin.decision is not None:
        twin.apply(twin.decision.options[0])
        assert len(twin.history) > len(session.history)
    assert (session.state, session.history) == before


@settings(max_examples=15)
@given(positions)
def test_options_can_be_counted_and_indexed(position: tuple[str, int, int]) -> None:
    decision = played(*position).decision
    if decision is not None:
        listed = list(decision.options)
        assert len(decision.options) == len(listed) > 0
        assert decision.options[len(listed) - 1] == listed[-1]
        assert all(option in decision.options for option in listed[:5])


@pytest.mark.parametrize("name", ["tic_tac_toe", "pig", "liars_dice"])
def test_a_decision_keeps_its_moment_when_the_game_goes_on(name: str) -> None:
    session = game(name).start(seed=3)
    passed: list[tuple[Decision, list[Move], tuple[int, ...]]] = []
    while (decision := session.decision) is not None and len(passed) < 6:
        assert decision.state == list(session.state.cells)
        assert decision.seat == session.game.executor.actor(decision.state)
        passed.append((decision, list(decision.moves), decision.cells))
        assert session.apply(decision.options[len(decision.options) // 2])
    for decision, moves, cells in passed:
        assert decision.state == list(cells)
        assert list(session.game.executor.options(decision.state)) == moves
    assert session.history[-1].after == session.state.cells
    while session.undo(beyond=True):
        back = session.decision
        assert back is not None
        assert back.state == list(session.state.cells)

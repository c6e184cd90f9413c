"""States and moves in words: as a person says them, and as they are written down and read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.interpreter.games import ALL_GAMES, game, played

positions = st.tuples(st.sampled_from(ALL_GAMES), st.integers(0, 50), st.integers(0, 25))


@settings(max_examples=40)
@given(positions)
def test_the_notation_of_every_option_reads_back(position: tuple[str, int, int]) -> None:
    decision = played(*position).decision
    if decision is None:
        return
    options = decision.options[:40]
    assert len({option.notation for option in options}) == len(options)
    for option in options:
        assert [found.move for found in decision.read(option.notation)] == [option.move]


def test_labels_speak_every_language_of_the_rulebook() -> None:
    session = game("kuhn_poker").start(seed=1)
    assert session.decision is not None
    check, _ = session.decision.options
    assert [check.label(language) for language in session.game.languages] == ["Check", "Schieben", "Checker"]
    assert session.decision.read("Schieben") == [check]


def test_a_move_may_have_a_form_of_words_of_its_own() -> None:
    session = game("breakthrough").start()
    session.apply("c2, d3")
    assert session.transcript(language="de") == "Weiß: c2-d3\n"


def test_a_language_the_rulebook_has_not_is_refused() -> None:
    with pytest.raises(ValueError, match="no labels in 'tlh'"):
        game("pig").names("tlh")


def test_the_name_of_the_move_and_what_is_forced_may_be_left_out() -> None:
    decision = game("liars_dice").start(seed=1).decision
    assert decision is not None
    assert [option.notation for option in decision.read("2, 3")] == ["Bid, 2, 3"]
    assert [option.notation for option in decision.read("bid, 2, 3")] == ["Bid, 2, 3"]


def test_what_is_not_plain_is_asked_back() -> None:
    session = game("breakthrough").start()
    refusal = session.apply("White Pawn, c3")
    assert not refusal
    assert refusal.step == "ambiguous"  # type: ignore[union-attr]
    assert refusal.suggestions == ("b2, c3", "c2, c3", "d2, c3")  # type: ignore[union-attr]


def test_a_seat_is_called_by_its_name_in_any_language() -> None:
    assert game("breakthrough").seat("Weiß") == game("breakthrough").seat("white") == game("breakthrough").seat(0) == 0
    with pytest.raises(ValueError, match="its players are White, Black"):
        game("breakthrough").seat("Green")

"""States and moves in words: as a person says them, and as they are written down and read back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Refusal, load
from tests.interpreter.games import ALL_GAMES, game, played

FORMS = """
rulebook "Forms" for 2 players

each player has Points from 0 to 1
a Colour is one of Red
a Size is one of Small, Large

play:
    repeat 1 round:
        each player: Paint

to Paint written "paint it {Colour}":
    choose a Colour
    choose a Size

the winner is the player with the highest Points, otherwise shared
"""

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


def test_chance_says_what_is_drawn_from_where_and_whose_in_each_language() -> None:
    session = game("kuhn_poker").start(seed=1)
    lines = {language: session.transcript(language=language).splitlines()[0] for language in session.game.languages}
    assert lines == {
        "en": "draw Card from the Deck to Ann's Hand: Jack",
        "de": "Karte ziehen aus Stapel nach Hand (Ann): Bube",
        "fr": "piocher Carte de Pioche vers Main (Ann): Valet",
    }


def test_a_shuffle_says_what_is_shuffled_and_a_roll_which_die_it_was() -> None:
    sealed = game("sealed_letter").start(seed=1)
    assert [event.text() for event in sealed.events()] == ["chance chooses player: Ann", "shuffle the Deck"]
    assert sealed.transcript(language="de").splitlines()[0] == "Zufall wählt Spieler: Ann"
    rolls = [line for line in game("liars_dice").start(seed=1).transcript().splitlines() if line.startswith("roll ")]
    assert [line.partition(":")[0] for line in rolls[:2]] == ["roll Ann Die", "roll Ben Die"]


def test_a_report_says_what_was_decided_where_a_menu_shows_it_as_its_title() -> None:
    session = game("sealed_letter").start(seed=1)
    while (decision := session.decision) is not None and decision.node.options[0].written:
        session.apply(decision.options[0])
    assert decision is not None
    option = next(found for found in decision.options if found.symbolic.parameters)
    session.apply(option)
    assert f": {decision.title}: {option.label()}\n" in session.transcript()


def test_what_a_form_of_words_leaves_out_is_said_behind_it_unless_it_is_forced() -> None:
    session = game("chess").start()
    assert session.decision is not None
    assert "a2a3" in [option.label() for option in session.decision.options]
    decision = load(FORMS).game().start().decision
    assert decision is not None
    assert [option.label() for option in decision.options] == ["paint it Red (Small)", "paint it Red (Large)"]


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
    assert isinstance(refusal, Refusal)
    assert refusal.step == "ambiguous"
    assert refusal.suggestions == ("b2, c3", "c2, c3", "d2, c3")


def test_a_seat_is_called_by_its_name_in_any_language() -> None:
    assert game("breakthrough").seat("Weiß") == game("breakthrough").seat("white") == game("breakthrough").seat(0) == 0
    with pytest.raises(ValueError, match="its players are White, Black"):
        game("breakthrough").seat("Green")


def test_many_equal_things_in_a_row_are_said_once() -> None:
    game = load(
        'rulebook "Row" for 2 players\na Suit is one of Red, Blue\na Card is a card with a Suit\n'
        "there are 8 Cards: 2 Red, 5 Blue, 1 Red\nthe Row is a row of Cards\nsetup: move all Cards to the Row\n"
        "play: each player: choose one:\n    Go: do nothing\n    Rest: do nothing\n"
    ).game()
    assert "Row: Red, Red, Blue ×5, Red" in game.start(1).state.text()

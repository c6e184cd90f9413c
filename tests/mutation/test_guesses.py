"""Which examples are thought of first, and what a warning says about a mutant."""

from __future__ import annotations

from interpreter.mutation.baseline import look_at_examples
from interpreter.mutation.guesses import Guesses
from interpreter.mutation.judge import Means, MutantJudge
from rulelang.mutation.mutant import told
from rulelang.mutation.mutants import mutants_of
from rulelang.rulebook.loading import load
from rulelang.source import source_from_text
from tests.mutation.test_judge import kiln

TITLE = "a pot brings six points"

DECK = """rulebook "Deck" for 2 players

a Card is a card with a Worth from 1 to 4
there are 4 Cards: 1 of each Worth
the Deck is a face-down pile of Cards
each player has a Hand, a secret area of Cards

setup:
    move all Cards from the Box to the Deck
    shuffle the Deck

play: repeat turns until the Deck is empty: Take
to Take: draw 1 Card from the Deck to your Hand
a player's Points are the total Worth of Cards in the player's Hand
the winner is the player with the highest Points, otherwise shared

example "all cards are dealt":
    given a new game
    when anything happens until the game is over
    then the Deck is empty
"""


def test_what_comes_through_a_sentence_is_thought_of_first() -> None:
    rulebook, examples = kiln()
    fire = next(one for one in mutants_of(rulebook, ["number-up"]) if told(one).startswith("`gain 2 Points"))
    found = Guesses(rulebook, examples.known, {}).likely(fire)
    assert found is not None
    assert [one.title for one in found[1]] == [TITLE]


def test_nobody_guesses_without_a_reason() -> None:
    rulebook, examples = kiln()
    stock = next(one for one in mutants_of(rulebook, ["stock-changed"]))
    assert Guesses(rulebook, examples.known, {}).likely(stock) is None


def test_what_noticed_a_neighbour_is_remembered() -> None:
    rulebook, examples = kiln()
    first, second, *_ = mutants_of(rulebook, ["stock-changed"])
    guesses = Guesses(rulebook, examples.known, {first.key: TITLE})
    found = guesses.likely(second)
    assert found is not None
    assert [one.title for one in found[1]] == [TITLE]
    assert guesses.often("stock-changed", TITLE) == 1


def test_a_new_warning_notices() -> None:
    rulebook, found = load(source_from_text("deck.rules", DECK))
    assert found == ()
    (mutant,) = mutants_of(rulebook, ["shuffle-removed"])
    verdict = MutantJudge(rulebook, look_at_examples(rulebook), Means()).judge(mutant)
    assert (verdict.status, verdict.by[:6]) == ("killed", "RL0733")

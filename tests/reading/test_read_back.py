"""Rulebooks said back: sections of the four books as goldens, and small programs whose readings tell what matters."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from syrupy.assertion import SnapshotAssertion

from rulelang.cli.read import text_lines
from rulelang.compile import compile_rulebook
from rulelang.mutation.difference import Described, difference
from rulelang.mutation.mutant import applied
from rulelang.mutation.mutants import mutants_of
from rulelang.reading import Reading, read_back
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import read_source, source_from_text

ROOT = Path(__file__).parents[2]

SECTIONS = {
    "iki": "01 Income or hiring",
    "samurai": "The start and a full turn",
    "tokaido_duo": "Painting",
    "yamatai": "2 Trade (optional)",
}


def rulebook(path: str) -> WrittenRulebook:
    return load(read_source(ROOT / path).source)[0]


def readings(book: WrittenRulebook) -> list[Reading]:
    program = compile_rulebook(book).program
    assert program is not None
    return read_back(book, program)


def said(text: str) -> str:
    """Everything that is read back of a small rulebook."""
    book = load(source_from_text("small.rules", text))[0]
    return "\n".join(line for one in readings(book) for line in text_lines(one))


@pytest.mark.parametrize("name", sorted(SECTIONS))
def test_a_section_reads_as_it_did(name: str, golden: SnapshotAssertion) -> None:
    found = readings(rulebook(f"rulebooks/{name}.rules"))
    under = [one for one in found if SECTIONS[name] in one.sentence.origin.heading]
    assert under, sorted({title for one in found for title in one.sentence.origin.heading})
    text = "\n".join(line for one in under for line in text_lines(one)) + "\n"
    # The numbers of lines shift with every sentence above.
    assert re.sub(r"(?m)^ *\d+|(?<=line )\d+|(?<=lines )[\d, ]+\d", "..", text) == golden


@pytest.mark.parametrize("name", sorted(SECTIONS))
def test_every_sentence_of_a_big_book_has_come_to_something(name: str) -> None:
    lost = [one.sentence.text for one in readings(rulebook(f"rulebooks/{name}.rules")) if "nothing in the graph" in
            "".join(one.lines)]  # fmt: skip
    assert lost == []


# ------------------------------------------------------------------------------------------------------- mutants

MUTATED = {
    "examples/pig.rules": 40,
    "examples/tic_tac_toe.rules": 40,
    "examples/kuhn_poker.rules": 40,
    "examples/sealed_letter.rules": 25,
    "examples/nine_mens_morris.rules": 20,
    "rulebooks/samurai.rules": 12,
    "rulebooks/yamatai.rules": 4,
    "rulebooks/iki.rules": 4,
    "rulebooks/tokaido_duo.rules": 4,
}


@pytest.mark.parametrize("path", sorted(MUTATED))
def test_a_mutant_that_plays_otherwise_reads_otherwise(path: str) -> None:
    """What is another game to the graph is another one to the reader: nothing that changes play is left unsaid."""
    book = rulebook(path)
    program = compile_rulebook(book).program
    assert program is not None
    original, before = Described(program), [(one.lines, one.refers, one.notes) for one in read_back(book, program)]
    chosen = list(mutants_of(book))
    Random(17).shuffle(chosen)
    judged = 0
    for mutant in chosen[: MUTATED[path]]:
        other = applied(book, mutant)
        changed = compile_rulebook(other).program
        if changed is not None and difference(original, Described(changed)):
            judged += 1
            after = [(one.lines, one.refers, one.notes) for one in read_back(other, changed)]
            assert after != before, (mutant.operator, [str(edit.span) for edit in mutant.edits])
    assert judged


# ---------------------------------------------------------------------------------------- what a reader has to hear

CARDS = """rulebook "Small" for 2 players
a Card is a card with a Rank from 1 to 5
there are 5 Cards: each Rank
the Deck is an open pile of Cards
the Table is an open area of Cards
each player has a Hand, an open area of up to 3 Cards
each player has Coins from 0 to 9
each player may be Safe
setup: move all Cards to the Deck, then shuffle the Deck
play:
    repeat 2 turns: Act
to Act:
    choose a number from 1 to 2 as Way
"""


@pytest.mark.parametrize(
    ("sentence", "heard"),
    [
        ("move the top Card in the Deck to your Hand", "the top Card in the Deck"),
        ("move the last Card in the Deck to your Hand", "the bottom Card in the Deck"),
        ("move the first Card in the Deck to your Hand", "the top Card in the Deck"),
        ("draw 1 Card from the Deck to your Hand", "stands for the top Card in the Deck"),
        ("gain 2 Coins", "you gain 2 Coins (but never more than 9 in all)"),
        ("lose 2 Coins", "you lose 2 Coins (or as many as there are)"),
        ("pay 2 Coins", "only if your Coins are at least 2; otherwise cannot pay"),
        ("your opponent gains 2 Coins", "your opponent gains 2 Coins"),
        ("become Safe", "you become Safe"),
        ("you become not Safe", "you become not Safe"),
        ("choose a Card from your Hand", "if nothing can be chosen, what leads here cannot be done"),
        ("choose a Card from your Hand if possible", "if nothing can be chosen, this is passed over"),
        ("choose up to 2 Cards in the Table as Pair", "you choose from 0 up to 2 of the Cards in the Table"),
        ("move all Cards from the Table to your Hand", "otherwise there is no room"),
        ("each other player: gain 1 Coin", "after you, in turn order"),
        ("the game ends after this turn", "the game ends when this turn is over"),
        ("repeat 3 times: gain 1 Coin", "3 times"),
        ("gain 1 Coin for each Card of you", "the number of pieces in your Hand"),
        ("gain 1 Coin for each Card of another player", "the owner of the place of the Card is it"),
    ],
)
def test_the_fact_that_matters_is_said(sentence: str, heard: str) -> None:
    assert heard in said(f"{CARDS}    {sentence}\n")


def test_the_counter_of_the_chosen_member_is_not_the_first_one() -> None:
    text = said(
        'rulebook "Lanes" for 2 players\na Lane is one of Two, Three, Four\neach player has every Lane from 0 to 13\n'
        "play:\n    repeat turns: Climb\nto Climb:\n    choose a Lane\n    gain 2 Lane\n"
        "    if your Lane is 3: you win\n"
    )
    assert "you gain 2 of the Lane" in text
    assert "your amount of the Lane is 3" in text
    assert "the Lane: what is chosen in line 7" in text
    assert "gain 2 Two" not in text


def test_who_and_what_is_meant_is_told_with_its_line() -> None:
    text = said(f"{CARDS}    choose a Card from the Table as Prize\n    move the Prize to your Hand\n")
    assert "called the Prize" in text
    assert "the Prize: what is chosen in line 14" in text
    assert "you: whoever does Act" in text


def test_a_sentence_that_nothing_leads_to_says_so() -> None:
    assert "nothing in the graph does this" in said(f"{CARDS}    gain 1 Coin\nto Rest:\n    lose 1 Coin\n")


def test_what_is_not_in_force_at_this_table_says_so() -> None:
    text = said(CARDS.replace("for 2 players", "for 2 to 3 players") + "    gain 1 Coin\nwith 3 players:\n"
                "    each player has Gems from 0 to 9\n")  # fmt: skip
    assert "not in force at this table" in text


def test_the_words_come_from_the_graph_and_not_from_the_text() -> None:
    """The same program under another text reads the same: only the places of the text are used."""
    book = load(source_from_text("small.rules", f"{CARDS}    gain 1 Coin\n"))[0]
    other = load(source_from_text("small.rules", f"{CARDS}    lose 1 Coin\n"))[0]
    program = compile_rulebook(other).program
    assert program is not None
    lines = [line for one in read_back(book, program) for line in one.lines]
    assert "you lose 1 Coin (or as many as there are)" in lines


def test_counters_of_a_kind_are_said_alike_for_one_player() -> None:
    text = """rulebook "Alone" for 1 player
a Bed is one of Rose, Tulip
each player has every Bed from 0 to 6
play: repeat 4 turns: Sow
to Sow:
    choose a Bed where your Bed is less than 3
    gain 2 Bed
"""
    said = "\n".join(line for one in readings(load(source_from_text("alone.rules", text))[0]) for line in one.lines)
    assert "amount of" in said
    assert "you times" not in said


def test_what_a_player_has_is_said_with_all_the_places_of_a_player() -> None:
    two_places = """
rulebook "Two Places" for 2 players
a Card is a card
there are 4 Cards
each player has a Hand, an area of Cards
each player has a Tray, an area of Cards
play: repeat 3 turns: Show
to Show: only if you have a Card
"""
    assert " or the Tray of the player whose turn it is" in said(two_places)
    assert "Tray" not in said(two_places.replace("have a Card", "have a Card in your Hand")).split("to Show")[1]

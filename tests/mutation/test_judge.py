"""What becomes of mutants: each verdict, for the reason it has."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from interpreter.mutation.baseline import Examples, look_at_examples
from interpreter.mutation.guesses import still_notices
from interpreter.mutation.judge import Means, MutantJudge
from interpreter.mutation.verdict import Status, Verdict, score
from rulelang.compile import compile_rulebook
from rulelang.mutation.difference import Described, difference
from rulelang.mutation.mutant import applied, told
from rulelang.mutation.mutants import mutants_of, said_in
from rulelang.rulebook.loading import WrittenRulebook, load
from rulelang.source import read_source, source_from_text

ROOT = Path(__file__).parents[2]

KILN = """rulebook "Kiln" for 2 to 3 players

the sides are White, Black, Grey
a Pot is a token
there are 9 Pots
the Shelf is an open area of Pots
each player has a Yard, an open area of Pots
each player has Points from 0 to 90

setup: move all Pots from the Box to the Shelf

play:
    repeat turns: Fire

to Fire:
    choose a number from 1 to 2 as Heat
    move 1 Pot from the Shelf to your Yard
    gain 2 Points, then gain as many Points as the Heat
    repeat 3 times: Polish

to Polish: gain 1 Points

to Wait: gain 5 Points

as soon as the Shelf is empty: the game ends now
the winner is the player with the highest Points, otherwise shared
always every player's Points are at most 45

with 3 players:
    before you Fire: gain 1 Points

example "a pot brings six points":
    given there is a Pot in the Shelf
    given White is about to Fire
    when White chooses 1
    then White's Points are 6
"""


@cache
def kiln() -> tuple[WrittenRulebook, Examples]:
    rulebook, found = load(source_from_text("kiln.rules", KILN))
    assert found == ()
    return rulebook, look_at_examples(rulebook)


def verdict(words: str, operator: str, means: Means | None = None) -> Verdict:
    rulebook, examples = kiln()
    mutant = next(one for one in mutants_of(rulebook, [operator]) if told(one).startswith(words))
    return MutantJudge(rulebook, examples, means or Means()).judge(mutant)


@pytest.mark.parametrize(
    "words", ["`gain 2 Points, then", "`to Polish: gain 1 Points` were", "`repeat 3 times: Polish` were"]
)
def test_an_example_notices(words: str) -> None:
    found = verdict(words, "number-up")
    assert (found.status, found.by, found.reached) == ("killed", "a pot brings six points", 1)


def test_nothing_notices() -> None:
    found = verdict("`as soon as the Shelf is empty: the game ends now` were", "ending-changed")
    assert found.status == "survived"


def test_what_no_example_uses_is_not_tried_with_any() -> None:
    found = verdict("`before you Fire: gain 1 Points` were", "number-up")
    assert (found.status, found.reached) == ("survived", 0)


def test_what_is_never_done_makes_the_same_game() -> None:
    assert verdict("`to Wait: gain 5 Points` were", "number-up").status == "equivalent"


def test_what_nobody_could_write_is_invalid() -> None:
    found = verdict("`choose a number from 1 to 2 as Heat` were left out", "sentence-removed")
    assert (found.status, found.by) == ("invalid", "RL0201: Nothing here is called `Heat`.")


def test_random_games_notice_what_should_always_hold() -> None:
    assert verdict("`before you Fire: gain 1 Points` were", "number-up").status == "survived"
    found = verdict("`as soon as the Shelf is empty: the game ends now` were left", "trigger-removed", Means(games=1))
    assert found.status == "killed"


def test_a_mutant_may_take_only_so_long() -> None:
    rulebook, _ = load(read_source(ROOT / "rulebooks/tokaido_duo.rules").source)
    judge = MutantJudge(rulebook, Examples({}, ()), Means(seconds=0.01))
    assert judge.judge(mutants_of(rulebook)[0]).status == "timed out"


def test_the_score_counts_what_makes_another_game() -> None:
    statuses: tuple[Status, ...] = ("killed", "killed", "timed out", "survived", "equivalent", "invalid")
    verdicts = [Verdict(str(number), status) for number, status in enumerate(statuses)]
    assert score(verdicts) == 0.75
    assert score([]) == 1.0


def described(text: str) -> Described:
    rulebook, _ = load(source_from_text("kiln.rules", text))
    program = compile_rulebook(rulebook, 2).program
    assert program is not None
    return Described(program)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("White, Black, Grey", "Ebony, Ivory, Ochr"),
        ("a pot brings six points", "a pot is worth six"),
        ("gain 5 Points", "gain 6 Points"),
    ],
)
def test_names_texts_and_what_is_never_done_are_no_difference(old: str, new: str) -> None:
    assert old in KILN
    assert difference(described(KILN), described(KILN.replace(old, new))) == frozenset()


@pytest.mark.parametrize(
    ("old", "new", "sort"),
    [
        ("gain 2 Points", "gain 3 Points", "sentence"),
        ("an open area of Pots\neach", "a closed area of Pots\neach", "things"),
        ("highest Points", "lowest Points", "ranking"),
        ("Points from 0 to 90", "Points from 0 to 91", "region"),
    ],
)
def test_what_is_different_is_found(old: str, new: str, sort: str) -> None:
    other = KILN.replace(old, new.replace("a closed", "a secret"))
    assert other != KILN
    assert sort in {part.sort for part in difference(described(KILN), described(other))}


@pytest.mark.parametrize(
    ("part", "status"), [("setup:", "equivalent"), ("to Unpack:", "survived")], ids=["at first", "again and again"]
)
def test_what_comes_to_the_same_before_anybody_decides_makes_the_same_game(part: str, status: Status) -> None:
    """Two sentences change places, once in the setup and once in what happens every turn."""
    both = "\n    move 2 Pots from the Box to the Shelf\n    move 3 Pots from the Box to the Shelf"
    text = KILN.replace("setup: move all Pots from the Box to the Shelf", f"{part}{both}")
    if status == "survived":
        text = text.replace("repeat 3 times: Polish\n", "repeat 3 times: Polish\n    Unpack if possible\n")
    rulebook, found = load(source_from_text("kiln.rules", text))
    assert found == ()
    (mutant,) = (one for one in mutants_of(rulebook, ["sentences-swapped"]) if "move 2 Pots" in told(one))
    assert MutantJudge(rulebook, look_at_examples(rulebook), Means()).judge(mutant).status == status


def test_every_mutant_gets_a_verdict() -> None:
    rulebook, examples = kiln()
    judge = MutantJudge(rulebook, examples, Means())
    mutants = mutants_of(rulebook)
    verdicts = [judge.judge(mutant) for mutant in mutants]
    assert [one.key for one in verdicts] == [one.key for one in mutants]
    assert {one.status for one in verdicts} >= {"killed", "survived", "equivalent"}


@pytest.mark.parametrize("name", ["kiln", "pig"])
def test_whatever_survived_passes_all_examples_and_what_was_killed_does_not(name: str) -> None:
    """Only examples that use what is changed are run: no others would have noticed."""
    rulebook = kiln()[0] if name == "kiln" else load(read_source(ROOT / "examples/pig.rules").source)[0]
    judge = MutantJudge(rulebook, look_at_examples(rulebook), Means())
    wrong = []
    for mutant in mutants_of(rulebook):
        found = judge.judge(mutant)
        if found.status in ("survived", "equivalent", "killed") and not found.by.startswith("RL"):
            noticed = any(still_notices(rulebook, applied(rulebook, mutant), title) for title in said_in(rulebook)[1])
            if noticed != (found.status == "killed"):
                wrong.append(told(mutant))
    assert wrong == []

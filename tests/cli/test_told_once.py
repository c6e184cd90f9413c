"""What fails is told once; what was stopped is told as far as it came."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from interpreter import BrokenRulebook, load
from interpreter.experiments.dispatch import dispatch
from interpreter.experiments.engines import EngineLost
from tests.cli.conftest import Command

BROKEN = """rulebook "Broken" for 2 to 3 players
a Card is a card with a Rank from 1 to 9
there are 9 Cards: each Rank
the Deck is a face-down pile of Cards
each player has a Hand, a secret area of Cards
each player has Points from 0 to 9
setup:
    move all Cards from the Box to the Deck
    shuffle the Deck
play:
    repeat 2 rounds: each player: Act
to Act:
    draw 1 Card from the Deck to your Hand
    gain 1 Point
always every player's Points are at most 1
the winner is the player with the highest Points, otherwise shared
"""


def test_an_invariant_that_does_not_hold_is_told_once_and_without_the_deck(rulelang: Command, tmp_path: Path) -> None:
    book = tmp_path / "broken.rules"
    book.write_text(BROKEN, encoding="utf-8")
    ran = rulelang("test", str(book))
    assert ran.code == 3, ran.out + ran.err
    assert ran.out.count("FAILED invariant") <= 1
    assert "more game" in ran.out
    assert "Deck:" not in ran.out
    assert "Hand" in ran.out


@pytest.mark.parametrize(
    ("stopped", "code", "said"),
    [(KeyboardInterrupt(), 130, ""), (EngineLost("Workers die again and again."), 2, "Workers die again and again.")],
)
def test_a_simulation_that_is_stopped_tells_what_it_has(
    rulelang: Command, monkeypatch: pytest.MonkeyPatch, stopped: BaseException, code: int, said: str
) -> None:
    def for_a_while(*given: Any) -> Iterator[Any]:
        for number, batch in enumerate(dispatch(*given)):
            if number == 3:
                raise stopped
            yield batch

    monkeypatch.setattr("interpreter.experiments.stopping.dispatch", for_a_while)
    ran = rulelang("sim", "examples/pig.rules", "-g", "4000", "-p", "1")
    assert ran.code == code
    assert "games came to an end" in ran.out
    assert f"{said} Stopped after".lstrip() in ran.err
    assert "`rulelang experiment` play: it keeps every game" in ran.err


def test_a_game_that_breaks_can_be_told_again(rulelang: Command, tmp_path: Path) -> None:
    book = tmp_path / "breaks.rules"
    text = BROKEN.replace("2 rounds", "6 rounds").replace("always every player's Points are at most 1\n", "")
    book.write_text(text, encoding="utf-8")
    ran = rulelang("sim", str(book), "-n", "3", "-g", "5", "-p", "1")
    assert ran.code == 1
    assert "`--game 0`" in ran.out
    told = rulelang("sim", str(book), "-n", "3", "--game", "0").out.splitlines()
    assert told[-1].startswith("Here the rules break: ")


def test_a_game_that_nobody_watched_is_told_from_its_end(rulelang: Command, tmp_path: Path) -> None:
    """The executor tells none of its moves; but how it stood then, it can say."""
    ended = rulelang("sim", "examples/pig.rules", "--game", "25").out
    assert "Nobody watched this game. After " in ended
    assert ended.rstrip().splitlines()[-1].startswith("The game is over: ")
    book = tmp_path / "breaks.rules"
    text = BROKEN.replace("2 rounds", "6 rounds").replace("always every player's Points are at most 1\n", "")
    book.write_text(text, encoding="utf-8")
    ran = rulelang("sim", str(book), "-n", "3", "-g", "5", "-p", "1", "--watched", "0")
    assert "the first in game 0" in ran.out
    broken = rulelang("sim", str(book), "-n", "3", "--game", "0", "--watched", "0").out.splitlines()
    assert broken[0].startswith("Nobody watched this game. After ")
    assert broken[-1].startswith("Here the rules break: ")


def test_the_game_told_is_the_one_that_was_played(rulelang: Command) -> None:
    record = json.loads(rulelang("sim", "examples/pig.rules", "-g", "1", "-p", "1", "--format", "json").out)
    told = rulelang("sim", "examples/pig.rules", "--game", "0").out
    assert told.count("Ann: ") + told.count("Ben: ") == record["moves_longest"]


MISPRINT = """rulebook "Misprint" for 2 players
play: each player: choose one:
    Go: do nothing
    Rest: do nothing
example "unfinished":
    given a new game
    then Ann has foo
    then Ben is
"""


def test_an_example_that_cannot_be_read_keeps_nobody_from_playing(rulelang: Command, tmp_path: Path) -> None:
    """Only who runs the examples has to mend it first: the rest of it must not pass."""
    book = tmp_path / "misprint.rules"
    book.write_text(MISPRINT, encoding="utf-8")
    assert rulelang("check", book).code == 1
    played = rulelang("sim", book, "-g", "2", "-p", "1")
    assert played.code == 0
    assert played.err == f"Examples of {book} cannot be read: `rulelang check` says why. The game is played.\n"
    assert load(book).game().start(1).decision is not None
    assert rulelang("test", book).code != 0
    with pytest.raises(BrokenRulebook):
        load(book).game(examples=True)
    book.write_text(MISPRINT.replace("do nothing", "do nothin"), encoding="utf-8")
    assert rulelang("sim", book, "-g", "2", "-p", "1").code == 1


def test_a_page_about_rulebooks_is_no_rulebook(rulelang: Command) -> None:
    """Once, although some of its lines are sentences of the language."""
    said = rulelang("check", "README.md", "--format", "concise").out
    assert [line.split(": ")[1] for line in said.splitlines() if line.startswith("README")] == ["error[RL0115]"]


def test_a_fault_names_its_sentence_and_who_is_stuck(rulelang: Command, tmp_path: Path) -> None:
    """Not the menu, nor the head of the loop in which the sentence stands."""
    book = tmp_path / "book.rules"
    book.write_text(
        'rulebook "Flames" for 3 players\nthe Flames is a track from 0 to 2\nplay:\n    repeat 9 rounds:\n'
        "        each player takes a turn: choose one:\n            Feed:\n                the Flames becomes 1\n"
        "                the Flames becomes the Flames plus 2\n            Guess:\n"
        "                choose a player where it is Ann and it is Ben\n"
        'example "a":\n    given Ann is about to Guess\n    then the game is not over\n',
        encoding="utf-8",
    )
    told = rulelang("sim", book, "-g", "3", "-p", "1").out
    assert "it ranges from 0 to 2 (the Flames becomes the Flames plus 2)" in told
    assert "`--game 0` tells it" in told
    book.write_text(
        'rulebook "Guess" for 3 players\nplay: each player takes a turn: Guess\n'
        "to Guess: choose a player where it is Ann and it is Ben\n"
        'example "a":\n    given a new game\n    when Ann chooses anything\n',
        encoding="utf-8",
    )
    assert "the rules break down: Ann: nothing is legal at: Guess" in rulelang("test", book).out
    assert "Ann has to choose, and nothing is possible\n" in rulelang("play", book).err


OVERDRAWN = """rulebook "Overdrawn" for 2 players
each player has Coins from 0 to 5
each player has Debts from 0 to 5
play: repeat 6 rounds: each player takes a turn: Act
to Act:
    choose one:
        Rest: do nothing
        Work: gain 3 Coins
    your Debts become 1
    your Coins become your Coins times your Debts plus 1
    your Debts become 0
always Ann's Coins are at most 5
"""
SENTENCE = "your Coins become your Coins times your Debts plus 1"


def test_whoever_plays_is_told_the_sentence_that_breaks(rulelang: Command, tmp_path: Path) -> None:
    """At the table, in games of bots, also where one only imagined it, in games nobody watched, told once more."""
    book, told, saved = tmp_path / "book.rules", tmp_path / "told.txt", tmp_path / "saved.json"
    book.write_text(OVERDRAWN, encoding="utf-8")
    shown = f"   | {SENTENCE}\n"
    assert shown in rulelang("play", book, "-s", "1", "--transcript", told, typed="2\n" * 9).err
    assert shown in rulelang("play", book, "-s", "1", "--bot", "random", "--bot", "random").err
    told.write_text(told.read_text(encoding="utf-8") + "Ann: Work\n", encoding="utf-8")
    assert shown in rulelang("replay", book, told).err
    for how in (("--bot", "random"), ("--bot", "greedy"), ("--bot", "mcts"), ("--watched", "0")):
        ran = rulelang("sim", book, "-g", "3", "-p", "1", *how)
        assert f"it ranges from 0 to 5 ({SENTENCE})\n" in ran.out
    for again in ((), ("--watched", "0")):
        assert rulelang("sim", book, "--game", "0", *again).out.endswith(f"it ranges from 0 to 5 ({SENTENCE}).\n")
    assert f"{SENTENCE}\n" in rulelang("test", book).out
    rulelang("play", book, "-s", "1", typed=f"2\n2\nsave {saved}\nq\n")
    safe = tmp_path / "safe.rules"
    safe.write_text(OVERDRAWN.replace(" plus 1", ""), encoding="utf-8")
    assert f"--> {book}:10\n" in rulelang("diff", book, safe, "-g", "5").out
    book.write_text(OVERDRAWN.replace("gain 3", "gain 5"), encoding="utf-8")
    refused = load(book).game().resume(saved.read_text(encoding="utf-8"), other_versions=True)
    assert f"  > {SENTENCE}\n" in str(refused)


def test_a_sentence_that_cannot_be_obeyed_is_told_at_its_place(rulelang: Command, tmp_path: Path) -> None:
    """Not at the head of the block in which it stands."""
    book = tmp_path / "book.rules"
    book.write_text(
        'rulebook "Dues" for 2 players\neach player has Coins from 0 to 5\nplay:\n    repeat 3 rounds:\n'
        "        each player takes a turn:\n            gain 1 Coin\n            pay 3 Coins\n"
        "            choose one:\n                Rest: do nothing\n                Work: gain 1 Coin\n"
        "always Ann's Coins are at most 5\n",
        encoding="utf-8",
    )
    assert "   | pay 3 Coins\n" in rulelang("play", book, "--bot", "random").err
    for how in ((), ("--watched", "0"), ("--bot", "random")):
        assert "(pay 3 Coins)\n" in rulelang("sim", book, "-g", "2", "-p", "1", *how).out
    assert "   | pay 3 Coins\n" in rulelang("test", book).out

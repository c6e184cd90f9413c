"""Made rulebooks: as many as a few seconds allow; `python -m tests.language.generated` tries as many as one likes."""

from __future__ import annotations

import time

from tests.language.generated.pieces_of_text import Block, TwoWays
from tests.language.generated.reduction import Nodes, reduced, written
from tests.language.generated.trial import Failure, tried
from tests.language.generated.writer import make

SECONDS, PROGRAMS, FEWEST = 20.0, 2_000, 10


def test_made_rulebooks_play_as_they_are_checked() -> None:
    """No crash, no hang, no difference between executors or ways of saying it, no broken promise."""
    begun, valid = time.monotonic(), 0
    for seed in range(PROGRAMS):
        made = make(seed)
        outcome = tried(made.text, made.other, games=1)
        assert outcome.failure is None, f"seed {seed}: {outcome.failure}\n{made.text}"
        valid += outcome.valid
        if time.monotonic() - begun > SECONDS and valid >= FEWEST:
            break
    assert valid >= FEWEST, "the writer hardly writes anything that is right"


def test_the_same_seed_writes_the_same() -> None:
    assert make(7).text == make(7).text != make(8).text


def test_pairs_say_it_in_two_ways() -> None:
    kinds: set[str] = set()
    for seed in range(60):
        kinds |= make(seed).pairs
    assert kinds >= {"bit by bit", "one line", "only if", "each", "starting"}


TWO_GAMES = (
    'rulebook "Pair" for 2 players',
    "each player has Coins from 0 to 9",
    "each player has Fame from 0 to 9",
    TwoWays("wrong", ("setup: do nothing",), ("setup: each player: the player gains 1 Coin",)),
    Block("play", ("each player: choose one:",)),
)


def test_what_plays_otherwise_in_other_words_is_found() -> None:
    nodes: Nodes = (*TWO_GAMES[:4], Block("play", (Block("each player", (Block("choose one", _OPTIONS),)),)))
    outcome = tried(written(nodes), written(nodes, other=True))
    assert outcome.failure == Failure("tables differ in other words", "player's Coins")


_OPTIONS = ("Save: gain 1 Coin", "Boast: gain 1 Fame")


def test_what_fails_becomes_smaller_while_it_fails() -> None:
    nodes = make(3).nodes
    small = reduced(nodes, lambda one: "the Trail is a list of Suits" in written(one))
    assert written(small).splitlines() == ['rulebook "Typed" for 2 players', "the Trail is a list of Suits"] or (
        len(written(small).splitlines()) == 2
    )

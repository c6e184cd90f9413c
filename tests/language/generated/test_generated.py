"""Made rulebooks: as many as a few seconds allow; `python -m tests.language.generated` tries as many as one likes."""

from __future__ import annotations

import time
from itertools import repeat
from pathlib import Path
from random import Random

import pytest

from tests.language.generated.alternatives import names, used
from tests.language.generated.documented import documented
from tests.language.generated.failure import Failure, TooSlow
from tests.language.generated.forms import Form, Scope
from tests.language.generated.pieces_of_text import Block, Nodes, TwoWays, of_text, written
from tests.language.generated.reduction import reduced
from tests.language.generated.trial import Plan, no_longer_than, tried
from tests.language.generated.writer import make

SECONDS, PROGRAMS, FEWEST = 12.0, 2_000, 10


def test_made_rulebooks_play_as_they_are_checked() -> None:
    """No crash, no hang, no difference between executors or ways of saying it, no broken promise."""
    begun, valid = time.monotonic(), 0
    for seed in range(PROGRAMS):
        made = make(seed)
        outcome = tried(made.text, made.other, Plan(watched=seed % 8 == 0))
        assert outcome.failure is None, f"seed {seed}: {outcome.failure}\n{made.text}"
        valid += outcome.valid
        if time.monotonic() - begun > SECONDS and valid >= FEWEST:
            break
    assert valid >= FEWEST, "the writer hardly writes anything that is right"


@pytest.mark.parametrize("kept", sorted(Path(__file__).with_name("kept").glob("*.rules")), ids=lambda path: path.stem)
def test_what_failed_once_does_not_fail_again(kept: Path) -> None:
    outcome = tried(kept.read_text(encoding="utf-8"), plan=Plan(games=60))
    assert outcome.valid
    assert outcome.failure is None


def test_the_same_seed_writes_the_same() -> None:
    assert make(7).text == make(7).text != make(8).text


def test_pairs_say_it_in_two_ways() -> None:
    kinds: set[str] = set()
    for seed in range(150):
        kinds |= make(seed).pairs
    assert kinds >= {
        *("bit by bit", "one line", "only if", "each", "starting", "may", "a choice of one", "negation", "variant"),
        *("written out", "without its name", "branch in branch", "either", "otherwise", "once", "always so"),
        *("remembered", "exceptional", "so called", "hooked", "again", "given it", "gone through"),
    }


def test_most_of_the_grammar_is_made_use_of() -> None:
    """Thousands of them use all but what means nothing, such as the row of something for somebody."""
    found: set[str] = set()
    for seed in range(120):
        found |= used(documented(make(seed).text, Random(seed)))
    assert len(found) >= 0.85 * len(set(names()))


TWO_GAMES = (
    'rulebook "Pair" for 2 players',
    "each player has Coins from 0 to 9",
    "each player has Fame from 0 to 9",
    TwoWays("wrong", ("setup: do nothing",), ("setup: each player: the player gains 1 Coin",)),
)
OPTIONS = ("Save: gain 1 Coin", "Boast: gain 1 Fame")


def test_what_plays_otherwise_in_other_words_is_found() -> None:
    nodes: Nodes = (*TWO_GAMES, Block("play", (Block("each player", (Block("choose one", OPTIONS),)),)))
    outcome = tried(written(nodes), written(nodes, other=True))
    assert outcome.failure == Failure("differs in other words: other words", "player's Coins")


def test_choices_cut_in_another_way_are_the_same() -> None:
    """A menu in a menu, or one menu of all."""
    flat = Block("choose one", (*OPTIONS, "Rest: do nothing"))
    deep = Block("choose one", (Block("Work", (Block("choose one", OPTIONS),)), "Rest: do nothing"))
    nodes: Nodes = (*TWO_GAMES[:3], Block("play", (Block("each player", (TwoWays("menus", (flat,), (deep,)),)),)))
    assert tried(written(nodes), written(nodes, other=True)).failure is None


def test_a_promise_is_tried_for_every_number_of_players() -> None:
    text = """rulebook "Gifts" for 1 to 3 players
each player has Coins from 0 to 9
play:
    each player: choose a number from {least} to the number of players as Gift, then gain as many Coins as the Gift
"""
    sure, open_ = (tried(text.format(least=least), plan=Plan(executors=("reference",))) for least in (1, 2))
    assert (sure.sure, sure.games, sure.failure) == (True, 3, None)
    assert (open_.sure, open_.games, open_.failure) == (False, 1, None)


def test_what_takes_too_long_is_told() -> None:
    with pytest.raises(TooSlow), no_longer_than(0.01):
        sum(1 for _ in repeat(1))


def test_what_fails_becomes_smaller_while_it_fails() -> None:
    nodes: Nodes = (*TWO_GAMES[:3], Block("play", (Block("each player", (*OPTIONS, "gain 1 Coin")),)))
    small = reduced(nodes, lambda one: "Boast" in written(one), 50)
    assert written(small).splitlines() == [str(nodes[0]), "play:", "    Boast: gain 1 Fame"]


@pytest.mark.parametrize("seed", range(0, 40, 8))
def test_a_text_is_a_tree_of_lines(seed: int) -> None:
    text = make(seed).text
    assert written(of_text(text.rstrip("\n"))) == text


def test_a_form_stands_only_where_what_it_needs_is_known() -> None:
    scope = Scope().knowing("acts Pick_3")
    assert scope.has("acts Pick*")
    assert not scope.has("acts !Pick*")
    assert not scope.knowing("!acts").has("acts")
    assert Form("for each <card>:").deepens

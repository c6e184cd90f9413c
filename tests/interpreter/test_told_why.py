"""`why` and `why_not` of a seat tell a player nothing that the player does not know."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from interpreter import Game, Refusal, Session, load
from interpreter.explain.partly_known import PartlyKnown, Unknown, Veiled
from tests.interpreter.games import BIG_GAMES, big_game, game, secrets
from tests.random_moves import play_on

pytestmark = pytest.mark.slow

#: A game in which hidden cards decide what happens, and refuse what is tried.
SPYING = """
rulebook "Spying" for 2 players

a Card is a card with a Rank from 1 to 4
there are 4 Cards:
    | Title | Rank |
    | One   | 1    |
    | Two   | 2    |
    | Three | 3    |
    | Four  | 4    |

the Stack is a face-down pile of Cards
each player has a Hand, a secret area of Cards
each player has Coins from 0 to 15 starting at 1
the Clock is a track from 0 to 6

setup:
    move all Cards from the Box to the Stack
    shuffle the Stack
    each player: draw 1 Card from the Stack to your Hand

play:
    repeat turns until the Clock is 6:
        the Clock becomes the Clock plus 1
        choose one:
            Wager
            Save
            Spend

to Wager:
    if the total Rank of Cards in your opponent's Hand is at least 3:
        gain 2 Coins
    otherwise:
        gain 1 Coin

to Save:
    gain 1 Coin

to Spend:
    pay 2 Coins
    if the total Rank of Cards in your Hand is at least 3: gain 3 Coins

the winner is the player with the highest Coins, otherwise shared
"""


@cache
def spying() -> Game:
    return load(SPYING).game()


def test_the_player_is_told_what_the_player_can_see_of_it() -> None:
    session = spying().start(seed=1)
    session.apply("Wager")
    everything, ann = str(session.why()), str(session.seat("Ann").why())
    assert "Ann's Coins: 1 -> " in everything
    assert ann.splitlines()[0] == everything.splitlines()[0]
    assert "the rest hangs on what is hidden" in ann
    assert "Coins" not in ann
    assert str(session.seat("Ben").why()) == everything


def test_the_one_who_knows_is_told() -> None:
    session = spying().start(seed=1)
    for move in ("Save", "Save", "Save", "Save", "Spend"):
        assert session.apply(move)
    own, others = str(session.seat("Ann").why()), str(session.seat("Ben").why())
    assert own == str(session.why())
    assert "Ann's Coins: 3 -> 1" in own
    assert "hidden" in others
    assert "Ann's Coins: 3 -> 1" in others


def test_a_refusal_tells_what_the_player_lacks() -> None:
    session = spying().start(seed=1)
    refusal = session.seat("Ann").why_not("Spend")
    assert refusal == session.apply("Spend")
    assert isinstance(refusal, Refusal)
    assert refusal.clauses[0].values == (("Ann's Coins", "1"),)


def test_it_is_not_the_turn_of_the_other() -> None:
    session = game("kuhn_poker").start(seed=1)
    refusal = session.seat("Ben").why_not("Check")
    assert refusal is not None
    assert refusal.step == "turn"
    assert str(refusal).splitlines() == ["Check is not possible:", "it is Ann who decides now"]


GAMES = ("kuhn_poker", "leduc_poker", "liars_dice", "sealed_letter", "lock_keepers", "secrets", "spying", *BIG_GAMES)
ASKED = ("Fold", "Guard", "Hide One, Two", "Show One, Four", "Spend", "Bid, 9, 6", "pass", "nonsense", "1", "a1")


def session_of(name: str, seed: int, moves: int) -> Session:
    found = {"secrets": secrets, "spying": spying}
    asked = found[name]() if name in found else big_game(name) if name in BIG_GAMES else game(name)
    return play_on(asked.start(seed), Random(seed), moves, among=60)


def in_another_world(session: Session, player: int, random: Random) -> Session | None:
    """The session as it may be for all that the player knows."""
    if session.decision is None or session.decision.secret:
        return None
    twin = session.clone()
    twin._stand_at(session.seat(player).imagine(random).state.cells)
    return twin


def refusals(session: Session, player: int, moves: list[str]) -> list[str]:
    return [str(session.seat(player).why_not(move)) for move in moves]


@settings(max_examples=30, phases=[Phase.explicit, Phase.generate])
@given(st.sampled_from(GAMES), st.integers(0, 50), st.integers(0, 14), st.randoms(use_true_random=False))
def test_in_worlds_the_player_cannot_tell_apart_the_same_is_told(
    name: str, seed: int, moves: int, random: Random
) -> None:
    session = session_of(name, seed, moves)
    for player in range(2):
        twin = in_another_world(session, player, random)
        if twin is None:
            continue
        assert session.decision is not None
        assert twin.decision is not None
        things = [piece.name for piece in session.game.program.layout.pieces][:8]
        earlier = session_of(name, seed, moves // 2).decision
        asked = [*ASKED, *things, *(option.notation for option in (earlier.options[:8] if earlier is not None else ()))]
        assert refusals(session, player, asked) == refusals(twin, player, asked)
        here = list(session.decision.options[:30])
        there = {option.label(): option for option in twin.decision.options}
        chosen = here[random.randrange(len(here))]
        if chosen.label() not in there:
            continue
        made = session.clone()
        made.apply(chosen)
        twin.apply(there[chosen.label()])
        if made.observe(player) == twin.observe(player) and made.transcript(player) == twin.transcript(player):
            since = len(session.history)
            for number in range(since, len(made.history)):
                assert str(made.seat(player).why(number)) == str(twin.seat(player).why(number))


def test_sets_of_which_some_members_are_known() -> None:
    hand = PartlyKnown(0b0010, 0b1100, size=2)
    assert hand
    assert hand.bit_count() == 2
    assert hand & 0b0011 == 0b0010
    assert (hand | 0b1101) == 0b1111
    assert hand >> 1 & 1 == 1
    assert hand != 0


@pytest.mark.parametrize("asked", [lambda x: x >> 2 & 1 == 1, lambda x: x == 2, lambda x: x.bit_length(), hash])
def test_what_is_not_known_of_a_set_cannot_be_asked(asked: Callable[[object], object]) -> None:
    with pytest.raises(Veiled):
        asked(PartlyKnown(0b0010, 0b1100))


@pytest.mark.parametrize(
    "asked", [lambda x: x + 1, lambda x: 1 - x, lambda x: x == 0, lambda x: [0][x], bool, str, lambda x: x < 2, int]
)
def test_nothing_can_be_learned_from_what_is_unknown(asked: Callable[[object], object]) -> None:
    with pytest.raises(Veiled):
        asked(Unknown())


GEMS = """rulebook "Gems" for 2 players
a Gem is one of Emerald, Ruby
each player has every Gem from 0 to 5
a Card is a card with a Cost in Gems:
    | Title | Cost        | Copies |
    | Lamp  | 1 Emerald   | 2      |
    | Lens  |             | 2      |
the Row is a row of Cards
setup: move all Cards to the Row
play:
    repeat 4 rounds: each player takes a turn: choose one:
        Buy
        Fetch:
            choose a Gem
            gain 2 Gem
        Rest: do nothing
to Buy:
    choose a Card in the Row
    pay the Card's Cost
    move the Card to the Box
"""


def test_a_move_is_understood_as_the_menu_writes_it_and_what_is_possible_is_listed_whole() -> None:
    session = load(GEMS).game().start(seed=1)
    told = [str(session.why_not(text)).partition("\n")[2] for text in ("Buy, Lamp", "Buy: Lamp", "buy: lamp")]
    assert "Ann has 0 of the 1 Emerald needed" in told[0]
    assert told[1] == told[2] == told[0]
    assert session.why_not("Buy: Lens") is None
    refusal = session.why_not("Sell")
    assert refusal is not None
    assert refusal.suggestions == ("Buy, Lens", "Fetch, Emerald", "Fetch, Ruby", "Rest")
    assert str(refusal).endswith("possible: Buy, Lens; Fetch, Emerald; Fetch, Ruby; Rest")


def test_an_option_by_its_name_alone_is_refused_by_what_is_against_all_of_it() -> None:
    session = (
        load(GEMS.replace("    | Lens  |             | 2      |", "    | Lens  | 2 Ruby | 2 |")).game().start(seed=1)
    )
    refusal = session.why_not("Buy")
    assert refusal is not None
    assert {clause.text.partition(" has ")[2] for clause in refusal.clauses} == {
        "0 of the 1 Emerald needed",
        "0 of the 2 Ruby needed",
    }
    refusal = session.why_not("Fetch")
    assert refusal is not None
    assert [clause.text for clause in refusal.clauses] == [
        "`Fetch` begins a move; what is chosen in it has to be told, too"
    ]
    assert refusal.suggestions[:2] == ("Fetch, Ruby", "Fetch, Emerald")
    empty = load(GEMS.replace("setup: move all Cards to the Row\n", "")).game().start(seed=1).why_not("Buy")
    assert empty is not None
    assert empty.clauses[0].text.startswith("there is no Card in the Row")

"""Cards held face out, seen by all but their owner, and what everybody sees marked on them."""

from __future__ import annotations

from random import Random

import pytest

from interpreter import Game, Session, View, load
from interpreter.bots import SteadyBot, bot, play
from interpreter.wording.observation import observe
from tests.checks.finding import checked
from tests.experiments.failing_bots import Late, Raising, Silent
from tests.interpreter.games import EXAMPLES
from tests.random_moves import play_on


@pytest.fixture(scope="module")
def garden() -> Game:
    return load(EXAMPLES / "blind_garden.rules").game(3)


def after_a_hint(garden: Game) -> Session:
    session = garden.start(seed=4)
    decision = session.decision
    assert decision is not None
    hint = next(one for one in decision.options if one.notation.startswith("Name Colour, Ben"))
    session.apply(hint)
    return session


def test_all_but_the_owner_see_a_hand_held_face_out(garden: Game) -> None:
    session = garden.start(seed=4)
    for owner in garden.players:
        for viewer in garden.players:
            hand = session.observe(viewer).place(f"{owner}'s Hand")
            assert (None in hand.pieces) == (owner == viewer)
            assert hand.size == 4


def test_the_owner_points_at_a_card_and_the_others_name_it(garden: Game) -> None:
    session = garden.start(seed=4)
    decision = session.decision
    assert decision is not None
    planted = [one.notation for one in decision.options if one.notation.startswith("Plant")]
    assert planted == [f"Plant, Flower #{number} in Ann's Hand" for number in (1, 2, 3, 4)]
    session.apply("Plant, Flower #2 in Ann's Hand")
    drawn = ["Flower: Basket" in session.transcript(player).splitlines()[-1] for player in garden.players]
    assert drawn == [True, False, False]


def test_imagined_worlds_name_moves_by_what_their_owner_sees(garden: Game) -> None:
    session = garden.start(seed=4)
    decision = session.decision
    assert decision is not None
    offered = [one.notation for one in decision.options]
    for seed in range(5):
        world = session.seat(decision.seat).imagine(Random(seed))
        assert sorted(map(world.notation, world.moves())) == sorted(offered)
        assert world.why_not("Plant, Flower #2 in Ann's Hand") is None


def test_marks_are_seen_by_everybody_and_stay_with_the_card(garden: Game) -> None:
    session = after_a_hint(garden)
    marked = session.observe("Ben").place("Ben's Hand").marked
    assert marked
    assert {name for _, name, _ in marked} == {"Flower's Told Colour"}
    assert "Told Colour" in session.observe("Ben").text()
    assert "#" in session.observe("Ben").text().partition("Ben's Hand")[2].splitlines()[0]
    assert session.observe("Ann").place("Ben's Hand").marked == ()
    saved = session.save("Ben")
    view = garden.view(saved)
    assert isinstance(view, View)
    assert view.observation == session.observe("Ben")


def marks_are_true(game: Game, cells: tuple[int, ...]) -> bool:
    """Is every flower that was told a colour or a size of that colour or size?"""
    layout, colours = game.program.layout, game.program.names["Colour"]
    for region in game.sight.open_marks:
        for offset, usual in enumerate(region.start):
            value, (colour, size) = cells[region.base + offset], layout.pieces[offset].name.split()
            if value != usual and (size != str(value) if region.called == "Told Size" else colour != colours[value]):
                return False
    return True


@pytest.mark.parametrize("seed", range(3))
def test_imagined_hands_fit_to_all_hints_of_the_game(garden: Game, seed: int) -> None:
    session, random = garden.start(seed), Random(seed)
    worlds = 0
    while session.decision is not None and worlds < 60:
        for seat in range(3):
            world = session.seat(seat).imagine(random).state.cells
            assert observe(garden, world, seat) == observe(garden, session.state.cells, seat)
            assert marks_are_true(garden, world)
            worlds += 1
        play_on(session, random, 1)


def test_what_was_not_pointed_at_is_known_not_to_be_so(garden: Game) -> None:
    session = after_a_hint(garden)
    marked = {position for position, *_ in session.observe("Ben").place("Ben's Hand").marked}
    (colour,) = {value for *_, value in session.observe("Ben").place("Ben's Hand").marked}
    name = garden.program.names["Colour"][colour]
    random = Random(5)
    for _ in range(30):
        world = session.seat("Ben").imagine(random).state.cells
        hand = observe(garden, world, None).place("Ben's Hand").pieces
        names = [garden.program.layout.pieces[piece].name for piece in hand if piece is not None]
        assert {number for number, one in enumerate(names, 1) if one.startswith(name)} == marked


@pytest.mark.parametrize("name", ["random", "greedy", "mcts"])
def test_bots_play_it_to_the_end(garden: Game, name: str) -> None:
    session = play(garden.start(seed=2), [bot(name, seed, iterations=4) for seed in range(3)])
    assert session.result is not None


@pytest.mark.parametrize("failing", [Raising, Late, Silent])
def test_a_bot_that_fails_is_told_and_does_not_end_the_game(
    garden: Game, failing: type[Raising | Late | Silent]
) -> None:
    players = [SteadyBot(failing(seed), seed) for seed in range(3)]
    session = play(garden.start(seed=2), players)
    assert session.is_over
    assert any(player.failures for player in players)


def codes(text: str) -> list[str]:
    return [one.code for one in checked(text)]


CARDS = 'rulebook "R" for 2 players\na Card is a card\nthere are 4 Cards\n'


def test_only_what_somebody_has_lies_face_out() -> None:
    assert "RL0735" in codes(CARDS + "the Row is a face-out row of Cards\nplay: nobody wins\n")
    assert "RL0735" not in codes(CARDS + "each player has a Row, a face-out row of Cards\nplay: nobody wins\n")


def test_open_is_said_in_vain_of_what_nobody_covers() -> None:
    assert "RL0735" in codes(CARDS + "each player has an open Fame from 0 to 3\nplay: each player: gain 1 Fame\n")


def test_what_is_marked_openly_may_be_there_to_inform() -> None:
    marked = "each Card has a{} Told Rank from 0 to 3\nto Tell: for each Card: its Told Rank becomes 1\nplay: Tell\n"
    assert "RL0725" in codes(CARDS + marked.format(""))
    assert "RL0725" not in codes(CARDS + marked.format("n open"))

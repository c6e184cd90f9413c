"""Hidden information: nobody learns what the rules do not show, in observations, options, logs, saves, imagination."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game, Position, Session, load
from interpreter.wording.observation import observe
from tests.interpreter.games import HIDDEN_GAMES, game, played, secrets

hidden_positions = st.tuples(st.sampled_from(HIDDEN_GAMES), st.integers(0, 60), st.integers(0, 12))


def secret_session(seed: int, moves: int) -> Session:
    """The game of hidden cards in the middle of being played."""
    session, random = secrets().start(seed), Random(seed)
    for _ in range(moves):
        if session.decision is not None:
            session.apply(session.decision.options[random.randrange(len(session.decision.options))])
    return session


def test_a_hand_is_seen_by_its_owner_and_its_size_by_all() -> None:
    session = game("kuhn_poker").start(seed=1)
    names = session.game.names()
    mine = session.observe("Ann").place("Ann's Hand")
    theirs = session.observe("Ben").place("Ann's Hand")
    assert [names.piece(piece) for piece in mine.pieces if piece is not None] == ["Jack"]
    assert theirs.pieces == ()
    assert theirs.unseen == (("Card", -1, 1),)
    assert mine.size == theirs.size == 1


def test_the_log_tells_a_player_only_what_the_player_saw() -> None:
    session = game("kuhn_poker").start(seed=1)
    first, second = "draw Card from the Deck to Ann's Hand", "draw Card from the Deck to Ben's Hand"
    assert session.transcript() == f"{first}: Jack\n{second}: Queen\n"
    assert session.transcript("Ann") == f"{first}: Jack\n{second}\n"
    assert session.transcript("Ben") == f"{first}\n{second}: Queen\n"


def test_what_is_laid_out_face_down_is_not_named_to_others() -> None:
    session = secrets().start(seed=0)
    session.apply("Hide One, One")
    assert session.transcript("Ann").splitlines()[-2:] == [
        "Ann: Hide One: One",
        "  One: Ann's Hand → Ann's Shelf; Three: Stack → Ann's Hand",
    ]
    assert session.transcript("Ben").splitlines()[-2:] == [
        "Ann: Hide One: Card in Ann's Hand",
        "  Card: Ann's Hand → Ann's Shelf; Card: Stack → Ann's Hand",
    ]


def test_secret_choices_are_shown_when_all_have_chosen() -> None:
    session = game("rock_paper_scissors").start(seed=1)
    before = session.observe("Ben")
    session.apply("Paper")
    assert session.transcript("Ben") == "Ann: chooses in secret\n"
    assert session.transcript("Ann") == "Ann: Paper\n"
    assert _open_cells(session, "Ben") == _open_part(before.cells, session.game)
    session.apply("Rock")
    assert [event.text() for event in session.events("Ben")] == ["Ann: Paper", "Ben: Rock"]


def _open_part(cells: tuple[int | None, ...], asked: Game) -> list[int | None]:
    regions = asked.program.layout.regions.values()
    return [c for r in regions if r.role not in ("frame", "flow") for c in cells[r.base : r.base + r.length]]


def _open_cells(session: Session, player: str) -> list[int | None]:
    return _open_part(session.observe(player).cells, session.game)


def test_undo_stops_where_somebody_learned_something() -> None:
    session = secrets().start(seed=0)
    assert not session.can_undo
    session.apply("Hide One, One")
    assert session.undo() is False
    session = game("breakthrough").start()
    session.apply("c2, d3")
    assert session.undo()
    assert not session.undo()


def twins(session: Session, player: int, random: Random) -> Position:
    """A world that the player cannot tell from the real one."""
    return session.seat(player).imagine(random)


@settings(max_examples=40)
@given(hidden_positions, st.randoms(use_true_random=False))
def test_imagined_worlds_look_like_the_real_one(position: tuple[str, int, int], random: Random) -> None:
    _looks_alike(played(*position), random)


@settings(max_examples=30)
@given(st.integers(0, 100), st.integers(0, 3), st.randoms(use_true_random=False))
def test_imagined_worlds_of_hidden_cards_look_like_the_real_one(seed: int, moves: int, random: Random) -> None:
    _looks_alike(secret_session(seed, moves), random)


def _looks_alike(session: Session, random: Random) -> None:
    decision = session.decision
    if decision is None:
        return
    for player in range(len(session.game.players)):
        world = twins(session, player, random)
        if not decision.secret:
            asked = observe(session.game, world.state.cells, player, deciding=player == decision.seat)
            told = session.observe(player)
            assert (asked.cells, asked.unseen) == (told.cells, told.unseen)
    # The decider has the same options, called the same, in every world it can imagine.
    world = twins(session, decision.seat, random)
    assert world.seat == decision.seat
    assert {world.key(move) for move in world.moves()} == {option.key for option in decision.options}
    assert {world.notation(move) for move in world.moves()} == {option.notation for option in decision.options}


@settings(max_examples=30)
@given(st.integers(0, 100), st.randoms(use_true_random=False))
def test_two_worlds_told_apart_by_nobody_tell_the_same_story(seed: int, random: Random) -> None:
    """Ben plays on in the real world and in one Ann cannot tell from it, making the moves that look the same to her."""
    session = secret_session(seed, 1)
    other = _continued(session, session.seat("Ann").imagine(random))
    decision, imagined = session.decision, other.decision
    assert decision is not None
    assert imagined is not None
    assert decision.player == "Ben"
    hides = [option for option in decision.options if option.name == "Hide One"]
    imagined_hides = [option for option in imagined.options if option.name == "Hide One"]
    session.apply(hides[0])
    other.apply(imagined_hides[0])
    assert session.events("Ann")[-1].text() == other.events("Ann")[-1].text()
    assert session.observe("Ann") == other.observe("Ann")


def _continued(session: Session, world: Position) -> Session:
    """The same session, as if the imagined world were the real one."""
    twin = session.clone()
    twin._stand_at(world.state.cells)
    return twin


def test_imagination_knows_what_was_seen() -> None:
    """What Ann hid herself stays where she put it in all worlds she imagines; what Ben holds varies."""
    session = secrets().start(seed=0)
    session.apply("Hide One, One")
    names, random = session.game.names(), Random(1)
    shelf = session.game.program.names["place"].index("Ann's Shelf")
    hand = session.game.program.names["place"].index("Ben's Hand")
    held = set()
    for _ in range(30):
        world = observe(session.game, session.seat("Ann").imagine(random).state.cells, None)
        assert [names.piece(piece) for piece in world.places[shelf].pieces if piece is not None] == ["One"]
        held.add(world.places[hand].pieces)
    assert len(held) == 3


def test_unseen_dice_may_show_any_face() -> None:
    session, random = game("liars_dice").start(seed=1), Random(1)
    region = session.game.program.layout.regions["die value"].base
    faces = {session.seat("Ann").imagine(random).state.cells[region + 1] for _ in range(100)}
    assert faces == {1, 2, 3, 4, 5, 6}


def test_the_save_of_a_player_tells_no_secrets() -> None:
    session = game("kuhn_poker").start(seed=1)
    saved = session.save("Ben")
    assert "Queen" in saved
    assert "Jack" not in saved
    assert '"seed"' not in saved
    rejected = session.game.resume(saved)
    assert not rejected
    assert "what Ben knows" in str(rejected)


def test_a_card_drawn_from_behind_is_a_matter_of_luck() -> None:
    """The cards of another's hand are one option: which of them it is, the chooser cannot choose."""
    text = """
rulebook "Thief" for 2 players

a Card is a card with a Rank from 1 to 3
there are 3 Cards:
    | Title | Rank |
    | One   | 1    |
    | Two   | 2    |
    | Three | 3    |

the Stack is a face-down pile of Cards
each player has a Hand, a secret area of Cards

setup:
    move all Cards from the Box to the Stack
    shuffle the Stack
    draw 3 Cards from the Stack to Ben's Hand

play:
    repeat turns: Steal

to Steal:
    choose a Card in your opponent's Hand
    move it to your Hand
    the game ends now

the winner is the player with the highest Sum
a player's Sum is the total Rank of Cards in the player's Hand
"""
    stolen = set()
    for seed in range(30):
        session = load(text).game().start(seed)
        assert session.decision is not None
        assert [option.notation for option in session.decision.options] == ["Card in Ben's Hand"]
        session.apply("Card in Ben's Hand")
        stolen.add(session.events("Ann")[-1].text())
        assert session.narrative("Ben")[-1].lines() == session.narrative("Ann")[-1].lines()
    assert stolen == {"Ann: Steal: One", "Ann: Steal: Two", "Ann: Steal: Three"}

"""Secret choices made at the same time, with chance among them: answered in any order, and nobody learns of another's
before all have chosen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game, Session, Together, load
from interpreter.wording.observation import PlaceSeen, observe
from rulelang.graph.program import Decide
from tests.interpreter.secret_blocks import BAG, BOTH, DICE, MORE, MORE_BAG, PILE

pytestmark = pytest.mark.slow

GAMES: dict[str, Game] = {}


def game(text: str, players: int = 2) -> Game:
    """A game, built once."""
    key = f"{players} {text}"
    if key not in GAMES:
        GAMES[key] = load(text).game(players)
    return GAMES[key]


def to_secret(session: Session) -> Session:
    """On to the next secret decisions."""
    while session.decision is not None and not session.decision.secret:
        session.apply(session.decision.options[0])
    return session


def names(session: Session, place: PlaceSeen) -> list[str]:
    return [session.game.names().piece(piece) for piece in place.pieces if piece is not None]


@pytest.mark.parametrize("text", [BAG, PILE, MORE, MORE_BAG, DICE], ids=["bag", "pile", "more", "more bag", "dice"])
@pytest.mark.parametrize("players", [2, 3])
def test_players_answer_in_any_order_and_get_what_they_were_shown(text: str, players: int) -> None:
    for order in permutations(range(players)):
        session = game(text, players).start(seed=7)
        random = Random(str(order))
        while to_secret(session).decision is not None:
            together = Together(session)
            before, length = session.state, len(session.history)
            shown = _answer(together, order, random)
            assert session.state == before
            assert len(session.history) == length
            together.reveal()
            taken = {step.seat: step.move for step in session.history[length:] if step.kind == "move"}
            assert set(taken) == set(range(players))
            for seat, cells in shown.items():
                assert _as_shown(session, length, seat) == cells
        again = session.game.resume(session.save())
        assert again
        assert again.state == session.state


def _answer(together: Together, order: Sequence[int], random: Random) -> dict[int, list[tuple[int | None, ...]]]:
    """Everybody answers; who is asked when is by the order, one choice each time round. What each saw then."""
    shown: dict[int, list[tuple[int | None, ...]]] = {}
    while together.waiting:
        for seat in order:
            decision = together.decision(seat)
            if decision is not None:
                shown.setdefault(seat, []).append(together.observe(seat).cells)
                assert together.choose(seat, decision.options[int(random.random() * len(decision.options))])
    return shown


def _as_shown(session: Session, start: int, seat: int) -> list[tuple[int | None, ...]]:
    """What a player saw at each of the player's secret decisions when the answers were handed in."""
    twin, steps, found = session.clone(), session.history, []
    twin.sampled = False
    while len(twin.history) > start:
        twin.undo(beyond=True)
    for step in steps[len(twin.history) :]:
        if step.kind == "chance":
            twin.happen(step.outcome)
            continue
        if step.seat == seat and step.secret:
            found.append(twin.observe(seat).cells)
        if not step.secret:
            break
        twin.apply(step.move)
    return found


def test_what_is_drawn_is_seen_by_the_one_who_draws_alone() -> None:
    session = game(BAG).start(seed=1)
    assert names(session, session.observe("Ann").place("Ann's Hand"))
    assert session.transcript("Ben") == ""
    session.apply(session.decision.options[0]) if session.decision else None
    mine = session.observe("Ben").place("Ben's Hand")
    assert len(names(session, mine)) == 1
    assert session.transcript("Ben").splitlines()[0] == "Ann: chooses in secret"
    assert names(session, mine)[0] in session.transcript("Ben").splitlines()[1]
    assert "Ben" not in session.transcript("Ann")
    assert session.observe("Ann").place("Ben's Hand").size == 0


def test_how_often_somebody_chooses_is_not_told() -> None:
    views = set()
    for choice in ("Take", "Leave"):
        session = game(MORE_BAG).start(seed=3)
        session.apply(choice)
        session.apply(session.decision.options[0]) if session.decision else None
        assert session.decision is not None
        assert session.decision.player == "Ben"
        seat = session.seat("Ben")
        views.add(f"{seat.clock} {session.transcript('Ben')}".partition("draw")[0])
    assert len(views) == 1


def test_the_same_action_is_open_where_it_is_not_done_in_secret() -> None:
    nodes = [node for node in game(BOTH).program.nodes if isinstance(node, Decide)]
    assert sorted(node.secret for node in nodes) == [False, True]
    session = game(BOTH).start(seed=1)
    session.apply(session.decision.options[0]) if session.decision else None
    assert "chooses in secret" not in session.transcript("Ben")
    assert session.transcript("Ben").splitlines()[1] == "Ann: Pick: Card in Ann's Hand"


def test_whoever_would_get_less_for_the_choice_of_another_waits() -> None:
    """The second card of the one is the first of the other: that hangs on a choice."""
    session = game(MORE).start(seed=5)
    together = Together(session)
    assert together.decision(0) is not None
    assert together.decision(1) is None
    assert together.choose(0, "Take")
    assert together.decision(1) is not None


def test_out_of_a_bag_nobody_waits_and_nobody_gets_the_same() -> None:
    session = game(MORE_BAG, 3).start(seed=5)
    together = Together(session)
    assert together.waiting == (0, 1, 2)
    held = [names(session, together.observe(seat).place(f"{session.game.players[seat]}'s Hand")) for seat in range(3)]
    for seat in (2, 1, 0):
        assert together.choose(seat, "Take")
    after = [names(session, together.observe(seat).place(f"{session.game.players[seat]}'s Hand")) for seat in range(3)]
    assert [len(found) for found in after] == [2, 2, 2]
    assert all(set(before) < set(now) for before, now in zip(held, after, strict=True))
    assert len({card for found in after for card in found}) == 6


def moved_on(text: str, seed: int, moves: int, random: Random) -> Session:
    session = game(text, 3).start(seed)
    for _ in range(moves):
        if session.decision is not None:
            session.apply(session.decision.options[int(random.random() * len(session.decision.options))])
    return session


def assert_world_fits(session: Session, text: str, random: Random) -> None:
    """What the one who decides in secret imagines has the same options, and the same things in that player's hand."""
    decision = session.decision
    assert decision is not None
    world = session.seat(decision.seat).imagine(random)
    assert world.seat == decision.seat
    assert {world.notation(move) for move in world.moves()} == {option.notation for option in decision.options}
    hand = session.game.program.names["place"].index(f"{decision.player}'s Hand" if text != DICE else "Ann's Cup")
    held = observe(session.game, world.state.cells, decision.seat).places[hand]
    told = session.observe(decision.seat).places[hand]
    assert (held.pieces, held.tokens, held.unseen) == (told.pieces, told.tokens, told.unseen)
    for player in range(3):
        assert session.seat(player).imagine(random).secretly >= 0


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([BAG, PILE, MORE, MORE_BAG, DICE]), st.integers(0, 40), st.integers(0, 9), st.randoms())
def test_imagined_worlds_keep_what_the_player_saw_and_did(text: str, seed: int, moves: int, random: Random) -> None:
    session = moved_on(text, seed, moves, random)
    if session.decision is not None and session.decision.secret:
        assert_world_fits(session, text, random)


@pytest.mark.parametrize("moves", range(2, 12))
@pytest.mark.parametrize("text", [MORE, MORE_BAG], ids=["more", "more bag"])
def test_what_others_may_have_drawn_never_changes_what_the_player_drew(text: str, moves: int) -> None:
    """The last player's cards come later in the pile the more the others took."""
    for number in range(4):
        random = Random(f"{moves} {number}")
        session = moved_on(text, number, moves, random)
        if session.decision is not None and session.decision.secret:
            for _ in range(5):
                assert_world_fits(session, text, random)


def test_what_the_others_chose_is_as_likely_whatever_they_did_choose() -> None:
    """Ann took a card or left it: for Ben, who then draws another one, it is the same."""
    taken = []
    for choice in ("Take", "Leave"):
        session = game(MORE).start(seed=4)
        session.apply(choice)
        session.apply(session.decision.options[0]) if session.decision else None
        assert session.decision is not None
        assert session.decision.player == "Ben"
        random = Random(1)
        worlds = [session.seat("Ben").imagine(random).state.cells for _ in range(200)]
        hand = session.game.program.names["place"].index("Ann's Hand")
        taken.append(sum(1 for cells in worlds if observe(session.game, cells, None).places[hand].size == 1))
    assert all(70 < count < 130 for count in taken), taken


def test_the_pile_is_as_high_to_each_player_whatever_the_others_took() -> None:
    views = set()
    for choice in ("Take", "Leave"):
        session = game(MORE, 3).start(seed=4)
        session.apply(choice)
        session.apply(session.decision.options[0]) if session.decision else None
        assert session.state.cells != session.observe("Ben").cells
        views.add(tuple(session.observe(player).place("Deck").size for player in ("Ben", "Cleo")))
    assert views == {(10, 11)}


def test_many_draws_of_one_player_are_kept_from_the_others() -> None:
    """The last player knows four of twelve cards: that the others drew none of them would hardly come by chance."""
    text = BAG.replace("draw 1 Card from", "draw 4 Cards from").replace("2 rounds", "1 rounds")
    session = moved_on(text, 3, 2, Random(1))
    assert session.decision is not None
    assert session.decision.player == "Cleo"
    assert_world_fits(session, text, Random(2))
    together = Together(moved_on(text, 3, 0, Random(1)))
    mine = together.observe(2)
    assert together.waiting == (0, 1, 2)
    assert together.observe(2) == mine

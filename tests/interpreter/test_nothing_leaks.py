"""Ways in which something hidden once came to light: each of them with the smallest game that shows it."""

from __future__ import annotations

from functools import cache

from interpreter import Game, Session, load
from tests.interpreter.small_marks import COPIES, HANDFULS, KEPT, LISTED, READ_OFF
from tests.interpreter.small_secrets import CUPS, FACES, TOKENS


@cache
def built(text: str) -> Game:
    return load(text).game()


def in_order(game: Game, *titles: str) -> Session:
    """A game in which the first shuffle brings cards of these titles, the top first."""
    session = game.start(seed=0, chance="asked")
    names = [piece.name for piece in game.program.layout.pieces]
    left = list(range(len(names)))
    order = []
    for title in titles:
        order.append(next(piece for piece in left if names[piece] == title))
        left.remove(order[-1])
    assert session.happen(tuple(reversed(order)))
    return session


def test_a_die_below_a_cup_that_shows_the_same_again_is_not_told() -> None:
    texts = set()
    for face in (1, 2):
        session = built(CUPS).start(seed=0, chance="asked")
        session.happen(1)
        session.happen(face)
        texts.add(session.transcript("Ann"))
        assert str(face) in session.transcript("Ben").splitlines()[1]
    assert texts == {"roll Ann Die: 1\nroll Ben Die\n"}


def test_options_stand_in_the_same_order_whatever_the_unseen_ones_are() -> None:
    """Two lies open, One and Three face down: the number of Three is higher than that of Two, that of One is lower."""
    lists = set()
    for hidden in ("One", "Three"):
        session = in_order(built(FACES), "One", "Two", "Three")
        choose(session, "Turn Up", "Two")
        choose(session, "Carry Off", hidden)
        assert session.decision is not None
        lists.add(tuple(option.notation for option in session.decision.options))
    assert len(lists) == 1


def choose(session: Session, action: str, title: str) -> None:
    """Do something with just this card, even if it is luck that takes it unseen."""
    decision, pieces = session.decision, session.game.program.layout.pieces
    assert decision is not None
    moves = session.game.executor.options(list(session.state.cells))
    options = decision.node.options
    fitting = [move for move in moves if isinstance(move[0], int) and options[move[0]].name == action]
    wanted = next(m for m in fitting if isinstance(m[1], int) and pieces[m[1]].name == title)
    session._make(decision, decision.node, wanted)


def test_a_card_is_called_the_same_wherever_its_unseen_namesake_lies() -> None:
    """Ann holds a King. The other King lies in the face-down row, or it does not."""
    for order in (("King", "Ace", "King", "Ace"), ("King", "King", "Ace", "Ace")):
        session = in_order(built(COPIES), *order)
        assert session.decision is not None
        assert [option.notation for option in session.decision.options] == ["King", "Card in Row"]
        assert [step.label for step in session.decision.steps(session.decision.steps()[0])] == ["King", "Card in Row"]
        session.apply("King")
        assert session.transcript("Ann").splitlines()[-2:] == ["Ann: Act: King", "  King: Ann's Hand → Heap"]


def test_why_not_does_not_tell_which_tokens_lie_in_a_hidden_place() -> None:
    answers = set()
    for hidden in ("Red", "Blue"):
        session = built(TOKENS).start(seed=0, chance="asked")
        colours = [variety.name for variety in built(TOKENS).program.layout.varieties]
        for colour in ("Red", hidden):
            chance = session.chance
            assert chance is not None
            happening = next(one for one in chance.outcomes if one.notation == colour)
            assert session.happen(happening)
        assert len(colours) == 3
        session.apply("Give, Red")
        session.apply(f"Hide, {hidden}")
        while session.chance is not None:
            green = [one for one in session.chance.outcomes if one.notation == "Green"]
            session.happen((green or list(session.chance.outcomes))[0])
        assert session.decision is not None
        assert session.decision.player == "Ann"
        answers.add(tuple(str(session.why_not(text)) for text in ("Blue in Vault", "Red in Vault", "Hide, Red")))
    assert len(answers) == 1


def test_why_not_names_no_card_that_lies_face_down() -> None:
    session = in_order(built(FACES), "One", "Two", "Three")
    session.apply("Turn Up, Card in Row")
    refusal = session.why_not("Turn Down, Nine")
    assert refusal is not None
    for text in ("Turn Up, One", "Turn Up, Two", "Turn Up, Three", "Turn Down, One", "Nine"):
        answer = session.why_not(text)
        shown = str(answer).partition("\n")[2]
        unseen = [title for title in ("One", "Two", "Three") if title not in session.transcript(1)]
        assert len(unseen) == 2
        assert not any(title in shown for title in unseen if title not in text)


def test_what_is_remembered_of_a_hidden_card_is_not_seen_by_others_who_decide_meanwhile() -> None:
    seen = set()
    for mine in ("One", "Two"):
        other = {"One": "Two", "Two": "One"}[mine]
        session = in_order(built(KEPT), mine, "Three", other)
        session.apply(mine)
        assert session.decision is not None
        assert session.decision.player == "Ben"
        seen.add(session.observe("Ben").cells)
    assert len(seen) == 1


def test_what_is_remembered_is_known_to_who_acts_only_where_it_was_read_off_what_that_player_sees() -> None:
    session = in_order(built(READ_OFF), "Two", "Three", "One", "Four")
    regions = session.game.program.layout.regions
    for player, own in (("Ann", 2), ("Ben", 3)):
        assert session.decision is not None
        assert session.decision.player == player
        for viewer, known in ((player, own), ("Ben" if player == "Ann" else "Ann", None)):
            cells = session.observe(viewer).cells
            kept = {name: cells[regions[f"Tip: {name}"].base] for name in ("Theirs", "Own", "Top")}
            assert kept == {"Theirs": None, "Own": known, "Top": None}
        session.apply(session.decision.options[0])


def test_how_long_a_list_of_hidden_cards_is_does_not_hang_on_what_is_hidden() -> None:
    """The length of the list is a number like those of the cards."""
    trail = built(LISTED).program.layout.regions["Trail"].base
    for order in (("One", "Two", "Three"), ("Two", "One", "Three"), ("Three", "Two", "One")):
        session = in_order(built(LISTED), *order)
        assert session.decision is not None
        session.apply(session.decision.options[0])
        assert session.observe("Ben").cells[trail] == 1
        assert session.observe("Ben").cells[trail + 1] is None


def test_a_player_may_ask_why_and_learns_nothing_hidden() -> None:
    session = in_order(built(COPIES), "King", "Ace", "King", "Ace")
    session.apply("King")
    assert "King" in str(session.why())
    assert "choose a Card" in str(session.why(-1, "Ben"))
    assert "King" not in str(session.why(-1, "Ben"))


def test_a_handful_of_seen_and_unseen_cards_is_offered_once_and_called_the_same() -> None:
    """Ann holds Two; in the row lie One and Three, or Three and Four: with lower numbers, or with higher ones."""
    offered = set()
    for row in (("One", "Three"), ("Three", "Four")):
        other = ({"One", "Three", "Four"} - set(row)).pop()
        decision = in_order(built(HANDFULS), "Two", other, *row).decision
        assert decision is not None
        first = decision.steps(decision.steps()[0])
        steps = [(step.label, [one.label for one in decision.steps(step)]) for step in first]
        offered.add(repr(([option.notation for option in decision.options], steps)))
    assert offered == {
        repr(
            (
                ["1 Two and 1 Card in Row", "2 Card in Row"],
                [("Two", ["Card in Row"]), ("Card in Row", ["Card in Row"])],
            )
        )
    }

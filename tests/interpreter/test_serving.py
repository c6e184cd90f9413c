"""A server of games: several players at several screens, messages that come late or twice, players who come back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter import Rejected, Session, View
from tests.interpreter.games import game, played
from tests.interpreter.test_hostile_saves import ODD, places, with_changed


@dataclass
class Server:
    """Plays one game. Every message goes over the wire as JSON, to one player."""

    session: Session
    sent: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def ask(self, player: str, message: str) -> dict[str, Any]:
        """Somebody wants to move."""
        done = self.session.apply(json.loads(message)["move"], by=player)
        answer = {"done": bool(done), "why": str(done) if not done else ""}
        for other in self.session.game.players:
            self.sent.setdefault(other, []).append(self.news(other))
        return dict(json.loads(json.dumps(answer)))

    def news(self, player: str) -> dict[str, Any]:
        """What one player may see and do now."""
        seat = self.session.seat(player)
        options = seat.decision.options if seat.decision is not None else ()
        told = {"save": self.session.save(player), "options": [option.notation for option in options]}
        return dict(json.loads(json.dumps(told)))


def test_everybody_plays_with_what_was_sent_to_them() -> None:
    asked = game("kuhn_poker")
    server = Server(asked.start(seed=1))
    for player, move in (("Ann", "Bet"), ("Ben", "Call")):
        news = server.news(player)
        assert move in news["options"]
        assert server.ask(player, json.dumps({"move": move}))["done"]
    assert str(server.session.result) == "Ben wins"
    first = server.sent["Ben"][0]
    view = asked.view(first["save"])
    assert view
    assert "Jack" not in first["save"]
    assert view.events[-1] == "Ann: Bet"


def test_who_is_not_asked_is_refused() -> None:
    server = Server(game("kuhn_poker").start(seed=1))
    assert server.ask("Ben", '{"move": "Bet"}') == {
        "done": False,
        "why": "Bet is not possible:\nit is Ann who decides now",
    }


def test_a_click_that_comes_twice_is_one_move() -> None:
    """Both players may check: a late option of one is not taken for the same move of the other."""
    session = game("kuhn_poker").start(seed=1)
    assert session.decision is not None
    check = session.decision.options[0]
    assert session.apply(check)
    refusal = session.apply(check)
    assert not refusal
    assert refusal == session.why_not(check)
    assert str(refusal).startswith("Check is not possible:\nthis could be chosen at another moment")
    assert len([step for step in session.history if step.kind == "move"]) == 1


def test_what_was_undone_can_be_chosen_again() -> None:
    session = game("breakthrough").start()
    assert session.decision is not None
    option = session.decision.options[3]
    assert session.apply(option)
    assert session.undo()
    assert session.apply(option)


def test_options_are_equal_where_they_mean_the_same() -> None:
    one, other = game("breakthrough").start(), game("breakthrough").start()
    assert one.decision is not None
    assert other.decision is not None
    assert one.decision.options[0] == other.decision.options[0]
    elsewhere = game("othello").start().decision
    assert elsewhere is not None
    assert elsewhere.options[0] not in set(one.decision.options)


def test_an_earlier_moment_is_looked_at() -> None:
    session = played("leduc_poker", 1, 4)
    past = session.at(3)
    assert past.history == session.history[:3]
    assert past.state.cells == session.history[3].before
    assert session.at(len(session.history)).state == session.state
    assert len(session.history) > 3
    with pytest.raises(IndexError):
        session.at(1000)


@pytest.mark.parametrize("name", ["kuhn_poker", "sealed_letter", "liars_dice", "lock_keepers", "breakthrough"])
def test_who_comes_back_sees_what_there_was_to_see(name: str) -> None:
    session = played(name, 2, 5)
    for player in session.game.players:
        view = session.game.view(session.save(player))
        assert isinstance(view, View)
        assert view.player == player
        assert view.observation == session.observe(player)
        assert str(view.observation) == str(session.observe(player))
        assert view.events == tuple(event.text() for event in session.events(player))


def test_what_is_no_view_is_refused() -> None:
    session = played("kuhn_poker", 1, 2)
    whole = session.game.view(session.save())
    assert isinstance(whole, Rejected)
    assert str(whole) == "this is a whole game, and not what one player knows of it: `resume` continues it"
    other = game("leduc_poker").view(session.save("Ann"))
    assert str(other).startswith("this is of another game")


@given(st.data())
def test_a_view_may_be_damaged_in_any_way(data: st.DataObject) -> None:
    session = played(data.draw(st.sampled_from(["kuhn_poker", "sealed_letter", "liars_dice"])), 1, 3)
    saved = json.loads(session.save(0))
    path = data.draw(st.sampled_from(places(saved)))
    found = session.game.view(json.dumps(with_changed(saved, path, data.draw(ODD))))
    assert str(found.observation) if isinstance(found, View) else str(found)


def test_a_save_is_continued_without_asking_for_how_many_players() -> None:
    session = played("liars_dice", 1, 3)
    rulebook = session.game.rulebook
    again = rulebook.resume(session.save())
    assert isinstance(again, Session)
    assert again.game is session.game
    saved = json.loads(session.save())
    for part, new in (("players", 60), ("variants", ["Moonlight"]), ("seed", "x")):
        rejected = rulebook.resume(json.dumps({**saved, part: new}))
        assert isinstance(rejected, Rejected)
        assert rejected.reason

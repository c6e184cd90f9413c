"""Chance has independent streams: more of one kind of luck changes nothing in another."""

from __future__ import annotations

from interpreter import Session, load

DECK = """
rulebook "Dice and Cards" for 2 players
a Rank is one of One, Two, Three, Four, Five, Six
a Card is a card with a Rank
there are 6 Cards: 1 One, 1 Two, 1 Three, 1 Four, 1 Five, 1 Six
a Die is a die with faces 1, 2, 3, 4, 5, 6
there are 3 Dice
the plural of Die is Dice
the Deck is an open row of Cards
each player has Luck from 0 to 99
setup:
    {rolls}
    move all Cards to the Deck
    shuffle the Deck
play:
    repeat 2 turns: Rest
to Rest:
    roll all Dice
    gain 1 Luck
    choose one:
        Nap: do nothing
        Sleep: do nothing
the winner is the player with the highest Luck, otherwise shared
"""


def _begun(rolls: str, seed: int) -> Session:
    return load(DECK.format(rolls=rolls)).game(2).start(seed=seed)


def _deck(session: Session) -> tuple[int, ...]:
    place = next(place for place in session.game.program.layout.places if place.name == "Deck")
    base = session.game.program.layout.regions["order"].base + place.order_start
    return tuple(session.state.cells[base + 1 : base + 7])


def test_a_roll_more_changes_no_shuffle() -> None:
    for seed in range(5):
        once, often = _begun("roll all Dice", seed), _begun("repeat 3 times: roll all Dice", seed)
        assert _deck(once) == _deck(often)
    assert len({_deck(_begun("roll all Dice", seed)) for seed in range(5)}) > 1


def test_the_streams_have_names() -> None:
    session = load(DECK.format(rolls="roll all Dice")).game(2).start(seed=1)
    assert {step.source for step in session.history if step.kind == "chance"} == {"roll Die", "shuffle Deck"}

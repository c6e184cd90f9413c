"""Plays a rulebook and an independent model of the same game side by side, one random decision after the other.

A model is a generator. It asks (`Ask`) for a decision, with everything that is legal, or for what chance brought
(`Luck`). A `Side` knows how the rulebook calls these things. After every decision both must agree on who decides now,
on all that may be done, and on how everything lies; at the end on the scores and on who wins.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Mapping
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

from interpreter import Game, Option, Session

#: One legal move, in words and numbers of the model: `("stride", 3)`.
Move: TypeAlias = tuple[object, ...]
#: How everything lies, in words and numbers of the model.
Picture: TypeAlias = Mapping[str, object]


class Ask(NamedTuple):
    """A decision of one seat among moves."""

    seat: int
    moves: frozenset[Move]


class Luck(NamedTuple):
    """A question to chance."""

    about: Move


Play: TypeAlias = Generator[Ask | Luck, Any, None]


class Model(Protocol):
    """A game, played from its start to its end."""

    def play(self) -> Play:
        """Ask and be answered until the game is over."""

    def picture(self) -> Picture:
        """How everything lies now."""

    def scores(self) -> list[tuple[int, ...]]:
        """The criteria of the ranking for each seat."""

    def winners(self) -> set[int]:
        """The seats that win."""


class Seen:
    """What stands on the table of a session: the lines of its state, taken apart."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.lines: dict[str, str] = {}
        for line in str(session.state).splitlines():
            name, _, text = line.partition(": ")
            self.lines[name] = text

    def listed(self, name: str) -> list[str]:
        """What lies in a place, one by one, in order."""
        found: list[str] = []
        for part in filter(None, self.lines.get(name, "").split(", ")):
            number, _, thing = part.partition(" ")
            found += [thing] * int(number) if number.isdigit() and thing else [part]
        return found

    def shared(self, name: str) -> dict[str, str]:
        """A line of values of several players or things: `Coins: Violet 2, Green 0`."""
        pairs = (part.rpartition(" ") for part in filter(None, self.lines.get(name, "").split(", ")))
        return {holder: value for holder, _, value in pairs}

    def numbers(self, name: str) -> list[int]:
        """A counter of every player, in order of the seats."""
        values = self.shared(name)
        return [int(values[player]) for player in self.session.game.players]


class Side(Protocol):
    """How a rulebook says what its model says."""

    def model(self, players: int, seen: Seen) -> Model:
        """The model, set up as chance has set up the session."""

    def move(self, option: Option) -> Move:
        """An option in words of the model."""

    def luck(self, about: Move, seen: Seen, model: Any) -> object:
        """What chance brought."""

    def picture(self, seen: Seen) -> Picture:
        """How everything lies."""


class Difference(AssertionError):
    """The rulebook and the model disagree."""


def games(usual: int) -> range:
    """The seeds of the games to play: a few, or as many as INDEPENDENT_GAMES says."""
    return range(int(os.environ.get("INDEPENDENT_GAMES", "0")) or usual)


def play_side_by_side(game: Game, side: Side, seed: int) -> int:
    """Play one random game; how many decisions it had."""
    session, random = game.start(seed=seed), Random(seed)
    seen = Seen(session)
    model = side.model(len(game.players), seen)
    play = model.play()
    decisions = 0
    told: list[str] = []
    try:
        asked = next(play)
        while True:
            while isinstance(asked, Luck):
                asked = play.send(side.luck(asked.about, seen, model))
            option = _agreed(session, side, model, asked, seen, random, told)
            told.append(f"{asked.seat} {option.name}: {option.notation}")
            session.apply(option)
            decisions += 1
            seen = Seen(session)
            asked = play.send(side.move(option))
    except StopIteration:
        _agreed_end(session, side, model, seen, told)
    return decisions


def _agreed(
    session: Session, side: Side, model: Model, asked: Ask, seen: Seen, random: Random, told: list[str]
) -> Option:
    decision = session.decision
    if decision is None:
        raise Difference(_report("the rulebook is at its end, the model asks", asked, None, told))
    _same_picture(side, model, seen, told)
    options = list(decision.options)
    ours = {side.move(option): option for option in options}
    if decision.seat != asked.seat or ours.keys() != asked.moves:
        theirs = (decision.seat, sorted(map(str, ours.keys() - asked.moves)))
        mine = (asked.seat, sorted(map(str, asked.moves - ours.keys())))
        raise Difference(_report("moves of one side alone (seat, moves)", mine, theirs, told))
    return random.choice(options)


def _agreed_end(session: Session, side: Side, model: Model, seen: Seen, told: list[str]) -> None:
    if session.result is None:
        raise Difference(_report("the model is at its end", None, session.decision, told))
    _same_picture(side, model, seen, told)
    result = session.result
    found = [tuple(value for _, value in score.lines) for score in result.scores]
    if found != model.scores():
        raise Difference(_report("scores", model.scores(), found, told))
    winners = {session.game.seat(winner) for winner in result.winners}
    if winners != model.winners():
        raise Difference(_report("winners", model.winners(), winners, told))


def _same_picture(side: Side, model: Model, seen: Seen, told: list[str]) -> None:
    mine, theirs = model.picture(), side.picture(seen)
    for name in {*mine, *theirs}:
        if mine.get(name) != theirs.get(name):
            raise Difference(_report(name, mine.get(name), theirs.get(name), told))


def _report(what: str, model: object, rulebook: object, told: list[str]) -> str:
    last = "\n".join(told[-12:])
    return f"{what}\n  model:    {model}\n  rulebook: {rulebook}\nafter:\n{last}"

"""Plays a rulebook and an independent model of the same game side by side, one random decision after the other.

A model is a generator. It asks (`Ask`) for a decision, with everything that is legal, or for what chance brought
(`Luck`). A `Side` knows how the rulebook calls these things. After every decision both must agree on who decides now,
on all that may be done, and on how everything lies; at the end on the scores and on who wins.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Generator, Mapping
from random import Random
from typing import Any, NamedTuple, NoReturn, Protocol, TypeAlias

from interpreter import Game, Option, Session
from interpreter.wording.observation import observe
from interpreter.wording.picture import holders_of

#: One legal move, in words and numbers of the model: `("stride", 3)`.
Move: TypeAlias = tuple[object, ...]
NOTHING: Move = ("nothing",)
#: How everything lies, in words and numbers of the model.
Picture: TypeAlias = Mapping[str, object]


class Ask(NamedTuple):
    """A decision of one seat among moves; powers are what may be used before it, one after the other."""

    seat: int
    moves: frozenset[Move]
    powers: frozenset[Move] = frozenset()


class Luck(NamedTuple):
    """A question to chance."""

    about: Move


#: Part of a game, and part of a game that ends with an answer.
Play: TypeAlias = Generator[Ask | Luck, Any, None]
Question: TypeAlias = Generator[Ask | Luck, Any, Any]


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
    """What lies on the table of a session, under the rulebook's English names."""

    def __init__(self, session: Session) -> None:
        self.session, game = session, session.game
        self.names = game.names()
        found = observe(game, session.state.cells, None)
        self._cells = session.state.cells
        self._regions = game.program.layout.regions
        self.places: dict[str, list[str]] = {}
        for seen in found.places:
            things = [self.names.piece(piece) for piece in seen.pieces if piece is not None]
            things += [self.names.variety(variety) for variety, count in seen.tokens for _ in range(count)]
            if things:
                self.places[self.names.place(seen.place)] = things

    def listed(self, place: str) -> list[str]:
        """What lies in a place, one by one; of a pile the bottom first."""
        return self.places.get(place, [])

    def where(self, thing: str) -> list[str]:
        """The places where such a thing lies."""
        return [place for place, things in self.places.items() if thing in things]

    def shared(self, name: str) -> dict[str, str]:
        """The values of several players or things."""
        region = next(r for key, r in self._regions.items() if key in (name, f"{r.holder}'s {name}"))
        holders = holders_of(self.names, region)
        cells = self._cells[region.base : region.base + region.length]
        return {who: self.names.element(region.elements, cell) for who, cell in zip(holders, cells, strict=True)}

    def numbers(self, name: str) -> list[int]:
        """A counter of every player, in order of the seats."""
        values = self.shared(name)
        return [int(values[player]) for player in self.session.game.players]

    def bank(self, name: str) -> list[Counter[str]]:
        """What every player has of several goods."""
        goods = self.session.game.program.names[name]
        region = self._regions[f"player's {name}"]
        cells = self._cells[region.base : region.base + region.length]
        return [Counter(dict(zip(goods, row, strict=True))) for row in zip(*[iter(cells)] * len(goods), strict=True)]

    def player(self, name: str) -> int:
        """The seat that a variable says."""
        return self._cells[self._regions[name].base]


class Side(Protocol):
    """How a rulebook says what its model says."""

    def model(self, players: int, seen: Seen) -> Model:
        """The model, set up as chance has set up the session."""

    def move(self, option: Option, seen: Seen) -> Move:
        """An option in words of the model."""

    def luck(self, about: Move, seen: Seen, model: Any) -> object:
        """What chance brought."""

    def picture(self, seen: Seen) -> Picture:
        """How everything lies."""


class DifferenceError(AssertionError):
    """The rulebook and the model disagree."""


def games(usual: int) -> range:
    """The seeds of the games to play: a few, or as many as INDEPENDENT_GAMES says."""
    return range(int(os.environ.get("INDEPENDENT_GAMES", "0")) or usual)


def play_side_by_side(game: Game, side: Side, seed: int) -> int:
    """Play one random game; how many decisions it had."""
    match = Match(game, side, seed)
    play = match.model.play()
    try:
        asked = next(play)
        while True:
            if isinstance(asked, Luck):
                match.pass_over(frozenset())
                asked = play.send(side.luck(asked.about, match.seen, match.model))
            else:
                asked = play.send(match.answer(asked))
    except StopIteration:
        match.compare_end()
    return match.decisions


class Match:
    """A session and a model at the same moment of the same game."""

    def __init__(self, game: Game, side: Side, seed: int) -> None:
        self.session, self.random, self.side = game.start(seed=seed), Random(seed), side
        self.seen = Seen(self.session)
        self.model = side.model(len(game.players), self.seen)
        #: Seldom moves are made as often as others, and little is declined.
        self.is_eager = seed % 2 == 0
        self.decisions = 0
        self.told: list[str] = []
        #: Who was last offered nothing but powers, and which.
        self.offered: tuple[int, frozenset[Move]] = (-1, frozenset())

    def answer(self, asked: Ask) -> Move:
        """Compare a decision and decide it at random.

        The rulebook may offer the powers by themselves, before the decision they come with; whoever declines them then
        is asked for the decision, with them or without. With nothing else to decide it need not stop for them.
        """
        declined = False
        self.pass_over(asked.powers)
        while True:
            self.compare_tables()
            options = self.options(asked)
            if asked.powers and options.keys() == asked.powers | {NOTHING} != asked.moves | asked.powers:
                self.offered = (asked.seat, asked.powers | {NOTHING})
                move = self.decide(asked.seat, options)
                if move != NOTHING or not asked.moves:
                    return move
                declined = True
            elif asked.powers and not asked.moves and options.keys() != asked.powers:
                return NOTHING
            elif options.keys() == asked.moves | asked.powers or (declined and options.keys() == asked.moves):
                return self.decide(asked.seat, options)
            else:
                wanted = asked.moves | asked.powers
                self.differ(
                    "moves", sorted(map(str, wanted - options.keys())), sorted(map(str, options.keys() - wanted))
                )

    def pass_over(self, powers: frozenset[Move]) -> None:
        """Decline powers that the rulebook offers once more at the end of a turn; those to come are no such."""
        while not powers and (decision := self.session.decision) is not None and self.offered[0] == decision.seat:
            options = {self.side.move(option, self.seen): option for option in decision.options}
            if options.keys() != self.offered[1]:
                return
            self.decide(decision.seat, {NOTHING: options[NOTHING]})

    def options(self, asked: Ask) -> dict[Move, Option]:
        """What the rulebook allows now, in words of the model."""
        decision = self.session.decision
        if decision is None:
            return {}
        if decision.seat != asked.seat and asked.moves:
            self.differ("seat", asked.seat, decision.seat)
        return {self.side.move(option, self.seen): option for option in decision.options}

    def decide(self, seat: int, options: Mapping[Move, Option]) -> Move:
        """Make a random move of the rulebook: in every second game any, else first a random sort of move."""
        moves = list(options)
        if self.is_eager:
            sorts = sorted({options[move].name for move in moves})
            if len(sorts) > 1 and "nothing" in sorts and self.random.random() < 0.75:
                sorts.remove("nothing")
            sort = self.random.choice(sorts)
            moves = [move for move in moves if options[move].name == sort]
        move = self.random.choice(moves)
        self.told.append(f"{seat} {options[move].name}: {options[move].notation}")
        self.session.apply(options[move])
        self.seen = Seen(self.session)
        self.decisions += 1
        return move

    def compare_tables(self) -> None:
        """Does everything lie alike?"""
        mine, theirs = self.model.picture(), self.side.picture(self.seen)
        for name in {*mine, *theirs}:
            if mine.get(name) != theirs.get(name):
                self.differ(name, mine.get(name), theirs.get(name))

    def compare_end(self) -> None:
        """Are both at their end, with the same scores and winners?"""
        self.pass_over(frozenset())
        result = self.session.result
        if result is None:
            self.differ("who is at the end", "the end", self.session.decision)
        self.compare_tables()
        found = [tuple(value for _, value in score.lines) for score in result.scores]
        if found != self.model.scores():
            self.differ("scores", self.model.scores(), found)
        winners = {self.session.game.seat(winner) for winner in result.winners}
        if winners != self.model.winners():
            self.differ("winners", self.model.winners(), winners)

    def differ(self, what: str, model: object, rulebook: object) -> NoReturn:
        """Say where the two part."""
        last = "\n".join(self.told[-12:])
        raise DifferenceError(f"{what}\n  model:    {model}\n  rulebook: {rulebook}\nafter:\n{last}")

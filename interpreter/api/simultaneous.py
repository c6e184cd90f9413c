"""Secret decisions of several players at the same time, taken in whatever order the players are ready.

The state asks the players one after the other. What one of them has chosen is not seen by the others and does not
change what they may choose, so an embedder may ask all of them at once and hand the answers in when all are there:

    together = Together(session)
    while together.waiting:
        seat = whoever_answers_first(together.waiting)
        together.choose(seat, together.decision(seat).options[0])
    together.reveal()

What chance brings a player on the way (a card drawn before choosing one) is settled when that player is asked, and
stays so: the others then get something else. Only where it hangs on what another player chooses (a second card drawn
from the same shuffled pile, which the next player would have got) that player is asked first.
"""

from __future__ import annotations

from itertools import islice
from typing import Final

from interpreter.api.chance import stream
from interpreter.api.decision import Decision, Option
from interpreter.api.session import Session
from interpreter.engine.executor import Fault, Move
from interpreter.visibility.determinise.ways import KnownWay, Replay, exactly
from interpreter.visibility.secrecy import secret_steps
from interpreter.wording.observation import Observation, observe
from rulelang.graph.program import Decide

#: What is known is fitted together in so many ways at most.
_MOST_TRIED: Final = 40

#: So many choices of another player are tried to see whether they change what a player gets.
_MOST_COMPARED: Final = 12


class Together:
    """The secret decisions that are open in a session. Nothing happens there before `reveal`."""

    def __init__(self, session: Session) -> None:
        if session.decision is None or not session.decision.secret:
            raise ValueError("nobody decides in secret now")
        self._session: Final = session
        self._game: Final = session.game
        self._cells: Final = session.state.cells
        running = secret_steps(session.game, session.state.cells, session.history)
        #: What has already happened.
        self._steps: Final = session.history[len(session.history) - running :]
        self._ways: Final[dict[int, KnownWay]] = {}
        #: What each player knew at each of the decisions the player was asked for.
        self._shown: Final[dict[int, list[tuple[int | None, ...]]]] = {}

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats of the players who can choose something now."""
        return tuple(seat for seat in range(len(self._game.players)) if self.decision(seat) is not None)

    def decision(self, seat: int) -> Decision | None:
        """What a player has to choose next; None if that player has chosen everything, or has to wait for another."""
        walk = self._asked(seat)
        if walk is None:
            return None
        node = self._game.executor.node(walk.cells)
        assert isinstance(node, Decide)
        return Decision(self._game, tuple(walk.cells), node)

    def observe(self, seat: int) -> Observation:
        """What a player sees in the meantime: what chance brought and the player chose, nothing of the others."""
        walk = self._asked(seat)
        if walk is not None:
            return observe(self._game, walk.known_to(seat), seat, deciding=True)
        return observe(self._game, self._through().known_to(seat), seat)

    def choose(self, seat: int, option: Option | str) -> bool:
        """Take a player's answer; False if it is not one of the player's options."""
        decision = self.decision(seat)
        if decision is None:
            return False
        found = decision.read(option) if isinstance(option, str) else [one for one in decision.options if one == option]
        if len(found) != 1:
            return False
        self._ways.setdefault(seat, KnownWay()).moves.append(found[0].move)
        return True

    def reveal(self) -> None:
        """Hand in all answers."""
        walk = self._through()
        if any(walk.choices(seat) > len(self._way(seat).moves) for seat in range(len(self._game.players))):
            raise ValueError("not everybody has chosen")
        session, sampled = self._session, self._session.sampled
        session.sampled = False
        try:
            for made in walk.made:
                done = session.happen(made.outcome) if made.move is None else session.apply(made.move)
                assert done, "what was just found possible is possible"
        finally:
            session.sampled = sampled
        session.settle()

    # ------------------------------------------------------------------------------------------------- walking

    def _way(self, seat: int) -> KnownWay:
        return self._ways.get(seat, KnownWay())

    def _walk(self, stop: int, ways: dict[int, KnownWay]) -> Replay | None:
        """A walk that fits to all that is known, till a player has to choose next (or through); None: no such way."""
        choices = len(ways[stop].moves) if stop in ways else 0
        fitting = False
        for attempt in range(_MOST_TRIED):
            random = stream(self._session.seed, f"together/{len(self._session.history)}/{attempt}")
            walk = Replay(self._game, self._cells, ways, exactly(self._game), random, self._steps)
            ending = walk.go(stop, choices, self._as_shown)
            # What comes later has to fit, too: what others were shown already is not there any more.
            if ending == "here" and walk.copy().go(check=self._as_shown) == "unfit":
                continue
            if ending == ("here" if stop >= 0 else "over"):
                return walk
            fitting = fitting or ending != "unfit"
        if not fitting:
            raise Fault("what one player may choose hangs on what another chooses at the same time")
        return None

    def _as_shown(self, walk: Replay, seat: int) -> bool:
        """Does a player know just what the player knew when asked?"""
        shown, number = self._shown.get(seat, ()), walk.choices(seat)
        return number >= len(shown) or self._view(walk, seat) == shown[number]

    def _view(self, walk: Replay, seat: int) -> tuple[int | None, ...]:
        return self._game.sight.blank(walk.known_to(seat), seat, deciding=True)

    def _asked(self, seat: int) -> Replay | None:
        """To the next decision of a player; None if there is none, or if it hangs on others."""
        walk = self._walk(seat, self._ways)
        if walk is None:
            return None
        shown = self._shown.setdefault(seat, [])
        if len(shown) == len(self._way(seat).moves):
            if any(self._hangs_on(other, walk, seat) for other in range(len(self._game.players)) if other != seat):
                return None
            shown.append(self._view(walk, seat))
            self._ways.setdefault(seat, KnownWay()).luck[:] = walk.luck(seat)
        return walk

    def _hangs_on(self, other: int, walk: Replay, seat: int) -> bool:
        """Would a player be shown something else if another chose something else before?"""
        if walk.choices(other) <= len(self._way(other).moves):
            return False
        lucky = {**self._ways, seat: KnownWay(self._way(seat).moves, walk.luck(seat))}
        reached = self._walk(other, lucky)
        if reached is None:
            return False
        moves: list[Move] = list(islice(self._game.executor.each_option(reached.cells), _MOST_COMPARED))
        known = self._way(other)
        for move in moves:
            ways = {**lucky, other: KnownWay([*known.moves, move], reached.luck(other))}
            try:
                found = self._walk(seat, ways)
            except Fault:
                return True
            if found is None or self._view(found, seat) != self._view(walk, seat):
                return True
        return False

    def _through(self) -> Replay:
        """The whole block."""
        walk = self._walk(-1, self._ways)
        assert walk is not None
        return walk

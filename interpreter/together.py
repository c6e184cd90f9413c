"""Secret decisions of several players at the same time, taken in whatever order the players are ready.

The state asks the players one after the other. What one of them has chosen is not seen by the others and does not
change what they may choose, so an embedder may ask all of them at once and hand the answers in when all are there:

    together = Together(session)
    while together.waiting:
        seat = whoever_answers_first(together.waiting)
        together.choose(seat, together.decision(seat).options[0])
    together.reveal()

This needs a block without chance: what chance brings has to be known before the next player is asked.
"""

from __future__ import annotations

from typing import Final

from interpreter.decision import Decision, Option
from interpreter.execute.interface import Move
from interpreter.history import begins_anew
from interpreter.session import Session


class Together:
    """The secret decisions that are open in a session. Nothing happens there before `reveal`."""

    def __init__(self, session: Session) -> None:
        if session.decision is None or not session.decision.secret:
            raise ValueError("nobody decides in secret now")
        self._session: Final = session
        self._chosen: Final[dict[int, list[Move]]] = {}

    @property
    def waiting(self) -> tuple[int, ...]:
        """The seats of the players who still have something to choose."""
        return tuple(seat for seat in range(len(self._session.game.players)) if self.decision(seat) is not None)

    def decision(self, seat: int) -> Decision | None:
        """What a player has to choose next; None if that player has chosen everything."""
        twin, made = self._session.clone(), dict.fromkeys(self._chosen, 0)
        while (decision := twin.decision) is not None and decision.secret:
            number = made.get(decision.seat, 0)
            answers = self._chosen.get(decision.seat, ())
            if decision.seat == seat and number >= len(answers):
                return decision
            made[decision.seat] = number + 1
            before = twin.state.cells
            twin.apply(answers[number] if number < len(answers) else decision.options[0])
            if begins_anew(twin.game, before, twin.state.cells):
                break
        return None

    def choose(self, seat: int, option: Option | str) -> bool:
        """Take a player's answer; False if it is not one of the player's options."""
        decision = self.decision(seat)
        if decision is None:
            return False
        found = decision.read(option) if isinstance(option, str) else [one for one in decision.options if one == option]
        if len(found) != 1:
            return False
        self._chosen.setdefault(seat, []).append(found[0].move)
        return True

    def reveal(self) -> None:
        """Hand all answers in."""
        if self.waiting:
            raise ValueError("not everybody has chosen")
        answers = {seat: iter(moves) for seat, moves in self._chosen.items()}
        for _ in range(sum(map(len, self._chosen.values()))):
            decision = self._session.decision
            assert decision is not None
            self._session.apply(next(answers[decision.seat]))

"""Games that are played on at random."""

from __future__ import annotations

from random import Random

from interpreter import Session


def play_on(session: Session, random: Random, moves: int, among: int | None = None) -> Session:
    """So many random moves, or as many as there are up to the end. `among`: each is one of the first options, where
    there may be very many."""
    for _ in range(moves):
        decision = session.decision
        if decision is None:
            break
        options = len(decision.options)
        chosen = decision.options[random.randrange(options if among is None else min(options, among))]
        assert session.apply(chosen)
    return session

"""Saves, and worlds that look alike."""

from __future__ import annotations

from random import Random

from interpreter import Session, load
from interpreter.saves.parse import Rejected
from tests.interpreter.every_output import choices, outputs, twin_of
from tests.language.generated.failure import Failure

MOVES, MOST_OPTIONS = 8, 12


def seen_and_saved(text: str, random: Random, secret: bool) -> Failure | None:
    """A few moves, then save and resume; what each seat sees of it; and of a game that it cannot tell from this one."""
    book = load(text)
    game = book.game(random.choice(list(book.players)), book.variants, "reference")
    session = game.start(random.randrange(1000))
    _moves(session, random, random.randrange(MOVES))
    resumed = game.resume(session.save())
    if isinstance(resumed, Rejected):
        return Failure("save rejected")
    if resumed.state != session.state or resumed.history != session.history:
        return Failure("save differs")
    for seat in range(len(game.players)):
        failure = _seen(session, seat, random, secret)
        if failure is not None:
            return failure
    first = random.randrange(1000)
    ends = [_moves(one, Random(first), MOVES) for one in (session, resumed)]
    return Failure("resumed game goes elsewhere") if ends[0].state != ends[1].state else None


def _moves(session: Session, random: Random, number: int) -> Session:
    for _ in range(number):
        decision = session.decision
        if decision is None or not decision.options:
            break
        session.apply(random.choice(decision.options[:50]))
    return session


def _seen(session: Session, seat: int, random: Random, secret: bool) -> Failure | None:
    here = dict(outputs(session, seat))
    if isinstance(session.game.view(session.save(seat)), Rejected):
        return Failure("view rejected")
    if not secret or not session.game.sight.hides:
        return None
    imagined = session.seat(seat).imagine(random)
    sight = session.game.sight
    if sight.blank(imagined.state.cells, seat, deciding=False) != sight.blank(
        session.state.cells, seat, deciding=False
    ):
        return Failure("imagined world looks otherwise")
    twin = twin_of(session, seat, random)
    if twin is None:
        return None
    there = dict(outputs(twin, seat))
    if session.decision is not None and len(session.decision.options) <= MOST_OPTIONS:
        # A tree search would play to the end, and some of these games have none.
        here, there = (
            {**told, **dict(choices(one, seat, ["greedy"]))} for told, one in ((here, session), (there, twin))
        )
    differing = sorted(name.split(" ")[0] for name in here | there if here.get(name) != there.get(name))
    return Failure("shows what is hidden", differing[0]) if differing else None

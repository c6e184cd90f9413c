"""Writing games down."""

from __future__ import annotations

import json
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from interpreter.wording.luck import outcome_text
from interpreter.wording.move_wording import Scene
from rulelang.graph.program import Chance, Decide

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.history import Step
    from interpreter.saves.schema import SavedChance, SavedMove
    from interpreter.session import Session


def save(session: Session, seat: int | None) -> str:
    """The whole game as JSON, or only what one seat knows."""
    return _whole(session) if seat is None else _view(session, seat)


def _whole(session: Session) -> str:
    from interpreter.saves.schema import SavedGame

    game = session.game
    saved = SavedGame(
        title=game.title,
        digest=game.program.digest,
        files=game.rulebook.file_digests,
        players=len(game.players),
        variants=list(game.variants),
        seed=session.seed,
        sampled=session.sampled,
        steps=[_step(game, step) for step in session.history],
        position=position_digest(session.state.cells),
    )
    return _text(saved.model_dump(mode="json"))


def _step(game: Game, step: Step) -> SavedMove | SavedChance:
    from interpreter.saves.schema import SavedChance, SavedMove

    node = game.executor.node(list(step.before))
    if isinstance(node, Chance):
        if isinstance(step.outcome, tuple):
            pieces = ", ".join(game.names().piece(piece) for piece in step.outcome)
            return SavedChance(source=step.source, outcome=pieces, numbers=list(step.outcome))
        words = outcome_text(game, node, step.outcome, game.names())
        return SavedChance(source=step.source, outcome=words, numbers=step.outcome)
    assert isinstance(node, Decide)
    words = Scene(game, step.before, node, step.seat).notation(step.move)
    numbers = [list(value) if isinstance(value, tuple) else value for value in step.move]
    return SavedMove(by=game.players[step.seat], move=words, numbers=numbers)


def _view(session: Session, number: int) -> str:
    from interpreter.saves.schema import SavedView

    game, seat = session.game, session.seat(number)
    observation, names = seat.observation, game.names()
    saved = SavedView(
        title=game.title,
        digest=game.program.digest,
        players=len(game.players),
        variants=list(game.variants),
        player=seat.player,
        events=[event.text() for event in seat.events],
        seen=list(observation.cells),
        unseen=[(names.place(place), names.back(*back), count) for place, back, count in observation.unseen],
        remembered=[(names.place(place), piece) for place, piece in observation.remembered],
    )
    return _text(saved.model_dump(mode="json"))


def position_digest(cells: Sequence[int]) -> str:
    """A checksum of a state."""
    return blake2b(json.dumps(list(cells)).encode(), digest_size=8).hexdigest()


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"

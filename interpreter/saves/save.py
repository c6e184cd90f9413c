"""Writing games down."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

from interpreter.wording.events import outcome_text
from interpreter.wording.move_wording import MoveWording
from interpreter.wording.observation import Observation
from rulelang.graph.program import ChanceNode, Decide

if TYPE_CHECKING:
    from interpreter.engine.steps import Step
    from interpreter.saves.saved_form import SavedChance, SavedMove
    from interpreter.wording.worded_game import WordedGame


def save_whole(
    game: WordedGame,
    files: Mapping[str, str],
    seed: int,
    sampled: bool,
    steps: Sequence[Step],
    cells: Sequence[int],
) -> str:
    """The whole game as JSON."""
    from interpreter.saves.saved_form import SavedGame

    saved = SavedGame(
        title=game.title,
        digest=game.program.digest,
        files=dict(files),
        players=len(game.players),
        variants=list(game.variants),
        seed=seed,
        sampled=sampled,
        steps=[_step(game, step) for step in steps],
        position=position_digest(cells),
    )
    return _text(saved.model_dump(mode="json"))


def _step(game: WordedGame, step: Step) -> SavedMove | SavedChance:
    from interpreter.saves.saved_form import SavedChance, SavedMove

    node = game.executor.node(list(step.before))
    if isinstance(node, ChanceNode):
        if isinstance(step.outcome, tuple):
            pieces = ", ".join(game.names().piece(piece) for piece in step.outcome)
            return SavedChance(source=step.source, outcome=pieces, numbers=list(step.outcome))
        words = outcome_text(game, node, step.outcome, game.names())
        return SavedChance(source=step.source, outcome=words, numbers=step.outcome)
    assert isinstance(node, Decide)
    words = MoveWording(game, step.before, node, step.seat).notation(step.move)
    numbers = [list(value) if isinstance(value, tuple) else value for value in step.move]
    return SavedMove(by=game.players[step.seat], move=words, numbers=numbers)


def save_view(game: WordedGame, player: str, events: Sequence[str], observation: Observation) -> str:
    """What one player knows of a game as JSON."""
    from interpreter.saves.saved_form import SavedView

    names = game.names()
    saved = SavedView(
        title=game.title,
        digest=game.program.digest,
        players=len(game.players),
        variants=list(game.variants),
        player=player,
        events=list(events),
        seen=list(observation.cells),
        unseen=[(names.place(place), names.back(*back), count) for place, back, count in observation.unseen],
        remembered=[(names.place(place), piece) for place, piece in observation.remembered],
        marked=[(names.place(place), at, mark, value) for place, at, mark, value in observation.marked],
    )
    return _text(saved.model_dump(mode="json"))


def position_digest(cells: Sequence[int]) -> str:
    """A checksum of a state."""
    return blake2b(json.dumps(list(cells)).encode(), digest_size=8).hexdigest()


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"

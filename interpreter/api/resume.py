"""Continuing saved games. Whatever is wrong with one is an answer, never an exception."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.api.game import Game
from interpreter.api.session import Session
from interpreter.engine.executor import Fault, Move, Outcome
from interpreter.engine.steps import Step
from interpreter.explain.refusal import Clause, Refusal
from interpreter.saves.parse import Rejected, read
from interpreter.saves.save import position_digest

if TYPE_CHECKING:
    from interpreter.saves.saved_form import SavedChance, SavedGame, SavedMove


def resume(game: Game, text: str, *, other_versions: bool = False) -> Session | Rejected:
    """The session of a saved game, with its whole history."""
    saved = read(text)
    if isinstance(saved, Rejected):
        return saved
    other = _other_game(game, saved)
    if other:
        return Rejected("this is a save of another game", other)
    changes = _changes(game, saved)
    if changes and not other_versions:
        return Rejected("the rules have changed since this game was saved", changes)
    session = Session(game, saved.seed, sampled=False)
    for number, step in enumerate(saved.steps):
        refused = _again(session, step, exact=not changes)
        if refused is not None:
            what = step.move if step.kind == "move" else step.outcome
            reason = f"step {number + 1} ({what}) is not possible" + (" by the present rules" if changes else "")
            return Rejected(reason, changes, number, refused)
    if not changes and position_digest(session.state.cells) != saved.position:
        return Rejected("the save is damaged: its moves lead to another position", (), len(saved.steps))
    session.sampled = saved.sampled
    return session


def _other_game(game: Game, saved: SavedGame) -> tuple[str, ...]:
    found = []
    if saved.title != game.title:
        found.append(f"it is called {saved.title}, not {game.title}")
    if saved.players != len(game.players):
        found.append(f"it has {saved.players} players, not {len(game.players)}")
    if tuple(sorted(saved.variants)) != tuple(sorted(game.variants)):
        played = ", ".join(saved.variants) or "none"
        found.append(f"its variants are: {played}; here: {', '.join(game.variants) or 'none'}")
    return tuple(found)


def _changes(game: Game, saved: SavedGame) -> tuple[str, ...]:
    """Which files of the rulebook are not what they were."""
    if saved.digest == game.program.digest:
        return ()
    now = game.rulebook.file_digests
    changed = [f"{name} has changed" for name in saved.files if name in now and now[name] != saved.files[name]]
    gone = [f"{name} is no longer used" for name in saved.files if name not in now]
    new = [f"{name} is new" for name in now if name not in saved.files]
    return (*changed, *gone, *new) or ("the rulebook has changed",)


def _again(session: Session, step: SavedMove | SavedChance, *, exact: bool) -> Refusal | None:
    """Let a saved step happen again: by its numbers, or by its words where the rules are others."""
    try:
        done: Step | Refusal
        if step.kind == "move":
            numbers: Move = tuple(tuple(value) if isinstance(value, list) else value for value in step.numbers)
            if session.decision is not None and session.decision.player != step.by:
                return Refusal(step.move, "turn", ())
            done = session.apply(numbers if exact else step.move)
        else:
            outcome: Outcome = tuple(step.numbers) if isinstance(step.numbers, list) else step.numbers
            done = session.happen(outcome if exact or isinstance(outcome, tuple) else step.outcome)
    except Fault as fault:
        what = step.move if step.kind == "move" else step.outcome
        return Refusal(what, "fault", (Clause(fault.message, fault.said),))
    return done if isinstance(done, Refusal) else None

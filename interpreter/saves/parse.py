"""Reading saved games. Whatever is wrong with one is an answer, never an exception."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Literal

from interpreter.explain.refusal import Refusal
from rulelang.tuning.fast_dataclass import dataclass

if TYPE_CHECKING:
    from interpreter.saves.saved_form import SavedGame, SavedView

LONGEST_SAVE = 64_000_000


@dataclass(frozen=True, slots=True)
class Rejected:
    """A save that cannot be continued: why, what changed since, and how far its moves are legal (`played`,
    `refusal`)."""

    reason: str
    changes: tuple[str, ...] = ()
    played: int = 0
    refusal: Refusal | None = None

    def __bool__(self) -> Literal[False]:
        """`if game.resume(...)` tells whether it can be continued."""
        return False

    def __str__(self) -> str:
        lines = [self.reason, *(f"- {change}" for change in self.changes)]
        return "\n".join([*lines, *([str(self.refusal)] if self.refusal is not None else [])])


def read(text: str) -> SavedGame | Rejected:
    """A saved game from its text, checked against the schema."""
    from interpreter.saves.saved_form import SavedView

    saved = record_of(text)
    if isinstance(saved, SavedView):
        return Rejected(f"this is what {saved.player} knows of a game; it can be looked at, but not continued")
    return saved


def record_of(text: str) -> SavedGame | SavedView | Rejected:
    """A saved game, or what one player knew of it, checked against the schema."""
    from pydantic import ValidationError

    from interpreter.saves.saved_form import VERSION, SavedGame, SavedView

    if len(text) > LONGEST_SAVE:
        return Rejected("this is too long for a saved game")
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as problem:
        return Rejected(f"this is no saved game of RuleLang, or a damaged one ({problem})")
    form = value.get("format") if isinstance(value, dict) else None
    known = {kind.model_fields["format"].default: kind for kind in (SavedGame, SavedView)}
    if not isinstance(form, str) or form not in known:
        return Rejected("this is not a saved game of RuleLang")
    if value.get("version") != VERSION:
        return Rejected(f"this game was saved in form {value.get('version')}; only form {VERSION} can be read")
    try:
        return known[form].model_validate_json(text)
    except ValidationError as problem:
        first = problem.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        return Rejected(f"the save is damaged at {where}: {first['msg']}")

"""Reading saved games. Whatever is wrong with one is an answer, never an exception."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from interpreter.explain.refusal import Refusal
from rulelang.tuning.fast_dataclass import dataclass

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
    saved = record_of(text)
    if isinstance(saved, SavedView):
        return Rejected(f"this is what {saved.player} knows of a game; it can be looked at, but not continued")
    return saved


def record_of(text: str) -> SavedGame | SavedView | Rejected:
    """A saved game, or what one player knew of it, checked against the schema."""
    from pydantic import ValidationError

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


# The form of a saved game, checked when one is read.


FORMAT: Literal["rulelang game"] = "rulelang game"
VERSION: Literal[1] = 1
MOST_STEPS = 1_000_000

Number = Annotated[int, Field(ge=-1, le=1 << 62)]
Text = Annotated[str, Field(max_length=10_000)]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class SavedMove(_Strict):
    """A move: who, the words (to be read by people and by other versions), and the exact numbers."""

    kind: Literal["move"] = "move"
    by: Text
    move: Text
    numbers: list[Number | list[Number]] = Field(max_length=64)


class SavedChance(_Strict):
    """What chance brought: the source, the words, and the exact number or order."""

    kind: Literal["chance"] = "chance"
    source: Text
    outcome: Text
    numbers: Number | list[Number]


class SavedGame(_Strict):
    """A whole game. `digest` and `files` tell which rules it was played by; `position` is a checksum of where it
    ended."""

    format: Literal["rulelang game"] = FORMAT
    version: Literal[1] = VERSION
    title: Text
    digest: Text
    files: dict[str, str]
    players: Annotated[int, Field(ge=1, le=64)]
    variants: list[Text]
    seed: Annotated[int, Field(ge=-(1 << 128), le=1 << 128)]
    sampled: bool
    steps: list[Annotated[SavedMove | SavedChance, Field(discriminator="kind")]] = Field(max_length=MOST_STEPS)
    position: Text


class SavedView(_Strict):
    """What one player knows of a game: no seed, no hidden thing. It can be looked at, not continued."""

    format: Literal["rulelang view"] = "rulelang view"
    version: Literal[1] = VERSION
    title: Text
    digest: Text
    players: Annotated[int, Field(ge=1, le=64)]
    variants: list[Text]
    player: Text
    events: list[Text]
    seen: list[int | None]
    unseen: list[tuple[Text, Text, int]]
    remembered: list[tuple[Text, Annotated[int, Field(ge=0)]]] = []
    marked: list[tuple[Text, Annotated[int, Field(ge=0)], Text, int]] = []


def schema() -> dict[str, Any]:
    """The JSON schema of a saved game."""
    return SavedGame.model_json_schema()

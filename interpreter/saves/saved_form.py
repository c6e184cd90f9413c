"""The form of a saved game, checked when one is read. Only who reads or writes a save needs it, and pydantic."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

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

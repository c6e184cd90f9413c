"""Plans of experiments: what an author writes down (TOML)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, model_validator

from interpreter.experiments.setting import MOST_MOVES

Count: TypeAlias = Annotated[int, Field(ge=1)]
NonEmpty: TypeAlias = Annotated[str, Field(min_length=1)]
LineUp: TypeAlias = Annotated[tuple[NonEmpty, ...], Field(min_length=1)]


class _Part(BaseModel):
    """A table of a plan: nothing in it that nobody would read."""

    model_config = ConfigDict(extra="forbid", frozen=True, alias_generator=lambda name: name.replace("_", "-"))


class PlanRange(_Part):
    """`{ from = 2, to = 6, step = 2 }`"""

    first: Annotated[int, Field(alias="from", ge=0)]
    last: Annotated[int, Field(alias="to", ge=0)]
    step: Count = 1

    @model_validator(mode="after")
    def _upwards(self) -> Self:
        if self.first > self.last:
            raise ValueError("`from` is the lower number, `to` the higher one")
        return self

    @property
    def numbers(self) -> tuple[int, ...]:
        """All of them."""
        return tuple(range(self.first, self.last + 1, self.step))


class PlanTable(_Part):
    """`{ bots = ["mcts:100", "mcts:25"], games = 20, players = [2] }`: a line-up with a number of games of its own, and
    only for some numbers of players."""

    bots: LineUp
    games: Count | None = None
    players: tuple[Count, ...] = ()


class PlannedMeasure(_Part):
    """How closely games are looked at."""

    uses: bool = True
    decisions: Annotated[int, Field(ge=0, le=50)] = 0
    moves: Annotated[int, Field(ge=2, le=50)] = 6
    playouts: Annotated[int, Field(ge=2, le=1000)] = 8
    games: Annotated[int, Field(ge=0)] = 20


class Tune(_Part):
    """What the varied numbers are tuned towards."""

    targets: Annotated[tuple[NonEmpty, ...], Field(min_length=1)]
    trials: Count = 30


class ExperimentPlan(_Part):
    """A whole plan."""

    title: str = ""
    books: Annotated[tuple[NonEmpty, ...], Field(min_length=1)]
    players: tuple[Count, ...] | Literal["all", "fewest"] = "all"
    variants: tuple[tuple[NonEmpty, ...], ...] = ((),)
    bots: Annotated[tuple[NonEmpty | LineUp | PlanTable, ...], Field(min_length=1)] = ("random",)
    games: Count = 200
    until: tuple[NonEmpty, ...] = ()
    seed: int = 1
    most_moves: Count = MOST_MOVES
    executor: Literal["auto", "native", "python"] = "auto"
    vary: Mapping[str, tuple[Annotated[int, Field(ge=0)], ...] | PlanRange] = {}
    combined: bool = False
    measure: PlannedMeasure = PlannedMeasure()
    tune: Tune | None = None

    @property
    def tables(self) -> tuple[PlanTable, ...]:
        """The line-ups, each with its number of games."""
        written = (
            one if isinstance(one, PlanTable) else PlanTable(bots=one if isinstance(one, tuple) else (one,))
            for one in self.bots
        )
        return tuple(one.model_copy(update={"games": one.games or self.games}) for one in written)

    @property
    def varied(self) -> dict[str, tuple[int, ...]]:
        """The numbers to vary, each with what it is to be."""
        return {name: one.numbers if isinstance(one, PlanRange) else one for name, one in self.vary.items()}

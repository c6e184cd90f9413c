"""Plans of experiments: what an author writes down (TOML), read with messages that name the line and what to write."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal, Self, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from interpreter.experiments.setting import MOST_MOVES
from rulelang.diagnostics import Diagnostic, Label, Severity
from rulelang.diagnostics.spelling import closest
from rulelang.source import SourceFile, Span, source_from_bytes

#: The code of findings about plans.
CODE: Final = "plan"

Count: TypeAlias = Annotated[int, Field(ge=1)]
NonEmpty: TypeAlias = Annotated[str, Field(min_length=1)]


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

    bots: Annotated[tuple[NonEmpty, ...], Field(min_length=1)]
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
    bots: Annotated[tuple[NonEmpty | tuple[NonEmpty, ...] | PlanTable, ...], Field(min_length=1)] = ("random",)
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


class Unreadable(Exception):
    """The plan cannot be used; `findings` say why and where."""

    def __init__(self, findings: Sequence[Diagnostic]) -> None:
        super().__init__("; ".join(found.message for found in findings))
        self.findings: Final = tuple(findings)


class Written:
    """A plan and the text it was read from, so that more can be said about it at its place."""

    def __init__(self, plan: ExperimentPlan, source: SourceFile) -> None:
        self.plan: Final = plan
        self.source: Final = source

    def finding(self, message: str, *keys: str | int, help_text: str = "") -> Diagnostic:
        """Something wrong with an entry."""
        return _finding(message, _place(self.source, keys), help_text)


def read_plan(path: Path) -> Written:
    """A plan from a file. Raises `Unreadable`, and `OSError` if there is no file."""
    source = source_from_bytes(str(path), path.read_bytes()).source
    return plan_from(source)


def plan_from(source: SourceFile) -> Written:
    """A plan from its text. Raises `Unreadable`."""
    try:
        record = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as problem:
        raise Unreadable([_no_toml(source, problem)]) from problem
    try:
        return Written(ExperimentPlan.model_validate(record), source)
    except ValidationError as problem:
        raise Unreadable(list(_explained(source, problem))) from problem


# ------------------------------------------------------------------------------------------------- messages


def _explained(source: SourceFile, problem: ValidationError) -> Iterator[Diagnostic]:
    """One finding for each entry: what pydantic tells about every form an entry may have is told once."""
    told: set[tuple[object, ...]] = set()
    # What is wrong inside the form that was meant says more than that other forms were not.
    for error in sorted(problem.errors(include_url=False), key=lambda one: one["type"].endswith("_type")):
        keys = tuple(part for part in error["loc"] if not (isinstance(part, str) and _is_form(part)))
        entry = keys[:2] if keys and keys[0] in ("vary", "measure", "tune") else keys[:1]
        if entry in told:
            continue
        told.add(entry)
        yield _finding(_message(error["type"], keys, error), _place(source, keys), _HELPS.get(str(entry[0]), ""))


def _is_form(part: str) -> bool:
    """Parts of a place that name which form of an entry was tried."""
    return part.startswith(("tuple[", "constrained-", "literal[", "function-")) or part in (
        "Range",
        "Table",
        "int",
        "str",
    )


_HELPS: Final = {
    "books": 'books = ["my_game.rules"]',
    "players": 'players = [2, 3], or players = "all"',
    "variants": 'variants = [[], ["Short Game"]]: a list of the variants for each way to play',
    "bots": 'bots = ["random", "mcts:50", ["mcts:100", "mcts:25"]]: one for all seats, or a list with one for each',
    "games": "games = 500",
    "until": 'until = ["first-player within 2%"]',
    "vary": '"Take Income / 4" = [3, 4, 5], or { from = 2, to = 6, step = 2 }',
    "executor": 'executor = "native"',
    "measure": "uses = true, decisions = 3, moves = 6, playouts = 8, games = 20",
    "tune": 'targets = ["first-player 50%", "length 60..90"], trials = 30',
}


#: What is written in place of something of another kind.
_WANTED: Final = {
    "tuple_type": "a list is needed, in square brackets",
    "mapping_type": "a table is needed",
    "model_type": "a table is needed",
    "int_type": "a whole number is needed, without quotation marks",
    "int_parsing": "a whole number is needed, without quotation marks",
    "int_from_float": "a whole number is needed",
    "string_type": "a text is needed, in quotation marks",
    "bool_type": "it is true or false",
    "bool_parsing": "it is true or false",
}


def _message(kind: str, keys: Sequence[object], error: Any) -> str:
    name = " / ".join(str(key) for key in keys if not isinstance(key, int)) or "the plan"
    if kind == "extra_forbidden":
        known = _known(keys)
        meant = closest(str(keys[-1]), known)
        listed = ", ".join(f"`{one}`" for one in known)
        return f"There is no entry `{keys[-1]}`. " + (f"Did you mean `{meant}`?" if meant else f"There are {listed}.")
    if kind == "missing":
        return f"`{name}` is missing."
    if kind == "value_error":
        return f"`{name}`: {error['ctx']['error']}."
    if kind in ("greater_than_equal", "less_than_equal"):
        bound = next(iter(error["ctx"].values()))
        return f"`{name}` is {error['input']}; it must be {'at least' if 'greater' in kind else 'at most'} {bound}."
    if kind in ("too_short", "string_too_short"):
        return f"`{name}` is empty."
    wanted = _WANTED.get(kind) or (f"it is one of {error['ctx']['expected']}" if kind == "literal_error" else "")
    return f"`{name}` is {_shown(error['input'])}" + (
        f"; {wanted}." if wanted else ", which does not say what is meant."
    )


def _known(keys: Sequence[object]) -> list[str]:
    parts: dict[str, type[BaseModel]] = {"measure": PlannedMeasure, "tune": Tune, "vary": PlanRange}
    part = parts.get(str(keys[0]), ExperimentPlan)
    owner = part if len(keys) > 1 else ExperimentPlan
    return [field.alias or name for name, field in owner.model_fields.items()]


def _shown(value: object) -> str:
    text = repr(value).replace("'", '"')
    return text if len(text) < 60 else text[:57] + "..."


def _finding(message: str, span: Span, help_text: str = "") -> Diagnostic:
    helps = (f"Write for example: {help_text}",) if help_text else ()
    return Diagnostic(CODE, Severity.ERROR, message, Label(span), helps=helps)


def _no_toml(source: SourceFile, problem: tomllib.TOMLDecodeError) -> Diagnostic:
    found = re.search(r"\(at line (\d+), column (\d+)\)", str(problem))
    what = str(problem).split(" (at ")[0]
    line = int(found[1]) if found is not None else source.line_count
    told = "this stands in the plan a second time" if "overwrite" in what else f"{what[:1].lower()}{what[1:]}"
    message = f"The plan cannot be read here: {told}."
    return _finding(message, source.line_span(line), 'games = 200, or "Take Income / 4" = [3, 4, 5] below [vary]')


def _place(source: SourceFile, keys: Sequence[object]) -> Span:
    """Where an entry stands: the line of its key, in its table; else the first line."""
    named = [key for key in keys if isinstance(key, str)]
    start, end = _table(source, named[0]) if len(named) > 1 else (1, source.line_count)
    wanted = named[1] if len(named) > 1 else named[0] if named else ""
    for line in range(start, end + 1):
        text = source.line_text(line)
        found = re.match(rf"\s*\[?[\"']?{re.escape(wanted)}[\"']?\s*[\]=.]", text) if wanted else None
        if found is not None:
            return source.line_span(line)
    return source.line_span(min(start, source.line_count))


def _table(source: SourceFile, name: str) -> tuple[int, int]:
    lines = range(1, source.line_count + 1)
    start = next((line for line in lines if source.line_text(line).strip() == f"[{name}]"), 1)
    end = next((line for line in lines[start:] if source.line_text(line).lstrip().startswith("[")), source.line_count)
    return start, end

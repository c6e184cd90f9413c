"""Plans as they are written: read with messages that name the place and what to write there instead.

What can be understood of a plan with mistakes in it is kept, so that whoever looks further (are the books there, do the
bots exist?) can tell what else is wrong in the same run.
"""

from __future__ import annotations

import copy
import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

from pydantic import BaseModel, ValidationError

from interpreter.experiments.plan import ExperimentPlan, PlannedMeasure, PlanRange, PlanTable, Tune
from interpreter.experiments.toml_places import toml_places
from rulelang.diagnostics import Diagnostic, Label, Severity
from rulelang.diagnostics.spelling import closest
from rulelang.source import SourceFile, Span, source_from_bytes
from rulelang.tuning.fast_dataclass import dataclass, field, replace

#: The code of findings about plans.
CODE: Final = "plan"

Keys: TypeAlias = tuple[str | int, ...]


class Unreadable(Exception):
    """The plan cannot be used; `findings` say why and where."""

    def __init__(self, findings: Iterable[Diagnostic]) -> None:
        self.findings: Final = tuple(dict.fromkeys(findings))
        super().__init__("; ".join(found.message for found in self.findings))


@dataclass(frozen=True)
class Written:
    """A plan and the text it was read from, so that more can be said about it at its place. `problems` are what was
    wrong with it so far: of that nothing is in the plan."""

    plan: ExperimentPlan
    source: SourceFile
    record: Mapping[str, Any] = field(default_factory=dict)
    problems: tuple[Diagnostic, ...] = ()

    @cached_property
    def _places(self) -> dict[Keys, Span]:
        return toml_places(self.source) if self.record else {}

    def with_plan(self, plan: ExperimentPlan) -> Written:
        """Another plan of the same text."""
        return replace(self, plan=plan)

    def finding(self, message: str, *keys: str | int, value: object = None, help_text: str = "") -> Diagnostic:
        """Something wrong with an entry; with a certain value somewhere in it, if one is given."""
        found = [path for path in self._places if path[: len(keys)] == keys and _value(self.record, path) == value]
        helps = (f"Write for example: {help_text}",) if help_text else ()
        label = Label(self._place(found[0] if found else keys))
        return Diagnostic(CODE, Severity.ERROR, message, label, helps=helps)

    def _place(self, path: Keys) -> Span:
        """Where an entry stands; if it is not there, the table it should be in, else the first line."""
        while path and path not in self._places:
            path = path[:-1]
        return self._places[path].first_line if path else self.source.line_span(1)


def read_plan(path: Path) -> Written:
    """A plan from a file. Raises `Unreadable`, and `OSError` if there is no file."""
    return plan_from(source_from_bytes(str(path), path.read_bytes()).source)


def plan_from(source: SourceFile) -> Written:
    """A plan from its text; what is wrong with it are its `problems`. Raises `Unreadable` if it is no TOML."""
    try:
        record = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as problem:
        raise Unreadable([_no_toml(source, problem)]) from problem
    try:
        return Written(ExperimentPlan.model_validate(record), source, record)
    except ValidationError as problem:
        wrong = _by_entry(record, problem)
    written = Written(_what_is_right(record, wrong), source, record)
    problems = [
        written.finding(_message(*one), *keys, help_text=_HELPS.get(str(keys[0]), "")) for keys, one in wrong.items()
    ]
    return replace(written, problems=tuple(problems))


def _what_is_right(record: Mapping[str, Any], wrong: Iterable[Keys]) -> ExperimentPlan:
    """The plan without what is wrong, and without what is nothing without it."""
    left = copy.deepcopy(dict(record))
    # The last members of a list go first: the others keep their numbers.
    for keys in sorted(wrong, key=lambda keys: [(isinstance(key, int), key) for key in keys], reverse=True):
        _leave_out(left, _keys(left, keys))
    books = {"books": ("none",)} if "books" not in left else {}
    try:
        plan = ExperimentPlan.model_validate(left | books)
    except ValidationError as problem:
        return _what_is_right(left, _by_entry(left, problem))
    return plan.model_copy(update={"books": ()}) if books else plan


def _leave_out(record: Any, keys: Keys) -> None:
    for key in keys[:-1]:
        record = record[key]
    if keys:
        del record[keys[-1]]


# ------------------------------------------------------------------------------------------------- messages

#: What pydantic calls a mistake, the keys that lead there, and all that it tells about it.
_Mistake: TypeAlias = tuple[str, Keys, Any]


def _by_entry(record: Mapping[str, Any], problem: ValidationError) -> dict[Keys, _Mistake]:
    """One mistake for each entry, in their order. An entry may have several forms, and pydantic tells what is wrong
    with each: what is wrong inside the form that was meant says more than that it has none of the others."""
    found: dict[Keys, _Mistake] = {}
    for error in sorted(problem.errors(include_url=False), key=lambda one: one["type"].endswith("_type")):
        keys = _keys(record, error["loc"])
        if error["type"] == "missing":
            keys = (*keys, str(error["loc"][-1]))
        found.setdefault(keys, (error["type"], keys, error))
    outer = {keys[:length] for keys in found for length in range(1, len(keys))}
    order = list(record)
    told = [keys for keys in found if keys not in outer]
    told.sort(key=lambda keys: order.index(str(keys[0])) if keys[0] in order else -1)
    return {keys: found[keys] for keys in told}


def _keys(record: Any, place: Sequence[str | int]) -> Keys:
    """The keys of a place in what was written: parts that name which form of an entry was tried are none."""
    found: list[str | int] = []
    for part in place:
        if _has(record, part):
            record = record[part]
            found.append(part)
    return tuple(found)


def _has(record: Any, key: str | int) -> bool:
    if isinstance(record, list):
        return isinstance(key, int) and key < len(record)
    return isinstance(record, dict) and key in record


def _value(record: Any, path: Keys) -> object:
    for key in path:
        record = record[key] if _has(record, key) else None
    return record


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


def _message(kind: str, keys: Keys, error: Any) -> str:
    name = " / ".join(str(key) for key in keys if not isinstance(key, int))
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


#: The entries that have entries of their own.
_PARTS: Final[Mapping[str, type[BaseModel]]] = {
    "bots": PlanTable, "measure": PlannedMeasure, "tune": Tune, "vary": PlanRange,
}  # fmt: skip


def _known(keys: Keys) -> list[str]:
    owner = _PARTS.get(str(keys[0]), ExperimentPlan) if len(keys) > 1 else ExperimentPlan
    return [entry.alias or name for name, entry in owner.model_fields.items()]


def _shown(value: object) -> str:
    text = repr(value).replace("'", '"')
    return text if len(text) < 60 else text[:57] + "..."


def _no_toml(source: SourceFile, problem: tomllib.TOMLDecodeError) -> Diagnostic:
    found = re.search(r"\(at line (\d+), column (\d+)\)", str(problem))
    what = str(problem).split(" (at ")[0]
    line = int(found[1]) if found is not None else source.line_count
    told = "this stands in the plan a second time" if "overwrite" in what else f"{what[:1].lower()}{what[1:]}"
    helps = ('Write for example: games = 200, or "Take Income / 4" = [3, 4, 5] below [vary]',)
    message = f"The plan cannot be read here: {told}."
    return Diagnostic(CODE, Severity.ERROR, message, Label(source.line_span(line)), helps=helps)
